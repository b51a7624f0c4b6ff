//! The geometry of 3D cones with the apex as origin.

use super::invalid_shape::InvalidShape;
use super::slab::{Slab, Slabs, cross, dot, perpendicular, unit};
use super::swept_ball::SweptBall;
use crate::geometry::arithmetic::root::root;
use crate::geometry::order::{greater, lesser};
use core::array;

/// All points `p` with `0 <= axis · p <= axis · axis` that are at most
/// `radius · (axis · p) / (axis · axis)` away from the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SolidCone<const D: usize> {
    axis: [f64; D],
    radius: f64,
    /// The square of the length of the axis.
    squared: f64,
    length: f64,
}

impl<const D: usize> SolidCone<D> {
    pub(super) fn new(axis: [f64; D], radius: f64) -> Result<Self, InvalidShape> {
        let squared = dot(&axis, &axis);
        if squared == 0.0 {
            return Err(InvalidShape::NoDirection);
        }
        if !squared.is_finite() {
            let longest = |a: usize, b: usize| if axis[b].abs() > axis[a].abs() { b } else { a };
            let axis_of_longest = (0..D).fold(0, longest);
            return Err(InvalidShape::Direction {
                axis: axis_of_longest,
                value: axis[axis_of_longest],
            });
        }
        Ok(Self {
            axis,
            radius,
            squared,
            length: root(squared),
        })
    }

    /// A larger cone: longer and wider by `leeway` times its size. The rounding error of a point's
    /// height is relative to the size, which is much greater than the height of a flat cone.
    pub(super) fn wider(&self, leeway: f64) -> Self {
        let more = 1.0 + lesser(1.0, leeway * (1.0 + self.radius / self.length));
        let axis = self.axis.map(|x| x * more);
        Self {
            axis,
            radius: (self.radius + leeway * self.length) * more * more,
            squared: dot(&axis, &axis),
            length: self.length * more,
        }
    }

    /// The two ends of the base in 2D.
    pub(super) fn ends_of_base(&self) -> [[f64; D]; 2] {
        let side = perpendicular(&self.axis).map(|x| x * (self.radius / self.length));
        [1.0, -1.0].map(|sign| array::from_fn(|axis| self.axis[axis] + sign * side[axis]))
    }

    /// Upper bounds for how far the cone reaches below and above the apex on each axis.
    pub(super) fn growth(&self) -> [[f64; 2]; D] {
        array::from_fn(|axis| {
            let [least, greatest] = self.extent(&unit(axis));
            [-least, greatest]
        })
    }

    /// The slabs along the axis, along the cross products of the axis and each coordinate axis, and
    /// along the normals of the side where it faces each coordinate axis.
    pub(super) fn slabs(&self) -> Slabs<f64, D> {
        let mut slabs = Slabs::new();
        if D != 3 {
            return slabs;
        }
        let mut push = |axis| slabs.push(self.slab(axis));
        push(self.axis);
        for axis in 0..D {
            let across = cross(&self.axis, &unit(axis));
            push(across);
            let outward = cross(&across, &self.axis);
            let length = root(dot(&outward, &outward));
            for sign in [1.0, -1.0] {
                push(array::from_fn(|i| {
                    sign * outward[i] / length * self.length
                        - self.axis[i] / self.length * self.radius
                }));
            }
        }
        slabs
    }

    /// The slab around the cone along `axis`; `None` if it is out of range.
    fn slab(&self, axis: [f64; D]) -> Option<Slab<f64, D>> {
        let [least, greatest] = self.extent(&axis);
        let sum = dot(&axis, &axis) + greatest - least;
        sum.is_finite().then_some(Slab {
            axis,
            least,
            greatest,
        })
    }

    /// The least and the greatest dot product of `along` with a point of the cone, with a margin
    /// for rounding here and in [`touches`](Self::touches).
    fn extent(&self, along: &[f64; D]) -> [f64; 2] {
        let base = dot(along, &self.axis);
        let rim = self.radius / self.length * root(area_squared(along, &self.axis));
        let margin = 64.0 * f64::EPSILON * (self.length + self.radius) * root(dot(along, along));
        [
            lesser(0.0, base - rim) - margin,
            greater(0.0, base + rim) + margin,
        ]
    }

    /// Whether the box `low..=high` has a point in the cone. Only for `D` = 3.
    ///
    /// If the axis misses a box that touches the cone, an edge of the box has a point in the cone,
    /// or a face has a point of the base: in the plane of a face, the cone is an ellipse around the
    /// axis, or unbounded.
    pub(super) fn touches(&self, low: &[f64; D], high: &[f64; D]) -> bool {
        let axis = SweptBall {
            direction: self.axis,
            radius: 0.0,
            length: 1.0,
        };
        // Clamps infinite coordinates. Only space far outside the cone is cut off.
        let far = 2.0 * (self.length + self.radius);
        let near = |x: &f64| lesser(far, greater(-far, *x));
        let (low, high) = (
            &array::from_fn(|axis| near(&low[axis])),
            &array::from_fn(|axis| near(&high[axis])),
        );
        axis.reach(low, high).is_some()
            || (0..D).any(|axis| self.touches_edges_along(axis, low, high))
            || (0..D).any(|axis| {
                self.base_touches_face(axis, low[axis], low, high)
                    || self.base_touches_face(axis, high[axis], low, high)
            })
    }

    /// Whether one of the four edges parallel to `axis` has a point in the cone.
    fn touches_edges_along(&self, axis: usize, low: &[f64; D], high: &[f64; D]) -> bool {
        (0..4).any(|corner| {
            let mut start = *low;
            for (bit, side) in [(1, (axis + 1) % D), (2, (axis + 2) % D)] {
                if corner & bit != 0 {
                    start[side] = high[side];
                }
            }
            self.touches_edge(axis, start, high[axis] - low[axis])
        })
    }

    /// Whether an edge has a point in the cone: its first or last point between the planes of apex
    /// and base, or the point nearest to the side of the cone. The nearness is a quadratic function
    /// of the position on the edge.
    fn touches_edge(&self, axis: usize, start: [f64; D], length: f64) -> bool {
        let (height, slope) = (dot(&self.axis, &start), self.axis[axis]);
        let [mut first, mut last] = [0.0, length];
        if slope != 0.0 {
            let (apex, base) = (-height / slope, (self.squared - height) / slope);
            first = greater(first, lesser(apex, base));
            last = lesser(last, greater(apex, base));
        } else if !(0.0 <= height && height <= self.squared) {
            return false;
        }
        if first > last {
            return false;
        }
        let (across, turn) = (cross(&start, &self.axis), cross(&unit(axis), &self.axis));
        let square = self.radius * self.radius / self.squared;
        let curvature = dot(&turn, &turn) - square * slope * slope;
        let nearest = (square * height * slope - dot(&across, &turn)) / curvature;
        let contains = |way: f64| {
            let mut point = start;
            point[axis] += way;
            self.contains_at_height(&point)
        };
        contains(first)
            || contains(last)
            || curvature > 0.0 && first < nearest && nearest < last && contains(nearest)
    }

    /// Whether a point between the planes of apex and base is in the cone.
    fn contains_at_height(&self, point: &[f64; D]) -> bool {
        let (across, height) = (cross(point, &self.axis), dot(point, &self.axis));
        dot(&across, &across) * self.squared <= self.radius * self.radius * height * height
    }

    /// Whether the point that is nearest to the middle of the base, among the points in the planes
    /// of the base and of a face, is in both.
    fn base_touches_face(&self, axis: usize, at: f64, low: &[f64; D], high: &[f64; D]) -> bool {
        let others = [(axis + 1) % D, (axis + 2) % D];
        let squared = others
            .iter()
            .fold(0.0, |sum, &i| sum + self.axis[i] * self.axis[i]);
        let offset = at - self.axis[axis];
        squared > 0.0
            && offset * offset * self.squared <= self.radius * self.radius * squared
            && others.iter().all(|&i| {
                let x = self.axis[i] - offset * self.axis[axis] * self.axis[i] / squared;
                low[i] <= x && x <= high[i]
            })
    }
}

/// The squared area of the parallelogram of two vectors, which is the squared cross product in 3D.
/// By Lagrange's identity, without cancellation.
fn area_squared<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let pairs = (0..D).flat_map(|i| (0..i).map(move |j| a[i] * b[j] - a[j] * b[i]));
    pairs.fold(0.0, |sum, x| sum + x * x)
}
