//! All pairs of lists of boxes.

pub(crate) mod finder;
pub(crate) mod forms;
pub(crate) mod labels;
pub(crate) mod options;
pub(crate) mod request;
