//! The tests, one for each scalar and dimension.

use alloc::format;
use alloc::vec::Vec;

use super::bounds::bound;
use super::families::families;
use super::measure::{Work, broad_phase, packed_tree, pair_finder, world};
use super::number::Number;
use crate::dynamic_tree::DynamicTree;
use crate::geometry::Aabb;
use crate::kd_sweep::{Config, KdSweep};
use crate::orthtree::Orthtree;
use crate::pencil_sweep::PencilSweep;
use crate::settled_tree::SettledTree;

/// A structure by name, and its work on some boxes.
type Structure<S, const D: usize> = (&'static str, fn(&[Aabb<S, D>]) -> Vec<Work>);

fn structures<S: Number, const D: usize>() -> [Structure<S, D>; 7] {
    [
        ("DynamicTree", |boxes| {
            broad_phase(boxes, DynamicTree::<S, D>::new)
        }),
        ("KdSweep", |boxes| {
            broad_phase(boxes, || KdSweep::<S, D>::with_config(small_leaves()))
        }),
        ("Orthtree", |boxes| {
            broad_phase(boxes, Orthtree::<S, D>::new)
        }),
        ("PackedTree", packed_tree::<S, D>),
        ("PairFinder", pair_finder::<S, D>),
        ("PencilSweep", |boxes| {
            broad_phase(boxes, PencilSweep::<S, D>::new)
        }),
        ("SettledTree", |boxes| {
            broad_phase(boxes, SettledTree::<S, D>::new)
        }),
    ]
}

/// With leaves of the usual size, a scene of the tests would have few nodes.
fn small_leaves() -> Config {
    Config::default().with_leaf_capacity(16)
}

/// Checks all structures in one scalar and dimension. A `World` takes long to compile and consists
/// of structures, so each scalar has it in one dimension.
fn check<S: Number, const D: usize>(more: &[Structure<S, D>]) {
    let families = families::<S, D>();
    let mut broken = Vec::new();
    for &(structure, work) in structures().iter().chain(more) {
        for (family, boxes) in &families {
            for (question, work) in work(boxes) {
                let Some((at_most, except)) = bound(structure, question) else {
                    continue;
                };
                if work > at_most && !except.contains(family) {
                    broken.push(format!("{structure}, {question:?}, {family}: {work:.1}"));
                }
            }
        }
    }
    assert!(
        broken.is_empty(),
        "{} {D}D:\n{}",
        S::NAME,
        broken.join("\n")
    );
}

#[test]
fn work_is_bounded_in_2d_f32() {
    check::<f32, 2>(&[]);
}
#[test]
fn work_is_bounded_in_3d_f32() {
    check::<f32, 3>(&[("World", world)]);
}
#[test]
fn work_is_bounded_in_2d_f64() {
    check::<f64, 2>(&[("World", world)]);
}
#[test]
fn work_is_bounded_in_3d_f64() {
    check::<f64, 3>(&[]);
}
#[test]
fn work_is_bounded_in_2d_i32() {
    check::<i32, 2>(&[("World", world)]);
}
#[test]
fn work_is_bounded_in_3d_i32() {
    check::<i32, 3>(&[]);
}
