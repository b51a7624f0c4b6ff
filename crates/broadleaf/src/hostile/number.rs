//! Scalars for boxes of any scale.

use crate::geometry::Scalar;

/// A scalar that families can be made of.
pub(super) trait Number: Scalar {
    /// The name in messages.
    const NAME: &'static str;
    /// The smallest step from 0.
    const STEP: f64;
    /// The least magnitude of families that shrink, and the greatest of those that grow.
    const MAGNITUDES: [f64; 2];
    /// The length of a box in families without an extreme scale.
    const SIZE: f64;
    /// The farthest position, in such lengths, where boxes of that length keep their shape.
    const FAR: f64;

    /// The nearest coordinate.
    fn nearest(value: f64) -> Self;
}

impl Number for f32 {
    const NAME: &'static str = "f32";
    const STEP: f64 = 1.401_298_464_324_817e-45;
    const MAGNITUDES: [f64; 2] = [1e-37, 1e37];
    const SIZE: f64 = 1.0;
    const FAR: f64 = 2e6;

    #[expect(clippy::cast_possible_truncation, reason = "rounded on purpose")]
    fn nearest(value: f64) -> Self {
        value as Self
    }
}

impl Number for f64 {
    const NAME: &'static str = "f64";
    const STEP: f64 = 5e-324;
    const MAGNITUDES: [f64; 2] = [1e-300, 1e300];
    const SIZE: f64 = 1.0;
    const FAR: f64 = 1e14;

    fn nearest(value: f64) -> Self {
        value
    }
}

impl Number for i32 {
    const NAME: &'static str = "i32";
    const STEP: f64 = 1.0;
    const MAGNITUDES: [f64; 2] = [64.0, 1e9];
    const SIZE: f64 = 256.0;
    const FAR: f64 = 6e6;

    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    fn nearest(value: f64) -> Self {
        value as Self
    }
}
