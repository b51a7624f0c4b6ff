//! New boxes and categories in the old tree, for many leaves at once.

use super::refit_boxes::NewBoxes;
use crate::dynamic_tree::cost::Cost;
use crate::dynamic_tree::layout::{Node, NodeIndex};
use crate::dynamic_tree::tree::DynamicTree;
use crate::executor::Executor;
use crate::geometry::{Real, Scalar};
use crate::store::Id;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Sets the category bits of many boxes. Ids without a box are ignored; the last of several
    /// entries with one id counts.
    ///
    /// Costs one pass over the tree, where `set_category` costs one walk to the root per box.
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
        // Collected before anything changes: an iterator may panic.
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

    /// Recomputes the categories of all inner nodes at or below `index`; returns that of `index`.
    pub(in crate::dynamic_tree) fn refit_categories(&mut self, index: NodeIndex) -> u32 {
        let node = *self.node(index);
        if node.is_inner() {
            let [a, b] = [0, 1].map(|side| NodeIndex::new(node.children(), side));
            let category = self.refit_categories(a) | self.refit_categories(b);
            self.set_category_of(index, category);
        }
        self.category_of(index)
    }

    /// Stores the cost of the tree before boxes change.
    pub(in crate::dynamic_tree) fn start_decay(&mut self) {
        let mut decay = core::mem::take(&mut self.decay);
        decay.start(|| {
            let areas = self.inner_nodes().map(|node| node.aabb.half_area());
            self.cost_per_box(areas.map(Real::to_f64).sum())
        });
        self.decay = decay;
    }

    /// Recomputes the boxes of all nodes, of which `moved` leaves have a new one, as
    /// [`refit_boxes`](Self::refit_boxes) does; returns whether the tree is worth keeping.
    pub(in crate::dynamic_tree) fn refit_all(
        &mut self,
        executor: impl Executor,
        moved: usize,
        new_boxes: &impl NewBoxes<S, D>,
    ) -> bool {
        let area = self.refit_boxes(executor, new_boxes);
        let cost = self.cost_per_box(area);
        let share = moved as f64 / self.leaves.len() as f64;
        self.decay.add_refit(cost, share)
    }

    /// The cost of all inner nodes for each box, given the sum of their areas. Sides are summed
    /// only where areas cannot decide.
    fn cost_per_box(&self, area: f64) -> Cost<f64> {
        let boxes = self.leaves.len() as f64;
        if 0.0 < area && area.is_finite() {
            return Cost::of_area(area / boxes);
        }
        let costs = self.inner_nodes().map(|node| Cost::of(&node.aabb).to_f64());
        costs.fold(Cost::ZERO, |sum, cost| sum + cost) / boxes
    }

    fn inner_nodes(&self) -> impl Iterator<Item = &Node<S, D>> {
        let nodes = self.siblings.as_flattened().iter();
        nodes.filter(|node| node.is_inner())
    }
}
