//! Argument checks of the constructors of shapes.

use super::invalid_shape::InvalidShape;
use crate::geometry::scalar::traits::{Real, Scalar};

/// Checks that all coordinates are finite.
pub(super) fn finite_points<S: Scalar, const D: usize>(
    points: &[[S; D]],
) -> Result<(), InvalidShape> {
    for (point, coordinates) in points.iter().enumerate() {
        if let Some(axis) = coordinates.iter().position(|x| !x.is_finite()) {
            let value = coordinates[axis].to_real().to_f64();
            return Err(InvalidShape::Coordinate { point, axis, value });
        }
    }
    Ok(())
}

/// The direction as `f64`, if all components are finite.
pub(super) fn finite_direction<R: Real, const D: usize>(
    direction: &[R; D],
) -> Result<[f64; D], InvalidShape> {
    let direction = direction.map(R::to_f64);
    match direction.iter().position(|x| !x.is_finite()) {
        Some(axis) => Err(InvalidShape::Direction {
            axis,
            value: direction[axis],
        }),
        None => Ok(direction),
    }
}

/// The radius as an `f64`, if it is finite and not negative.
pub(super) fn finite_radius(radius: impl Real) -> Result<f64, InvalidShape> {
    let radius = radius.to_f64();
    if (0.0..f64::INFINITY).contains(&radius) {
        Ok(radius)
    } else {
        Err(InvalidShape::Radius(radius))
    }
}
