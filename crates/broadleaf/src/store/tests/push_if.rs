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
fn what_is_kept_moves_to_the_front() {
    let (mut items, mut len) = ([5, 6, 7, 8], 0);
    for number in 0..4 {
        let item = items[number];
        move_if(&mut items, &mut len, item, item % 2 == 0);
    }
    assert_eq!(items[..len], [6, 8]);
}
