//! Random scenes keep the contract, and deliberate violations are detected.
#![expect(clippy::cast_possible_truncation, reason = "small numbers")]

use alloc::vec::Vec;

use crate::executor::Sequential;
use crate::geometry::{Aabb, Fixed, Scalar};
use crate::pair_finder::finder::PairFinder;
use crate::pair_finder::order::operands::Operands;
use crate::pair_finder::order::sorted::Sorted;
use crate::pair_finder::tests::{boxes, crowded_scenes};
use crate::simd::Key;

fn check<S: Scalar, const D: usize>(scalar: impl Fn(i64) -> S) {
    for len in [0, 1, 17, 300, 1_700] {
        let boxes: Vec<Aabb<S, D>> = boxes(len, &scalar);
        let mut finder = PairFinder::new();
        finder.sort(&boxes);
        finder.check_sorted(&boxes);
        let (front, back) = boxes.split_at(len / 3);
        let sweeper = &mut finder.sweeper.sweeper;
        sweeper.sort(Sequential, Operands::known(front, Some(back)).sources());
        let [first, second] = finder.sorted();
        for sorted in [first, second] {
            sorted.validate().expect("the contract");
            assert_eq!(sorted.position_bits, first.position_bits);
            let ends = |sorted: &Sorted<_, D>| sorted.levels.last().map(|top| top.first);
            assert_eq!(ends(sorted), ends(first));
        }
    }
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    fn sort(&mut self, boxes: &[Aabb<S, D>]) {
        let sweeper = &mut self.sweeper.sweeper;
        sweeper.sort(Sequential, Operands::one(boxes).sources());
    }

    fn sorted(&self) -> [&Sorted<S::Key, D>; 2] {
        [&self.sweeper.sweeper.first, &self.sweeper.sweeper.second]
    }
}

#[test]
fn random_scenes_keep_the_contract() {
    check::<f32, 1>(|x| x as f32);
    check::<f32, 2>(|x| x as f32);
    check::<f32, 3>(|x| x as f32);
    check::<f64, 2>(|x| x as f64 / 3.0);
    check::<i32, 3>(|x| x as i32);
    check::<i64, 2>(|x| x << 30);
    check::<Fixed<16>, 3>(|x| Fixed::from_bits(x << 3));
}

#[test]
fn crowds_keep_the_contract() {
    for boxes in crowded_scenes(3_000) {
        let mut finder = PairFinder::new();
        finder.sort(&boxes);
        finder.check_sorted(&boxes);
    }
}

/// Breaks a sorted scene, and checks which line of the contract `validate` reports.
fn broken<K: Key>(sorted: &Sorted<K, 2>, line: &str, harm: impl FnOnce(&mut Sorted<K, 2>)) {
    let mut broken = sorted.clone();
    harm(&mut broken);
    let violation = broken.validate().unwrap_err();
    assert!(violation.invariant().starts_with(line), "{violation:?}");
}

#[test]
fn a_broken_contract_is_noticed() {
    // Each box twice: boxes with equal keys are in the order of their indices.
    let mut boxes: Vec<Aabb<i32, 2>> = boxes(350, |x| x as i32);
    boxes.extend_from_within(..);
    let mut finder = PairFinder::new();
    finder.sort(&boxes);
    let sorted = finder.sorted()[0];
    assert_eq!(sorted.validate(), Ok(()));
    broken(sorted, "O1", |sorted| sorted.boxes.max[1].truncate(701));
    broken(sorted, "O2", |sorted| sorted.boxes.indices.swap(0, 1));
    broken(sorted, "O2", |sorted| sorted.keys.swap(0, 600));
    broken(sorted, "O3", |sorted| sorted.keys[702] = 0);
    broken(sorted, "O4", |sorted| {
        sorted.levels.pop();
    });
    broken(sorted, "O5", |sorted| {
        let last = sorted.starts.len() - 1;
        sorted.starts[last] -= 1;
    });
    broken(sorted, "O6", |sorted| sorted.levels[0].reach = 0);
    broken(sorted, "O7", |sorted| {
        (0..2).for_each(|axis| sorted.boxes.max[axis][9] = i32::MIN.key());
    });
    broken(sorted, "O8", |sorted| {
        for axis in 0..2 {
            sorted.boxes.min[axis].fill(i32::MIN.key());
            sorted.boxes.max[axis].fill(i32::MAX.key());
        }
    });
}
