//! Every public type is `Send` and `Sync`. Checked at compile time.

use broadleaf::broad_phase::{
    CannotCreate, CannotRewind, Events, InvalidMultiplier, Multiplier, ProxyConfig, ProxyHit,
    RestoreError, UnknownProxy, View,
};
use broadleaf::geometry::{
    Aabb, Ball, BallCast, BoxCast, Capsule, Cone, ConvexPolygon, Encoding, Fixed, HalfSpace,
    HalfSpaces, Interior, InvalidAabb, InvalidFixed, InvalidShape, LonLat, Masked, OrientedBox,
    Ray, Triangle,
};
use broadleaf::kd_sweep::SharedHit;
use broadleaf::log::{Comparison, InvalidLog, Recorder};
use broadleaf::mesh::{InvalidMesh, MeshCandidates, Topology};
use broadleaf::orthtree;
use broadleaf::pair_finder::{PairQueryMut, PerBox, WrongLength};
use broadleaf::report::{NodeView, Stats, Violation};
use broadleaf::{
    BroadPhase, BruteForce, DynamicTree, Hit, Id, KdSlice, KdSliceMut, KdSweep, Octree, PackedTree,
    PackedTreeView, PairFinder, PencilSweep, Quadtree, SettledTree,
};

const fn is_shareable<T: Send + Sync + Unpin + std::fmt::Debug>() {}

const fn are_shareable<
    S: broadleaf::geometry::Scalar<Real: Unpin, Key: Unpin> + Unpin,
    const D: usize,
>() {
    is_shareable::<Aabb<S, D>>();
    is_shareable::<InvalidAabb<S>>();
    is_shareable::<Ball<S, D>>();
    is_shareable::<HalfSpace<S, D>>();
    is_shareable::<HalfSpaces<'static, S, D>>();
    is_shareable::<OrientedBox<S, D>>();
    is_shareable::<Ray<S, D>>();
    is_shareable::<BoxCast<S, D>>();
    is_shareable::<BallCast<S, D>>();
    is_shareable::<Capsule<S, D>>();
    is_shareable::<Interior<S, D>>();
    is_shareable::<Cone<S, D>>();
    is_shareable::<ConvexPolygon<S>>();
    is_shareable::<LonLat<S>>();
    is_shareable::<Triangle<S, D>>();
    is_shareable::<Masked<Ray<S, D>>>();
    is_shareable::<NodeView<S, D>>();
    is_shareable::<BruteForce<S, D>>();
    is_shareable::<DynamicTree<S, D>>();
    is_shareable::<SettledTree<S, D>>();
    is_shareable::<orthtree::Orthtree<S, D>>();
    is_shareable::<orthtree::Config<S, D>>();
    is_shareable::<orthtree::Location<S, D>>();
    is_shareable::<KdSweep<S, D>>();
    is_shareable::<PackedTree<S, D>>();
    is_shareable::<PackedTreeView<'static, S, D>>();
    is_shareable::<PencilSweep<S, D>>();
    is_shareable::<PairFinder<S, D>>();
    is_shareable::<BroadPhase<String, S, D>>();
    is_shareable::<View<'static, String, S, D, DynamicTree<S, D>, SettledTree<S, D>>>();
    is_shareable::<Recorder<String, S, D>>();
    is_shareable::<ProxyConfig<S>>();
}

const _: () = {
    are_shareable::<f32, 3>();
    are_shareable::<u8, 2>();
    are_shareable::<Fixed<16>, 3>();
    is_shareable::<Quadtree<f64>>();
    is_shareable::<Octree<i64>>();
    is_shareable::<KdSlice<'static, (Id, Aabb<f32, 2>), f32, 2>>();
    is_shareable::<KdSliceMut<'static, (Id, Aabb<f32, 2>), f32, 2>>();
    is_shareable::<SharedHit>();
    is_shareable::<PairQueryMut<'static, String, f32, 2>>();
    is_shareable::<PerBox<'static, u32>>();
    is_shareable::<WrongLength>();
    is_shareable::<broadleaf::Filter>();
    is_shareable::<broadleaf::filter::ClassMatrix>();
    is_shareable::<MeshCandidates<f32, 3>>();
    is_shareable::<Topology>();
    is_shareable::<InvalidMesh>();
    is_shareable::<Id>();
    is_shareable::<<Id as TryFrom<usize>>::Error>();
    is_shareable::<Hit<f64>>();
    is_shareable::<Encoding>();
    is_shareable::<InvalidFixed>();
    is_shareable::<InvalidShape>();
    is_shareable::<orthtree::InvalidConfig>();
    is_shareable::<Stats>();
    is_shareable::<Violation>();
    is_shareable::<Events>();
    is_shareable::<Multiplier>();
    is_shareable::<InvalidMultiplier>();
    is_shareable::<ProxyHit<f32>>();
    is_shareable::<CannotCreate>();
    is_shareable::<CannotRewind>();
    is_shareable::<RestoreError>();
    is_shareable::<UnknownProxy>();
    is_shareable::<Comparison>();
    is_shareable::<InvalidLog>();
};
