#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::cast_possible_truncation)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod simd;
mod work;

pub mod geometry;
mod store;

pub mod filter;

mod curve;
mod executor;
mod node_tree;
mod sort;
mod visit;

pub mod report;

pub mod tiling;

pub mod pair_finder;

pub mod index;

pub mod mesh;

mod brute_force;
pub mod dynamic_tree;
pub mod kd_sweep;
pub mod orthtree;
pub mod packed_tree;
pub mod pencil_sweep;

pub mod settled_tree;

pub mod broad_phase;

pub mod log;

pub mod interop;

mod aliases;
mod compiled;
pub mod prelude;

#[cfg(all(test, feature = "std"))]
mod hostile;
#[cfg(test)]
mod oracle;

pub use self::aliases::{
    Aabb2, Aabb3, BroadPhase2, BroadPhase3, DynamicTree2, DynamicTree3, PackedTree2, PackedTree3,
};
pub use self::broad_phase::BroadPhase;
pub use self::brute_force::BruteForce;
pub use self::dynamic_tree::DynamicTree;
pub use self::filter::Filter;
pub use self::geometry::{Aabb, Fixed, Ray};
pub use self::index::{Hit, SpatialIndex, SpatialIndexMut};
pub use self::kd_sweep::{KdSlice, KdSliceMut, KdSweep};
pub use self::orthtree::{Octree, Quadtree};
pub use self::packed_tree::{PackedTree, PackedTreeView};
pub use self::pair_finder::{PairFinder, cross_pairs, self_pairs};
pub use self::pencil_sweep::PencilSweep;
pub use self::settled_tree::SettledTree;
pub use self::store::{Id, TooManyBoxes};
