use crate::geometry::arithmetic::sine::{arc_squared, half_sine_squared, sin_cos_degrees, tangent};

fn assert_near(actual: f64, expected: f64, error: f64) {
    let difference = (actual - expected).abs();
    assert!(
        difference <= error * expected.abs(),
        "{actual} is not {expected}: {difference:e}"
    );
}

#[test]
fn sines_are_as_exact_as_those_of_the_standard_library() {
    for i in -90_000..=90_000 {
        let degrees = f64::from(i) / 1_000.0;
        let (sine, cosine) = sin_cos_degrees(degrees);
        assert_near(sine, degrees.to_radians().sin(), 5e-16);
        // Near the right angle the argument is exact in degrees, but not in radians.
        assert_near(cosine, (90.0 - degrees.abs()).to_radians().sin(), 5e-16);
    }
    assert_eq!(sin_cos_degrees(90.0), (1.0, 0.0));
    assert_eq!(sin_cos_degrees(0.0), (0.0, 1.0));
    assert_near(sin_cos_degrees(-1e-9).0, (-1e-9_f64).to_radians(), 3e-16);
}

#[test]
fn tangents_are_exact() {
    for i in 1..1_570 {
        let radians = f64::from(i) / 1_000.0;
        assert_near(tangent(radians), radians.tan(), 4e-13);
    }
    assert_near(tangent(0.5), 0.5_f64.tan(), 4e-16);
    assert!(tangent(core::f64::consts::FRAC_PI_2) > 1e15);
}

#[test]
fn arcs_are_the_inverse_of_sines() {
    for i in 1..=180_000 {
        let degrees = f64::from(i) / 1_000.0;
        let sine = sin_cos_degrees(degrees / 2.0).0;
        // Near the opposite point a haversine determines the angle poorly.
        let error = match i {
            0..=170_000 => 2e-14,
            170_001..=179_900 => 1e-12,
            _ => 1e-8,
        };
        assert_near(
            arc_squared(sine * sine),
            degrees.to_radians().powi(2),
            error,
        );
        if i <= 20_000 {
            assert_near(
                arc_squared(sine * sine),
                degrees.to_radians().powi(2),
                2e-15,
            );
        }
        if i <= 90_000 {
            let whole = sin_cos_degrees(degrees).0;
            let error = if i > 80_000 { 1e-13 } else { 1e-14 };
            if i < 89_000 {
                assert_near(half_sine_squared(whole * whole), sine * sine, error);
            }
        }
    }
    assert_eq!(arc_squared(0.0), 0.0);
    assert_near(arc_squared(1e-30), 4e-30, 1e-15);
    assert_near(arc_squared(1.0), core::f64::consts::PI.powi(2), 2e-15);
}
