//! The handle of an index, and what it says about it.

use super::any_index::AnyIndex;
use crate::handle::Object;
use crate::kind::Kind;
use crate::versioned::Versioned;

/// The header's handle of an index.
#[repr(C)]
#[derive(Debug)]
pub struct BroadleafIndex {
    _opaque: [u8; 0],
}

/// A structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Structure {
    PackedTree = 1,
    DynamicTree = 2,
    SettledTree = 3,
    BruteForce = 4,
}

/// What a handle has.
pub(crate) struct Index {
    pub(crate) structure: Structure,
    pub(crate) kind: Kind,
    pub(crate) any: Box<dyn AnyIndex>,
}

impl Object for Index {
    type Handle = BroadleafIndex;
    const MAGIC: u64 = 0x49b8_1de1_0b0a_d1ea;
    const NAME: &'static str = "index";
}

/// What an index is, as the header has it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafIndexInfo {
    size: usize,
    count: usize,
    structure: u32,
    scalar: u32,
    dimensions: u32,
    reserved: u32,
}

// SAFETY: `repr(C)`, begins with the size, of integers.
unsafe impl Versioned for BroadleafIndexInfo {
    const DEFAULT: Self = Self {
        size: size_of::<Self>(),
        count: 0,
        structure: 0,
        scalar: 0,
        dimensions: 0,
        reserved: 0,
    };
    const FIRST_SIZE: usize = size_of::<Self>();
}

impl Index {
    /// What it is.
    pub(crate) fn info(&self) -> BroadleafIndexInfo {
        BroadleafIndexInfo {
            count: self.any.len(),
            structure: self.structure as u32,
            scalar: self.kind.scalar_number(),
            dimensions: self.kind.dimensions_number(),
            ..BroadleafIndexInfo::DEFAULT
        }
    }
}
