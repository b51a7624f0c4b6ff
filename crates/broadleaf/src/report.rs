//! A structure's reports about itself: statistics, nodes to draw, broken invariants.

use crate::geometry::{Aabb, Real, Scalar};
use crate::store::Id;
use alloc::string::{String, ToString};
use core::fmt;

/// The shape and size of a structure. Computing it visits every node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// Boxes in the structure.
    pub len: usize,
    /// Nodes, leaves included.
    pub nodes: usize,
    /// Steps from the root to the deepest leaf; 0 for at most one box. A leaf is one box, so a box
    /// in the list of a cell or node is one step below that cell or node.
    pub height: usize,
    /// The largest difference between the heights of two siblings. A box has height 0.
    pub max_balance: usize,
    /// The sum of the half areas of all nodes, divided by that of the root: the number of nodes
    /// that a random query is expected to visit. A node counts as at most 1, and as 1 if its area
    /// is not finite. If the area of the root is not finite, finite nodes count as 0. The sum is 0
    /// if the root has no area.
    pub area_ratio: f64,
    /// Allocated memory in bytes, unused capacity included.
    pub bytes: usize,
}

/// Sums up [`Stats::area_ratio`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct AreaRatio {
    root: f64,
    sum: f64,
}

impl AreaRatio {
    /// `root` is `None` if the structure has no nodes.
    pub(crate) fn new<S: Scalar, const D: usize>(root: Option<Aabb<S, D>>) -> Self {
        Self {
            root: root.map_or(0.0, |root| root.half_area().to_f64()),
            sum: 0.0,
        }
    }

    /// Adds a node. Call it for the root, too.
    pub(crate) fn add<S: Scalar, const D: usize>(&mut self, node: &Aabb<S, D>) {
        // An area may be NaN: an infinite edge times one of length 0.
        let area = node.half_area().to_f64();
        self.sum += match (area.is_finite(), self.root.is_finite()) {
            (false, _) => 1.0,
            (true, false) => 0.0,
            (true, true) if self.root > 0.0 => (area / self.root).min(1.0),
            (true, true) => 0.0,
        };
    }

    pub(crate) fn value(self) -> f64 {
        self.sum
    }
}

/// One node of a structure, for drawings and dumps.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NodeView<S, const D: usize> {
    /// The bounds of the node.
    pub aabb: Aabb<S, D>,
    /// Steps from the root.
    pub level: usize,
    /// Steps to the deepest leaf below.
    pub height: usize,
    /// The id of the box, if the node is a leaf.
    pub id: Option<Id>,
    /// The axis and coordinate of the plane that divides the boxes of the node, if a plane does:
    /// the cut of a [`KdSweep`](crate::KdSweep) node.
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

    /// The broken invariant, in the words of the structure's module documentation.
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

/// Checks one invariant. `location` is formatted only if it is broken, so pass `format_args!("node
/// {index}")`.
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

    fn ratio<const D: usize>(nodes: &[Aabb<f32, D>]) -> f64 {
        let mut ratio = AreaRatio::new(nodes.first().copied());
        nodes.iter().for_each(|node| ratio.add(node));
        ratio.value()
    }

    #[test]
    fn an_area_ratio_is_the_expected_number_of_visits() {
        let cube = |edge| Aabb::new([0.0; 3], [edge; 3]);
        assert_eq!(ratio(&[cube(4.0), cube(2.0), cube(1.0)]), 1.3125);
        assert_eq!(ratio::<3>(&[]), 0.0);
        // No node is visited more than once, even if it is larger than the root.
        assert_eq!(ratio(&[cube(4.0), cube(8.0)]), 2.0);
    }

    #[test]
    fn an_area_ratio_is_finite() {
        let point = Aabb::point([1.0; 3]);
        assert_eq!(ratio(&[point, point]), 0.0, "there is no area");
        let infinite = Aabb::new([0.0; 3], [f32::INFINITY; 3]);
        let [finite, plane] = [1.0, f32::INFINITY].map(|x| Aabb::new([0.0; 3], [x, 0.0, 1.0]));
        assert!(plane.half_area().is_nan());
        assert_eq!(ratio(&[infinite, infinite, finite, plane]), 3.0);
        assert_eq!(ratio(&[finite, infinite, plane]), 3.0);
        let huge = Aabb::new([0.0; 2], [f32::MAX; 2]);
        assert_eq!(ratio(&[huge, huge, huge]), 3.0);
    }
}
