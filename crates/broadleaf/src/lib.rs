#![doc = include_str!("../../../README.md")]
#![no_std]
#![warn(clippy::cast_possible_truncation)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod simd;

mod geometry;
mod store;

mod executor;
mod morton;
mod sort;

mod broad_phase;
mod report;

mod brute_force;
mod dynamic_tree;
mod kd_sweep;
mod orthtree;
mod pencil_sweep;

mod world;

pub use broad_phase::{BroadPhase, Hit};
pub use brute_force::BruteForce;
pub use dynamic_tree::{Balance, DynamicTree};
pub use geometry::*;
pub use kd_sweep::{Body, KdSlice, KdSweep};
pub use orthtree::{Location, Octree, Orthtree, OrthtreeConfig, Quadtree};
pub use pencil_sweep::{PairFinder, PencilSweep, cross_pairs, self_pairs};
pub use report::{NodeView, Stats, Violation};
pub use simd::Key;
pub use store::Id;
pub use world::*;
