//! The handle of a broad phase, and what it says about it.

use super::any_broad_phase::AnyBroadPhase;
use super::events::Kept;
use crate::handle::Object;
use crate::kind::Kind;
use crate::versioned::Versioned;

/// The header's handle of a broad phase.
#[repr(C)]
#[derive(Debug)]
pub struct BroadleafBroadPhase {
    _opaque: [u8; 0],
}

/// What a handle has.
pub(crate) struct BroadPhase {
    pub(crate) kind: Kind,
    pub(crate) any: Box<dyn AnyBroadPhase>,
    /// The events of the last step.
    pub(crate) events: Kept,
}

impl Object for BroadPhase {
    type Handle = BroadleafBroadPhase;
    const MAGIC: u64 = 0x4250_ba5e_0b0a_d1ea;
    const NAME: &'static str = "broad_phase";
}

/// What a broad phase is, as the header has it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafBroadPhaseInfo {
    size: usize,
    count: usize,
    frame: u64,
    history: usize,
    scalar: u32,
    dimensions: u32,
}

// SAFETY: `repr(C)`, begins with the size, of integers.
unsafe impl Versioned for BroadleafBroadPhaseInfo {
    const DEFAULT: Self = Self {
        size: size_of::<Self>(),
        count: 0,
        frame: 0,
        history: 0,
        scalar: 0,
        dimensions: 0,
    };
    const FIRST_SIZE: usize = size_of::<Self>();
}

impl BroadPhase {
    /// What it is.
    pub(crate) fn info(&self) -> BroadleafBroadPhaseInfo {
        BroadleafBroadPhaseInfo {
            count: self.any.len(),
            frame: self.any.frame(),
            history: self.any.history(),
            scalar: self.kind.scalar_number(),
            dimensions: self.kind.dimensions_number(),
            ..BroadleafBroadPhaseInfo::DEFAULT
        }
    }
}
