//! step

pub(crate) mod end_motions;
pub(crate) mod events;
pub(crate) mod find_outcomes;
pub(crate) mod labels;
pub(crate) mod law;
pub(crate) mod merge;
pub(crate) mod outcomes;
pub(crate) mod overlaps;
pub(crate) mod pair_lists;
#[cfg(feature = "rayon")]
pub(crate) mod par_step;
pub(crate) mod reason;
pub(crate) mod scratch;
pub(crate) mod search;
pub(crate) mod stays;
pub(crate) mod step;
pub(crate) mod too_many_pairs;
pub(crate) mod trim;
pub(crate) mod tuning;
pub(crate) mod unsteady;
