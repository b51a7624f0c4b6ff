//! How much larger than its tight box a proxy's fat box is.

use crate::geometry::{Aabb, Scalar};

/// How a world derives fat boxes from tight ones.
///
/// Pairs begin and end when fat boxes do. A proxy that moves within its fat box costs nothing in a
/// step.
///
/// With `Fatten` and `Proportional` a fat box depends on where its proxy was last re-inserted, and
/// so do its pairs. With `Tight` and `Snap` it is a function of the tight box alone: choose one of
/// these for lockstep and rollback.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Margin<S> {
    /// No margin: the fat box is the tight box.
    Tight,
    /// The tight box grown by `extension` on every side, and in the direction of motion by
    /// `prediction` displacements. The classic margin, for games.
    #[doc(alias = "aabbExtension")]
    #[doc(alias = "aabbMultiplier")]
    Fatten {
        /// The distance added on every side.
        extension: S,
        /// The number of displacements that the fat box reaches ahead.
        prediction: u32,
    },
    /// As `Fatten`, with an extension that follows from the size of the tight box:
    /// `sixteenths` / 16 of its longest side. For worlds of small and large proxies.
    ///
    /// In integers and fixed point each of the summed halves, quarters, eighths and sixteenths is
    /// rounded down.
    Proportional {
        /// The extension in sixteenths of the longest side.
        sixteenths: u32,
        /// The number of displacements that the fat box reaches ahead.
        prediction: u32,
    },
    /// The tight box snapped outward to multiples of `cell`.
    Snap {
        /// The lattice spacing. If it is not positive there is no margin; nor is there one on a
        /// side where the lattice leaves the range.
        cell: S,
    },
}

impl<S> Margin<S> {
    /// The same margin in another unit.
    pub(crate) fn map<R>(self, convert: impl FnOnce(S) -> R) -> Margin<R> {
        match self {
            Self::Tight => Margin::Tight,
            Self::Fatten {
                extension,
                prediction,
            } => Margin::Fatten {
                extension: convert(extension),
                prediction,
            },
            Self::Proportional {
                sixteenths,
                prediction,
            } => Margin::Proportional {
                sixteenths,
                prediction,
            },
            Self::Snap { cell } => Margin::Snap {
                cell: convert(cell),
            },
        }
    }

    /// Whether a fat box follows from the tight one alone.
    pub(crate) fn is_function(&self) -> bool {
        matches!(self, Self::Tight | Self::Snap { .. })
    }
}

impl<S: Scalar> Margin<S> {
    /// The fat box of a tight one.
    pub(super) fn fat<const D: usize>(
        &self,
        tight: &Aabb<S, D>,
        displacement: [S; D],
    ) -> Aabb<S, D> {
        let ahead = |prediction| displacement.map(|along| along.saturating_times(prediction));
        match *self {
            Self::Tight => *tight,
            Self::Fatten {
                extension,
                prediction,
            } => tight.expanded(extension).swept(ahead(prediction)),
            Self::Proportional {
                sixteenths,
                prediction,
            } => tight
                .expanded(fraction(longest_side(tight), sixteenths))
                .swept(ahead(prediction)),
            Self::Snap { cell } => tight.snapped(cell),
        }
    }

    /// Whether a proxy can keep its fat box when its tight box becomes `tight`.
    pub(super) fn keeps<const D: usize>(&self, fat: &Aabb<S, D>, tight: &Aabb<S, D>) -> bool {
        match self {
            Self::Tight => fat == tight,
            Self::Fatten { .. } | Self::Proportional { .. } => fat.contains(tight),
            Self::Snap { cell } => *fat == tight.snapped(*cell),
        }
    }
}

fn longest_side<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> S {
    let mut longest = S::default();
    for axis in 0..D {
        let [min, max] = aabb.ends(axis);
        let side = max.saturating_sub(min);
        longest = if side > longest { side } else { longest };
    }
    longest
}

/// `sixteenths` / 16 of a length that is not negative.
fn fraction<S: Scalar>(length: S, sixteenths: u32) -> S {
    let mut sum = S::default();
    if sixteenths >= 16 {
        sum = length.saturating_times(sixteenths / 16);
    }
    let mut part = length;
    for bit in [8, 4, 2, 1] {
        part = S::default().midpoint(part);
        if sixteenths & bit != 0 {
            sum = sum.saturating_add(part);
        }
    }
    sum
}

impl<S: Scalar> Default for Margin<S> {
    /// The margin of Box2D 2.x: a tenth of a unit, and two displacements ahead.
    fn default() -> Self {
        Self::Fatten {
            extension: S::TENTH,
            prediction: 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Fixed;

    #[test]
    fn a_proportional_margin_saturates_and_rounds_down() {
        assert_eq!(fraction(15, 16), 15);
        assert_eq!(fraction(15, 2), 1);
        assert_eq!(fraction(16, 9), 9);
        assert_eq!(fraction(16, 40), 40);
        assert_eq!(fraction(i64::MAX, 99), i64::MAX);
        assert_eq!(fraction(8.0_f32, 3), 1.5);
        assert_eq!(fraction(f64::MAX, 32), f64::INFINITY);
        assert_eq!(fraction(f32::INFINITY, 0), 0.0);
        assert_eq!(
            fraction(Fixed::<16>::from_int(1), 1),
            Fixed::from_bits(1 << 12)
        );
        let tall = Aabb::new([0, 0], [2, 32]);
        let margin = Margin::Proportional {
            sixteenths: 2,
            prediction: 0,
        };
        assert_eq!(margin.fat(&tall, [9, 9]), Aabb::new([-4, -4], [6, 36]));
        let all = Aabb::<i32, 2>::EVERYWHERE;
        assert_eq!(margin.fat(&all, [0, 0]), all);
    }
}
