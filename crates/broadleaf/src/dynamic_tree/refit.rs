//! New boxes and categories in the old tree, for many leaves at once.

use super::cost::Cost;
use super::layout::{Node, NodeIndex};
use super::tree::DynamicTree;
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
    pub(super) fn refit_categories(&mut self, index: NodeIndex) -> u32 {
        let node = *self.node(index);
        if node.is_inner() {
            let [a, b] = [0, 1].map(|side| NodeIndex::new(node.children(), side));
            let category = self.refit_categories(a) | self.refit_categories(b);
            self.set_category_of(index, category);
        }
        self.category_of(index)
    }

    /// Stores the cost of the tree before boxes change.
    pub(super) fn start_decay(&mut self) {
        let mut decay = core::mem::take(&mut self.decay);
        decay.start(|| {
            let areas = self.inner_nodes().map(|node| node.aabb.half_area());
            self.cost_per_box(areas.map(Real::to_f64).sum())
        });
        self.decay = decay;
    }

    /// Recomputes all boxes from the leaves', of which `moved` have new ones; returns whether the
    /// tree is worth keeping.
    pub(super) fn refit_all(&mut self, moved: usize) -> bool {
        let area = self.refit_boxes();
        let cost = self.cost_per_box(area);
        let share = moved as f64 / self.leaves.len() as f64;
        self.decay.add_refit(cost, share)
    }

    /// Recomputes the boxes of all inner nodes; returns the sum of their areas.
    fn refit_boxes(&mut self) -> f64 {
        if !self.are_children_behind() {
            return self.refit_below(NodeIndex::ROOT);
        }
        let mut area = 0.0;
        for index in (1..self.siblings.len()).rev() {
            let [a, b] = &self.siblings[index];
            let aabb = a.aabb.union(&b.aabb);
            area += aabb.half_area().to_f64();
            self.node_mut(self.parents[index]).aabb = aabb;
        }
        area
    }

    /// Whether all pairs of siblings are in use, each behind its parent, as a build leaves them.
    /// One pass from the back then takes half of the time of a walk.
    fn are_children_behind(&self) -> bool {
        let mut parents = self.parents.iter().enumerate().skip(1);
        self.siblings.len() == self.leaves.len()
            && parents.all(|(index, parent)| parent.siblings() < index)
    }

    /// [`refit_boxes`](Self::refit_boxes) of the inner nodes at or below `index`.
    fn refit_below(&mut self, index: NodeIndex) -> f64 {
        let node = self.node(index);
        if !node.is_inner() {
            return 0.0;
        }
        let children = node.children();
        let [left, right] = [0, 1].map(|side| self.refit_below(NodeIndex::new(children, side)));
        let [a, b] = &self.siblings[children as usize];
        let aabb = a.aabb.union(&b.aabb);
        self.node_mut(index).aabb = aabb;
        left + right + aabb.half_area().to_f64()
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
