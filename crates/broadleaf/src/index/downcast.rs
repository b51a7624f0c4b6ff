//! Structures that treat others of the same type specially.

use super::index_core::{Accelerated, IndexCore};
use crate::geometry::Scalar;

/// The structure that an index is, if it has this type.
pub(crate) fn downcast<I: 'static, S: Scalar, const D: usize>(
    index: &impl IndexCore<S, D>,
) -> Option<&I> {
    index.accelerated().as_any()?.downcast_ref()
}
