//! The options of pairs.

use std::ptr;

use crate::caller::Caller;
use crate::failure::Failure;
use crate::filter::BroadleafFilter;
use crate::flags::{self, INTERIORS, UNSORTED};
use crate::versioned::Versioned;

/// Two boxes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadleafPair {
    pub(crate) a: u32,
    pub(crate) b: u32,
}

/// What filters the boxes of a list.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafLabels {
    pub(crate) filters: *const BroadleafFilter,
    pub(crate) scenes: *const u32,
}

/// The header's options of pairs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafPairOptions {
    size: usize,
    pub(crate) flags: u32,
    pub(crate) threads: u32,
    pub(crate) first: BroadleafLabels,
    pub(crate) second: BroadleafLabels,
}

const NO_LABELS: BroadleafLabels = BroadleafLabels {
    filters: ptr::null(),
    scenes: ptr::null(),
};

// SAFETY: `repr(C)`, begins with the size, of integers and raw pointers.
unsafe impl Versioned for BroadleafPairOptions {
    const DEFAULT: Self = Self {
        size: size_of::<Self>(),
        flags: 0,
        threads: 0,
        first: NO_LABELS,
        second: NO_LABELS,
    };
    const FIRST_SIZE: usize = size_of::<Self>();
}

impl BroadleafPairOptions {
    /// Reads options and checks their flags.
    pub(crate) fn read(caller: &Caller, options: *const Self) -> Result<Self, Failure> {
        let options = caller.options(options, "options")?;
        flags::check(options.flags, INTERIORS | UNSORTED)?;
        Ok(options)
    }

    /// Whether the answer is sorted.
    pub(crate) fn is_sorted(&self) -> bool {
        self.flags & UNSORTED == 0
    }
}
