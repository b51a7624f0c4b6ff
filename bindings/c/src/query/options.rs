//! The options of queries.

use std::ptr;

use library::geometry::Real;

use crate::caller::Caller;
use crate::failure::Failure;
use crate::filter::BroadleafFilter;
use crate::flags;
use crate::number::limit_of;
use crate::status::Status;
use crate::versioned::Versioned;

/// A box that was found.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafHit {
    pub(crate) reach: f64,
    pub(crate) id: u64,
}

/// The header's options of queries.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafQueryOptions {
    size: usize,
    pub(crate) flags: u32,
    pub(crate) threads: u32,
    pub(crate) limit: usize,
    max_distance: f64,
    pub(crate) filter: *const BroadleafFilter,
    pub(crate) mask: u32,
    reserved: u32,
}

// SAFETY: `repr(C)`, begins with the size, of numbers and a raw pointer.
unsafe impl Versioned for BroadleafQueryOptions {
    const DEFAULT: Self = Self {
        size: size_of::<Self>(),
        flags: 0,
        threads: 0,
        limit: 0,
        max_distance: f64::INFINITY,
        filter: ptr::null(),
        mask: u32::MAX,
        reserved: 0,
    };
    const FIRST_SIZE: usize = size_of::<Self>();
}

impl BroadleafQueryOptions {
    /// Reads options whose flags are some of these.
    #[inline]
    pub(crate) fn read(caller: &Caller, options: *const Self, known: u32) -> Result<Self, Failure> {
        let options = caller.options(options, "options")?;
        flags::check(options.flags, known)?;
        if options.reserved != 0 {
            let text = "options: its member `reserved` is not 0";
            return Err(Failure::new(Status::Option, text));
        }
        Ok(options)
    }

    /// The same for an index, which has no filters.
    pub(crate) fn index(
        caller: &Caller,
        options: *const Self,
        known: u32,
    ) -> Result<Self, Failure> {
        let options = Self::read(caller, options, known)?;
        if options.filter.is_null() {
            return Ok(options);
        }
        let text = "options: a filter, and the boxes of an index have none";
        Err(Failure::new(Status::Option, text))
    }

    /// The same for a broad phase, whose filters are more than a mask.
    pub(crate) fn broad_phase(
        caller: &Caller,
        options: *const Self,
        known: u32,
    ) -> Result<Self, Failure> {
        let options = Self::read(caller, options, known)?;
        if options.mask == u32::MAX {
            return Ok(options);
        }
        let text = "options: a mask, and a broad phase takes a filter";
        Err(Failure::new(Status::Option, text))
    }

    /// How many hits a query wants.
    pub(crate) fn wanted(&self) -> usize {
        match self.limit {
            0 => usize::MAX,
            limit => limit,
        }
    }

    /// The greatest distance that counts.
    pub(crate) fn max_distance<R: Real>(&self) -> Result<R, Failure> {
        if self.max_distance >= 0.0 {
            return Ok(limit_of(self.max_distance));
        }
        let text = format_args!("max_distance: {} is not a distance", self.max_distance);
        Err(Failure::new(Status::Option, text).value(self.max_distance))
    }
}
