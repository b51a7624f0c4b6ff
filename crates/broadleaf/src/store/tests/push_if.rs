//! Tests of `push_if.rs`.

use super::*;

#[test]
fn what_is_kept_is_there_in_order() {
    for (count, step) in [(0, 1), (1, 1), (64, 1), (64, 3), (65, 2)] {
        let (mut slots, mut len, mut list) = ([usize::MAX; 64], 0, Vec::new());
        for item in 0..count {
            let keep = item % step == 0;
            store_if(&mut slots, &mut len, item, keep);
            push_if(&mut list, item, keep);
        }
        assert!(list.iter().copied().eq((0..count).step_by(step)));
        assert_eq!(slots[..len], list);
    }
}

#[test]
fn an_item_that_is_dropped_may_follow_the_last_slot() {
    let (mut slots, mut len) = ([0; 2], 0);
    for item in [5, 6] {
        store_if(&mut slots, &mut len, item, true);
    }
    store_if(&mut slots, &mut len, 7, false);
    assert_eq!((slots, len), ([5, 6], 2));
}
