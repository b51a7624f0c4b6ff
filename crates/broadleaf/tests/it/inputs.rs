//! Random scalars and boxes, as proptest strategies that shrink.

use std::any::Any;
use std::fmt::Debug;

use broadleaf::broad_phase::{Margin, Multiplier};
use broadleaf::geometry::{Real, Scalar};
use broadleaf::{Aabb, Fixed};
use proptest::prelude::*;

/// Which boxes: `Grid` has small integers, so that ties, touching and nesting are frequent; `Wild`
/// has the whole range of the type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mode {
    Grid,
    Wild,
}

/// Whether a squared distance is within a distance: its root, rounded by the standard library.
///
/// The root of a float that is rounded to `f64` and then to `f32` is the nearest `f32`.
pub(crate) fn is_within<R: Real>(reach: R, distance: R) -> bool {
    R::from_f64(reach.to_f64().sqrt()) <= distance
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
                if value.is_nan() {
                    Self::from_grid(1)
                } else {
                    value
                }
            }
        }
    };
}
test_scalar!(
    f32,
    |v: i32| v as f32,
    |bits: u64| f32::from_bits(bits as u32),
    [
        f32::NEG_INFINITY,
        f32::MIN,
        -1.0,
        -f32::MIN_POSITIVE,
        -1e-45,
        -0.0,
        0.0,
        1e-45,
        f32::MIN_POSITIVE,
        1.0,
        f32::MAX,
        f32::INFINITY
    ]
);
test_scalar!(
    f64,
    |v: i32| v as f64,
    f64::from_bits,
    [
        f64::NEG_INFINITY,
        f64::MIN,
        -1.0,
        -f64::MIN_POSITIVE,
        -5e-324,
        -0.0,
        0.0,
        5e-324,
        f64::MIN_POSITIVE,
        1.0,
        f64::MAX,
        f64::INFINITY
    ]
);
test_scalar!(
    i32,
    |v| v,
    |bits| bits as i32,
    [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX]
);
test_scalar!(
    i64,
    |v: i32| v as i64,
    |bits| (bits << 2) as i64,
    [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX]
);
/// A grid value that a narrow or unsigned type lacks is the nearest one that it has.
macro_rules! test_integers {
    ($($int:ty)*) => { $(
        test_scalar!(
            $int,
            |v: i32| v.clamp(0, 127) as $int,
            |bits| (bits << 2) as $int,
            [<$int>::MIN, <$int>::MIN + 1, 1, <$int>::MAX / 2, <$int>::MAX / 2 + 1, <$int>::MAX - 1, <$int>::MAX]
        );
    )* };
}
test_integers!(i8 i16 u8 u16 u32 u64);
test_scalar!(
    Fixed<16>,
    Fixed::<16>::from_int,
    |bits| Fixed::<16>::from_bits((bits << 2) as i64),
    [
        Fixed::MIN,
        Fixed::from_bits(-1),
        Fixed::from_bits(0),
        Fixed::from_bits(1),
        Fixed::MAX
    ]
);
#[cfg(feature = "fixed")]
test_scalar!(
    ::fixed::types::I16F16,
    |v: i32| Self::from_num(v),
    |bits| Self::from_bits((bits << 2) as i32),
    [
        Self::MIN,
        Self::from_bits(-1),
        Self::ZERO,
        Self::from_bits(1),
        Self::MAX
    ]
);
#[cfg(feature = "fixed")]
test_scalar!(
    ::fixed::types::I32F32,
    |v: i32| Self::from_num(v),
    |bits| Self::from_bits((bits << 2) as i64),
    [
        Self::MIN,
        Self::from_bits(-1),
        Self::ZERO,
        Self::from_bits(1),
        Self::MAX
    ]
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
        Mode::Grid => (
            proptest::array::uniform(0..9),
            proptest::array::uniform(0..4),
        )
            .prop_map(|(min, extent): ([i32; D], [i32; D])| {
                let max = std::array::from_fn(|axis| S::from_grid(min[axis] + extent[axis]));
                Aabb::new(min.map(S::from_grid), max)
            })
            .boxed(),
        Mode::Wild => (point(mode), point(mode))
            .prop_map(|(a, b): ([S; D], [S; D])| {
                let ordered = std::array::from_fn(|axis| {
                    if a[axis] <= b[axis] {
                        (a[axis], b[axis])
                    } else {
                        (b[axis], a[axis])
                    }
                });
                Aabb::new(ordered.map(|(min, _)| min), ordered.map(|(_, max)| max))
            })
            .boxed(),
    }
}

/// A whole multiplier or one with a fraction, up to 3.
fn multiplier() -> impl Strategy<Value = Multiplier> {
    prop_oneof![
        (0_u32..3).prop_map(Multiplier::from),
        (0_u32..800).prop_map(Multiplier::from_256ths),
    ]
}

/// Every kind of margin, small.
pub(crate) fn margin<S: TestScalar>() -> impl Strategy<Value = Margin<S>> {
    prop_oneof![
        Just(Margin::default()),
        (coordinate(Mode::Grid), multiplier()).prop_map(|(extension, prediction)| Margin::Fatten {
            extension,
            prediction
        }),
        coordinate(Mode::Grid).prop_map(|cell| Margin::Snap { cell }),
        Just(Margin::Tight),
        (0_u32..40, multiplier()).prop_map(|(sixteenths, prediction)| Margin::Proportional {
            sixteenths,
            prediction
        }),
    ]
}

/// A real number: small and round, or anything finite.
pub(crate) fn real<R: Real>(mode: Mode) -> BoxedStrategy<R> {
    match mode {
        Mode::Grid => (-4..9)
            .prop_map(|v| R::from_f64(f64::from(v) * 0.5))
            .boxed(),
        Mode::Wild => any::<f64>()
            .prop_map(R::from_f64)
            .prop_filter("finite", |r| r.is_finite())
            .boxed(),
    }
}

/// Runs a property on pseudo-random inputs that are the same on every run and machine.
pub(crate) fn for_all<T: Debug + 'static>(
    cases: u32,
    inputs: impl Strategy<Value = T> + 'static,
    property: impl Fn(T),
) {
    let inputs = inputs.prop_map(|input| Box::new(input) as Box<dyn Input>);
    run(cases, &inputs.boxed(), &|input| {
        let input: Box<dyn Any> = input;
        property(*input.downcast().expect("the strategy makes these inputs"));
    });
}

/// An input of any type.
trait Input: Any + Debug {}
impl<T: Any + Debug> Input for T {}

/// The factor for the numbers of cases: the environment variable `BROADLEAF_TIMES`, or 1.
fn times() -> u32 {
    let times = std::env::var("BROADLEAF_TIMES").ok();
    times.map_or(1, |times| {
        times.parse().expect("BROADLEAF_TIMES is a number")
    })
}

/// The part that depends on neither the property nor the type of its inputs, compiled once.
fn run(cases: u32, inputs: &BoxedStrategy<Box<dyn Input>>, property: &dyn Fn(Box<dyn Input>)) {
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
    let config = Config {
        cases: cases * times(),
        failure_persistence: None,
        // Wild boxes are often rejected: as many times more as there are cases.
        max_local_rejects: Config::default().max_local_rejects * times(),
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(inputs, |input| {
        property(input);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

/// A check with a structure, for every scalar in 2D or in 3D: as `calls` or as `tests`.
///
/// Each combination of a scalar and a dimension compiles the library again, which is most of the
/// cost of these tests. Nothing in the library depends on a combination: vector lanes depend on the
/// scalar, loops over axes on the dimension. So only the scalar of games has both dimensions, and
/// each combination has more inputs instead. `--cfg every_number` compiles the others
/// (CONTRIBUTING.md).
macro_rules! for_every_number {
    ($kind:ident: $check:ident, $cases:expr, $empty:expr) => {
        $crate::inputs::$kind! {
            $check, $cases;
            float32_2d: f32, 2, $empty;
            float32_3d: f32, 3, $empty;
            float64_2d: f64, 2, $empty;
            int32_3d: i32, 3, $empty;
            int64_2d: i64, 2, $empty;
            fixed_3d: Fixed<16>, 3, $empty;
            #[cfg(feature = "fixed")]
            crate_fixed_2d: ::fixed::types::I16F16, 2, $empty;
            #[cfg(every_number)]
            float64_3d: f64, 3, $empty;
            #[cfg(every_number)]
            int32_2d: i32, 2, $empty;
            #[cfg(every_number)]
            int64_3d: i64, 3, $empty;
            #[cfg(every_number)]
            fixed_2d: Fixed<16>, 2, $empty;
            #[cfg(all(every_number, feature = "fixed"))]
            crate_fixed_3d: ::fixed::types::I16F16, 3, $empty;
        }
    };
}
pub(crate) use for_every_number;

/// The same for a `BroadPhase`: each scalar with another structure.
macro_rules! with_some_structure {
    ($kind:ident: $check:ident, $cases:expr) => {
        $crate::inputs::$kind! {
            $check, $cases;
            float32_2d: f32, 2, DynamicTree::default();
            float32_3d: f32, 3, PencilSweep::default();
            float64_2d: f64, 2, KdSweep::default();
            int32_3d: i32, 3, Orthtree::default();
            int64_2d: i64, 2, BruteForce::default();
            fixed_3d: Fixed<16>, 3, DynamicTree::default();
            #[cfg(feature = "fixed")]
            crate_fixed_2d: ::fixed::types::I16F16, 2, Orthtree::default();
            #[cfg(every_number)]
            float64_3d: f64, 3, Orthtree::default();
            #[cfg(every_number)]
            int32_2d: i32, 2, PencilSweep::default();
            #[cfg(every_number)]
            int64_3d: i64, 3, KdSweep::default();
            #[cfg(every_number)]
            fixed_2d: Fixed<16>, 2, BruteForce::default();
            #[cfg(all(every_number, feature = "fixed"))]
            crate_fixed_3d: ::fixed::types::I16F16, 3, DynamicTree::default();
        }
    };
}
pub(crate) use with_some_structure;

/// The number of inputs for each of seven combinations. Their sum equals `cases` for each of six
/// scalars in two dimensions.
pub(crate) const fn cases_of_seven(cases: u32) -> u32 {
    (cases * 12).div_ceil(7)
}

/// Checks on a grid with many ties and on the whole range.
macro_rules! calls {
    ($check:ident, $cases:expr; $($(#[$condition:meta])? $name:ident: $scalar:ty, $D:literal, $empty:expr;)*) => { $(
        $(#[$condition])?
        for mode in [Mode::Grid, Mode::Wild] {
            let cases = $crate::inputs::cases_of_seven($cases);
            $check::<$scalar, $D>(mode, cases, || Erased::new($empty));
        }
    )* };
}
pub(crate) use calls;

/// The same, with a separate test for each check.
macro_rules! tests {
    ($check:ident, $cases:expr; $($(#[$condition:meta])? $name:ident: $scalar:ty, $D:literal, $empty:expr;)*) => { $(
        $(#[$condition])?
        mod $name {
            use super::*;

            #[test]
            fn grid() {
                $check::<$scalar, $D>(Mode::Grid, $crate::inputs::cases_of_seven($cases), || Erased::new($empty));
            }
            #[test]
            fn wild() {
                $check::<$scalar, $D>(Mode::Wild, $crate::inputs::cases_of_seven($cases), || Erased::new($empty));
            }
        }
    )* };
}
pub(crate) use tests;
