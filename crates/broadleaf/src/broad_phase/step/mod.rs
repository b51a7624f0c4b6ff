//! Step: which pairs began and ended since the last step.
//!
//! ```text
//!   changes ─▶ find_outcomes ─┬─ many: PairLists    ─┐  sorted pairs         ┌─▶ begun
//!                             └─ few:  ChangeSearch ─┴▶ before, after ─▶ Law ┼─▶ ended
//!                                                                            └─▶ touched
//! ```
//!
//! `law.rs` defines the events, and everything else serves it: `find_outcomes.rs` chooses how to
//! find the pairs, `pair_lists.rs` lists all of them, `search.rs` those of changed proxies,
//! `outcomes.rs` lets the caller's filter decide, `advance.rs` ends the step. Start at `law.rs`.

pub(crate) mod advance;
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
pub(crate) mod refusals;
pub(crate) mod scratch;
pub(crate) mod search;
pub(crate) mod stays;
pub(crate) mod too_many_pairs;
pub(crate) mod trim;
pub(crate) mod tuning;
pub(crate) mod unsteady;
