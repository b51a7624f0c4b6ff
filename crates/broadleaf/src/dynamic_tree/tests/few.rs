//! Pairs on both sides of the number of boxes from which batches find them.

use crate::dynamic_tree::tree::DynamicTree;
use crate::dynamic_tree::tuning::MIN_BATCHED;
use crate::filter::CategoryMatrix;
use crate::geometry::Aabb;
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::store::{Id, to_u32};
use alloc::vec::Vec;
use core::ops::ControlFlow;

const LENGTHS: [usize; 9] = [
    0,
    1,
    2,
    15,
    16,
    17,
    MIN_BATCHED - 1,
    MIN_BATCHED,
    MIN_BATCHED + 1,
];

/// Boxes on a grid, many of which touch and some of which are equal, with wild ones among them.
fn boxes(len: usize) -> Vec<(Id, Aabb<f32, 2>)> {
    let numbers = (0..to_u32(len)).map(|i| (i, i.wrapping_mul(2_654_435_761) >> 16));
    let aabb = |(i, random): (u32, u32)| {
        let min = [random % 61, random / 61 % 61].map(|x| x as f32);
        let aabb = match i % 97 {
            13 => Aabb::new([f32::MIN, min[1]], [f32::MAX, min[1]]),
            31 => Aabb::new([min[0], f32::NEG_INFINITY], [min[0], f32::INFINITY]),
            53 => Aabb::point([f32::from_bits(i); 2]),
            _ => Aabb::new(min, min.map(|x| x + (random % 3) as f32)),
        };
        (Id(i), aabb)
    };
    numbers.map(aabb).collect()
}

/// The overlapping pairs that a condition admits, by comparing every two boxes.
fn pairs(
    boxes: &[(Id, Aabb<f32, 2>)],
    others: &[(Id, Aabb<f32, 2>)],
    admits: impl Fn(Id, Id) -> bool,
) -> Vec<[Id; 2]> {
    let pairs = boxes
        .iter()
        .flat_map(|a| others.iter().map(move |b| (a, b)));
    let pairs = pairs.filter(|((a, first), (b, second))| first.overlaps(second) && admits(*a, *b));
    pairs.map(|((a, _), (b, _))| [*a, *b]).collect()
}

#[test]
fn pairs_of_few_boxes_and_of_more() {
    let matrix = CategoryMatrix::ALL.without(1, 1).without(2, 4);
    let category = |id: Id| 1 << (id.0 % 3);
    for len in LENGTHS {
        let boxes = boxes(len);
        let others: Vec<_> = boxes.iter().step_by(3).copied().collect();
        let mut tree: DynamicTree<_, 2> = boxes.iter().copied().collect();
        let other: DynamicTree<_, 2> = others.iter().copied().collect();
        let expected = pairs(&boxes, &boxes, |a, b| a < b);
        assert_eq!(tree.pairs(), expected, "{len}");
        assert_eq!(
            tree.cross_pairs(&other),
            pairs(&boxes, &others, |_, _| true)
        );
        assert_eq!(
            other.cross_pairs(&tree),
            pairs(&others, &boxes, |_, _| true)
        );
        let some: Vec<_> = boxes.iter().map(|&(id, _)| id).step_by(5).collect();
        let is_some = |id: Id| id.0.is_multiple_of(5);
        let of_some = pairs(&boxes, &boxes, |a, b| a < b && (is_some(a) || is_some(b)));
        assert_eq!(tree.pairs_of(&some), of_some, "{len}");
        let all: Vec<_> = boxes.iter().map(|&(id, _)| id).collect();
        assert_eq!(tree.pairs_of(&all), expected, "{len}");
        for &(id, _) in &boxes {
            tree.set_category(id, category(id));
        }
        let is_allowed = |a, b| a < b && matrix.allows(category(a), category(b));
        let allowed = pairs(&boxes, &boxes, is_allowed);
        assert_eq!(tree.filtered(&matrix).pairs(), allowed, "{len}");
        let mut visits = 0;
        let flow = tree.try_for_each_pair(|_, _| {
            visits += 1;
            ControlFlow::Break(())
        });
        assert_eq!(flow.is_break(), !expected.is_empty());
        assert_eq!(visits, usize::from(flow.is_break()));
    }
}
