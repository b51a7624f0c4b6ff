//! The tests, one for each scalar and dimension.

use alloc::format;
use alloc::vec::Vec;

use super::bounds::bound;
use super::families::families;
use super::measure::{Work, broad_phase, packed_tree, pair_finder, pencil_sweep, world};
use super::number::Number;
use super::scenes::{boxes_of, scenes};
use crate::dynamic_tree::DynamicTree;
use crate::geometry::Aabb;
use crate::kd_sweep::{Config, KdSweep};
use crate::orthtree::Orthtree;
use crate::packed_tree::Order;
use crate::settled_tree::SettledTree;

/// A structure by name, and its work on some boxes.
type Structure<S, const D: usize> = (&'static str, fn(&[Aabb<S, D>]) -> Vec<Work>);

fn structures<S: Number, const D: usize>() -> [Structure<S, D>; 8] {
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
        ("PackedTree", |boxes| packed_tree(boxes, Order::Cuts)),
        ("PackedTree, curve", |boxes| {
            packed_tree(boxes, Order::Curve)
        }),
        ("PairFinder", pair_finder::<S, D>),
        ("PencilSweep", pencil_sweep::<S, D>),
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

/// Twice as many boxes may take this many times the work of a unit: a unit is n log₂ n for n boxes.
/// A square takes 1.9 times as much, and n^1.5 takes 1.3. So from one of these sizes to the next,
/// all of the work grows at most 2.6-fold, where 2.15-fold is n log₂ n.
const MOST_GROWTH: f64 = 1.2;
const SIZES: [usize; 2] = [3_000, 6_000];

/// Checks how the work of all structures grows from one size to the next.
fn check_growth<S: Number, const D: usize>() {
    let mut broken = Vec::new();
    for (scene, make) in scenes::<D>() {
        let [few, many] = SIZES.map(|len| boxes_of::<S, D>(make, len));
        for (structure, work) in structures::<S, D>() {
            for ((question, less), (_, more)) in work(&few).into_iter().zip(work(&many)) {
                if bound(structure, question).is_some() && more > MOST_GROWTH * less {
                    broken.push(format!(
                        "{structure}, {question:?}, {scene}: {less:.2} to {more:.2}"
                    ));
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
fn work_does_not_grow_as_a_square_in_2d_f64() {
    check_growth::<f64, 2>();
}
#[test]
fn work_does_not_grow_as_a_square_in_3d_f32() {
    check_growth::<f32, 3>();
}
