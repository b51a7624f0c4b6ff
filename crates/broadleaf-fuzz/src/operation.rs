//! One operation: on a structure, on a broad phase, or on both.

use arbitrary::{Arbitrary, Unstructured};
use broadleaf::Filter;
use broadleaf::broad_phase::Mobility;

use crate::number::Corners;

/// The most operations of one run.
const MAX_OPERATIONS: usize = 200;

/// An operation. Structures skip operations that only broad phases have.
#[derive(Clone, Debug, Arbitrary)]
pub(crate) enum Operation {
    /// Inserts a box or creates a proxy with this id, or moves the existing one.
    Put(Name, Corners),
    /// Inserts or creates boxes with consecutive ids.
    PutMany(Name, Vec<Corners>),
    /// Moves the boxes with the lowest ids.
    MoveMany(Vec<Corners>),
    Remove(Name),
    SetCategory(Name, u8),
    Optimize,
    /// Sometimes clears everything, depending on the byte.
    Clear(u8),
    SetMobility(Name, u8),
    SetData(Name, u8),
    Touch(Name),
    Translate(Corners),
    Step,
    Rewind(u8),
    Remember(u8),
    Restore,
    Ask(Corners, u8),
    SetMargin(Name, u8),
    SetAabb(Name, Corners),
}

/// An id: mostly a small number.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub(crate) struct Name(u8);

impl Name {
    pub(crate) fn number(self) -> u32 {
        match self.0 {
            0..250 => u32::from(self.0 % 50),
            far => u32::from(far) << 20,
        }
    }
}

/// The operations that some bytes stand for.
pub(crate) fn operations(bytes: &[u8]) -> Vec<Operation> {
    let operations = Unstructured::new(bytes).arbitrary_take_rest_iter();
    let read = operations.map(|all| all.take(MAX_OPERATIONS).flatten().collect());
    read.unwrap_or_default()
}

pub(crate) fn mobility(code: u8) -> Mobility {
    match code % 4 {
        0 | 1 => Mobility::Dynamic,
        2 => Mobility::Kinematic,
        _ => Mobility::Static,
    }
}

pub(crate) fn filter(code: u8) -> Filter {
    match code {
        0..128 => Filter::default(),
        _ => Filter::new(u32::from(code & 7), u32::from(code >> 2 & 7))
            .with_group(i32::from(code % 5) - 2),
    }
}
