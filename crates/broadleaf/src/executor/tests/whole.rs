//! Tests of `mod.rs`.

use alloc::vec;
use alloc::vec::Vec;

use super::*;

#[cfg(feature = "rayon")]
#[test]
fn both_results_of_a_join_come_back() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.expect("a pool of two threads");
    let sum = |range: [u64; 2]| (range[0]..range[1]).sum::<u64>();
    let sums = || {
        let others = || Parallel.join(|| sum([0, 10]), || sum([5, 7]));
        Parallel.join(|| sum([0, 1_000]), others)
    };
    for _ in 0..100 {
        assert_eq!(pool.install(sums), (499_500, (45, 11)));
    }
}

#[test]
fn results_are_in_order() {
    for len in [0, 1, 5_000, 20_000] {
        let expected: Vec<_> = (0..len).map(|index| 3 * index).collect();
        assert_eq!(Sequential.map(len, |index| 3 * index), expected);
        #[cfg(feature = "rayon")]
        assert_eq!(Parallel.map(len, |index| 3 * index), expected);
    }
}

#[test]
fn every_item_is_passed_once_with_its_index() {
    fn check(executor: impl Executor) {
        for len in [0, 1, 2, 3, 17, 1000] {
            let expected: Vec<_> = (0..len).map(|index| index + 1).collect();
            let mut items = vec![1; len];
            executor.for_each_mut(&mut items, |index, item| *item += index);
            assert_eq!(items, expected);
            // Pieces of 16 items.
            let cost = Cost::nanoseconds(1_000);
            let mut items = vec![1; len];
            executor.for_each_piece(&mut items, cost, |first, items| {
                assert!(items.len() <= 16 && first % 16 == 0);
                let indices = first..;
                indices.zip(items).for_each(|(index, item)| *item += index);
            });
            assert_eq!(items, expected);
        }
    }
    check(Sequential);
    #[cfg(feature = "rayon")]
    check(Parallel);
}
