//! The axis-aligned box.

use crate::geometry::scalar::{Real, Scalar};
use core::array;
use core::fmt;

/// A closed axis-aligned box in `D` dimensions, `min[i] <= max[i]` on every axis: touching boxes
/// overlap.
///
/// There is no empty box and no NaN in a box. A box may be flat or a single point, and a float box
/// may reach to infinity.
///
/// ```
/// use broadleaf::Aabb;
/// let unit = Aabb::new([0.0, 0.0], [1.0, 1.0]);
/// assert!(unit.overlaps(&Aabb::new([1.0, 0.5], [3.0, 0.5]))); // they touch
/// let error = Aabb::try_new([0.0, 5.0], [1.0, 4.0]).unwrap_err();
/// assert_eq!(error.to_string(), "min 5 is above max 4 on axis 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<S, const D: usize> {
    min: [S; D],
    max: [S; D],
}

impl<S: Scalar, const D: usize> Aabb<S, D> {
    /// All of space.
    pub const EVERYWHERE: Self = Self {
        min: [S::MIN; D],
        max: [S::MAX; D],
    };

    /// The box from `min` to `max`, for corners you wrote yourself; data goes through
    /// [`try_new`](Self::try_new).
    ///
    /// # Panics
    /// If a coordinate is NaN or `min` is above `max` on some axis.
    #[must_use]
    #[track_caller]
    pub fn new(min: [S; D], max: [S; D]) -> Self {
        match Self::try_new(min, max) {
            Ok(aabb) => aabb,
            Err(invalid) => panic!("{invalid}"),
        }
    }

    /// The box from `min` to `max`.
    ///
    /// # Errors
    /// If a coordinate is NaN or `min` is above `max` on some axis.
    pub fn try_new(min: [S; D], max: [S; D]) -> Result<Self, InvalidAabb<S>> {
        for (axis, (&min, &max)) in min.iter().zip(&max).enumerate() {
            // False for NaN too.
            let ordered = min <= max;
            if !ordered {
                return Err(InvalidAabb { axis, min, max });
            }
        }
        Ok(Self { min, max })
    }

    /// The box of a single point.
    ///
    /// # Panics
    /// If a coordinate is NaN.
    #[must_use]
    #[track_caller]
    pub fn point(point: [S; D]) -> Self {
        Self::new(point, point)
    }

    /// The smallest box around all of `boxes`, `None` if there are none.
    #[must_use]
    pub fn enclosing(boxes: impl IntoIterator<Item = Self>) -> Option<Self> {
        boxes.into_iter().reduce(|all, next| all.union(&next))
    }

    /// The corner with the least coordinates.
    #[must_use]
    #[inline]
    pub fn min(&self) -> [S; D] {
        self.min
    }

    /// The corner with the greatest coordinates.
    #[must_use]
    #[inline]
    pub fn max(&self) -> [S; D] {
        self.max
    }

    /// The ends of the box on one axis. Where the axis is not known when compiling, cheaper than
    /// through whole corners.
    #[inline]
    pub(crate) fn ends(&self, axis: usize) -> [S; 2] {
        [self.min[axis], self.max[axis]]
    }

    /// Whether the two boxes share a point; touching counts. Comparisons only.
    #[must_use]
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        // `&` and not `&&`: one unpredictable branch costs more than all the comparisons.
        let mut overlap = true;
        for axis in 0..D {
            overlap &= (self.min[axis] <= other.max[axis]) & (other.min[axis] <= self.max[axis]);
        }
        overlap
    }

    /// Whether every point of `other` is in this box. Comparisons only.
    #[must_use]
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        let mut inside = true;
        for axis in 0..D {
            inside &= (self.min[axis] <= other.min[axis]) & (other.max[axis] <= self.max[axis]);
        }
        inside
    }

    /// Whether `point` is in this box.
    #[must_use]
    #[inline]
    pub fn contains_point(&self, point: &[S; D]) -> bool {
        let mut inside = true;
        for axis in 0..D {
            inside &= (self.min[axis] <= point[axis]) & (point[axis] <= self.max[axis]);
        }
        inside
    }

    /// The smallest box around both.
    #[must_use]
    #[inline]
    #[doc(alias = "combine")]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: array::from_fn(|axis| lesser(self.min[axis], other.min[axis])),
            max: array::from_fn(|axis| greater(self.max[axis], other.max[axis])),
        }
    }

    /// What both boxes have in common, `None` if they do not overlap.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        self.overlaps(other).then(|| Self {
            min: array::from_fn(|axis| greater(self.min[axis], other.min[axis])),
            max: array::from_fn(|axis| lesser(self.max[axis], other.max[axis])),
        })
    }

    /// The box grown by `margin` on every side, saturating at the ends of the range. A negative or
    /// NaN margin leaves it as it is.
    #[must_use]
    #[doc(alias = "fatten")]
    pub fn expanded(&self, margin: S) -> Self {
        Self {
            min: self.min.map(|min| lesser(min, min.saturating_sub(margin))),
            max: self.max.map(|max| greater(max, max.saturating_add(margin))),
        }
    }

    /// The box and everywhere it passes when it moves by `displacement`, saturating. A NaN
    /// displacement counts as none.
    #[must_use]
    pub fn swept(&self, displacement: [S; D]) -> Self {
        Self {
            min: array::from_fn(|axis| {
                lesser(
                    self.min[axis],
                    self.min[axis].saturating_add(displacement[axis]),
                )
            }),
            max: array::from_fn(|axis| {
                greater(
                    self.max[axis],
                    self.max[axis].saturating_add(displacement[axis]),
                )
            }),
        }
    }

    /// The least box on the lattice of multiples of `cell` around this one: a pure function of the
    /// box, so it remembers nothing. Where the lattice leaves the range, or `cell` is not positive,
    /// the side stays as it is.
    #[must_use]
    pub fn snapped(&self, cell: S) -> Self {
        Self {
            min: self.min.map(|min| min.snap_down(cell)),
            max: self.max.map(|max| max.snap_up(cell)),
        }
    }

    /// The length of the box along each axis.
    #[must_use]
    #[inline]
    pub fn extents(&self) -> [S::Real; D] {
        array::from_fn(|axis| self.max[axis].minus(self.min[axis]))
    }

    /// Half of the box's surface: width + height in 2D, wh + hd + dw in 3D. What tree costs are
    /// measured in.
    #[must_use]
    #[inline]
    #[doc(alias = "perimeter")]
    #[doc(alias = "surface_area")]
    pub fn half_area(&self) -> S::Real {
        let extents = self.extents();
        if D == 1 {
            return extents[0];
        }
        let mut sum = S::Real::ZERO;
        for skipped in 0..D {
            let mut face = S::Real::ONE;
            for axis in 0..D {
                if axis != skipped {
                    face = face * extents[axis];
                }
            }
            sum = sum + face;
        }
        sum
    }
}

/// The lesser of two coordinates; `a` if `b` is NaN.
#[inline]
fn lesser<S: Scalar>(a: S, b: S) -> S {
    if b < a { b } else { a }
}

/// The greater of two coordinates; `a` if `b` is NaN.
#[inline]
fn greater<S: Scalar>(a: S, b: S) -> S {
    if b > a { b } else { a }
}

/// Two corners that are not a box: the first axis where they are not in order, and the two values
/// there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InvalidAabb<S> {
    axis: usize,
    min: S,
    max: S,
}

impl<S: Scalar> InvalidAabb<S> {
    /// The first axis on which the corners are not in order.
    #[must_use]
    pub fn axis(&self) -> usize {
        self.axis
    }
}

impl<S: Scalar> fmt::Display for InvalidAabb<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { axis, min, max } = self;
        if min.is_nan() || max.is_nan() {
            write!(f, "not a number on axis {axis}: min {min}, max {max}")
        } else {
            write!(f, "min {min} is above max {max} on axis {axis}")
        }
    }
}

impl<S: Scalar> core::error::Error for InvalidAabb<S> {}
