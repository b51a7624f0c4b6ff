//! Counts the nodes visited for inputs whose areas vanish, underflow, overflow or are infinite.
#![expect(
    clippy::cast_possible_truncation,
    reason = "small numbers, and coordinates rounded on purpose"
)]

use crate::dynamic_tree::config::{Balance, Config};
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::{Aabb, Scalar};
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::store::Id;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

const N: u32 = 700;

/// Numbers in `0..1`, the same in every run.
fn random(seed: u32) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    }
}

/// The mean over all boxes of the nodes visited by a query for the boxes that overlap it, per box
/// found and per bit of the number of boxes.
fn visits<S: Scalar, const D: usize>(tree: &DynamicTree<S, D>) -> f64 {
    let (visited, mut found) = (Cell::new(0_u32), 0_u32);
    for (_, aabb) in tree.iter() {
        let counted = |other: &Aabb<S, D>| {
            visited.set(visited.get() + 1);
            aabb.overlaps(other)
        };
        found += tree.overlaps(&counted).len() as u32;
    }
    let questions = f64::from(tree.len() as u32);
    f64::from(visited.get()) / (f64::from(found) + questions * questions.log2())
}

/// Few visits however the tree was made: by inserts in this order, moves, a refit, or a rebuild
/// from below.
fn check_tree<S: Scalar, const D: usize>(
    what: &str,
    mut tree: DynamicTree<S, D>,
    boxes: &[Aabb<S, D>],
) {
    let check = |step: &str, tree: &DynamicTree<S, D>| {
        tree.validate().unwrap();
        let visits = visits(tree);
        assert!(visits < 12.0, "{what}, {step}: {visits}");
    };
    let ids = (0..).map(Id);
    for (id, &aabb) in ids.clone().zip(boxes) {
        tree.insert(id, aabb);
    }
    check("inserted", &tree);
    for (id, &aabb) in ids.clone().zip(boxes.iter().rev()) {
        tree.insert(id, aabb);
    }
    check("moved", &tree);
    let mut fresh = tree.clone();
    fresh.rebuild();
    let shuffled = (0..N).map(|i| (Id(i), boxes[(i * 363 % N) as usize]));
    fresh.extend(shuffled);
    check("refitted", &fresh);
    tree.rebuild_bottom_up();
    check("rebuilt from below", &tree);
}

fn check<S: Scalar, const D: usize>(what: &str, aabb: impl FnMut(u32) -> Aabb<S, D>) {
    let mut ascending: Vec<_> = (0..N).map(aabb).collect();
    let shuffled: Vec<_> = (0..N).map(|i| ascending[(i * 263 % N) as usize]).collect();
    let name = |order| -> String { format!("{what} {D}D {} {order}", core::any::type_name::<S>()) };
    for balance in [Balance::Area, Balance::Height] {
        let config = Config::default().with_balance(balance);
        let empty = || DynamicTree::with_config(config);
        check_tree(&name("shuffled"), empty(), &shuffled);
        check_tree(&name("ascending"), empty(), &ascending);
        ascending.reverse();
        check_tree(&name("descending"), empty(), &ascending);
        ascending.reverse();
    }
}

/// Points and segments on lines along every axis, on the diagonal and in a plane.
fn check_flat<S: Scalar>(number: impl Fn(u32) -> S) {
    let (zero, [a, b]) = (number(0), [1, 2].map(|k| move |i: u32| k * i));
    let number = &number;
    for axis in 0..3 {
        let on_axis = move |i| {
            let mut point = [zero; 3];
            point[axis] = number(i);
            point
        };
        check("points on a line", |i| Aabb::point(on_axis(a(i))));
        check("segments", |i| Aabb::new(on_axis(b(i)), on_axis(b(i) + 1)));
    }
    check("points on the diagonal", |i| Aabb::point([number(i); 3]));
    check("points on a line", |i| Aabb::point([number(i), zero]));
    check("points in a plane", |i| {
        Aabb::point([number(i % 26), zero, number(i / 26)])
    });
}

#[test]
fn flat_inputs_cost_little_with_floats() {
    check_flat(|i| i as f32);
    check_flat(f64::from);
}

#[test]
fn flat_inputs_cost_little_with_integers() {
    check_flat(|i| i as i32);
    check_flat(i64::from);
}

#[test]
fn tiny_and_huge_inputs_cost_little() {
    for scale in [1e-41, 1e-25, 1e-21, 1.0, 1e19, 1e30] {
        let mut random = random(1);
        check(&format!("points of {scale:e}"), |_| {
            Aabb::point([(); 3].map(|()| (random() * scale) as f32))
        });
    }
    for scale in [1e-310, 1e-200, 1e200, 1e300] {
        let mut random = random(2);
        check(&format!("points of {scale:e}"), |_| {
            Aabb::point([(); 3].map(|()| random() * scale))
        });
    }
}

#[test]
fn inputs_of_all_magnitudes_cost_little() {
    let mut random = random(3);
    let mut magnitude = move || 10_f64.powf(60.0 * random() - 30.0);
    check("points on the diagonal", |_| {
        Aabb::point([magnitude() as f32; 3])
    });
    check("points on a line", |_| Aabb::point([magnitude(), 0.0, 0.0]));
}

#[test]
fn infinite_slabs_cost_little_one_by_one() {
    let mut tree = DynamicTree::default();
    for i in 0..N {
        let (near, far) = (2.0 * i as f32, f32::INFINITY);
        tree.insert(Id(i), Aabb::new([near, -far, -far], [near + 1.0, far, far]));
    }
    assert!(visits(&tree) < 12.0, "{}", visits(&tree));
}
