//! Whether boxes were sorted correctly.

use super::boxes::Boxes;
use super::finder::PairFinder;
use super::sorted::Sorted;
use crate::geometry::{Aabb, Scalar};
use crate::simd::Key;

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// Checks that `boxes` were sorted last, and that each is in its pencil.
    pub(super) fn check_sorted(&self, boxes: &[Aabb<S, D>]) {
        self.sweeper.sweeper.first.check(boxes);
    }
}

impl<K: Key, const D: usize> Sorted<K, D> {
    fn check<S: Scalar<Key = K>>(&self, boxes: &[Aabb<S, D>]) {
        let keys = &self.keys;
        let Boxes {
            indices,
            corners,
            len,
        } = &self.boxes;
        assert_eq!(*len, boxes.len());
        assert!(keys.iter().zip(indices).take(*len).is_sorted());
        for index in 0..*len {
            let aabb = &boxes[indices[index] as usize];
            for axis in 0..D {
                let sorted = [corners.min[axis][index], corners.max[axis][index]];
                assert!(sorted == aabb.ends(axis).map(S::key), "sorted box {index}");
            }
            assert!(
                self.range(keys[index] >> self.position_bits)
                    .contains(&index)
            );
        }
    }
}
