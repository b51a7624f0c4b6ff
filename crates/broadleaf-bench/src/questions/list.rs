//! The contenders of each dimension.

use super::contender::Make;
use super::{
    box2d, broccoli, brute_force, bvh, geo_index, obvhs, ours, packed_spatial_index, parry, rstar,
};

pub(super) fn flat() -> Vec<Make<2>> {
    vec![
        ours::packed_tree,
        ours::packed_curve,
        ours::packed_tree_f64,
        ours::packed_curve_f64,
        ours::dynamic_tree,
        ours::quadtree,
        ours::kd_sweep,
        packed_spatial_index::flat::simd,
        packed_spatial_index::flat::simd_f32,
        packed_spatial_index::flat::plain,
        parry::flat::binned,
        parry::flat::clustered,
        bvh::flat,
        box2d::make,
        geo_index::hilbert,
        geo_index::hilbert_f64,
        geo_index::tiles,
        broccoli::make,
        rstar::make,
    ]
}

pub(super) fn solid() -> Vec<Make<3>> {
    vec![
        ours::packed_tree,
        ours::packed_curve,
        ours::packed_tree_f64,
        ours::packed_curve_f64,
        ours::dynamic_tree,
        ours::octree,
        ours::kd_sweep,
        packed_spatial_index::solid::simd,
        packed_spatial_index::solid::simd_f32,
        packed_spatial_index::solid::plain,
        parry::solid::binned,
        parry::solid::clustered,
        bvh::solid,
        obvhs::fastest,
        obvhs::medium,
        obvhs::compressed,
        rstar::make,
    ]
}

/// The contenders for few boxes.
pub(crate) struct Few<const D: usize>(pub(super) Vec<Make<D>>);

/// The contenders for few boxes in 2D.
pub(crate) fn few_flat() -> Few<2> {
    let in_the_plane: [Make<2>; 6] = [
        ours::quadtree,
        parry::flat::binned,
        parry::flat::clustered,
        box2d::make,
        geo_index::hilbert,
        broccoli::make,
    ];
    Few(few().chain(in_the_plane).collect())
}

/// The contenders for few boxes in 3D.
pub(crate) fn few_solid() -> Few<3> {
    let in_space: [Make<3>; 3] = [ours::octree, parry::solid::binned, parry::solid::clustered];
    Few(few().chain(in_space).collect())
}

fn few<const D: usize>() -> impl Iterator<Item = Make<D>> {
    let contenders: [Make<D>; 6] = [
        ours::packed_tree,
        ours::dynamic_tree,
        ours::kd_sweep,
        ours::brute_force,
        brute_force::make,
        rstar::make,
    ];
    contenders.into_iter()
}
