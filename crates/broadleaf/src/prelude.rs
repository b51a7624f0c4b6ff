//! What most programs import: `use broadleaf::prelude::*;`.
//!
//! * The traits with all queries and changes: [`SpatialIndex`], [`SpatialIndexMut`].
//! * The everyday types: [`Aabb`], [`Id`], [`Ray`], [`Hit`], [`DynamicTree`], [`PackedTree`],
//!   [`PairFinder`], [`BroadPhase`], [`ProxyId`], [`Margin`], [`Filter`].
//! * Short names for the types in 2D and 3D, with `f32` coordinates by default:
//!
//! | alias | stands for |
//! |---|---|
//! | [`Aabb2`], [`Aabb3`] | `Aabb<S, 2>`, `Aabb<S, 3>` |
//! | [`DynamicTree2`], [`DynamicTree3`] | `DynamicTree<S, 2>`, `DynamicTree<S, 3>` |
//! | [`PackedTree2`], [`PackedTree3`] | `PackedTree<S, 2>`, `PackedTree<S, 3>` |
//! | [`BroadPhase2`], [`BroadPhase3`] | `BroadPhase<T, S, 2>`, `BroadPhase<T, S, 3>`; `T` is `()` unless given |
//! | [`Quadtree`], [`Octree`] | `Orthtree<S, 2>`, `Orthtree<S, 3>` |
//!
//! Use them for the types of fields and arguments. Where a value is created, the compiler infers
//! the parameters of `Aabb::new` or `DynamicTree::from_boxes`. The crate root exports all of these
//! names, too.
//!
//! ```
//! use broadleaf::prelude::*;
//!
//! struct Level {
//!     walls: PackedTree2,
//!     bodies: BroadPhase2<&'static str>,
//! }
//!
//! let walls = [[0.0, 0.0], [4.0, 0.0]].map(|[x, y]| Aabb::new([x, y], [x + 1.0, y + 9.0]));
//! let mut level = Level {
//!     walls: PackedTree::from_boxes(&walls)?,
//!     bodies: BroadPhase::default(),
//! };
//! let ball: ProxyId = level.bodies.create(Aabb2::new([0.5, 2.0], [1.5, 3.0]), "ball");
//! let around = level.bodies.aabb(ball).unwrap();
//! assert_eq!(level.walls.overlaps(&around), [Id(0)]);
//! # Ok::<(), broadleaf::TooManyBoxes>(())
//! ```

pub use crate::aliases::{
    Aabb2, Aabb3, BroadPhase2, BroadPhase3, DynamicTree2, DynamicTree3, PackedTree2, PackedTree3,
};
pub use crate::broad_phase::{BroadPhase, Margin, ProxyId};
pub use crate::dynamic_tree::DynamicTree;
pub use crate::filter::Filter;
pub use crate::geometry::{Aabb, Ray};
pub use crate::index::{Hit, SpatialIndex, SpatialIndexMut};
pub use crate::orthtree::{Octree, Quadtree};
pub use crate::packed_tree::PackedTree;
pub use crate::pair_finder::PairFinder;
pub use crate::store::Id;
