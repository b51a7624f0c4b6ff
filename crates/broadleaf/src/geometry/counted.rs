//! Regions and probes that count their tests.

use core::cell::Cell;

use super::aabb::Aabb;
use super::located::Located;
use super::probe::{Cast, Place, Probe};
use super::region::Region;
use crate::geometry::scalar::traits::Scalar;

/// A region or probe that counts the boxes it is tested against. The count measures the work of a
/// query, to compare structures and settings.
///
/// Boxes of nodes and of leaves both count. The count does not depend on the machine.
///
/// ```
/// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
/// use broadleaf::geometry::Counted;
/// let points: Vec<_> = (0..1_000).map(|i| Aabb::point([i as f32, 0.0])).collect();
/// let tree = DynamicTree::from_boxes(&points)?;
/// let question = Counted::new([500.0, 0.0]);
/// assert_eq!(tree.overlaps(&question), [Id(500)]);
/// assert!(question.tests() < 100);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counted<Q> {
    of: Q,
    tests: Cell<u64>,
}

impl<Q> Counted<Q> {
    /// Wraps a region or probe, with a count of 0.
    #[must_use]
    pub fn new(of: Q) -> Self {
        Self {
            of,
            tests: Cell::new(0),
        }
    }

    /// The number of tests so far, in all queries with this value.
    #[must_use]
    pub fn tests(&self) -> u64 {
        self.tests.get()
    }

    /// Returns the region or probe inside.
    #[must_use]
    pub fn into_inner(self) -> Q {
        self.of
    }

    fn count(&self) {
        self.tests.set(self.tests.get() + 1);
    }
}

impl<S: Scalar, const D: usize, Q: Region<S, D>> Region<S, D> for Counted<Q> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.count();
        self.of.touches(aabb)
    }
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.count();
        self.of.may_touch_inside(aabb)
    }
    fn bounds(&self) -> Aabb<S, D> {
        self.of.bounds()
    }
    fn admits(&self, category: u32) -> bool {
        self.of.admits(category)
    }
}

impl<S: Scalar, const D: usize, Q: Probe<S, D>> Probe<S, D> for Counted<Q> {
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.count();
        self.of.reach(aabb)
    }
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.count();
        self.of.least_reach_inside(aabb)
    }
    fn admits(&self, category: u32) -> bool {
        self.of.admits(category)
    }
}

impl<S: Scalar, const D: usize, Q: Cast<S, D>> Cast<S, D> for Counted<Q> {}
impl<S: Scalar, const D: usize, Q: Place<S, D>> Place<S, D> for Counted<Q> {}

impl<S: Scalar, const D: usize, Q: Located<S, D>> Located<S, D> for Counted<Q> {
    fn location(&self) -> Aabb<S, D> {
        self.of.location()
    }
}
