//! How much larger than its tight box a proxy's fat box is.

use super::multiplier::Multiplier;
use crate::geometry::{Aabb, Scalar};

/// How a broad phase derives fat boxes from tight ones.
///
/// Pairs begin and end with the overlaps of fat boxes. A proxy that moves within its fat box costs
/// nothing in a step.
///
/// With `Fatten` and `Proportional`, a fat box depends on where its proxy was last re-inserted, and
/// so do its pairs. With `Tight` and `Snap`, it is a function of the tight box alone: choose one of
/// these for lockstep and rollback.
///
/// ```
/// use broadleaf::{Aabb, BroadPhase, Margin};
/// let pairs = |margin, ways: [&[f32]; 2]| {
///     let mut broad_phase = BroadPhase::<(), f32, 1>::new(margin);
///     for way in ways {
///         let id = broad_phase.create(Aabb::new([way[0]], [way[0] + 1.0]), ());
///         for &x in &way[1..] {
///             broad_phase.move_to(id, Aabb::new([x], [x + 1.0]), [0.0])?;
///         }
///     }
///     Ok::<_, broadleaf::broad_phase::UnknownProxy>(broad_phase.pairs().len())
/// };
/// // Two ways to the boxes from 0 to 1 and from 1.25 to 2.25.
/// let (direct, detour): ([&[f32]; 2], [&[f32]; 2]) = ([&[0.0], &[1.25]], [&[0.0], &[1.1875, 1.25]]);
/// assert_eq!([pairs(Margin::default(), direct)?, pairs(Margin::default(), detour)?], [0, 1]);
/// for margin in [Margin::Tight, Margin::Snap { cell: 0.5 }] {
///     assert_eq!(pairs(margin, direct)?, pairs(margin, detour)?);
/// }
/// # Ok::<(), broadleaf::broad_phase::UnknownProxy>(())
/// ```
///
/// A proxy with `Fatten` or `Proportional` is re-inserted if
/// * it leaves its fat box,
/// * its fat box is much too large: it reaches beyond the tight box by more than four margins and
///   four times the predicted motion, in the direction of motion or the opposite one,
/// * it is moved to its current tight box without a displacement (or by
///   [`set_aabb`](crate::broad_phase::BroadPhase::set_aabb)), and its fat box is not that of a new
///   proxy,
/// * it gets another margin or mobility, and its fat box is not that of a new proxy, or
/// * its fat box reaches beyond the tight box by more than four margins, and it was not moved
///   between two steps.
///
/// So neither a fast frame nor a box that was once large or infinite leaves a trace. If all proxies
/// are moved to their current boxes without a displacement, pairs are those of a new broad phase.
/// If no proxy is moved, fat boxes reach at most four margins from the second step on.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Margin<S> {
    /// No margin: the fat box is the tight box.
    Tight,
    /// The tight box, grown by `extension` on every side, and by `prediction` displacements in the
    /// direction of motion. The classic margin for games.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// use broadleaf::broad_phase::Margin;
    /// let margin = Margin::Fatten { extension: 1, prediction: 2.5.try_into()? };
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::new(margin);
    /// let id = broad_phase.create(Aabb::new([0, 0], [4, 4]), ());
    /// broad_phase.move_to(id, Aabb::new([10, 0], [14, 4]), [10, -3])?;
    /// assert_eq!(broad_phase.fat_aabb(id), Some(Aabb::new([9, -8], [40, 5])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "aabbExtension")]
    #[doc(alias = "aabbMultiplier")]
    Fatten {
        /// The distance added on every side, in the unit of coordinates.
        extension: S,
        /// How many displacements the fat box reaches ahead.
        prediction: Multiplier,
    },
    /// Like `Fatten`, with an extension in proportion to the size of the tight box: `sixteenths` /
    /// 16 of its longest side. For broad phases of small and large proxies.
    ///
    /// In integers and fixed point the extension is rounded down.
    Proportional {
        /// The extension in sixteenths of the longest side.
        sixteenths: u32,
        /// How many displacements the fat box reaches ahead.
        prediction: Multiplier,
    },
    /// The tight box snapped outward to multiples of `cell`.
    Snap {
        /// The lattice spacing. If it is not positive, there is no margin. On a side where the
        /// lattice leaves the range of coordinates, there is none, either.
        cell: S,
    },
}

impl<S> Margin<S> {
    /// This margin in another unit.
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

    /// Whether a fat box depends on the tight one alone.
    pub(crate) fn is_function(&self) -> bool {
        matches!(self, Self::Tight | Self::Snap { .. })
    }
}

impl<S: Scalar> Margin<S> {
    /// The fat box of a tight one. Its zeros are positive: a fat box that equals the new one is
    /// kept, and with two zeros it would depend on which came first, as would saved bytes.
    pub(crate) fn fat<const D: usize>(
        &self,
        tight: &Aabb<S, D>,
        displacement: [S; D],
    ) -> Aabb<S, D> {
        // Adding zero leaves every number but -0.0 as it is.
        let positive_zeros = |fat: Aabb<S, D>| fat.translated([S::default(); D]);
        if let Self::Snap { cell } = *self {
            return positive_zeros(tight.snapped(cell));
        }
        let Some(extension) = self.extension(tight) else {
            return positive_zeros(*tight);
        };
        let grown = tight.expanded(extension);
        positive_zeros(match self.motion(displacement) {
            Some(motion) => grown.swept(motion),
            None => grown,
        })
    }

    /// How far the fat box reaches beyond the tight one on every side; `None` if it depends on the
    /// tight one alone.
    fn extension<const D: usize>(&self, tight: &Aabb<S, D>) -> Option<S> {
        match *self {
            Self::Fatten { extension, .. } => Some(extension),
            Self::Proportional { sixteenths, .. } => {
                let side = longest_side(tight);
                Some(side.saturating_256ths(sixteenths.saturating_mul(16)))
            }
            Self::Tight | Self::Snap { .. } => None,
        }
    }

    /// How far the fat box reaches farther ahead; `None` if the margin predicts nothing, which
    /// saves a multiplication that takes 128 bits in fixed point.
    fn motion<const D: usize>(&self, displacement: [S; D]) -> Option<[S; D]> {
        match self.prediction() {
            0 => None,
            factor => Some(displacement.map(|along| along.saturating_256ths(factor))),
        }
    }

    /// The predicted displacements, in 256ths.
    fn prediction(&self) -> u32 {
        match self {
            Self::Fatten { prediction, .. } | Self::Proportional { prediction, .. } => {
                prediction.to_256ths()
            }
            Self::Tight | Self::Snap { .. } => 0,
        }
    }

    /// Whether a proxy with this tight box can have this fat box.
    pub(crate) fn allows<const D: usize>(&self, fat: &Aabb<S, D>, tight: &Aabb<S, D>) -> bool {
        match self {
            Self::Tight => fat == tight,
            Self::Fatten { .. } | Self::Proportional { .. } => fat.contains(tight),
            Self::Snap { cell } => *fat == tight.snapped(*cell),
        }
    }

    /// Decides about the fat box of a proxy that moves. `rests` is true if its tight box is
    /// unchanged. Not inlined: otherwise each comparison of `contains` becomes a branch, which
    /// cannot be predicted.
    #[inline(never)]
    pub(crate) fn fit<const D: usize>(
        &self,
        fat: &Aabb<S, D>,
        tight: &Aabb<S, D>,
        rests: bool,
        displacement: &[S; D],
    ) -> Fit {
        let Some(extension) = self.extension(tight) else {
            return Fit::kept_if(self.allows(fat, tight));
        };
        if rests && displacement.iter().all(is_nothing) {
            return Fit::kept_if(*fat == tight.expanded(extension));
        }
        let (holds, is_small) = (fat.contains(tight), is_small(fat, tight, extension));
        match holds & is_small {
            true => Fit::Kept,
            false if holds => self.fit_ahead(fat, tight, extension, displacement),
            false => Fit::Left,
        }
    }

    /// Decides about a fat box that is too large without motion. A separate function, since the
    /// products of a motion cost more than all comparisons.
    #[inline(never)]
    fn fit_ahead<const D: usize>(
        &self,
        fat: &Aabb<S, D>,
        tight: &Aabb<S, D>,
        extension: S,
        displacement: &[S; D],
    ) -> Fit {
        let roomy = tight.expanded(four_times(extension));
        match self.motion(*displacement) {
            Some(motion) if roomy.swept_both_ways(motion.map(four_times)).contains(fat) => {
                Fit::KeptAhead
            }
            _ => Fit::Left,
        }
    }

    /// Whether a motion may have extended a fat box beyond what a proxy with this tight box may
    /// keep without motion.
    pub(crate) fn is_ahead<const D: usize>(&self, fat: &Aabb<S, D>, tight: &Aabb<S, D>) -> bool {
        let is_large = |extension| !is_small(fat, tight, extension);
        self.prediction() > 0 && self.extension(tight).is_some_and(is_large)
    }
}

/// Whether a proxy with this tight box may keep a fat box without motion.
fn is_small<S: Scalar, const D: usize>(fat: &Aabb<S, D>, tight: &Aabb<S, D>, extension: S) -> bool {
    tight.expanded(four_times(extension)).contains(fat)
}

/// What happens to the fat box of a proxy that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Kept,
    /// Kept because of the motion alone: see [`Margin::is_ahead`].
    KeptAhead,
    Left,
}

impl Fit {
    fn kept_if(keeps: bool) -> Self {
        if keeps { Self::Kept } else { Self::Left }
    }
}

/// Whether a component of a displacement is zero or NaN.
fn is_nothing<S: Scalar>(along: &S) -> bool {
    *along == S::default() || along.is_nan()
}

/// How far a fat box may reach beyond the tight one, in margins and predicted motions. Box2D allows
/// four margins: without a limit, a box that was once large would keep its pairs forever. Box2D
/// counts the motion once, and only ahead, so a proxy faster than four margins per frame would be
/// re-inserted in each frame; four times the motion, both ways, leave room for a changing speed.
/// Every event depends on this factor.
/// times the motion, both ways, leave room for a speed that changes. Every event depends on this.
fn four_times<S: Scalar>(length: S) -> S {
    let twice = length.saturating_add(length);
    twice.saturating_add(twice)
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

impl<S: Scalar> Default for Margin<S> {
    /// `Fatten` as in Box2D 2.3: a tenth of a unit, whatever the size of the boxes, and two
    /// displacements ahead. In integers, the tenth is 0.
    fn default() -> Self {
        Self::Fatten {
            extension: S::TENTH,
            prediction: Multiplier::from(2),
        }
    }
}

#[cfg(test)]
#[path = "tests/margin.rs"]
mod tests;
