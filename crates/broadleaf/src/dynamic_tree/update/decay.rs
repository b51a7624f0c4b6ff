//! When refits have degraded the tree enough to rebuild it.
//!
//! A refit keeps every leaf where it is and only recomputes the boxes above, for a third of the
//! cost of a build. But nodes grow as their boxes drift apart, and queries visit more of them:
//!
//! ```text
//!  cost of │             ╱│              Each step pays the excess over a fresh tree (shaded).
//!  a tree  │       ╱╱╱╱╱╱░│              Once it adds up to what a build costs, the tree is built:
//!          │  ╱╱╱╱╱░░░░░░░│              whatever comes next, this costs at most twice as much as
//!    fresh ┼╱╱░░░░░░░░░░░░│╱╱╱╱╱         the best choice in hindsight (the ski-rental rule).
//!          └──────────────┴────▶ steps
//! ```
//!
//! The cost is the sum of the sides of all inner nodes, divided by the number of boxes: queries
//! visit a node in proportion to its size. It uses sides because areas of boxes on a line or in a
//! plane vanish, and those of tiny or huge boxes underflow or overflow: a tree whose cost cannot
//! grow would be kept forever. A build costs about 0.4 times as much as all pairs of a fresh tree,
//! and a tree of twice the area takes about twice as long: an excess of 0.4 by area, or
//! [`TOLERANCE`] by sides. Where boxes shrink or come closer together, the cost falls although the
//! tree gets worse, so each refit has a minimum, and [`MAX_REFITS`] of all boxes lead to a build.

use crate::dynamic_tree::tuning::{MAX_REFITS, TOLERANCE};

/// The damage done by boxes that moved while their leaves stayed in place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decay {
    /// The cost per box before the first refit.
    fresh: Option<f64>,
    /// The sum over all refits of the relative excess over `fresh`, each at least `TOLERANCE /
    /// MAX_REFITS` for all boxes.
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

    /// Adds a refit that changed this share of the boxes and left a tree of this cost. Returns
    /// whether the tree is worth keeping.
    pub(crate) fn add_refit(&mut self, cost: f64, share: f64) -> bool {
        let growth = cost / self.fresh.unwrap_or(cost) - 1.0;
        // NaN where the cost is 0 or infinite; `max` then counts the refits alone.
        self.excess += growth.max(share * TOLERANCE / MAX_REFITS);
        self.excess < TOLERANCE
    }
}
