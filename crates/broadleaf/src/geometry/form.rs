//! The numbers of a probe, for structures that test many boxes at once.

use crate::geometry::scalar::traits::Scalar;

/// The numbers that determine how a probe reaches boxes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Form<S: Scalar, const D: usize> {
    /// The squared distance from the box `min..=max`.
    Place {
        /// The lower corner.
        min: [S; D],
        /// The upper corner.
        max: [S; D],
    },
    /// The box `min..=max` that moves by `t * direction` for `t` in `0..=length`.
    Cast {
        /// The lower corner.
        min: [S; D],
        /// The upper corner.
        max: [S; D],
        /// The motion per unit of `t`.
        direction: [S::Real; D],
        /// The greatest `t`.
        length: S::Real,
    },
    /// Anything else.
    Other,
}
