//! Finds overlapping axis-aligned boxes in 1D to 3D: all pairs, pairs that begin and end in each
//! step, boxes in a window, ray hits and nearest boxes.
//!
//! ```
//! use broadleaf::prelude::*;
//!
//! let boxes = [[0.0, 0.0, 2.0, 2.0], [5.0, 5.0, 6.0, 6.0], [2.0, 1.0, 3.0, 3.0_f32]]
//!     .map(|[x, y, right, top]| Aabb::new([x, y], [right, top]));
//! assert_eq!(PairFinder::new().within(&boxes)?.pairs(), [[Id(0), Id(2)]]);
//!
//! let tree = PackedTree::from_boxes(&boxes)?;
//! assert_eq!(tree.overlaps(&Aabb::new([3.0, 3.0], [5.5, 5.5])), [Id(1), Id(2)]);
//! assert_eq!(tree.nearest(&[9.0, 9.0]).unwrap().id, Id(1));
//! # Ok::<(), broadleaf::TooManyBoxes>(())
//! ```
//!
//! # Which one do I need?
//!
//! | you have | take |
//! |---|---|
//! | a list of boxes, once or again in every frame | [`PairFinder`]: all pairs |
//! | a physics engine or a game: begin and end events, margins, filters, rollback | [`BroadPhase`] |
//! | boxes that come, go and move, and queries between the changes | [`DynamicTree`] |
//! | static boxes, perhaps in a file that is queried where it lies | [`PackedTree`], [`PackedTreeView`] |
//! | boxes of similar size that all move all the time | [`Quadtree`], [`Octree`] |
//! | boxes that mostly rest | [`SettledTree`] |
//!
//! [`KdSweep`] rebuilds itself for boxes that are new in every frame and queried, too;
//! [`KdSliceMut`] gives pairs as `&mut` elements of your slice; [`mesh`] finds the collision
//! candidates of moving meshes; [`BruteForce`] is the specification of all of them.
//!
//! All structures implement [`SpatialIndex`], which has every query; those whose boxes can change
//! implement [`SpatialIndexMut`], too. Regions, rays and other probes are in [`geometry`], rules
//! about which boxes form pairs in [`filter`]. Most programs import the [`prelude`].
//!
//! # What always holds
//!
//! * **Exact.** Answers are those of brute force. Boxes that only touch overlap; boxes may be flat
//!   or infinite.
//! * **History-free.** A query depends on the current boxes and their ids alone, not on the order
//!   of changes, the shape of a tree, threads or the machine. So do the pairs of a [`BroadPhase`]
//!   with [`Margin::Tight`] or [`Margin::Snap`]; those of the default margin also depend on [where
//!   a proxy was last inserted](Margin). Lists are sorted, unless their name says *unsorted*; ties
//!   are broken by id.
//! * **No panics on data.** Of an invalid box, [`Aabb::try_new`] returns an error that names the
//!   axis and the values, and readers of lists, such as [`geometry::Rows`], one that names the row,
//!   too. [`Aabb::new`] panics.
//!
//! # Features
//!
//! | feature | |
//! |---|---|
//! | `std` (default) | detects the processor's vector instructions at run time |
//! | `rayon` | pairs, joins, builds, steps and batches on several threads, with the same answers |
//! | `fixed` | numbers of the crate `fixed` as coordinates; [`Fixed`] needs no feature |
//! | `serde`, `bytemuck` | boxes, ids, answers, settings and broad phases in files and messages |
//! | `glam-0_30`, `glam-0_32`, `glam-0_33`, `nalgebra-0_35`, `mint-0_5` | conversions from and to the vectors of these libraries |
//!
//! Without features the library is `no_std` with `alloc`, and it has no required dependency.
//!
//! # Limits
//!
//! An [`Id`] has 32 bits: a structure holds up to 2³² - 1 boxes. The program `broadleaf` joins
//! files that are larger than memory. The library needs Rust 1.89; its optional dependencies may
//! need a newer one.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::cast_possible_truncation)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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
pub use self::broad_phase::{BroadPhase, Margin};
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
