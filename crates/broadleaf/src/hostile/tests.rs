//! The tests, one for each scalar and dimension.

use alloc::format;
use alloc::vec::Vec;

use super::bounds::bound;
use super::families::families;
use super::measure::{Work, broad_phase, mutable_index, packed_tree, pair_finder, pencil_sweep};
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
            mutable_index(boxes, DynamicTree::<S, D>::new)
        }),
        ("KdSweep", |boxes| {
            mutable_index(boxes, || KdSweep::<S, D>::with_config(small_leaves()))
        }),
        ("Orthtree", |boxes| {
            mutable_index(boxes, Orthtree::<S, D>::new)
        }),
        ("PackedTree", |boxes| packed_tree(boxes, Order::Cuts)),
        ("PackedTree, curve", |boxes| {
            packed_tree(boxes, Order::Curve)
        }),
        ("PairFinder", pair_finder::<S, D>),
        ("PencilSweep", pencil_sweep::<S, D>),
        ("SettledTree", |boxes| {
            mutable_index(boxes, SettledTree::<S, D>::new)
        }),
    ]
}

/// With leaves of the default size, a scene of the tests would have few nodes.
fn small_leaves() -> Config {
    Config::default().with_leaf_capacity(16)
}

/// Checks all structures in one scalar and dimension. A `BroadPhase` takes long to compile and
/// consists of structures, so each scalar tests it in one dimension.
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
    check::<f32, 3>(&[("BroadPhase", broad_phase)]);
}
#[test]
fn work_is_bounded_in_2d_f64() {
    check::<f64, 2>(&[("BroadPhase", broad_phase)]);
}
#[test]
fn work_is_bounded_in_3d_f64() {
    check::<f64, 3>(&[]);
}
#[test]
fn work_is_bounded_in_2d_i32() {
    check::<i32, 2>(&[("BroadPhase", broad_phase)]);
}
#[test]
fn work_is_bounded_in_3d_i32() {
    check::<i32, 3>(&[]);
}

/// The greatest growth of the work per unit, which is n log₂ n for n boxes, for four times as many
/// boxes. Quadratic work grows 3.4-fold. Levels of trees come in steps, each for 4 to 16 times as
/// many boxes, which adds up to 1.75. So the work grows at most 9-fold where quadratic work grows
/// 16-fold, which is 3-fold for twice as many boxes.
const MOST_GROWTH: f64 = 1.9;
const SIZES: [usize; 2] = [1_000, 4_000];
/// For structures without levels: with fewer boxes, a sweep is short however crowded they are.
const SIZES_OF_LISTS: [usize; 2] = [12_000, 48_000];

/// Checks how the work of a structure grows from one size to the next.
fn check_growth<S: Number, const D: usize>(is_list: impl Fn(&str) -> bool, sizes: [usize; 2]) {
    let mut broken = Vec::new();
    for (scene, make) in scenes::<D>() {
        let [few, many] = sizes.map(|len| boxes_of::<S, D>(make, len));
        for (structure, work) in structures::<S, D>() {
            if !is_list(structure) {
                continue;
            }
            for ((question, less), (_, more)) in work(&few).into_iter().zip(work(&many)) {
                let Some((_, except)) = bound(structure, question) else {
                    continue;
                };
                if more > MOST_GROWTH * less && !except.contains(&scene) {
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

fn is_list(structure: &str) -> bool {
    ["PairFinder", "PencilSweep"].contains(&structure)
}

#[test]
fn the_work_of_trees_does_not_grow_as_a_square() {
    check_growth::<f64, 2>(|structure| !is_list(structure), SIZES);
}
#[test]
fn the_work_of_lists_does_not_grow_as_a_square() {
    check_growth::<f64, 2>(is_list, SIZES_OF_LISTS);
}
