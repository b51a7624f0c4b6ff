//! After warming up, a steady stream of moves and queries allocates nothing.

mod broad_phases;
mod mesh;
mod pairs;
mod trees;

use std::alloc::System;

use broadleaf::{Aabb, DynamicTree, KdSweep, Octree, Quadtree};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region as Counted, StatsAlloc};

use broad_phases::{check_broad_phase, check_capacity, check_steps};
use mesh::check_mesh;
use pairs::{check_builds, check_finder_bytes, check_pairs, check_slices};
use trees::{check, check_lists, check_stream, check_tree_bytes};

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const BOXES: u32 = 2_000;
const STEPS: u32 = 24;

/// Boxes on separate circles, once around in `STEPS` steps.
fn aabb<const D: usize>(id: u32, step: u32) -> Aabb<f32, D> {
    let angle = step as f32 / STEPS as f32 * std::f32::consts::TAU;
    let middle = |axis: usize| (id.wrapping_mul(2_654_435_761) >> (7 * axis) & 127) as f32;
    let min = std::array::from_fn(|axis| {
        middle(axis) + 8.0 * if axis == 0 { angle.cos() } else { angle.sin() }
    });
    Aabb::new(min, min.map(|x| x + 1.0))
}

/// The same, but larger, so that some touch.
fn larger<const D: usize>(id: u32, step: u32) -> Aabb<f32, D> {
    let min = aabb(id, step).min();
    Aabb::new(min, min.map(|x| x + 8.0))
}

/// Calls a function and requires that it allocates nothing.
fn without_allocation<R>(what: &str, act: impl FnOnce() -> R) -> R {
    let counted = Counted::new(GLOBAL);
    let result = act();
    let change = counted.change();
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{what}: {change:?}"
    );
    result
}

/// A single test, because the count is global to the program.
#[test]
fn a_steady_stream_allocates_nothing_and_reports_its_bytes() {
    check_mesh();
    check(Quadtree::default());
    check(Octree::default());
    check(DynamicTree::<f32, 2>::default());
    check(DynamicTree::<f32, 3>::default());
    check_stream(DynamicTree::<f32, 2>::default());
    check_stream(DynamicTree::<f32, 3>::default());
    check_capacity::<2>();
    check_capacity::<3>();
    check_broad_phase::<2>();
    check_broad_phase::<3>();
    check_steps::<2>();
    check_steps::<3>();
    check(KdSweep::<f32, 2>::default());
    check(KdSweep::<f32, 3>::default());
    check_builds::<2>();
    check_builds::<3>();
    check_slices::<2>();
    check_slices::<3>();
    check_lists::<2>();
    check_lists::<3>();
    check_tree_bytes::<2>();
    check_tree_bytes::<3>();
    check_pairs::<2>();
    check_pairs::<3>();
    check_finder_bytes::<2>();
    check_finder_bytes::<3>();
}
