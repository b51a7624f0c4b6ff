//! Interface: what a caller changes and queries, besides steps and rewinds.
//!
//! Every query is one of a [`View`](super::View), an index of all proxies by slot; the functions of
//! a broad phase turn the slots of its answers into proxies. Every change first lets the journal
//! copy the slot (`history/journal.rs`), then changes the table, then the structure. Start at
//! `change.rs`.

pub(crate) mod by_slot;
pub(crate) mod change;
pub(crate) mod fat_pairs;
pub(crate) mod hit;
pub(crate) mod movement;
pub(crate) mod outer;
pub(crate) mod pairs;
pub(crate) mod query;
pub(crate) mod report_stays;
pub(crate) mod validate;
pub(crate) mod view;
