//! Rays and moving boxes.

use super::aabb::Aabb;
use super::probe::{Cast, Probe};
use super::region::Region;
use super::scalar::{Real, Scalar};
use core::{array, fmt};

/// A box that moves in a straight line: box cast, or ray cast with a thick ray.
///
/// It reaches another box at the smallest parameter `t` in `0..=length` at which the box at
/// `start + t * direction` touches it. A direction of zero is a box at rest; an axis with direction
/// zero is tested by comparison only. Differences are divided, not multiplied by a reciprocal: as
/// long as the differences are exact, no touching box is missed, not even one grazed at a corner.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf::geometry::{BoxCast, Probe};
/// let falling = BoxCast::new(Aabb::new([0.0, 9.0], [2.0, 10.0]), [0.0, -1.0])?;
/// assert_eq!(falling.reach(&Aabb::new([2.0, 0.0], [5.0, 3.0])), Some(6.0));
/// # Ok::<(), broadleaf::geometry::InvalidProbe>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "shape_cast")]
#[doc(alias = "sweep")]
pub struct BoxCast<S: Scalar, const D: usize> {
    start: Aabb<S, D>,
    direction: [S::Real; D],
    length: S::Real,
}

impl<S: Scalar, const D: usize> BoxCast<S, D> {
    /// A box that moves without end.
    ///
    /// # Errors
    /// If a corner of the box or a component of the direction is infinite or NaN.
    pub fn new(start: Aabb<S, D>, direction: [S::Real; D]) -> Result<Self, InvalidProbe> {
        let finite = |axis: &usize| {
            start.min()[*axis].is_finite()
                && start.max()[*axis].is_finite()
                && direction[*axis].is_finite()
        };
        match (0..D).find(|axis| !finite(axis)) {
            Some(axis) => Err(InvalidProbe { axis }),
            None => Ok(Self {
                start,
                direction,
                length: S::Real::INFINITY,
            }),
        }
    }

    /// A box that moves from `start` until its min corner is at `end`: `t` is 1 there.
    ///
    /// # Errors
    /// If a corner of the box or a coordinate of `end` is infinite or NaN, or the way is too long
    /// for [`Scalar::Real`].
    pub fn between(start: Aabb<S, D>, end: [S; D]) -> Result<Self, InvalidProbe> {
        let direction = core::array::from_fn(|axis| end[axis].minus(start.min()[axis]));
        Self::new(start, direction).map(|cast| cast.up_to(S::Real::ONE))
    }

    /// The same motion, ended at the parameter `length` (which belongs to it). Negative or NaN: it
    /// reaches nothing.
    #[must_use]
    pub fn up_to(self, length: S::Real) -> Self {
        Self { length, ..self }
    }
}

impl<S: Scalar, const D: usize> Probe<S, D> for BoxCast<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        let (start_min, start_max) = (self.start.min(), self.start.max());
        // How far along each axis until the boxes begin to touch when moving up, or cease to when
        // moving down.
        let low: [S::Real; D] =
            array::from_fn(|axis| aabb.min()[axis].minus(start_max[axis]) / self.direction[axis]);
        let high: [S::Real; D] =
            array::from_fn(|axis| aabb.max()[axis].minus(start_min[axis]) / self.direction[axis]);
        let mut enter = S::Real::ZERO;
        let mut exit = self.length;
        for axis in 0..D {
            let direction = self.direction[axis];
            let (near, far) = if direction > S::Real::ZERO {
                (low[axis], high[axis])
            } else if direction < S::Real::ZERO {
                (high[axis], low[axis])
            } else if start_min[axis] <= aabb.max()[axis] && aabb.min()[axis] <= start_max[axis] {
                continue;
            } else {
                return None;
            };
            enter = if near > enter { near } else { enter };
            exit = if far < exit { far } else { exit };
        }
        (enter <= exit && enter < S::Real::INFINITY).then_some(enter)
    }
}

/// A half-line, or a segment: `origin + t * direction` for `t` in `0..=length`.
///
/// Zero-length and axis-parallel rays work. A ray that starts inside a box reaches it at 0. It is a
/// [`BoxCast`] of a point, and a [`Region`] too: the boxes that the segment touches.
///
/// ```
/// use broadleaf::{Aabb, Ray};
/// use broadleaf::geometry::Probe;
/// let aabb = Aabb::new([4, 0], [6, 8]);
/// assert_eq!(Ray::new([0, 1], [2.0, 0.0])?.reach(&aabb), Some(2.0)); // in lengths of the direction
/// assert_eq!(Ray::between([0, 1], [3, 1])?.reach(&aabb), None); // a segment ends at t = 1
/// # Ok::<(), broadleaf::geometry::InvalidProbe>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "segment")]
pub struct Ray<S: Scalar, const D: usize>(BoxCast<S, D>);

impl<S: Scalar, const D: usize> Ray<S, D> {
    /// The half-line from `origin` in a direction of any length; `t` counts lengths of `direction`.
    ///
    /// # Errors
    /// If a coordinate or a component of the direction is infinite or NaN.
    pub fn new(origin: [S; D], direction: [S::Real; D]) -> Result<Self, InvalidProbe> {
        BoxCast::new(point_box(origin)?, direction).map(Self)
    }

    /// The segment from `start` (`t` = 0) to `end` (`t` = 1).
    ///
    /// # Errors
    /// If a coordinate is infinite or NaN, or the way is too long for [`Scalar::Real`].
    pub fn between(start: [S; D], end: [S; D]) -> Result<Self, InvalidProbe> {
        BoxCast::between(point_box(start)?, end).map(Self)
    }

    /// The same ray, ended at the parameter `length` (which belongs to it). Negative or NaN: it
    /// reaches nothing.
    #[must_use]
    #[doc(alias = "maxFraction")]
    pub fn up_to(self, length: S::Real) -> Self {
        Self(self.0.up_to(length))
    }
}

fn point_box<S: Scalar, const D: usize>(point: [S; D]) -> Result<Aabb<S, D>, InvalidProbe> {
    Aabb::try_new(point, point).map_err(|invalid| InvalidProbe {
        axis: invalid.axis(),
    })
}

impl<S: Scalar, const D: usize> Probe<S, D> for Ray<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.0.reach(aabb)
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for Ray<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.reach(aabb).is_some()
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for BoxCast<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.reach(aabb).is_some()
    }
}

impl<S: Scalar, const D: usize> Cast<S, D> for BoxCast<S, D> {}
impl<S: Scalar, const D: usize> Cast<S, D> for Ray<S, D> {}

/// A ray or box cast with a coordinate that is infinite or not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidProbe {
    axis: usize,
}

impl InvalidProbe {
    /// The first axis with such a coordinate.
    #[must_use]
    pub fn axis(&self) -> usize {
        self.axis
    }
}

impl fmt::Display for InvalidProbe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "start or direction is not finite on axis {}", self.axis)
    }
}

impl core::error::Error for InvalidProbe {}
