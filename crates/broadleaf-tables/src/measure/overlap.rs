//! How much two boxes overlap.

use broadleaf::Aabb;
use broadleaf::geometry::Real;

use super::work;

/// The numbers that measures are computed in: `f32` and `f64`.
pub trait Float: Real + Into<f64> {}

impl Float for f32 {}
impl Float for f64 {}

/// How much two boxes overlap, between 0 and 1; [`Giou`](Self::Giou) of boxes that are apart is
/// negative.
///
/// It is computed in the numbers of the boxes, in the order of torchvision's CPU code, so that a
/// threshold separates the same pairs. Boxes of size 0, and of infinite size, have a measure of 0.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf_tables::measure::Measure;
/// let (a, b) = (Aabb::new([0.0, 0.0], [4.0, 1.0]), Aabb::new([3.0, 0.0], [5.0, 1.0]));
/// assert_eq!(Measure::Iou.of(&a, &b), 0.2);
/// assert_eq!(Measure::Ios.of(&a, &b), 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Measure {
    /// Intersection over union.
    #[default]
    Iou,
    /// Intersection over the smaller of the two boxes: 1 if one contains the other.
    Ios,
    /// Generalised intersection over union: `Iou` minus the share of the common bounds that
    /// neither box covers.
    Giou,
}

impl Measure {
    /// The measure of two boxes.
    #[must_use]
    pub fn of<S: Float, const D: usize>(self, a: &Aabb<S, D>, b: &Aabb<S, D>) -> S {
        work::count();
        let sizes = [size(&a.min(), &a.max()), size(&b.min(), &b.max())];
        let common = size(
            &corner(a.min(), b.min(), greater),
            &corner(a.max(), b.max(), less),
        );
        let union = sizes[0] + sizes[1] - common;
        let share = match self {
            Self::Iou => common / union,
            Self::Ios => common / less(sizes[0], sizes[1]),
            Self::Giou => {
                let hull = a.union(b);
                let hull = size(&hull.min(), &hull.max());
                // Rounded, the hull of boxes side by side may be smaller than their union.
                common / union - greater(hull - union, S::default()) / hull
            }
        };
        // 0/0 of boxes without a size, and of infinite ones.
        if share.is_nan() { S::default() } else { share }
    }
}

/// The length, area or volume between two corners, 0 if these are in the wrong order on an axis.
fn size<S: Float, const D: usize>(min: &[S; D], max: &[S; D]) -> S {
    let side = |axis: usize| greater(max[axis] - min[axis], S::default());
    (1..D).fold(side(0), |size, axis| size * side(axis))
}

fn corner<S: Float, const D: usize>(a: [S; D], b: [S; D], pick: fn(S, S) -> S) -> [S; D] {
    std::array::from_fn(|axis| pick(a[axis], b[axis]))
}

fn greater<S: Float>(a: S, b: S) -> S {
    if a > b { a } else { b }
}

fn less<S: Float>(a: S, b: S) -> S {
    if a < b { a } else { b }
}
