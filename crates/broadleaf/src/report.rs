//! Reports of a structure about itself: statistics, nodes to draw, broken invariants.

use crate::geometry::{Aabb, Real, Scalar};
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
    /// The number of steps from the root to the deepest leaf; 0 for at most one box. The leaves are
    /// the boxes: one that is in a list of a cell or of another node is a step below it.
    pub height: usize,
    /// The largest difference between the heights of two siblings. A box has height 0.
    pub max_balance: usize,
    /// The sum over all nodes of their half areas divided by the root's: the number of nodes that a
    /// random query is expected to visit. A node counts as at most 1, even if its area is not
    /// finite. If the root's is not, finite nodes count as 0. The sum is 0 if the root has no area.
    pub area_ratio: f64,
    /// The allocated memory in bytes, spare capacity included.
    pub bytes: usize,
}

/// Sums up [`Stats::area_ratio`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct AreaRatio {
    root: f64,
    sum: f64,
}

impl AreaRatio {
    /// The ratio of no nodes. `root` is `None` if there will be none.
    pub(crate) fn new<S: Scalar, const D: usize>(root: Option<Aabb<S, D>>) -> Self {
        Self {
            root: root.map_or(0.0, |root| root.half_area().to_f64()),
            sum: 0.0,
        }
    }

    /// Adds a node; the root is one, too.
    pub(crate) fn add<S: Scalar, const D: usize>(&mut self, node: &Aabb<S, D>) {
        // An area that is not finite may be NaN: an infinite edge times one of length 0.
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
        // No node is visited more than once, wherever it is.
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
