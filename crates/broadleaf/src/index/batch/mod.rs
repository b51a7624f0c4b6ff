//! Many queries at once: sorted along a curve, answered piece by piece.

mod curve;
pub(in crate::index) mod index;
mod piece;
mod queries;
