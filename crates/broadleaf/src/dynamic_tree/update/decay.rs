//! When refits have degraded the tree enough to build it anew.
//!
//! A refit keeps every leaf where it is and only recomputes the boxes above. That costs a third of
//! a build, but nodes grow as their boxes drift apart, and queries visit more of them:
//!
//! ```text
//!  cost of │             ╱│              Each step pays the excess over a fresh tree (shaded).
//!  a tree  │       ╱╱╱╱╱╱░│              Once it adds up to what a build costs, the tree is built:
//!          │  ╱╱╱╱╱░░░░░░░│              whatever comes next, this costs at most twice as much as
//!    fresh ┼╱╱░░░░░░░░░░░░│╱╱╱╱╱         the best choice in hindsight (the ski-rental rule).
//!          └──────────────┴────▶ steps
//! ```
//!
//! The cost is the sum of the sides of all inner nodes, for each box: queries visit a node about as
//! often as it is large. Sides and not areas, because areas of boxes on a line or in a plane
//! vanish, and those of tiny or huge ones underflow or overflow; a tree whose cost cannot grow
//! would be kept for good. A build costs about 0.4 of what all pairs of a fresh tree cost, and a
//! tree of twice the area takes about twice as long: an excess of 0.4 by area, or [`TOLERANCE`] by
//! sides. Where boxes shrink or come closer together, the cost falls although the tree gets worse:
//! so each refit counts at least so much that [`MAX_REFITS`] of all boxes lead to a build.

use crate::dynamic_tree::tuning::{MAX_REFITS, TOLERANCE};

/// The damage done by boxes that moved while their leaves stayed where they were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decay {
    /// The cost for each box before the first refit.
    fresh: Option<f64>,
    /// The sum over all refits of the share by which the cost was larger than `fresh`, each at
    /// least `TOLERANCE / MAX_REFITS` for all boxes.
    excess: f64,
}

impl Decay {
    /// Whether no boxes have been refitted since the last build.
    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh.is_none()
    }

    /// Stores the cost of the tree before the first refit.
    pub(crate) fn start(&mut self, cost: f64) {
        self.fresh = Some(cost);
    }

    /// Adds a refit of this share of the boxes that left a tree of this cost. Returns whether the
    /// tree is worth keeping.
    pub(crate) fn add_refit(&mut self, cost: f64, share: f64) -> bool {
        let growth = cost / self.fresh.unwrap_or(cost) - 1.0;
        // Not a number where the cost is 0 or infinite: then only the refits count.
        self.excess += growth.max(share * TOLERANCE / MAX_REFITS);
        self.excess < TOLERANCE
    }
}
