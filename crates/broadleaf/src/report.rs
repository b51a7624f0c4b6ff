//! Reports of a structure about itself: statistics, nodes to draw, broken invariants.

use crate::geometry::Aabb;
use crate::store::Id;
use alloc::string::{String, ToString};
use core::fmt;

/// The shape and size of a structure. Computing it costs a walk over all nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// The number of boxes.
    pub len: usize,
    /// The number of nodes, leaves included.
    pub nodes: usize,
    /// The number of steps from the root to the deepest leaf; 0 for at most one box.
    pub height: usize,
    /// The largest difference between the heights of two siblings.
    pub max_balance: usize,
    /// The sum of the half areas of all nodes divided by the root's: the number of nodes that a
    /// random query is expected to visit. 0 if the quotient is not finite: the root is flat or
    /// infinite, or the sum overflows.
    pub area_ratio: f64,
    /// The allocated memory in bytes, spare capacity included.
    pub bytes: usize,
}

/// [`Stats::area_ratio`] of nodes with these half areas.
pub(crate) fn area_ratio(sum: f64, root: f64) -> f64 {
    let ratio = sum / root;
    if ratio.is_finite() && root.is_finite() {
        ratio
    } else {
        0.0
    }
}

/// One node of a structure, for drawings and dumps.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NodeView<S, const D: usize> {
    /// The node's box.
    pub aabb: Aabb<S, D>,
    /// The number of steps from the root.
    pub level: usize,
    /// The number of steps to the deepest leaf below.
    pub height: usize,
    /// The id of the box, if the node is a leaf.
    pub id: Option<Id>,
    /// The axis and the position of the plane that divides the boxes of the node, if one plane
    /// does: the cut of a [`KdSweep`](crate::KdSweep) node.
    pub cut: Option<(usize, S)>,
}

impl<S, const D: usize> NodeView<S, D> {
    pub(crate) fn leaf(aabb: Aabb<S, D>, level: usize, id: Id) -> Self {
        Self {
            aabb,
            level,
            height: 0,
            id: Some(id),
            cut: None,
        }
    }

    pub(crate) fn inner(aabb: Aabb<S, D>, level: usize, height: usize) -> Self {
        Self {
            aabb,
            level,
            height,
            id: None,
            cut: None,
        }
    }
}

/// A broken invariant of a structure: always a bug in Broadleaf, never in its use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    invariant: &'static str,
    location: String,
}

impl Violation {
    pub(crate) fn new(invariant: &'static str, location: impl fmt::Display) -> Self {
        Self {
            invariant,
            location: location.to_string(),
        }
    }

    /// The invariant, as the structure's module documents it.
    #[must_use]
    pub fn invariant(&self) -> &'static str {
        self.invariant
    }

    /// The part of the structure in which the invariant is broken, such as `node 7`.
    #[must_use]
    pub fn location(&self) -> &str {
        &self.location
    }
}

/// Checks one invariant. `location` is formatted only if the invariant is broken, so pass
/// `format_args!("node {index}")`.
pub(crate) fn ensure(
    holds: bool,
    invariant: &'static str,
    location: impl fmt::Display,
) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation::new(invariant, location))
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            invariant,
            location,
        } = self;
        write!(f, "broken invariant \"{invariant}\" at {location}")
    }
}

impl core::error::Error for Violation {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_ratio_is_finite() {
        assert_eq!(area_ratio(6.0, 4.0), 1.5);
        for (sum, root) in [
            (0.0, 0.0),
            (1.0, 0.0),
            (f64::INFINITY, 4.0),
            (4.0, f64::INFINITY),
            (f64::INFINITY, f64::INFINITY),
            (f64::NAN, 4.0),
        ] {
            assert_eq!(area_ratio(sum, root), 0.0, "{sum} / {root}");
        }
    }
}
