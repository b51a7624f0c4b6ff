//! Short names of the common types in 2D and 3D, with `f32` coordinates by default.

use crate::broad_phase::BroadPhase;
use crate::dynamic_tree::DynamicTree;
use crate::geometry::Aabb;
use crate::packed_tree::PackedTree;

/// A box in 2D.
pub type Aabb2<S = f32> = Aabb<S, 2>;
/// A box in 3D.
pub type Aabb3<S = f32> = Aabb<S, 3>;

/// A [`DynamicTree`] in 2D.
pub type DynamicTree2<S = f32> = DynamicTree<S, 2>;
/// A [`DynamicTree`] in 3D.
pub type DynamicTree3<S = f32> = DynamicTree<S, 3>;

/// A [`PackedTree`] in 2D.
pub type PackedTree2<S = f32> = PackedTree<S, 2>;
/// A [`PackedTree`] in 3D.
pub type PackedTree3<S = f32> = PackedTree<S, 3>;

/// A [`BroadPhase`] in 2D over the default structures; each proxy has data of type `T`.
pub type BroadPhase2<T = (), S = f32> = BroadPhase<T, S, 2>;
/// A [`BroadPhase`] in 3D over the default structures; each proxy has data of type `T`.
pub type BroadPhase3<T = (), S = f32> = BroadPhase<T, S, 3>;
