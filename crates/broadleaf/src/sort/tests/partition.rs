//! Tests of `partition.rs`.

use super::*;
use crate::executor::Sequential;
use alloc::vec;

#[test]
fn items_are_sorted_in_the_given_order_and_keep_their_own() {
    let items: Vec<u32> = (0..100).map(|i| i * 7 % 101).collect();
    let find = |items: &[u32], numbers: &mut [u8]| {
        let mut counts = [0; 3];
        for (item, number) in items.iter().zip(numbers) {
            *number = u8::try_from(item % 3).expect("below three");
            counts[usize::from(*number)] += 1;
        }
        counts
    };
    let of = |number| items.iter().copied().filter(move |item| item % 3 == number);
    let expected: Vec<_> = of(2).chain(of(0)).chain(of(1)).collect();
    let check = |executor: &dyn Fn(&mut [u8], &mut [u32])| {
        let (mut numbers, mut sorted) = (vec![0; 100], vec![0; 100]);
        executor(&mut numbers, &mut sorted);
        assert_eq!(sorted, expected);
    };
    // Makes pieces of one item.
    let cost = Cost::nanoseconds(1_000_000);
    let counts = [0, 1, 2].map(|number| u32::try_from(of(number).count()).expect("few"));
    check(&|numbers, sorted| {
        let partition = Partition::find(Sequential, cost, &items, numbers, find);
        assert_eq!(partition.counts(), counts);
        partition.copy_to(Sequential, sorted, [2, 0, 1]);
    });
    #[cfg(feature = "rayon")]
    check(&|numbers, sorted| {
        let partition = Partition::find(crate::executor::Parallel, cost, &items, numbers, find);
        assert_eq!(partition.counts(), counts);
        partition.copy_to(crate::executor::Parallel, sorted, [2, 0, 1]);
    });
}
