//! The square root, from the basic operations of IEEE 754.

/// The square root of a positive number, within two units in the last place, and exact for squares
/// of whole numbers; 0 for all other numbers and NaN.
pub(in crate::geometry) fn root(x: f64) -> f64 {
    /// 2^108, the square of 2^54.
    const SCALE: f64 = 324_518_553_658_426_726_783_156_020_576_256.0;
    if x < f64::MIN_POSITIVE {
        return if x > 0.0 {
            root(x * SCALE) / 18_014_398_509_481_984.0
        } else {
            0.0
        };
    }
    if !x.is_finite() {
        return if x > 0.0 { x } else { 0.0 };
    }
    // Halving the exponent is within 7 %. Each step squares the error: 2e-3, 2e-6, 2e-12, 2e-24.
    let mut y = f64::from_bits((x.to_bits() >> 1) + (1023 << 51));
    for _ in 0..4 {
        y = 0.5 * (y + x / y);
    }
    y
}
