//! Scalars and boxes to test with, as proptest strategies that shrink.

use std::fmt::Debug;

use broadleaf::{Aabb, Fixed, Real, Scalar};
use proptest::prelude::*;

/// Which boxes: `Grid` has small integers, so that ties, touching and nesting are frequent; `Wild` has the whole range of the type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mode {
    Grid,
    Wild,
}

/// A scalar that tests can make values of.
pub(crate) trait TestScalar: Scalar {
    fn from_grid(value: i32) -> Self;
    /// Any value from 64 random bits, extreme ones often; never NaN.
    fn from_bits(bits: u64) -> Self;
}

macro_rules! test_scalar {
    ($scalar:ty, $from_grid:expr, $from_bits:expr, $special:expr) => {
        impl TestScalar for $scalar {
            fn from_grid(value: i32) -> Self {
                $from_grid(value)
            }
            fn from_bits(bits: u64) -> Self {
                let special: &[$scalar] = &$special;
                let value: $scalar = match bits % 4 {
                    0 => special[(bits >> 2) as usize % special.len()],
                    _ => $from_bits(bits >> 2),
                };
                if value.is_nan() { Self::from_grid(1) } else { value }
            }
        }
    };
}
test_scalar!(
    f32,
    |v: i32| v as f32,
    |bits: u64| f32::from_bits(bits as u32),
    [f32::NEG_INFINITY, f32::MIN, -1.0, -f32::MIN_POSITIVE, -1e-45, -0.0, 0.0, 1e-45, f32::MIN_POSITIVE, 1.0, f32::MAX, f32::INFINITY]
);
test_scalar!(
    f64,
    |v: i32| v as f64,
    f64::from_bits,
    [f64::NEG_INFINITY, f64::MIN, -1.0, -f64::MIN_POSITIVE, -5e-324, -0.0, 0.0, 5e-324, f64::MIN_POSITIVE, 1.0, f64::MAX, f64::INFINITY]
);
test_scalar!(i32, |v| v, |bits| bits as i32, [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX]);
test_scalar!(i64, |v: i32| v as i64, |bits| (bits << 2) as i64, [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX]);
test_scalar!(
    Fixed<16>,
    Fixed::<16>::from_int,
    |bits| Fixed::<16>::from_bits((bits << 2) as i64),
    [Fixed::MIN, Fixed::from_bits(-1), Fixed::from_bits(0), Fixed::from_bits(1), Fixed::MAX]
);
#[cfg(feature = "fixed")]
test_scalar!(
    ::fixed::types::I16F16,
    |v: i32| Self::from_num(v),
    |bits| Self::from_bits((bits << 2) as i32),
    [Self::MIN, Self::from_bits(-1), Self::ZERO, Self::from_bits(1), Self::MAX]
);
#[cfg(feature = "fixed")]
test_scalar!(
    ::fixed::types::I32F32,
    |v: i32| Self::from_num(v),
    |bits| Self::from_bits((bits << 2) as i64),
    [Self::MIN, Self::from_bits(-1), Self::ZERO, Self::from_bits(1), Self::MAX]
);

pub(crate) fn coordinate<S: TestScalar>(mode: Mode) -> BoxedStrategy<S> {
    match mode {
        Mode::Grid => (0..12).prop_map(S::from_grid).boxed(),
        Mode::Wild => any::<u64>().prop_map(S::from_bits).boxed(),
    }
}

pub(crate) fn point<S: TestScalar, const D: usize>(mode: Mode) -> BoxedStrategy<[S; D]> {
    proptest::array::uniform(coordinate(mode)).boxed()
}

pub(crate) fn aabb<S: TestScalar, const D: usize>(mode: Mode) -> BoxedStrategy<Aabb<S, D>> {
    match mode {
        Mode::Grid => (proptest::array::uniform(0..9), proptest::array::uniform(0..4))
            .prop_map(|(min, extent): ([i32; D], [i32; D])| {
                let max = std::array::from_fn(|axis| S::from_grid(min[axis] + extent[axis]));
                Aabb::new(min.map(S::from_grid), max)
            })
            .boxed(),
        Mode::Wild => (point(mode), point(mode))
            .prop_map(|(a, b): ([S; D], [S; D])| {
                let ordered = std::array::from_fn(|axis| if a[axis] <= b[axis] { (a[axis], b[axis]) } else { (b[axis], a[axis]) });
                Aabb::new(ordered.map(|(min, _)| min), ordered.map(|(_, max)| max))
            })
            .boxed(),
    }
}

/// A real number: small and round, or anything finite.
pub(crate) fn real<R: Real>(mode: Mode) -> BoxedStrategy<R> {
    match mode {
        Mode::Grid => (-4..9).prop_map(|v| R::from_f64(f64::from(v) * 0.5)).boxed(),
        Mode::Wild => any::<f64>().prop_map(R::from_f64).prop_filter("finite", |r| r.is_finite()).boxed(),
    }
}

/// Runs a property on fixed pseudo-random inputs: the same ones every time and everywhere.
pub(crate) fn for_all<T: Debug + 'static>(cases: u32, inputs: impl Strategy<Value = T> + 'static, property: impl Fn(T)) {
    run(cases, &inputs.boxed(), &property);
}

/// Compiled once for each kind of input, and not for every structure.
fn run<T: Debug>(cases: u32, inputs: &BoxedStrategy<T>, property: &dyn Fn(T)) {
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 20_000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(inputs, |input| {
        property(input);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

/// Runs a check for every scalar, in 2D and 3D, on a grid with many ties and on the whole range.
macro_rules! for_every_number {
    ($check:ident, $cases:expr, $empty:expr) => {
        for_every_number!(@ $check, $cases, $empty; f32, f64, i32, i64, Fixed<16>);
        #[cfg(feature = "fixed")]
        for_every_number!(@ $check, $cases, $empty; ::fixed::types::I16F16);
    };
    (@ $check:ident, $cases:expr, $empty:expr; $($scalar:ty),*) => { $(
        for mode in [Mode::Grid, Mode::Wild] {
            $check::<$scalar, 2, _>(mode, $cases, || $empty);
            $check::<$scalar, 3, _>(mode, $cases, || $empty);
        }
    )* };
}
pub(crate) use for_every_number;
