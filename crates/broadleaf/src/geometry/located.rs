//! The location of a query, by which batches are sorted.

use super::aabb::Aabb;
use super::masked::Masked;
use super::scalar::traits::Scalar;

/// A region or probe with a location, by which a batch is sorted so that consecutive queries are
/// near each other.
///
/// The location affects speed only. It is any box near the first boxes that the query finds, such
/// as the start of a cast or the center of a ball.
///
/// ```
/// use broadleaf::{Aabb, Ray};
/// use broadleaf::geometry::Located;
/// let ray = Ray::new([1.0, 2.0], [0.0, 1.0])?;
/// assert_eq!(ray.location(), Aabb::point([1.0, 2.0]));
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
pub trait Located<S: Scalar, const D: usize> {
    /// Returns a box near the first boxes that the query finds.
    fn location(&self) -> Aabb<S, D>;

    /// The region itself if it is a box: a batch of boxes is answered by a join.
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
