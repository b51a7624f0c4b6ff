//! The cells of the tree, and a cell with its subtree and items.

use broadleaf::Aabb;
use broadleaf::geometry::Real;

use super::halves::middle;
use super::interaction::{Cell, Interaction};

/// A cell. Cells are stored in post-order: the cells of the lower half, the cells of the upper
/// half, then the cell itself. Both halves have the same number of cells.
#[derive(Clone, Debug)]
pub(super) struct Node<T, R, const D: usize> {
    pub(super) bounds: Aabb<R, D>,
    pub(super) summary: T,
}

impl<T: Default, R: Real, const D: usize> Default for Node<T, R, D> {
    fn default() -> Self {
        Self {
            bounds: Aabb::point([R::ZERO; D]),
            summary: T::default(),
        }
    }
}

/// A cell with its subtree and its items. Parts without a common item share nothing, so they can be
/// changed at the same time.
pub(super) struct Part<'a, M: Interaction<R, D>, R: Real, const D: usize> {
    pub(super) node: &'a mut Node<M::Summary, R, D>,
    below: &'a mut [Node<M::Summary, R, D>],
    pub(super) items: &'a mut [M::Item],
}

/// The two halves of a part.
pub(super) type Halves<'a, M, R, const D: usize> = [Part<'a, M, R, D>; 2];

impl<'a, M: Interaction<R, D>, R: Real, const D: usize> Part<'a, M, R, D> {
    /// The part whose root is the last of `nodes`; `None` if there is none.
    pub(super) fn new(
        nodes: &'a mut [Node<M::Summary, R, D>],
        items: &'a mut [M::Item],
    ) -> Option<Self> {
        let (node, below) = nodes.split_last_mut()?;
        Some(Self { node, below, items })
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.below.is_empty()
    }

    pub(super) fn view(&self) -> Cell<'_, M::Summary, R, D> {
        Cell {
            bounds: &self.node.bounds,
            len: self.items.len(),
            summary: &self.node.summary,
        }
    }

    /// The two halves; `None` if the cell is a leaf.
    pub(super) fn halves(&mut self) -> Option<Halves<'_, M, R, D>> {
        self.summary_and_halves().1
    }

    pub(super) fn summary_and_halves(&mut self) -> (&mut M::Summary, Option<Halves<'_, M, R, D>>) {
        let (low, high) = self.below.split_at_mut(self.below.len() / 2);
        let (items, more_items) = self.items.split_at_mut(middle(self.items.len()));
        let halves = Part::new(low, items).zip(Part::new(high, more_items));
        (
            &mut self.node.summary,
            halves.map(|(low, high)| [low, high]),
        )
    }

    /// The same part with a shorter lifetime.
    pub(super) fn reborrow(&mut self) -> Part<'_, M, R, D> {
        Part {
            node: self.node,
            below: self.below,
            items: self.items,
        }
    }
}
