//! The items along a curve, and their sort.

use alloc::vec::Vec;

use super::tuning::MIN_RADIX_LEN;
use crate::executor::Executor;
use crate::sort::sort_by_key;

/// A box by its index in the caller's list, with the position of its center on the curve.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Keyed {
    pub(crate) key: u32,
    pub(crate) index: u32,
}

impl Keyed {
    /// A box whose position is not known yet.
    pub(crate) fn new(index: u32) -> Self {
        Self { key: 0, index }
    }

    /// The key to sort by. A named function, because a closure would compile the sort for each type
    /// of box.
    fn place(&self) -> u64 {
        self.key.into()
    }

    /// The key with the index below it, so that no two items are equal.
    fn place_and_index(&self) -> u64 {
        self.place() << u32::BITS | u64::from(self.index)
    }
}

/// Sorts items by their keys. Items with equal keys come in the order of their indices, which must
/// also be their order before.
pub(super) fn sort(executor: impl Executor, items: &mut [Keyed], scratch: &mut Vec<Keyed>) {
    if items.len() < MIN_RADIX_LEN {
        items.sort_unstable_by_key(Keyed::place_and_index);
    } else {
        sort_by_key(executor, items, scratch, Keyed::place);
    }
}
