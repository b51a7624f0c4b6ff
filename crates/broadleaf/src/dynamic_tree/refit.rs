//! Moving many boxes at once: new boxes into the old tree, and a new tree once that has cost more
//! than it saved.

use super::cost::Cost;
use super::{DynamicTree, NodeIndex};
use crate::geometry::Scalar;
use crate::index::SpatialIndex;

/// How much area, as a share of the last rebuild's, all refits since then may have added up to.
/// Answers from a tree with twice the area take about twice as long, and a rebuild about this share
/// of the time that all pairs of a fresh tree take.
const TOLERANCE: f64 = 0.4;
/// After this many refits the tree is rebuilt in any case: where everything moves together, the
/// area does not tell how bad the tree is.
const MOST_REFITS: f64 = 64.0;

/// What moving boxes without moving their leaves has cost.
#[derive(Clone, Debug, Default)]
pub(super) struct Decay {
    /// The cost for each box before the first refit.
    fresh: Option<Cost<f64>>,
    /// The sum over all refits since then of the share by which the cost was larger, and a little
    /// for each.
    excess: f64,
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Notes how good the tree is before boxes are changed, unless that is known.
    pub(super) fn note_fresh(&mut self) {
        if self.decay.fresh.is_none() {
            self.decay = Decay {
                fresh: Some(self.cost_for_each_box()),
                excess: 0.0,
            };
        }
    }

    pub(super) fn forget_decay(&mut self) {
        self.decay = Decay::default();
    }

    /// Recomputes all boxes from the leaves'; returns whether the tree is still worth keeping.
    pub(super) fn refit_all(&mut self) -> bool {
        self.refit_below(NodeIndex::ROOT);
        let fresh = self.decay.fresh.unwrap_or(Cost::ZERO);
        let worse = self.cost_for_each_box().relative_to(fresh);
        self.decay.excess += (worse - 1.0).max(TOLERANCE / MOST_REFITS);
        self.decay.excess < TOLERANCE
    }

    /// Recomputes the box of a node and of all nodes below.
    fn refit_below(&mut self, index: NodeIndex) {
        let node = *self.node(index);
        if node.is_inner() {
            for side in [0, 1] {
                self.refit_below(NodeIndex::new(node.children(), side));
            }
            let [a, b] = &self.pairs[node.children() as usize];
            self.node_mut(index).aabb = a.aabb.union(&b.aabb);
        }
    }

    fn cost_for_each_box(&self) -> Cost<f64> {
        let inner = self
            .pairs
            .as_flattened()
            .iter()
            .filter(|node| node.is_inner());
        let sum = inner.fold(Cost::ZERO, |sum, node| sum + Cost::of(&node.aabb).to_f64());
        sum / self.len() as f64
    }
}
