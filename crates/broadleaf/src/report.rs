//! What a structure says about itself: statistics, nodes to draw, broken invariants.

use crate::geometry::Aabb;
use crate::store::Id;
use alloc::string::String;
use core::fmt;

/// The shape and size of a structure. Costs a walk over all nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// How many boxes it holds.
    pub len: usize,
    /// How many nodes it has, leaves included.
    pub nodes: usize,
    /// The most steps from the root to a leaf; 0 for at most one box.
    pub height: usize,
    /// The largest height difference between two siblings.
    pub max_balance: usize,
    /// The summed half areas of all nodes over the root's: what a random query can expect to visit.
    /// 0 if the root has none, or infinite area.
    pub area_ratio: f64,
    /// The memory it has claimed, spare capacity included.
    pub bytes: usize,
}

/// One node of a structure, for drawings and dumps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeView<S, const D: usize> {
    /// The node's box.
    pub aabb: Aabb<S, D>,
    /// Steps from the root.
    pub level: usize,
    /// Steps to the deepest leaf below.
    pub height: usize,
    /// The box it is, if it is a leaf.
    pub id: Option<Id>,
}

/// A broken invariant of a structure: always a bug in Broadleaf, never in its use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    invariant: &'static str,
    place: String,
}

impl Violation {
    pub(crate) fn new(invariant: &'static str, place: String) -> Self {
        Self { invariant, place }
    }

    /// The sentence that does not hold, as the structure's module documents it.
    #[must_use]
    pub fn invariant(&self) -> &'static str {
        self.invariant
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "broken invariant \"{}\" at {}",
            self.invariant, self.place
        )
    }
}

impl core::error::Error for Violation {}
