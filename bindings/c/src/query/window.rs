//! A window, as a region.

use library::Aabb;
use library::geometry::{Region, Scalar};

use crate::flags::{CONTAINED, INTERIORS};

/// Which boxes are in a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Relation {
    Overlaps,
    /// The interiors overlap.
    Interiors,
    /// The box lies in the window.
    Contained,
    /// The box lies in the window, and the interiors overlap.
    Both,
}

impl Relation {
    /// The relation that flags say.
    pub(crate) fn of(flags: u32) -> Self {
        match (flags & INTERIORS != 0, flags & CONTAINED != 0) {
            (false, false) => Self::Overlaps,
            (true, false) => Self::Interiors,
            (false, true) => Self::Contained,
            (true, true) => Self::Both,
        }
    }
}

/// The boxes with a relation to a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<S, const D: usize> {
    pub(crate) aabb: Aabb<S, D>,
    pub(crate) relation: Relation,
}

impl<S: Scalar, const D: usize> Region<S, D> for Window<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        let window = &self.aabb;
        match self.relation {
            Relation::Overlaps => window.overlaps(aabb),
            Relation::Interiors => window.interiors_overlap(aabb),
            Relation::Contained => window.contains(aabb),
            Relation::Both => window.contains(aabb) && window.interiors_overlap(aabb),
        }
    }

    // A box around a box that lies in the window overlaps it, and need not lie in it.
    #[inline]
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.aabb.overlaps(aabb)
    }

    #[inline]
    fn bounds(&self) -> Aabb<S, D> {
        self.aabb
    }

    #[inline]
    fn is_a_box(&self) -> bool {
        self.relation == Relation::Overlaps
    }
}
