//! Scalars and boxes from bytes.

use arbitrary::Arbitrary;
use broadleaf::Aabb;
use broadleaf::geometry::{Real, Scalar};

/// Bytes from here on stand for special values.
const FIRST_SPECIAL: u8 = 200;
/// The number of different small integers, few enough that boxes touch and coincide.
const GRID: u8 = 40;

/// A scalar that a byte can stand for.
pub(crate) trait Number: Scalar {
    /// Extreme, infinite, subnormal and almost equal values.
    const SPECIAL: &'static [Self];

    fn from_small(value: u8) -> Self;

    fn of(code: u8) -> Self {
        match code.checked_sub(FIRST_SPECIAL) {
            Some(special) => Self::SPECIAL[usize::from(special) % Self::SPECIAL.len()],
            None => Self::from_small(code % GRID),
        }
    }
}

macro_rules! float {
    ($float:ty) => {
        impl Number for $float {
            const SPECIAL: &'static [Self] = &[
                Self::NEG_INFINITY,
                Self::MIN,
                -1e30,
                -1.0,
                -Self::MIN_POSITIVE,
                -0.0,
                0.0,
                Self::from_bits(1),
                Self::MIN_POSITIVE,
                0.1,
                1.0 + Self::EPSILON,
                1e19,
                Self::MAX,
                Self::INFINITY,
            ];

            fn from_small(value: u8) -> Self {
                value.into()
            }
        }
    };
}
float!(f32);
float!(f64);

impl Number for i32 {
    const SPECIAL: &'static [Self] = &[
        Self::MIN,
        Self::MIN + 1,
        -1_000_000,
        -1,
        0,
        1,
        1 << 24,
        Self::MAX - 1,
        Self::MAX,
    ];

    fn from_small(value: u8) -> Self {
        value.into()
    }
}

/// Two corners, a byte for each coordinate. Boxes with one or two dimensions ignore the rest.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub(crate) struct Corners([[u8; 3]; 2]);

impl Corners {
    pub(crate) fn aabb<S: Number, const D: usize>(self) -> Aabb<S, D> {
        let [a, b] = self.0.map(point::<S, D>);
        Aabb::point(a).union(&Aabb::point(b))
    }

    /// The first corner.
    pub(crate) fn point<S: Number, const D: usize>(self) -> [S; D] {
        point(self.0[0])
    }

    /// The second corner as small numbers, some of which are negative or halves.
    pub(crate) fn direction<R: Real, const D: usize>(self) -> [R; D] {
        std::array::from_fn(|axis| R::from_f64((f64::from(self.0[1][axis]) - 100.0) / 2.0))
    }

    /// The second corner as small numbers.
    pub(crate) fn displacement<S: Number, const D: usize>(self) -> [S; D] {
        std::array::from_fn(|axis| S::from_small(self.0[1][axis] % 4))
    }
}

fn point<S: Number, const D: usize>(codes: [u8; 3]) -> [S; D] {
    std::array::from_fn(|axis| S::of(codes[axis]))
}
