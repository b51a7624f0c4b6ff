#![doc = include_str!("../README.md")]

mod budget;
mod distribute;
mod error;
mod folder;
mod how;
mod id;
mod input;
mod job;
mod join;
mod journal;
mod keys;
mod labels;
mod longitude;
mod manifest;
mod near;
mod number;
mod output;
mod pair_sum;
mod progress;
mod record;
mod run;
mod sample;
mod spill;
#[cfg(test)]
mod tests;
mod values;
mod workers;

pub use error::OutOfCoreError;
pub use how::How;
pub use input::{Input, Source, check_apart, read_boxes};
pub use job::{Answer, Job, Outcome};
pub use labels::read_labels;
pub use pair_sum::PairSum;
pub use progress::Progress;
