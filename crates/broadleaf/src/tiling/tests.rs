//! Every point is in one tile, and every pair belongs to one.

use alloc::vec::Vec;

use super::bytes::CUT_BYTES;
use super::invalid::InvalidTiling;
use super::share::BoxesByTile;
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
    let mut share = BoxesByTile::default();
    share.sort(&tiling, &boxes[..], 0..boxes.len(), 5);
    let mut owners = Vec::new();
    for tile in 0..tiling.len() {
        let region = tiling.tile(u32::try_from(tile).unwrap()).unwrap();
        let indices = share.tile(tile);
        let mut held: Vec<_> = indices.iter().map(|&i| i as usize - 5).collect();
        held.sort_unstable();
        let touching = (0..boxes.len()).filter(|&i| region.touches(&boxes[i]));
        assert!(touching.eq(held));
        for (a, &i) in indices.iter().enumerate() {
            for &j in &indices[..a] {
                let [first, second] = [i, j].map(|index| &boxes[index as usize - 5]);
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

#[test]
fn boxes_that_are_spread_evenly_are_cut_into_equal_tiles() {
    let boxes: Vec<_> = (0..4_096).map(|x| Aabb::new([x, 5], [x, 5])).collect();
    let tiling = Tiling::from_sample(&boxes[..], 8);
    let mut share = BoxesByTile::default();
    share.sort(&tiling, &boxes[..], 0..boxes.len(), 0);
    let counts: Vec<_> = (0..8).map(|tile| share.tile(tile).len()).collect();
    assert!(
        counts.iter().all(|count| (450..575).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn outliers_do_not_take_the_tiles_of_the_others() {
    let boxes: Vec<_> = (0..4_096)
        .map(|x| if x % 32 == 0 { x + 1_000_000 } else { x })
        .map(|x| Aabb::new([x, 5], [x, 5]))
        .collect();
    let tiling = Tiling::from_sample(&boxes[..], 8);
    let mut share = BoxesByTile::default();
    share.sort(&tiling, &boxes[..], 0..boxes.len(), 0);
    let longest = (0..8).map(|tile| share.tile(tile).len()).max();
    assert!(longest < Some(1_400), "{longest:?}");
}

#[test]
fn a_box_is_in_the_tiles_that_it_touches_or_a_giant() {
    let boxes: Vec<Aabb<i32, 2>> = boxes(400, i32::from);
    let tiling = Tiling::from_sample(&boxes[..], 16).with_giant_limit(3);
    let mut giants = 0;
    for aabb in &boxes {
        let touches = |&tile: &u32| tiling.tile(tile).unwrap().touches(aabb);
        let touched: Vec<_> = (0..16).filter(touches).collect();
        let is_giant = touched.len() > 3;
        giants += u32::from(is_giant);
        let listed = tiling.tiles_of(aabb).map(Iterator::collect);
        assert_eq!(listed, (!is_giant).then_some(touched));
    }
    assert!((1..100).contains(&giants), "{giants}");
}

#[test]
fn a_wrong_number_of_tiles_is_named() {
    let bytes = Tiling::from_sample(&boxes::<i32, 2>(400, i32::from)[..], 16).to_bytes();
    let tiles = bytes.len() - CUT_BYTES * 15 - 8;
    for wrong in [0, 3, 12, 1 << 31] {
        let mut bytes = bytes.clone();
        bytes[tiles..][..4].copy_from_slice(&u32::to_le_bytes(wrong));
        let outcome = Tiling::<i32, 2>::from_bytes(&bytes);
        assert_eq!(outcome.err(), Some(InvalidTiling::TileCount(wrong.into())));
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_tiling_is_read_as_it_was_written() {
    // After the first few cuts, nothing is left to cut.
    let boxes: Vec<_> = (0..64)
        .map(|x| Aabb::point([f32::from(x % 3_u8), 1.0]))
        .collect();
    let tiling = Tiling::from_sample(&boxes[..], 16).with_giant_limit(5);
    let json = serde_json::to_string(&tiling).unwrap();
    assert!(json.contains("null") && json.contains("[0,1.0]"), "{json}");
    assert_eq!(
        serde_json::from_str::<Tiling<f32, 2>>(&json).unwrap(),
        tiling
    );
}
