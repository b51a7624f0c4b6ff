//! Every point is in one tile, and every pair belongs to one.

use alloc::vec::Vec;

use super::share::Share;
use super::tiling::Tiling;
use crate::geometry::{Aabb, Scalar};

/// Boxes on a grid: many begin and end on cuts.
fn boxes<S: Scalar, const D: usize>(n: usize, scalar: impl Fn(i16) -> S) -> Vec<Aabb<S, D>> {
    let mut noise: u32 = 7;
    let mut next = |limit: u32| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        i16::try_from((noise >> 8) % limit).unwrap()
    };
    let infinite = [
        Aabb::EVERYWHERE,
        Aabb::point([S::MAX; D]),
        Aabb::point([S::MIN; D]),
        Aabb::new([S::MIN; D], [scalar(20); D]),
    ];
    let boxes = (0..n).map(|_| {
        let min = [0; D].map(|_| next(40));
        Aabb::new(min.map(&scalar), min.map(|x| scalar(x + next(4))))
    });
    boxes.chain(infinite).collect()
}

fn check<S: Scalar, const D: usize>(scalar: impl Fn(i16) -> S) {
    let boxes: Vec<Aabb<S, D>> = boxes(400, scalar);
    let tiling = Tiling::from_sample(&boxes[..], 16);
    let mut share = Share::default();
    share.sort(&tiling, &boxes[..], 0..boxes.len(), 5);
    let mut owners = Vec::new();
    for tile in 0..tiling.len() {
        let region = tiling.tile(u32::try_from(tile).unwrap()).unwrap();
        let (indices, copies) = share.tile(tile);
        let mut held: Vec<_> = indices.iter().map(|&i| i as usize - 5).collect();
        held.sort_unstable();
        let touching = (0..boxes.len()).filter(|&i| region.touches(&boxes[i]));
        assert!(touching.eq(held));
        for (a, (first, &i)) in copies.iter().zip(indices).enumerate() {
            assert_eq!(*first, boxes[i as usize - 5]);
            for (second, &j) in copies[..a].iter().zip(indices) {
                let [x, y] = [first, second].map(|aabb| region.class(aabb));
                assert_eq!(x & y == 0, region.owns(first, second));
                if first.overlaps(second) && x & y == 0 {
                    owners.push([i.min(j) as usize - 5, i.max(j) as usize - 5]);
                }
            }
        }
    }
    owners.sort_unstable();
    let pairs = (0..boxes.len()).flat_map(|a| (a + 1..boxes.len()).map(move |b| [a, b]));
    assert!(
        pairs
            .filter(|&[a, b]| boxes[a].overlaps(&boxes[b]))
            .eq(owners)
    );
}

#[test]
fn every_pair_belongs_to_one_tile() {
    check::<f32, 1>(f32::from);
    check::<f32, 2>(|x| f32::from(x) - 20.0);
    check::<f64, 3>(f64::from);
    check::<i32, 3>(i32::from);
    check::<i64, 5>(i64::from);
}
