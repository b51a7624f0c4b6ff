//! Both lists as one, read singly and many at a time.

use alloc::vec;
use alloc::vec::Vec;

use crate::geometry::{Aabb, BoxSource, from_fn};
use crate::pair_finder::order::operands::Operands;
use crate::store::to_u32;

#[test]
fn boxes_are_the_same_one_by_one_and_many_at_a_time() {
    let list = |len: i32, start: i32| -> Vec<_> {
        let points = (start..start + len).map(|x| Aabb::point([x, -x]));
        points.collect()
    };
    for first_len in [0, 1, 5, 64, 65] {
        let first = list(first_len, 0);
        for second in [None, Some(list(0, 1_000)), Some(list(7, 1_000))] {
            let computed = from_fn(first.len(), |index| first[index]);
            let expected = [first.clone(), second.clone().unwrap_or_default()].concat();
            check(&Operands::known(&first, second.as_ref()), &expected);
            check(&Operands::known(&computed, second.as_ref()), &expected);
        }
    }
}

fn check<A: BoxSource<i32, 2>, B: BoxSource<i32, 2>>(
    operands: &Operands<'_, A, B>,
    expected: &[Aabb<i32, 2>],
) {
    let sources = operands.sources();
    assert_eq!(sources.len(), expected.len());
    for (index, aabb) in expected.iter().enumerate() {
        assert_eq!(sources.get(index), *aabb);
    }
    for start in 0..=expected.len() {
        let mut read = vec![Aabb::point([9, 9]); expected.len() - start];
        sources.read(start, &mut read);
        assert_eq!(read, expected[start..]);
    }
    let indices: Vec<_> = (0..to_u32(expected.len())).rev().collect();
    let mut gathered = vec![Aabb::point([9, 9]); expected.len()];
    sources.gather(&indices, &mut gathered);
    gathered.reverse();
    assert_eq!(gathered, expected);
}
