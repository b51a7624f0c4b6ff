//! state

pub(crate) mod ahead;
pub(crate) mod config;
pub(crate) mod departed;
pub(crate) mod filters;
pub(crate) mod free_slots;
pub(crate) mod id;
pub(crate) mod margin;
pub(crate) mod mobility;
pub(crate) mod multiplier;
pub(crate) mod records;
pub(crate) mod slots;
pub(crate) mod state;
pub(crate) mod table;
