//! Bodies far away from all others cost no more than others.

use crate::geometry::{Aabb, Scalar};
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::orthtree::tree::Orthtree;
use crate::pair_finder::PairFinder;
use crate::store::Id;
use crate::work::counted;
use alloc::vec::Vec;
use core::array;

const BULK: u32 = 2_000;
/// The edge of the space that the bulk fills, in edges of its boxes.
const SIDE: u32 = 40;

/// A box of the bulk, at a position that depends on the number alone.
fn inside<S: Scalar, const D: usize>(unit: S, number: u32) -> Aabb<S, D> {
    let mut random = number.wrapping_mul(0x9e37_79b1);
    let min: [S; D] = array::from_fn(|_| {
        random = random.wrapping_mul(0x85eb_ca6b) ^ random >> 15;
        unit.saturating_times((random >> 8) % (SIDE * 64))
    });
    Aabb::new(
        min,
        min.map(|x| x.saturating_add(unit.saturating_times(64))),
    )
}

/// The bulk, in units of a 64th of the edge of a box.
fn bulk<S: Scalar, const D: usize>(unit: S) -> Vec<(Id, Aabb<S, D>)> {
    (0..BULK).map(|i| (Id(i), inside(unit, i))).collect()
}

/// The comparisons for the windows of the bulk, for its pairs, and for the boxes nearest to some.
fn looks<S: Scalar, const D: usize>(tree: &Orthtree<S, D>, unit: S) -> [u64; 3] {
    tree.validate().unwrap();
    let boxes = bulk::<S, D>(unit);
    let windows = counted(|| boxes.iter().for_each(|(_, aabb)| _ = tree.overlaps(aabb)));
    let pairs = counted(|| tree.pairs());
    let nearest = counted(|| {
        for (_, aabb) in boxes.iter().step_by(7) {
            tree.k_nearest(&aabb.min(), 4);
        }
    });
    let (ids, boxes): (Vec<_>, Vec<_>) = tree.iter().unzip();
    let mut expected = PairFinder::new().within(&boxes).unwrap().pairs();
    for pair in &mut expected {
        *pair = pair.map(|number| ids[number.index()]);
        pair.sort_unstable();
    }
    expected.sort_unstable();
    assert!(pairs.1 == expected);
    [windows.0, pairs.0, nearest.0]
}

#[track_caller]
fn is_at_most_twice(looks: [u64; 3], usual: [u64; 3]) {
    let is_less = looks
        .iter()
        .zip(usual)
        .all(|(&looks, usual)| looks <= 2 * usual);
    assert!(is_less, "{looks:?} in place of {usual:?}");
}

fn grown<S: Scalar, const D: usize>(
    boxes: impl IntoIterator<Item = (Id, Aabb<S, D>)>,
) -> Orthtree<S, D> {
    let mut tree = Orthtree::new();
    for (id, aabb) in boxes {
        tree.insert(id, aabb);
    }
    tree
}

/// `far` are positions on the diagonal, increasingly far away. Every fifth gets a body, each at a
/// different scale, which takes a level.
fn check<S: Scalar, const D: usize>(unit: S, far: &[S]) {
    let all = || bulk::<S, D>(unit).into_iter();
    let [built, one_by_one] = [all().collect(), grown(all())].map(|tree| looks(&tree, unit));
    let usual = array::from_fn(|question| built[question].max(one_by_one[question]));
    let places = far.iter().step_by(5);
    let far_boxes = || {
        (BULK..)
            .map(Id)
            .zip(places.clone().map(|&at| Aabb::point([at; D])))
    };
    is_at_most_twice(looks(&all().chain(far_boxes()).collect(), unit), usual);
    is_at_most_twice(looks(&grown(far_boxes().chain(all())), unit), usual);
    is_at_most_twice(looks(&grown(all().chain(far_boxes())), unit), usual);
    // Four bodies that move away in turn.
    let mut moved: Orthtree<S, D> = all().collect();
    for (number, &at) in (0..4).cycle().zip(far) {
        moved.insert(Id(BULK + number), Aabb::point([at; D]));
    }
    is_at_most_twice(looks(&moved, unit), usual);
    // All of the bulk moves to where another box was, and half of it is removed.
    for (id, _) in all() {
        moved.insert(id, inside(unit, id.0 + 7));
    }
    looks(&moved, unit);
    for id in 0..BULK / 2 {
        moved.remove(Id(id));
    }
    looks(&moved, unit);
    moved.optimize();
    is_at_most_twice(looks(&moved, unit), usual);
}

/// Positions about 2^10 to 2^40 scene sizes away.
fn powers<S: Scalar>(unit: S, last: u32) -> Vec<S> {
    let mut at = unit;
    let mut place = |power: u32| {
        at = at.saturating_add(at);
        match power % 3 {
            0 => S::default().saturating_sub(at),
            _ => at,
        }
    };
    (1..last).map(&mut place).skip(20).collect()
}

#[test]
fn far_bodies_cost_what_others_do() {
    check::<f32, 2>(1.0 / 64.0, &powers(1.0 / 64.0, 60));
    check::<f64, 3>(1.0 / 64.0, &powers(1.0 / 64.0, 60));
    check::<f64, 2>(1.0, &[1e12]);
    check::<f64, 3>(1.0, &[1e12, 1e200, -1e200, 1e300]);
    check::<i32, 2>(4, &powers(4, 29));
    check::<i64, 3>(4, &powers(4, 61));
    check::<i64, 2>(4, &[i64::MAX, i64::MIN]);
}
