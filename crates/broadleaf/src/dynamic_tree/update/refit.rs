//! New boxes and categories for many leaves of the existing tree at once.

use crate::dynamic_tree::cost::sides;
use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tree::DynamicTree;
use crate::executor::Executor;
use crate::geometry::{Real, Scalar};
use crate::store::Id;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Sets the category bits of many boxes. Ids without a box are ignored. If an id occurs more
    /// than once, the last entry counts.
    ///
    /// Costs one pass over the tree, whereas `set_category` costs one walk to the root per box.
    ///
    /// ```
    /// use broadleaf::geometry::Masked;
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    ///
    /// let boxes = (0..100).map(|i| (Id(i), Aabb::point([i as f32, 0.0])));
    /// let mut tree: DynamicTree<f32, 2> = boxes.collect();
    /// tree.set_categories((0..100).map(|i| (Id(i), 1 << (i % 4))));
    /// assert_eq!(tree.category(Id(6)), Some(0b100));
    /// ```
    pub fn set_categories(&mut self, categories: impl IntoIterator<Item = (Id, u32)>) {
        // Collected first: an iterator that panics must leave the tree unchanged.
        let categories: Vec<_> = categories.into_iter().collect();
        for (id, category) in categories {
            if let Some(leaf) = self.leaf(id) {
                self.set_category_of(leaf, category);
            }
        }
        if !self.categories.is_empty() {
            self.refit_categories(NodeIndex::ROOT);
        }
    }

    /// Recomputes the categories of all inner nodes at or below `index`; returns the category of
    /// `index`.
    pub(crate) fn refit_categories(&mut self, index: NodeIndex) -> u32 {
        let node = *self.node(index);
        if node.is_inner() {
            let [a, b] = [0, 1].map(|side| NodeIndex::new(node.children(), side));
            let category = self.refit_categories(a) | self.refit_categories(b);
            self.set_category_of(index, category);
        }
        self.category_of(index)
    }

    /// Stores the cost of the tree before boxes change.
    pub(crate) fn start_decay(&mut self) {
        if self.decay.is_fresh() {
            let nodes = self.siblings.as_flattened().iter();
            let inner = nodes.filter(|node| node.is_inner());
            let cost: f64 = inner.map(|node| sides(&node.aabb).to_f64()).sum();
            self.decay.start(cost / self.leaves.len() as f64);
        }
    }

    /// Recomputes the boxes of all inner nodes after `moved` leaves have new boxes. Returns whether
    /// the tree is worth keeping.
    pub(crate) fn refit_all(&mut self, executor: impl Executor, moved: usize) -> bool {
        let boxes = self.leaves.len() as f64;
        let cost = self.refit_boxes(executor) / boxes;
        self.decay.add_refit(cost, moved as f64 / boxes)
    }
}
