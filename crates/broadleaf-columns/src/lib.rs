#![doc = include_str!("../README.md")]

mod axis;
mod chosen;
mod columns;
mod error;
mod fit;
mod meaning;
mod roles;
mod rule;
#[cfg(test)]
mod tests;

pub use columns::{Columns, Kind};
pub use error::NamesError;
