//! Consecutive items.

use super::node::Item;
use crate::geometry::Scalar;
use crate::store::to_u32;

/// Consecutive items, and their parts in a division.
pub(super) struct Run<'a, S, const D: usize> {
    /// The index of the first item.
    pub(super) start: u32,
    pub(super) items: &'a mut [Item<S, D>],
    pub(super) parts: &'a mut [u8],
}

impl<S: Scalar, const D: usize> Run<'_, S, D> {
    /// The first `count` items, and the rest.
    pub(super) fn split_at(self, count: usize) -> [Self; 2] {
        let (items, more_items) = self.items.split_at_mut(count);
        let (parts, more_parts) = self.parts.split_at_mut(count);
        let start = self.start + to_u32(count);
        [
            Self {
                items,
                parts,
                ..self
            },
            Self {
                start,
                items: more_items,
                parts: more_parts,
            },
        ]
    }
}
