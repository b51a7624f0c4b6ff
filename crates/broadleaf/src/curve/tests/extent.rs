//! Tests of `extent.rs`.

use alloc::vec::Vec;

use super::*;

/// Boxes in any order, some of which reach to infinity.
fn boxes(len: u32) -> Vec<Aabb<f32, 2>> {
    let aabb = |i: u32| {
        let x = (i * 37 % 101) as f32;
        let max = if i % 11 == 3 { f32::INFINITY } else { x + 1.0 };
        Aabb::new([x, -x], [max, 8.0 - x])
    };
    (0..len).map(aabb).collect()
}

#[test]
fn every_finite_center_counts_once() {
    for len in 0..12 {
        let boxes = boxes(len);
        let extent = Extent::of(boxes.len(), |place| boxes[place]);
        for axis in 0..2 {
            let centers = boxes.iter().map(|aabb| {
                let [min, max] = aabb.ends(axis).map(quarter);
                min + max
            });
            let finite = centers.filter(|x| x.is_finite());
            let low = finite.clone().fold(f32::INFINITY, f32::min);
            let high = finite.fold(f32::NEG_INFINITY, f32::max);
            assert_eq!([extent.low[axis], extent.high[axis]], [low, high], "{len}");
        }
        // Quarters of the lengths of the finite boxes: 1 and 8.
        let boxes_of_finite_size = boxes.iter().filter(|aabb| aabb.max()[0].is_finite());
        assert_eq!(extent.sizes, 2.25 * boxes_of_finite_size.count() as f32);
        assert_eq!(extent.count, len as f32);
    }
}
