//! The box around a point of a mesh or line.

use broadleaf::Aabb;
use broadleaf::geometry::Scalar;

/// A number type for the boxes of meshes: `f32` or `f64`.
pub trait CcdScalar: Scalar {
    /// Converts a number, rounding to nearest.
    fn from_f64(value: f64) -> Self;
    /// Returns the next smaller number.
    fn below(self) -> Self;
    /// Returns the next larger number.
    fn above(self) -> Self;
}

macro_rules! ccd_scalar {
    ($float:ty) => {
        impl CcdScalar for $float {
            fn from_f64(value: f64) -> Self {
                value as $float
            }
            fn below(self) -> Self {
                self.next_down()
            }
            fn above(self) -> Self {
                self.next_up()
            }
        }
    };
}
ccd_scalar!(f32);
ccd_scalar!(f64);

/// The box around a point, grown by one step of the number type in every direction.
pub(crate) fn grown_point<S: CcdScalar, const D: usize>(point: &[f64; D]) -> Aabb<S, D> {
    Aabb::new(
        point.map(|x| S::from_f64(x).below()),
        point.map(|x| S::from_f64(x).above()),
    )
}
