//! The axis-aligned box.

use super::order::{greater, lesser};
use crate::geometry::scalar::traits::{Real, Scalar};
use crate::work;
use core::array;
use core::fmt;

/// A closed axis-aligned box in `D` dimensions, with `min[i] <= max[i]` on every axis. Boxes that
/// touch overlap.
///
/// A box is never empty and contains no NaN. It may be flat or a single point, and a float box may
/// reach to infinity.
///
/// # Layout
/// `repr(C)`: the coordinates of `min`, then the coordinates of `max`, without padding. An
/// `Aabb<f32, 3>` has 24 bytes. With the feature `bytemuck`, slices of boxes can be cast to bytes,
/// and bytes to boxes with a check.
///
/// ```
/// use broadleaf::Aabb;
/// let unit = Aabb::new([0.0, 0.0], [1.0, 1.0]);
/// assert!(unit.overlaps(&Aabb::new([1.0, 0.5], [3.0, 0.5]))); // they touch
/// assert_eq!(unit.to_string(), "[0, 0] to [1, 1]");
/// let error = Aabb::try_new([0.0, 5.0], [1.0, 4.0]).unwrap_err();
/// assert_eq!(error.to_string(), "min 5 is above max 4 on axis 1");
/// ```
///
/// A box has at least one dimension. Neither of these compiles:
/// ```compile_fail
/// let nowhere = broadleaf::Aabb::<f32, 0>::new([], []);
/// ```
/// ```compile_fail
/// use broadleaf::{PencilSweep, SpatialIndex};
/// PencilSweep::<f32, 0>::default().pairs();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
#[doc(alias = "bounding_box")]
#[doc(alias = "envelope")]
pub struct Aabb<S, const D: usize> {
    min: [S; D],
    max: [S; D],
}

impl<S: Scalar, const D: usize> Aabb<S, D> {
    /// All of space.
    pub const EVERYWHERE: Self = {
        let () = Self::HAS_DIMENSIONS;
        Self {
            min: [S::MIN; D],
            max: [S::MAX; D],
        }
    };

    /// Evaluated wherever boxes are created or an axis is chosen, which makes `D` = 0 a compile
    /// error.
    pub(crate) const HAS_DIMENSIONS: () = assert!(D > 0, "a box has at least one dimension");

    /// Creates the box from `min` to `max`, for corners that are correct by construction. For data,
    /// use [`try_new`](Self::try_new).
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

    /// Creates the box from `min` to `max`.
    ///
    /// # Errors
    /// If a coordinate is NaN or `min` is above `max` on some axis.
    pub fn try_new(min: [S; D], max: [S; D]) -> Result<Self, InvalidAabb<S>> {
        const { Self::HAS_DIMENSIONS };
        for (axis, (&min, &max)) in min.iter().zip(&max).enumerate() {
            // False for NaN too.
            let ordered = min <= max;
            if !ordered {
                return Err(InvalidAabb { axis, min, max });
            }
        }
        Ok(Self { min, max })
    }

    /// The box between two corners that the caller knows to be in order, without a check.
    #[inline]
    pub(crate) fn from_ordered(min: [S; D], max: [S; D]) -> Self {
        debug_assert!(Self::try_new(min, max).is_ok());
        Self { min, max }
    }

    /// The box that contains only the origin, to fill memory with. Unlike [`point`](Self::point),
    /// it does not link the panic with its formatted numbers, 5 % of a WebAssembly module.
    #[inline]
    pub(crate) fn origin() -> Self {
        Self::from_ordered([S::default(); D], [S::default(); D])
    }

    /// The box that contains a single point.
    ///
    /// # Panics
    /// If a coordinate is NaN.
    #[must_use]
    #[track_caller]
    pub fn point(point: [S; D]) -> Self {
        Self::new(point, point)
    }

    /// The smallest box around all of `boxes`; `None` if there are none.
    #[must_use]
    pub fn enclosing(boxes: impl IntoIterator<Item = Self>) -> Option<Self> {
        boxes.into_iter().reduce(|all, next| all.union(&next))
    }

    /// The smallest box around all of `points`; `None` if there are none or a coordinate is NaN.
    ///
    /// ```
    /// use broadleaf::Aabb;
    /// let triangle = [[0, 4], [3, 1], [2, 2]];
    /// assert_eq!(Aabb::from_points(triangle), Some(Aabb::new([0, 1], [3, 4])));
    /// assert_eq!(Aabb::<f32, 2>::from_points([]), None);
    /// ```
    #[must_use]
    pub fn from_points(points: impl IntoIterator<Item = [S; D]>) -> Option<Self> {
        let mut boxes = points
            .into_iter()
            .map(|point| Self::try_new(point, point).ok());
        let first = boxes.next()??;
        boxes.try_fold(first, |all, next| Some(all.union(&next?)))
    }

    /// The box that reaches `half_extents` from `center` in both directions of every axis,
    /// saturating at the ends of the range.
    ///
    /// # Errors
    /// If the resulting corners are not a box: a half extent is negative, or a coordinate is NaN.
    ///
    /// ```
    /// use broadleaf::Aabb;
    /// assert_eq!(Aabb::from_center([5, 0], [2, 1])?, Aabb::new([3, -1], [7, 1]));
    /// # Ok::<(), broadleaf::geometry::InvalidAabb<i32>>(())
    /// ```
    #[doc(alias = "from_half_extents")]
    pub fn from_center(center: [S; D], half_extents: [S; D]) -> Result<Self, InvalidAabb<S>> {
        Self::try_new(
            array::from_fn(|axis| center[axis].saturating_sub(half_extents[axis])),
            array::from_fn(|axis| center[axis].saturating_add(half_extents[axis])),
        )
    }

    /// The corner with the least coordinates.
    #[must_use]
    #[inline]
    pub fn min(&self) -> [S; D] {
        work::count(1);
        self.min
    }

    /// The corner with the greatest coordinates.
    #[must_use]
    #[inline]
    pub fn max(&self) -> [S; D] {
        work::count(1);
        self.max
    }

    /// The ends of the box on one axis. Cheaper than copying both corners if `axis` is not a
    /// constant.
    #[inline]
    pub(crate) fn ends(&self, axis: usize) -> [S; 2] {
        work::count(1);
        [self.min[axis], self.max[axis]]
    }

    /// Whether the two boxes share a point; touching counts. Exact: it only compares.
    #[must_use]
    #[inline]
    #[doc(alias = "intersects")]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.on_all_axes(|axis| {
            (self.min[axis] <= other.max[axis]) & (other.min[axis] <= self.max[axis])
        })
    }

    /// Whether the interiors of the two boxes overlap, that is, on every axis each box begins below
    /// the end of the other. Boxes that only touch do not count. Exact: it only compares.
    ///
    /// On an axis where one box has no extent, it must lie strictly inside the other box. The
    /// interiors of two equal points do not overlap.
    ///
    /// If both boxes have extent on every axis, this is the overlap of half-open boxes
    /// `[min, max)`, such as tiles and ranges of pixels, without shrinking any box by 1.
    ///
    /// ```
    /// use broadleaf::Aabb;
    /// // Of pixels, 0 to 9 and 10 to 19.
    /// let (left, right) = (Aabb::new([0, 0], [10, 10]), Aabb::new([10, 0], [20, 10]));
    /// assert!(left.overlaps(&right) && !left.interiors_overlap(&right));
    /// assert!(left.interiors_overlap(&Aabb::new([9, 0], [20, 10])));
    /// ```
    #[must_use]
    #[inline]
    #[doc(alias = "intersects_properly")]
    pub fn interiors_overlap(&self, other: &Self) -> bool {
        self.on_all_axes(|axis| {
            (self.min[axis] < other.max[axis]) & (other.min[axis] < self.max[axis])
        })
    }

    /// Whether every point of `other` is in this box. Exact: it only compares.
    #[must_use]
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        self.on_all_axes(|axis| {
            (self.min[axis] <= other.min[axis]) & (other.max[axis] <= self.max[axis])
        })
    }

    /// Whether `point` is in this box, its boundary included.
    #[must_use]
    #[inline]
    pub fn contains_point(&self, point: &[S; D]) -> bool {
        self.on_all_axes(|axis| (self.min[axis] <= point[axis]) & (point[axis] <= self.max[axis]))
    }

    /// Whether a test holds on every axis. `&` instead of `&&`, because overlaps are hard to
    /// predict, and one mispredicted branch costs more than all comparisons.
    #[inline(always)]
    fn on_all_axes(&self, test: impl Fn(usize) -> bool) -> bool {
        work::count(1);
        (0..D).fold(true, |all, axis| all & test(axis))
    }

    /// The smallest box around both boxes.
    #[must_use]
    #[inline]
    #[doc(alias = "combine")]
    #[doc(alias = "merge")]
    #[doc(alias = "merged")]
    pub fn union(&self, other: &Self) -> Self {
        work::count(1);
        Self {
            min: array::from_fn(|axis| lesser(self.min[axis], other.min[axis])),
            max: array::from_fn(|axis| greater(self.max[axis], other.max[axis])),
        }
    }

    /// The box of all points in both boxes; `None` if they do not overlap.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        self.overlaps(other).then(|| Self {
            min: array::from_fn(|axis| greater(self.min[axis], other.min[axis])),
            max: array::from_fn(|axis| lesser(self.max[axis], other.max[axis])),
        })
    }

    /// The box grown by `margin` on every side, saturating at the ends of the range. A negative or
    /// NaN margin leaves it unchanged.
    #[must_use]
    #[doc(alias = "fatten")]
    #[doc(alias = "inflate")]
    #[doc(alias = "loosened")]
    pub fn expanded(&self, margin: S) -> Self {
        Self {
            min: self.min.map(|min| lesser(min, min.saturating_sub(margin))),
            max: self.max.map(|max| greater(max, max.saturating_add(margin))),
        }
    }

    /// The smallest box around this box and its copy moved by `displacement`, saturating at the
    /// ends of the range. A NaN component of the displacement counts as 0.
    #[must_use]
    pub fn swept(&self, displacement: [S; D]) -> Self {
        self.union(&self.translated(displacement))
    }

    /// The smallest box around this box and its copies moved by `displacement` and by its opposite.
    /// Saturates, and counts NaN as 0, as [`swept`](Self::swept) does.
    pub(crate) fn swept_both_ways(&self, displacement: [S; D]) -> Self {
        let behind = self.moved(|axis, corner| corner.saturating_sub(displacement[axis]));
        self.swept(displacement).union(&behind)
    }

    /// The box moved by `displacement`, saturating at the ends of the range. A NaN component of the
    /// displacement counts as 0.
    ///
    /// ```
    /// use broadleaf::Aabb;
    /// assert_eq!(Aabb::new([0, 0], [2, 1]).translated([5, -1]), Aabb::new([5, -1], [7, 0]));
    /// ```
    #[must_use]
    #[doc(alias = "translate")]
    pub fn translated(&self, displacement: [S; D]) -> Self {
        self.moved(|axis, corner| corner.saturating_add(displacement[axis]))
    }

    /// The box with its corners moved by a monotone function of axis and coordinate. A coordinate
    /// does not change if the function returns NaN.
    fn moved(&self, to: impl Fn(usize, S) -> S) -> Self {
        let corner =
            |from: [S; D]| array::from_fn(|axis| number_or(to(axis, from[axis]), from[axis]));
        Self {
            min: corner(self.min),
            max: corner(self.max),
        }
    }

    /// The smallest box around this one whose corners are multiples of `cell`. A side does not move
    /// if `cell` is not positive or the multiple is out of range. The result depends only on the
    /// box and `cell`.
    #[must_use]
    pub fn snapped(&self, cell: S) -> Self {
        Self {
            min: self.min.map(|min| min.snap_down(cell)),
            max: self.max.map(|max| max.snap_up(cell)),
        }
    }

    /// The middle of the box, rounded down for integers and to nearest for floats. A coordinate is
    /// infinite if the box is infinite on one side of that axis, and 0 if on both.
    ///
    /// ```
    /// use broadleaf::Aabb;
    /// let flat = Aabb::new([0.0, -1.0, 3.0], [2.0, 4.0, 3.0]);
    /// assert_eq!((flat.center(), flat.half_extents()), ([1.0, 1.5, 3.0], [1.0, 2.5, 0.0]));
    /// ```
    #[must_use]
    #[doc(alias = "centroid")]
    pub fn center(&self) -> [S; D] {
        array::from_fn(|axis| number_or(self.min[axis].midpoint(self.max[axis]), S::default()))
    }

    /// Half the length of the box along each axis, never negative.
    #[must_use]
    pub fn half_extents(&self) -> [S::Real; D] {
        self.extents().map(|extent| extent * S::Real::HALF)
    }

    /// The length of the box along each axis.
    #[must_use]
    #[inline]
    pub fn extents(&self) -> [S::Real; D] {
        array::from_fn(|axis| self.max[axis].minus(self.min[axis]))
    }

    /// Half of the box's surface: `w + h` in 2D, `w h + h d + d w` in 3D. The cost of a tree is
    /// measured in it.
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

/// `value`, or `otherwise` if `value` is NaN.
fn number_or<S: Scalar>(value: S, otherwise: S) -> S {
    if value.is_nan() { otherwise } else { value }
}

/// The corners `[min, max]`.
impl<S, const D: usize> From<Aabb<S, D>> for [[S; D]; 2] {
    #[inline]
    fn from(aabb: Aabb<S, D>) -> Self {
        [aabb.min, aabb.max]
    }
}

/// The box from the corners `[min, max]`, checked as [`Aabb::try_new`] does.
///
/// ```
/// use broadleaf::Aabb;
/// let corners = [[0, 1], [4, 3]];
/// let aabb = Aabb::try_from(corners)?;
/// assert_eq!(<[[i32; 2]; 2]>::from(aabb), corners);
/// # Ok::<(), broadleaf::geometry::InvalidAabb<i32>>(())
/// ```
impl<S: Scalar, const D: usize> TryFrom<[[S; D]; 2]> for Aabb<S, D> {
    type Error = InvalidAabb<S>;

    fn try_from([min, max]: [[S; D]; 2]) -> Result<Self, InvalidAabb<S>> {
        Self::try_new(min, max)
    }
}

impl<S: fmt::Display, const D: usize> fmt::Display for Aabb<S, D> {
    /// Writes both corners. The formatter's precision applies to each coordinate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_corner(f, &self.min)?;
        f.write_str(" to ")?;
        write_corner(f, &self.max)
    }
}

fn write_corner<S: fmt::Display>(f: &mut fmt::Formatter<'_>, corner: &[S]) -> fmt::Result {
    f.write_str("[")?;
    for (axis, coordinate) in corner.iter().enumerate() {
        if axis > 0 {
            f.write_str(", ")?;
        }
        coordinate.fmt(f)?;
    }
    f.write_str("]")
}

/// The error for two corners that are not a box: the first axis on which they are not in order,
/// with both coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// The coordinate of `min` on that axis.
    #[must_use]
    pub fn min(&self) -> S {
        self.min
    }

    /// The coordinate of `max` on that axis.
    #[must_use]
    pub fn max(&self) -> S {
        self.max
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

#[cfg(test)]
mod tests {
    use core::mem::offset_of;

    use super::*;

    #[test]
    fn the_corners_lie_one_after_the_other() {
        assert_eq!(offset_of!(Aabb<f32, 2>, min), 0);
        assert_eq!(offset_of!(Aabb<f32, 2>, max), 8);
        assert_eq!(offset_of!(Aabb<f32, 3>, max), 12);
        assert_eq!(offset_of!(Aabb<f64, 3>, max), 24);
        assert_eq!(offset_of!(Aabb<u8, 3>, max), 3);
    }
}
