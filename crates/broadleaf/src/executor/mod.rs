//! One thread or many: every algorithm is written once for both.

#[cfg(feature = "rayon")]
mod awake;
#[cfg(feature = "rayon")]
mod call;
mod cost;
#[cfg(feature = "rayon")]
mod parallel;
mod sequential;
mod traits;
mod tuning;

pub(crate) use cost::Cost;
#[cfg(feature = "rayon")]
pub(crate) use parallel::Parallel;
pub(crate) use sequential::Sequential;
pub(crate) use traits::{Divide, Executor, Lists};

#[cfg(test)]
#[path = "tests/whole.rs"]
mod tests;
