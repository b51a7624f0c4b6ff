//! Runs the program as a separate process.

mod broad_phase;
mod ccd;
mod demo;
mod desk;
mod diff;
mod draw;
mod forces;
mod help;
mod index;
#[cfg(feature = "pairs")]
mod joins;
mod json;
#[cfg(feature = "pairs")]
mod labels;
#[cfg(target_os = "linux")]
mod memory;
mod numbers;
#[cfg(feature = "pairs")]
mod pairs;
mod query;
mod refusals;
mod run;
mod scene;
mod settings;
mod stats;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
