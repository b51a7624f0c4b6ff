//! Which boxes form pairs, and which answer a question.
//!
//! | the caller has | type |
//! |---|---|
//! | up to 32 categories, groups of boxes that never or always meet | a [`Filter`] for each box |
//! | many classes, and a list of the pairs of them that are of no interest | a [`ClassMatrix`] |
//! | up to 32 categories in the trees, and which of them meet | a [`CategoryMatrix`] |
//!
//! [`CategoryMatrix`]: crate::index::CategoryMatrix

#![expect(
    clippy::module_inception,
    reason = "the type and the module have one name"
)]

mod class_matrix;
mod filter;

pub use self::class_matrix::{ClassMatrix, UnknownClass};
pub use self::filter::Filter;
pub(crate) use self::filter::decide_lanes;
