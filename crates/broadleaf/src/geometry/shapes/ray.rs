//! Rays and segments.

use super::box_cast::BoxCast;
use super::checks::finite_points;
use super::invalid_shape::InvalidShape;
use crate::geometry::aabb::Aabb;
use crate::geometry::form::Form;
use crate::geometry::probe::{Cast, Probe};
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::Scalar;
use core::array;

/// A half-line or a segment: `origin + t * direction` for `t` in `0..=length`.
///
/// Rays of length zero and rays parallel to an axis are valid. A ray that starts inside a box
/// reaches it at 0. A ray is also a [`Region`]: it touches the boxes that it reaches.
///
/// ```
/// use broadleaf::{Aabb, Ray};
/// use broadleaf::geometry::Probe;
/// let aabb = Aabb::new([4, 0], [6, 8]);
/// assert_eq!(Ray::new([0, 1], [2.0, 0.0])?.reach(&aabb), Some(2.0)); // in lengths of the direction
/// assert_eq!(Ray::between([0, 1], [3, 1])?.reach(&aabb), None); // a segment ends at t = 1
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "segment")]
#[doc(alias = "cast_ray")]
pub struct Ray<S: Scalar, const D: usize>(BoxCast<S, D>);

impl<S: Scalar, const D: usize> Ray<S, D> {
    /// A half-line from `origin`; `t` is measured in lengths of `direction`, which may have any
    /// length.
    ///
    /// # Errors
    /// If a coordinate or a component of the direction is infinite or NaN.
    pub fn new(origin: [S; D], direction: [S::Real; D]) -> Result<Self, InvalidShape> {
        BoxCast::new(point_box(origin)?, direction).map(Self)
    }

    /// A segment from `start` (`t` = 0) to `end` (`t` = 1).
    ///
    /// # Errors
    /// If a coordinate is infinite or NaN, or the difference is out of the range of
    /// [`Scalar::Real`].
    pub fn between(start: [S; D], end: [S; D]) -> Result<Self, InvalidShape> {
        BoxCast::between(point_box(start)?, end).map(Self)
    }

    /// The same ray up to and including the parameter `length`. It reaches nothing if `length` is
    /// negative or NaN.
    ///
    /// ```
    /// use broadleaf::Ray;
    /// let ray = Ray::<f32, 2>::new([0.0, 1.0], [3.0, 0.0])?.up_to(2.0);
    /// assert_eq!((ray.origin(), ray.direction(), ray.length()), ([0.0, 1.0], [3.0, 0.0], 2.0));
    /// # Ok::<(), broadleaf::geometry::InvalidShape>(())
    /// ```
    #[must_use]
    #[doc(alias = "maxFraction")]
    #[doc(alias = "max_toi")]
    pub fn up_to(self, length: S::Real) -> Self {
        Self(self.0.up_to(length))
    }

    /// The point at `t` = 0.
    #[must_use]
    pub fn origin(&self) -> [S; D] {
        self.0.start().min()
    }

    /// The point at a parameter. For the reach of a hit, it is the point at which the ray enters
    /// the box.
    ///
    /// Each coordinate is rounded twice, so the point may lie slightly outside that box.
    ///
    /// ```
    /// use broadleaf::{Aabb, Ray, geometry::Probe};
    /// let ray = Ray::new([0, 1], [2.0, 0.5])?;
    /// let reach = ray.reach(&Aabb::new([4, 0], [6, 8])).unwrap();
    /// assert_eq!((reach, ray.at(reach)), (2.0, [4.0, 2.0]));
    /// # Ok::<(), broadleaf::geometry::InvalidShape>(())
    /// ```
    #[must_use]
    #[doc(alias = "point_at")]
    pub fn at(&self, reach: S::Real) -> [S::Real; D] {
        let origin = self.origin();
        array::from_fn(|axis| origin[axis].to_real() + reach * self.0.direction()[axis])
    }

    /// The motion per unit of `t`.
    #[must_use]
    pub fn direction(&self) -> [S::Real; D] {
        self.0.direction()
    }

    /// The greatest `t`: infinite for a half-line, 1 for a segment.
    #[must_use]
    pub fn length(&self) -> S::Real {
        self.0.length()
    }
}

fn point_box<S: Scalar, const D: usize>(point: [S; D]) -> Result<Aabb<S, D>, InvalidShape> {
    finite_points(&[point])?;
    Ok(Aabb::point(point))
}

impl<S: Scalar, const D: usize> Probe<S, D> for Ray<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.0.reach(aabb)
    }
    #[inline]
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.0.least_reach_inside(aabb)
    }
    #[inline]
    fn form(&self) -> Form<S, D> {
        self.0.form()
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for Ray<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.reach(aabb).is_some()
    }

    #[inline]
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.least_reach_inside(aabb).is_some()
    }

    fn bounds(&self) -> Aabb<S, D> {
        self.0.bounds()
    }
}

impl<S: Scalar, const D: usize> Cast<S, D> for Ray<S, D> {}
