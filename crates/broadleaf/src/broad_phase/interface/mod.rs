//! interface

pub(crate) mod by_slot;
pub(crate) mod change;
pub(crate) mod hit;
pub(crate) mod movement;
pub(crate) mod outer;
pub(crate) mod pairs;
pub(crate) mod query;
pub(crate) mod report_stays;
pub(crate) mod validate;
pub(crate) mod view;
