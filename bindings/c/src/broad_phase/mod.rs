//! Broad phases.

pub(crate) mod any_broad_phase;
pub(crate) mod change;
pub(crate) mod events;
pub(crate) mod handle;
pub(crate) mod make;
pub(crate) mod of_kind;
pub(crate) mod proxies;
pub(crate) mod who;
