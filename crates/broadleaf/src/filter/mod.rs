//! Which boxes form pairs, and which ones a query finds.
//!
//! | you have | type |
//! |---|---|
//! | up to 32 categories, and groups that never or always form pairs | a [`Filter`] for each box |
//! | many classes, and a list of pairs of classes to leave out | a [`ClassMatrix`] |
//! | up to 32 categories stored in the trees, and which of them form pairs | a [`CategoryMatrix`] |
//!
//! [`PairQuery::filters`](crate::pair_finder::PairQuery::filters) and
//! [`PairQuery::matrix`](crate::pair_finder::PairQuery::matrix) take filters and classes for lists
//! of boxes, [`ProxyConfig`](crate::broad_phase::ProxyConfig) takes the filter of a proxy, and
//! [`SpatialIndex::filtered`](crate::SpatialIndex::filtered) takes any [`Rule`] for an index.

#![expect(
    clippy::module_inception,
    reason = "the type and the module have one name"
)]

mod category_matrix;
mod class_matrix;
mod filter;
mod rule;
#[cfg(test)]
mod tests;

pub use self::category_matrix::CategoryMatrix;
pub(crate) use self::category_matrix::Masks;
pub use self::class_matrix::{ClassMatrix, UnknownClass};
pub use self::filter::Filter;
pub(crate) use self::filter::decide_lanes;
pub use self::rule::{Asker, Classes, Rule};
