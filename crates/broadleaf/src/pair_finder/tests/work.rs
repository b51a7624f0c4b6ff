//! Each box is read a few times only. These scenes are spread evenly, because all boxes within the
//! bounds of `hostile` would share a pencil, or have more boxes than `hostile`.

use alloc::vec::Vec;

use crate::geometry::Aabb;
use crate::pair_finder::finder::PairFinder;
use crate::work::counted;

/// Boxes at points of a lattice, out of order, each of which touches none or one.
fn lattice(side: u32) -> Vec<Aabb<f32, 2>> {
    let count = side * side;
    let place = |i: u32| i * 7_919 % count;
    (0..count)
        .map(place)
        .map(|i| {
            let corner = [i % side, i / side].map(|x| 4.0 * x as f32);
            Aabb::new(
                corner,
                [
                    corner[0] + if i % 3 == 0 { 4.0 } else { 1.0 },
                    corner[1] + 1.0,
                ],
            )
        })
        .collect()
}

#[test]
fn boxes_in_a_lattice_are_compared_with_few() {
    for side in [30, 60, 99] {
        let boxes = lattice(side);
        let mut finder = PairFinder::new();
        let (looks, pairs) = counted(|| finder.within(&boxes).unwrap().count_pairs());
        assert_eq!(pairs, boxes.len() as u64 / 3);
        let per_box = looks as f64 / boxes.len() as f64;
        assert!(per_box < 20.0, "{side}: {per_box} reads");
    }
}

/// Small boxes at points of a lattice, one column after the other.
fn columns(count: u32, rows: u32) -> Vec<Aabb<f32, 2>> {
    let corner = |i: u32| [i / rows, i % rows].map(|x| x as f32);
    (0..count * rows)
        .map(corner)
        .map(|min| Aabb::new(min, min.map(|x| x + 0.5)))
        .collect()
}

/// Each column has as many boxes as there are for each sampled box. The sort reads a box about
/// eight times.
#[test]
fn boxes_in_columns_are_compared_with_few() {
    let boxes = columns(1_024, 256);
    let mut finder = PairFinder::new();
    let (looks, pairs) = counted(|| finder.within(&boxes).unwrap().count_pairs());
    assert_eq!(pairs, 0);
    let per_box = looks as f64 / boxes.len() as f64;
    assert!(per_box < 13.0, "{per_box} reads");
}

/// Boxes that come in the order of an axis on which few overlap are not even sorted.
#[test]
fn boxes_along_an_axis_share_a_pencil() {
    let boxes: Vec<Aabb<f32, 2>> = (0..30_000)
        .map(|i| {
            let height = (i * i / 100 % 40) as f32;
            Aabb::new([i as f32, height], [i as f32 + 4.0, height + 5.0])
        })
        .collect();
    let mut finder = PairFinder::new();
    let (looks, pairs) = counted(|| finder.within(&boxes).unwrap().count_pairs());
    assert!(pairs > 30_000);
    let per_box = looks as f64 / boxes.len() as f64;
    assert!(per_box < 10.5, "{per_box} reads");
}

/// Numbers in `0..1`, the same in every run.
fn random() -> impl FnMut() -> f32 {
    let mut state = 1_u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 2_f32.powi(24)
    }
}

/// Thin rods along every axis, each of which reaches over `length` of a cube of 1.
fn rods(count: u32, length: f32) -> Vec<Aabb<f32, 3>> {
    let mut next = random();
    let mut rod = |axis: usize| {
        let mut min = [next(), next(), next()];
        min[axis] *= 1.0 - length;
        let mut max = min.map(|x| x + 1e-6);
        max[axis] += length;
        Aabb::new(min, max)
    };
    (0..count).map(|i| rod(i as usize % 3)).collect()
}

#[test]
fn rods_that_no_cut_leaves_apart_are_compared_with_few() {
    for length in [0.5, 1.0] {
        let mut finder = PairFinder::new();
        let mut looks = |count| {
            let boxes = rods(count, length);
            let (looks, pairs) = counted(|| finder.within(&boxes).unwrap().count_pairs());
            assert!(pairs < u64::from(count));
            looks as f64 / f64::from(count)
        };
        let [few, many] = [looks(8_000), looks(32_000)];
        assert!(
            many < 1.5 * few && many < 300.0,
            "{length}: {few} and {many}"
        );
    }
}

/// One box in 32 lies a million times as far out as the others.
#[test]
fn outliers_do_no_harm() {
    let mut boxes = rods(40_000, 0.01);
    for aabb in boxes.iter_mut().step_by(32) {
        *aabb = aabb.translated([1e6; 3]);
    }
    let mut finder = PairFinder::new();
    let (looks, _) = counted(|| finder.within(&boxes).unwrap().count_pairs());
    let per_box = looks as f64 / boxes.len() as f64;
    assert!(per_box < 300.0, "{per_box} reads");
}

/// One box in 20 is a hundred times as large as the others, and lies in a coarser pencil. Comparing
/// each block with the large boxes near its run takes 24 comparisons a box.
#[test]
fn a_block_is_compared_with_the_larger_boxes_near_its_run() {
    let mut next = random();
    let boxes: Vec<_> = (0..20_000)
        .map(|i| {
            let min = [next(), next()].map(|x| 1_000.0 * x);
            let size = if i % 20 == 0 { 100.0 } else { 1.0 };
            Aabb::new(min, min.map(|x| x + size))
        })
        .collect();
    let mut finder = PairFinder::new();
    let (looks, pairs) = counted(|| finder.within(&boxes).unwrap().count_pairs());
    assert!(pairs > 150_000);
    let per_box = looks as f64 / boxes.len() as f64;
    assert!(per_box < 26.0, "{per_box} reads");
}
