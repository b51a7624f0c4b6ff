//! The lattice of the coordinates.

use broadleaf::Aabb;

/// Coordinates are rounded outward to a lattice on which floats, their differences and integers are
/// exact.
pub(super) const STEPS_PER_UNIT: f32 = 1024.0;

/// Rounds minima to even and maxima to odd steps. No two boxes then touch without overlapping, so
/// that closed and open boxes have the same pairs.
pub(super) fn apart<const D: usize>(aabb: &Aabb<f32, D>) -> Aabb<f32, D> {
    let even = STEPS_PER_UNIT / 2.0;
    Aabb::new(
        aabb.min().map(|x| (x * even).floor() / even),
        aabb.max()
            .map(|x| (x * even).ceil() / even + STEPS_PER_UNIT.recip()),
    )
}
