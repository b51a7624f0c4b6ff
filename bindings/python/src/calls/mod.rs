//! How work runs: threads, memory, interrupts, progress.

pub(crate) mod call;
pub(crate) mod counter;
pub(crate) mod finder;
pub(crate) mod lock;
pub(crate) mod memory;
pub(crate) mod pieces;
pub(crate) mod pool;
pub(crate) mod step_memory;
pub(crate) mod tally;
pub(crate) mod watched;
