//! Sines and arcs from the basic operations of IEEE 754, with the same bits on every machine.

#![allow(
    clippy::cast_precision_loss,
    reason = "small whole numbers become the coefficients"
)]

use super::root::root;

/// The sine and the cosine of an angle in -90..=90 degrees, each with a relative error of at most
/// 5e-16.
pub(in crate::geometry) fn sin_cos_degrees(degrees: f64) -> (f64, f64) {
    const RADIANS: f64 = core::f64::consts::PI / 180.0;
    let (size, is_negative) = if degrees < 0.0 {
        (-degrees, true)
    } else {
        (degrees, false)
    };
    let (sine, cosine) = if size > 45.0 {
        // The difference is exact.
        let (sine, cosine) = sin_cos_of_octant((90.0 - size) * RADIANS);
        (cosine, sine)
    } else {
        sin_cos_of_octant(size * RADIANS)
    };
    (if is_negative { -sine } else { sine }, cosine)
}

/// The tangent of an angle above 0 and below π/2, in radians.
pub(in crate::geometry) fn tangent(radians: f64) -> f64 {
    use core::f64::consts::{FRAC_PI_2, FRAC_PI_4};
    let (sine, cosine) = if radians > FRAC_PI_4 {
        let (sine, cosine) = sin_cos_of_octant(FRAC_PI_2 - radians);
        (cosine, sine)
    } else {
        sin_cos_of_octant(radians)
    };
    sine / cosine
}

/// The squared angle with this haversine, which is the squared sine of half the angle and in 0..=1.
/// The relative error is at most 2e-15. Near 180 degrees, a rounded haversine determines the angle
/// poorly.
pub(in crate::geometry) fn arc_squared(haversine: f64) -> f64 {
    // Half the angle has a quarter to a half of the haversine. There are at most four steps.
    let (mut haversine, mut scale) = (haversine, 4.0);
    while haversine > 1.0 / 32.0 {
        haversine = half_sine_squared(haversine);
        scale *= 4.0;
    }
    // The series of the squared arc sine; the truncated terms are less than 1e-18.
    scale * haversine * nested(-haversine, &ARC_SINE_SQUARED)
}

/// The squared sine of half an angle, from the squared sine of the angle, which is at most 90
/// degrees.
pub(in crate::geometry) fn half_sine_squared(sine_squared: f64) -> f64 {
    0.5 * sine_squared / (1.0 + root(1.0 - sine_squared))
}

/// The sine and the cosine of an angle in 0..=π/4. The truncated terms are less than 1e-17.
fn sin_cos_of_octant(radians: f64) -> (f64, f64) {
    let square = radians * radians;
    (radians * nested(square, &SINE), nested(square, &COSINE))
}

/// 1 - x · f₀ · (1 - x · f₁ · (1 - x · f₂ · …)).
fn nested(x: f64, factors: &[f64]) -> f64 {
    factors
        .iter()
        .rev()
        .fold(1.0, |sum, factor| 1.0 - x * factor * sum)
}

/// The quotients of neighbouring coefficients in the series of the sine.
const SINE: [f64; 8] = {
    let mut factors = [0.0; 8];
    let mut n = 0;
    while n < 8 {
        factors[n] = 1.0 / ((2 * n + 2) * (2 * n + 3)) as f64;
        n += 1;
    }
    factors
};

/// The quotients in the series of the cosine.
const COSINE: [f64; 9] = {
    let mut factors = [0.0; 9];
    let mut n = 0;
    while n < 9 {
        factors[n] = 1.0 / ((2 * n + 1) * (2 * n + 2)) as f64;
        n += 1;
    }
    factors
};

/// The quotients in the series of the squared arc sine, as a function of the squared sine.
const ARC_SINE_SQUARED: [f64; 11] = {
    let mut factors = [0.0; 11];
    let mut n = 1;
    while n < 12 {
        factors[n - 1] = (2 * n * n) as f64 / ((n + 1) * (2 * n + 1)) as f64;
        n += 1;
    }
    factors
};
