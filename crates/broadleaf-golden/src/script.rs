//! The sequence of a trace: boxes and points from an integer generator, the same everywhere.

use broadleaf::geometry::{Real, Scalar};
use broadleaf::{Aabb, Fixed};

/// A number type that has golden traces.
pub(crate) trait GoldenScalar: Scalar {
    const NAME: &'static str;

    /// Converts steps to a number: 64ths for floats and fixed point, a step of the type's own for
    /// integers.
    fn from_steps(steps: i32) -> Self;
}

macro_rules! golden_scalar {
    ($scalar:ty, $name:literal, $from_steps:expr) => {
        impl GoldenScalar for $scalar {
            const NAME: &'static str = $name;

            fn from_steps(steps: i32) -> Self {
                $from_steps(steps)
            }
        }
    };
}
golden_scalar!(f32, "f32", |steps| steps as f32 / 64.0);
golden_scalar!(f64, "f64", |steps| f64::from(steps) / 64.0);
golden_scalar!(i32, "i32", |steps| steps);
golden_scalar!(i64, "i64", |steps| i64::from(steps) << 24);
golden_scalar!(Fixed<16>, "fixed", |steps| Fixed::from_bits(
    i64::from(steps) << 10
));

/// The generator of all operations and queries.
pub(crate) struct Script(u64);

impl Script {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `bound`, which must be at least 1.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32 % bound
    }

    /// Returns true with probability 1 / `times`.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    fn steps(&mut self, bound: u32) -> i32 {
        self.below(bound).cast_signed()
    }

    /// Returns a corner of one of three kinds: whole units in a small range, where many boxes
    /// touch; any step in a larger range; or far away, where an `f32` must round.
    fn corner<const D: usize>(&mut self) -> [i32; D] {
        match self.below(8) {
            0..3 => [0; D].map(|_| 64 * self.steps(16) - 512),
            3..7 => [0; D].map(|_| self.steps(6_000) - 3_000),
            _ => [0; D].map(|_| 100_000_000 + self.steps(3_000)),
        }
    }

    pub(crate) fn point<S: GoldenScalar, const D: usize>(&mut self) -> [S; D] {
        self.corner().map(S::from_steps)
    }

    /// Returns a box with or without whole units, sometimes flat and sometimes very large.
    pub(crate) fn aabb<S: GoldenScalar, const D: usize>(&mut self) -> Aabb<S, D> {
        let min = self.corner::<D>();
        let max = match self.below(40) {
            0 => min.map(|x| x + self.steps(50_000_000)),
            1..20 => min.map(|x| x + 64 * self.steps(4)),
            _ => min.map(|x| x + self.steps(500)),
        };
        Aabb::new(min.map(S::from_steps), max.map(S::from_steps))
    }

    /// Returns a direction whose components are often 0.
    pub(crate) fn direction<R: Real, const D: usize>(&mut self) -> [R; D] {
        [0; D].map(|_| {
            if self.once_in(4) {
                R::ZERO
            } else {
                R::from_f64(f64::from(self.steps(200) - 100) / 16.0)
            }
        })
    }

    /// Returns a length in the units of the scalar.
    pub(crate) fn length<S: GoldenScalar>(&mut self) -> S::Real {
        S::from_steps(self.steps(1_000)).to_real()
    }
}
