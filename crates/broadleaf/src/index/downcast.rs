//! Structures that treat others of their kind in a way of their own.

use super::index_core::{Accelerated, IndexCore};
use crate::geometry::Scalar;

/// The structure that an index is, if it is of this kind.
pub(crate) fn downcast<I: 'static, S: Scalar, const D: usize>(
    index: &impl IndexCore<S, D>,
) -> Option<&I> {
    index.accelerated().as_any()?.downcast_ref()
}
