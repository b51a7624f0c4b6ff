//! A mass at a point.

use core::array;

use broadleaf::Aabb;
use broadleaf::geometry::{Real, Scalar};

/// A mass at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<R, const D: usize> {
    /// The position. Its coordinates should be finite; others give meaningless forces, but no
    /// panic.
    pub position: [R; D],
    /// The mass, or any other strength of attraction. A group of bodies whose masses sum to 0 or
    /// less never acts as one body: their forces are summed individually.
    pub mass: R,
}

impl<R: Real, const D: usize> Body<R, D> {
    pub(super) const NOTHING: Self = Self {
        position: [R::ZERO; D],
        mass: R::ZERO,
    };

    /// A mass at the center of a box.
    ///
    /// ```
    /// use broadleaf::Aabb;
    /// use broadleaf_n_body::Body;
    /// let body = Body::at_center(&Aabb::new([0, 3], [1, 7]), 2.0);
    /// assert_eq!(body, Body { position: [0.5, 5.0], mass: 2.0 });
    /// ```
    #[must_use]
    pub fn at_center<S: Scalar<Real = R>>(aabb: &Aabb<S, D>, mass: R) -> Self {
        let (min, max) = (aabb.min(), aabb.max());
        Self {
            position: array::from_fn(|axis| {
                min[axis].to_real() * R::HALF + max[axis].to_real() * R::HALF
            }),
            mass,
        }
    }

    /// The mass of all bodies at their center of mass. The coordinates are NaN if the masses sum to
    /// 0.
    pub(super) fn merged(bodies: &[Self]) -> Self {
        let sum = bodies.iter().fold(Self::NOTHING, |sum, body| Self {
            position: array::from_fn(|axis| sum.position[axis] + body.position[axis] * body.mass),
            mass: sum.mass + body.mass,
        });
        Self {
            position: sum.position.map(|x| x / sum.mass),
            ..sum
        }
    }
}
