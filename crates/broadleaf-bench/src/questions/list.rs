//! The contenders of each dimension.

use super::contender::Make;
use super::{box2d, broccoli, bvh, geo_index, obvhs, ours, packed_spatial_index, parry, rstar};

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
