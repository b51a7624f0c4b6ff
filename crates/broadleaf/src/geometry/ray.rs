//! Rays and moving boxes.

use super::aabb::Aabb;
use super::form::Form;
use super::grown::{between, way};
use super::order::{greater, lesser};
use super::probe::{Cast, Probe};
use super::region::Region;
use super::scalar::{Real, Scalar};
use core::{array, fmt};

/// A box that moves in a straight line: a box cast, or a ray with a thickness.
///
/// It reaches another box at the smallest parameter `t` in `0..=length` at which the box at
/// `start + t * direction` touches it. A box with direction zero is at rest. An axis on which the
/// direction is zero is only compared. Differences are divided by the direction, not multiplied by
/// its reciprocal: if the differences are exact, no touching box is missed, not even one that is
/// grazed at a corner.
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
    /// The box that moves from `start` without end; `t` is measured in lengths of `direction`.
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

    /// The box that moves from `start` (`t` = 0) until its min corner is at `end` (`t` = 1).
    ///
    /// # Errors
    /// If a corner of the box or a coordinate of `end` is infinite or NaN, or the difference is out
    /// of the range of [`Scalar::Real`].
    pub fn between(start: Aabb<S, D>, end: [S; D]) -> Result<Self, InvalidProbe> {
        let direction = array::from_fn(|axis| end[axis].minus(start.min()[axis]));
        Self::new(start, direction).map(|cast| cast.up_to(S::Real::ONE))
    }

    /// The same motion up to and including the parameter `length`. It reaches nothing if `length`
    /// is negative or NaN.
    #[must_use]
    pub fn up_to(self, length: S::Real) -> Self {
        Self { length, ..self }
    }

    /// The box at `t` = 0.
    #[must_use]
    pub fn start(&self) -> Aabb<S, D> {
        self.start
    }

    /// The motion per unit of `t`.
    #[must_use]
    pub fn direction(&self) -> [S::Real; D] {
        self.direction
    }

    /// The greatest `t`: infinite for a motion without end, 1 for one that ends at a given point.
    #[must_use]
    pub fn length(&self) -> S::Real {
        self.length
    }
}

impl<S: Scalar, const D: usize> Probe<S, D> for BoxCast<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        let (start_min, start_max) = (self.start.min(), self.start.max());
        // The parameters at which the box passes the lower and the upper end of the other one. On
        // an axis with a positive direction they begin to touch at `low` and cease at `high`.
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
            enter = greater(enter, near);
            exit = lesser(exit, far);
        }
        (enter <= exit && enter < S::Real::INFINITY).then_some(enter)
    }
    #[inline]
    fn form(&self) -> Form<S, D> {
        Form::Cast {
            min: self.start.min(),
            max: self.start.max(),
            direction: self.direction,
            length: self.length,
        }
    }
}

/// A half-line or a segment: `origin + t * direction` for `t` in `0..=length`.
///
/// Zero-length and axis-parallel rays are valid. A ray that starts inside a box reaches it at 0. A
/// ray is also a [`Region`]: it touches the boxes that it reaches.
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
#[doc(alias = "cast_ray")]
pub struct Ray<S: Scalar, const D: usize>(BoxCast<S, D>);

impl<S: Scalar, const D: usize> Ray<S, D> {
    /// The half-line from `origin`; `t` is measured in lengths of `direction`, which may have any
    /// length.
    ///
    /// # Errors
    /// If a coordinate or a component of the direction is infinite or NaN.
    pub fn new(origin: [S; D], direction: [S::Real; D]) -> Result<Self, InvalidProbe> {
        BoxCast::new(point_box(origin)?, direction).map(Self)
    }

    /// The segment from `start` (`t` = 0) to `end` (`t` = 1).
    ///
    /// # Errors
    /// If a coordinate is infinite or NaN, or the difference is out of the range of
    /// [`Scalar::Real`].
    pub fn between(start: [S; D], end: [S; D]) -> Result<Self, InvalidProbe> {
        BoxCast::between(point_box(start)?, end).map(Self)
    }

    /// The same ray up to and including the parameter `length`. It reaches nothing if `length` is
    /// negative or NaN.
    ///
    /// ```
    /// use broadleaf::Ray;
    /// let ray = Ray::<f32, 2>::new([0.0, 1.0], [3.0, 0.0])?.up_to(2.0);
    /// assert_eq!((ray.origin(), ray.direction(), ray.length()), ([0.0, 1.0], [3.0, 0.0], 2.0));
    /// # Ok::<(), broadleaf::geometry::InvalidProbe>(())
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
        self.0.start.min()
    }

    /// The motion per unit of `t`.
    #[must_use]
    pub fn direction(&self) -> [S::Real; D] {
        self.0.direction
    }

    /// The greatest `t`: infinite for a half-line, 1 for a segment.
    #[must_use]
    pub fn length(&self) -> S::Real {
        self.0.length
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
    fn bounds(&self) -> Aabb<S, D> {
        self.0.bounds()
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for BoxCast<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.reach(aabb).is_some()
    }

    fn bounds(&self) -> Aabb<S, D> {
        let length = greater(S::Real::ZERO, self.length);
        let growth = array::from_fn(|axis| {
            let direction = self.direction[axis];
            let speed = greater(direction, S::Real::ZERO - direction);
            let [behind, ahead] = [S::Real::ZERO, length].map(|t| way(speed, t).to_f64());
            if direction > S::Real::ZERO {
                [behind, ahead]
            } else {
                [ahead, behind]
            }
        });
        between(&self.start.min(), &self.start.max(), &growth)
    }
}

impl<S: Scalar, const D: usize> Cast<S, D> for BoxCast<S, D> {}
impl<S: Scalar, const D: usize> Cast<S, D> for Ray<S, D> {}

/// The error for a ray or box cast with a coordinate that is infinite or NaN.
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
