//! How new proxies are.

use std::ptr;

use library::Filter;
use library::broad_phase::Mobility;

use crate::caller::Caller;
use crate::failure::Failure;
use crate::filter::BroadleafFilter;
use crate::status::Status;
use crate::versioned::Versioned;

/// The header's options of new proxies.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafProxyOptions {
    size: usize,
    mobility: u32,
    filter: BroadleafFilter,
    mobilities: *const u32,
    filters: *const BroadleafFilter,
}

// SAFETY: `repr(C)`, begins with the size, of integers and raw pointers.
unsafe impl Versioned for BroadleafProxyOptions {
    const DEFAULT: Self = Self {
        size: size_of::<Self>(),
        mobility: 0,
        filter: BroadleafFilter::ALL,
        mobilities: ptr::null(),
        filters: ptr::null(),
    };
    const FIRST_SIZE: usize = size_of::<Self>();
}

/// The settings of each new proxy.
pub(crate) struct Proxies<'a> {
    mobility: Mobility,
    filter: Filter,
    mobilities: Option<&'a [u32]>,
    filters: Option<&'a [BroadleafFilter]>,
}

impl<'a> Proxies<'a> {
    /// Reads the settings of this number of proxies.
    pub(crate) fn read(
        caller: &'a Caller,
        options: *const BroadleafProxyOptions,
        count: usize,
    ) -> Result<Self, Failure> {
        let options = caller.options(options, "options")?;
        let mobilities = caller.optional(options.mobilities, count, "mobilities")?;
        for (row, &number) in mobilities.unwrap_or_default().iter().enumerate() {
            mobility(number).map_err(|failure| failure.row(row))?;
        }
        Ok(Self {
            mobility: mobility(options.mobility)?,
            filter: options.filter.to_filter(),
            mobilities,
            filters: caller.optional(options.filters, count, "filters")?,
        })
    }

    /// The settings of a proxy.
    pub(crate) fn get(&self, row: usize) -> (Mobility, Filter) {
        let of = |numbers: &[u32]| mobility(numbers[row]).unwrap_or_default();
        (
            self.mobilities.map_or(self.mobility, of),
            self.filters
                .map_or(self.filter, |filters| filters[row].to_filter()),
        )
    }
}

/// The mobility with this number in the header.
pub(crate) fn mobility(number: u32) -> Result<Mobility, Failure> {
    Ok(match number {
        0 => Mobility::Dynamic,
        1 => Mobility::Kinematic,
        2 => Mobility::Static,
        3 => Mobility::Sleeping,
        _ => {
            let text = format_args!("mobility {number} is unknown");
            return Err(Failure::new(Status::Option, text).value(number.into()));
        }
    })
}
