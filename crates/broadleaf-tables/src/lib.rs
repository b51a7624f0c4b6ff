#![doc = include_str!("../README.md")]

pub mod intervals;
pub mod longitude;
pub mod measure;
pub mod periodic;
