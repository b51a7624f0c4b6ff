//! How far boxes may overhang their cells.

use crate::geometry::{Fixed, Real};
use crate::orthtree::looseness::Looseness;

#[test]
fn margins_of_integers_are_exact() {
    let edges = [0, 1, 2, 3, 7, 1_000, 65_537, i64::MAX - 1, i64::MAX];
    for looseness in [1.0, 1.000_02, 1.1, 1.125, 1.25, 1.5, 1.999, 2.0] {
        let fractions = i128::from(((looseness - 1.0) * 65_536.0_f64 + 0.5).to_u32());
        for edge in edges {
            let expected = (i128::from(edge / 2) * fractions) >> 16;
            let given = Looseness::new(looseness);
            assert_eq!(i128::from(given.margin(edge)), expected, "{looseness}");
            assert_eq!(
                i128::from(given.margin(Fixed::<16>::from_bits(edge)).to_bits()),
                expected
            );
        }
    }
}

#[test]
fn margins_of_floats_are_what_was_asked_for() {
    for looseness in [1.0, 1.1, 1.25, 1.3, 1.7, 2.0] {
        let margin = Looseness::new(looseness).margin(3.0_f64);
        let expected = 1.5 * (looseness - 1.0);
        assert!((margin - expected).abs() <= 1.5 / 131_072.0, "{looseness}");
        let single = Looseness::new(looseness).margin(3.0_f32);
        assert!((f64::from(single) - margin).abs() < 1e-6);
    }
}

#[test]
fn margins_grow_with_looseness_and_edge() {
    let margin = |fractions: u32, edge: u32| {
        let looseness = Looseness::new(1.0 + f64::from(fractions) / 65_536.0);
        (looseness.margin(edge), looseness.margin(edge as f32))
    };
    for step in 0..500 {
        let (fractions, edge) = (step * 131, step * 97);
        let (margins, looser) = (margin(fractions, edge), margin(fractions + 13, edge));
        let longer = margin(fractions, edge + 5);
        assert!(margins.0 <= looser.0 && margins.1 <= looser.1);
        assert!(margins.0 <= longer.0 && margins.1 <= longer.1);
    }
}

#[test]
fn what_makes_no_sense_is_clamped() {
    let strict = [1.0, 0.0, -3.0, f64::NEG_INFINITY, f64::NAN, 1.000_001];
    assert!(strict.into_iter().all(|l| Looseness::new(l).is_strict()));
    assert_eq!(Looseness::new(f64::INFINITY), Looseness::new(2.0));
}
