//! Tests of the broad phase as a whole.

mod all_slots;
mod broken;
mod few;
#[cfg(feature = "std")]
mod full;
mod questions;
mod quiet;
mod quiet_history;
mod random;
mod try_step;
#[cfg(feature = "std")]
mod work;
