//! How much larger than its tight box a proxy's fat box is.

use super::Mobility;
use crate::geometry::{Aabb, Scalar};

/// How a world makes fat boxes out of tight ones. Pairs begin and end when fat boxes do; within its
/// fat box a proxy moves for free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Margin<S> {
    /// The classic margin, for games: the box grown by `extension` on every side, and where it is
    /// heading by `prediction` times its displacement.
    ///
    /// A fat box then depends on where its proxy was last re-inserted, and pairs with it.
    #[doc(alias = "aabbExtension")]
    #[doc(alias = "aabbMultiplier")]
    Fatten {
        /// Added on every side.
        extension: S,
        /// How many displacements ahead the fat box reaches.
        prediction: u32,
    },
    /// The tight box snapped outward to multiples of `cell`: a function of the tight box alone, so
    /// pairs and events depend on nothing but where things are. For lockstep and rollback.
    Snap {
        /// The lattice spacing. If it is not positive, and on a side where the lattice leaves the
        /// range, there is no margin.
        cell: S,
    },
}

impl<S: Scalar> Margin<S> {
    /// The fat box of a tight one. What is static has no margin.
    pub(super) fn fat<const D: usize>(
        &self,
        mobility: Mobility,
        tight: &Aabb<S, D>,
        displacement: [S; D],
    ) -> Aabb<S, D> {
        match (mobility, *self) {
            (Mobility::Static, _) => *tight,
            (
                Mobility::Moving,
                Self::Fatten {
                    extension,
                    prediction,
                },
            ) => tight
                .expanded(extension)
                .swept(displacement.map(|along| along.saturating_times(prediction))),
            (Mobility::Moving, Self::Snap { cell }) => tight.snapped(cell),
        }
    }

    /// Whether a fat box follows from the tight one alone.
    pub(super) fn is_function(&self, mobility: Mobility) -> bool {
        mobility == Mobility::Static || matches!(self, Self::Snap { .. })
    }

    /// Whether a proxy can keep its fat box when its tight box becomes `tight`.
    pub(super) fn keeps<const D: usize>(
        &self,
        mobility: Mobility,
        fat: &Aabb<S, D>,
        tight: &Aabb<S, D>,
    ) -> bool {
        match (mobility, self) {
            (Mobility::Static, _) => fat == tight,
            (Mobility::Moving, Self::Fatten { .. }) => fat.contains(tight),
            (Mobility::Moving, Self::Snap { cell }) => *fat == tight.snapped(*cell),
        }
    }
}

impl<S: Scalar> Default for Margin<S> {
    /// Box2D's: a tenth of a unit, and two displacements ahead.
    fn default() -> Self {
        Self::Fatten {
            extension: S::TENTH,
            prediction: 2,
        }
    }
}
