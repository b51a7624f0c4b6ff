//! When a refitted tree is worn out.

use crate::dynamic_tree::cost::Cost;

/// The tree is rebuilt when the excess cost of all refits since the last rebuild adds up to this
/// share of its cost. Answers from a tree with twice the cost take about twice as long, and a
/// rebuild takes about this share of the time that all pairs of a fresh tree take.
const TOLERANCE: f64 = 0.4;
/// The tree is rebuilt after this number of refits of all boxes in any case: where all boxes move
/// together, the cost does not show how bad the tree is.
const MAX_REFITS: f64 = 64.0;

/// The damage done by boxes that moved while their leaves stayed where they were.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamic_tree) struct Decay {
    /// The cost for each box before the first refit.
    fresh: Option<Cost<f64>>,
    /// The sum over all refits of the share by which the cost was larger than `fresh`, each at
    /// least `TOLERANCE / MAX_REFITS` for all boxes.
    excess: f64,
}

impl Decay {
    /// Stores the cost of the tree before the first refit; later calls do nothing.
    pub(in crate::dynamic_tree) fn start(&mut self, cost: impl FnOnce() -> Cost<f64>) {
        if self.fresh.is_none() {
            self.fresh = Some(cost());
        }
    }

    /// Adds a refit of this share of the boxes that left a tree of this cost. Returns whether the
    /// tree is worth keeping.
    pub(in crate::dynamic_tree) fn add_refit(&mut self, cost: Cost<f64>, share: f64) -> bool {
        let fresh = self.fresh.unwrap_or(Cost::ZERO);
        self.excess += (cost.relative_to(fresh) - 1.0).max(share * TOLERANCE / MAX_REFITS);
        self.excess < TOLERANCE
    }
}
