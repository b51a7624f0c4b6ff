//! The location of a query, by which a batch is put in order.

use super::aabb::Aabb;
use super::masked::Masked;
use super::scalar::traits::Scalar;

/// A region or probe with a location, so that a batch of them can be answered in an order in which
/// each is near the one before.
///
/// The location decides only about speed. It is any box near the boxes that the question finds
/// first: the start of a cast, the center of a ball.
///
/// ```
/// use broadleaf::{Aabb, Ray};
/// use broadleaf::geometry::Located;
/// let ray = Ray::new([1.0, 2.0], [0.0, 1.0])?;
/// assert_eq!(ray.location(), Aabb::point([1.0, 2.0]));
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
pub trait Located<S: Scalar, const D: usize> {
    /// A box near the boxes that the question finds first.
    fn location(&self) -> Aabb<S, D>;

    /// The region itself, if it is no more than a box: a batch of boxes is answered by a join.
    fn as_box(&self) -> Option<Aabb<S, D>> {
        None
    }
}

impl<S: Scalar, const D: usize, Q: Located<S, D>> Located<S, D> for Masked<Q> {
    fn location(&self) -> Aabb<S, D> {
        self.of.location()
    }
}

impl<S: Scalar, const D: usize, Q: Located<S, D> + ?Sized> Located<S, D> for &Q {
    fn location(&self) -> Aabb<S, D> {
        (**self).location()
    }
    fn as_box(&self) -> Option<Aabb<S, D>> {
        (**self).as_box()
    }
}
