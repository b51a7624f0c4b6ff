//! Cones, and in 2D wedges.

use super::checks::{finite_direction, finite_points, finite_radius};
use super::invalid_shape::InvalidShape;
use super::ray::Ray;
use super::slab::{Slabs, dot, outward, relative};
use super::solid_cone::SolidCone;
use super::triangle;
use crate::geometry::aabb::Aabb;
use crate::geometry::arithmetic::root::root;
use crate::geometry::arithmetic::rounding::{LEEWAY, leeway};
use crate::geometry::arithmetic::sine::tangent;
use crate::geometry::boxes::grown::around;
use crate::geometry::order::greater;
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::{Real, Scalar};
use core::array;

/// A solid cone from its apex to a flat base, such as a spotlight or a field of view. In 2D it is
/// an isosceles triangle.
///
/// In 2D and 3D the test is exact up to rounding: in 3D first by slabs that fit the cone, then by
/// its axis, the edges of the box and the rim of the base. In other dimensions, the cone is
/// replaced by its bounding box. A cone touches everything that its axis touches as a [`Ray`],
/// despite rounding.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf::geometry::{Cone, Region};
/// // Four units long, with a base of radius 3.
/// let cone = Cone::new([0.0, 0.0, 0.0], [0.0, 0.0, 4.0], 3.0)?;
/// assert!(cone.touches(&Aabb::new([3.0, -1.0, 3.5], [5.0, 1.0, 4.5])), "the rim");
/// assert!(!cone.touches(&Aabb::new([1.6, -1.0, 1.0], [2.0, 1.0, 2.0])), "beside the cone");
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "spotlight")]
#[doc(alias = "wedge")]
pub struct Cone<S: Scalar, const D: usize> {
    apex: [S; D],
    axis: [S::Real; D],
    radius: S::Real,
    bounds: Aabb<S, D>,
    slabs: Slabs<f64, D>,
    /// The cone grown by a leeway.
    solid: SolidCone<D>,
    /// The axis as a segment.
    ray: Ray<S, D>,
}

impl<S: Scalar, const D: usize> Cone<S, D> {
    /// Creates the cone from `apex` to the base around `apex + axis` with this radius.
    ///
    /// # Errors
    /// If a number or the square of a component is infinite or NaN, the axis is 0, or the radius is
    /// negative.
    pub fn new(apex: [S; D], axis: [S::Real; D], radius: S::Real) -> Result<Self, InvalidShape> {
        finite_points(&[apex])?;
        let solid = SolidCone::new(finite_direction(&axis)?, finite_radius(radius)?)?;
        let ray = Ray::new(apex, axis)?;
        let ray = ray.up_to(S::Real::ONE);
        let leeway = leeway::<S::Real>();
        let (growth, slabs) = if D == 2 {
            let [a, b] = solid.wider(leeway).ends_of_base();
            let corners = [[0.0; D], a, b];
            (growth(&corners), triangle::slabs(&corners, leeway))
        } else {
            (solid.growth(), solid.slabs())
        };
        Ok(Self {
            apex,
            axis,
            radius,
            bounds: around(&apex, &growth).union(&ray.bounds()),
            slabs,
            solid: solid.wider(LEEWAY),
            ray,
        })
    }

    /// Creates the cone from `apex` along `direction`, which may have any length. The cone is
    /// `length` long, and the angle between its axis and its side is `half_angle`, in radians.
    ///
    /// # Errors
    /// For the reasons of [`new`](Self::new), if the angle is not between 0 and π/2 (both
    /// excluded), or if the length is negative, infinite or NaN.
    ///
    /// ```
    /// use broadleaf::geometry::Cone;
    /// use core::f64::consts::FRAC_PI_4;
    /// let spot = Cone::with_angle([5, 1], [0.0, 0.5], FRAC_PI_4, 8.0)?;
    /// assert_eq!(spot.axis(), [0.0, 8.0]);
    /// let radius: f64 = spot.radius();
    /// assert!((radius - 8.0).abs() < 1e-14);
    /// # Ok::<(), broadleaf::geometry::InvalidShape>(())
    /// ```
    pub fn with_angle(
        apex: [S; D],
        direction: [S::Real; D],
        half_angle: S::Real,
        length: S::Real,
    ) -> Result<Self, InvalidShape> {
        let (angle, long) = (half_angle.to_f64(), length.to_f64());
        if !(0.0 < angle && angle < core::f64::consts::FRAC_PI_2) {
            return Err(InvalidShape::HalfAngle(angle));
        }
        if !(0.0..f64::INFINITY).contains(&long) {
            return Err(InvalidShape::Length(long));
        }
        let wide = finite_direction(&direction)?;
        let own_length = root(dot(&wide, &wide));
        if own_length == 0.0 {
            return Err(InvalidShape::NoDirection);
        }
        let axis = wide.map(|component| S::Real::from_f64(component * (long / own_length)));
        Self::new(apex, axis, S::Real::from_f64(long * tangent(angle)))
    }

    /// The tip.
    #[must_use]
    pub fn apex(&self) -> [S; D] {
        self.apex
    }

    /// The vector from the apex to the middle of the base.
    #[must_use]
    pub fn axis(&self) -> [S::Real; D] {
        self.axis
    }

    /// The radius of the base.
    #[must_use]
    pub fn radius(&self) -> S::Real {
        self.radius
    }

    fn is_in_slabs(&self, aabb: &Aabb<S, D>) -> bool {
        self.bounds.overlaps(aabb)
            && self
                .slabs
                .touch(&outward(relative(aabb, &self.apex), leeway::<S::Real>()))
    }
}

/// How far the corners reach below and above the origin on each axis.
fn growth<const D: usize>(corners: &[[f64; D]; 3]) -> [[f64; 2]; D] {
    array::from_fn(|axis| {
        corners.iter().fold([0.0, 0.0], |[below, above], corner| {
            [greater(below, -corner[axis]), greater(above, corner[axis])]
        })
    })
}

impl<S: Scalar, const D: usize> Region<S, D> for Cone<S, D> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.is_in_slabs(aabb) && {
            let [low, high] = relative(aabb, &self.apex);
            D != 3 || self.solid.touches(&low, &high)
        } || self.ray.touches(aabb)
    }

    /// Tests slabs only, which are monotone to the last bit.
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.is_in_slabs(aabb) || self.ray.may_touch_inside(aabb)
    }

    fn bounds(&self) -> Aabb<S, D> {
        self.bounds
    }
}
