//! Tests of `stack.rs`.

use super::*;

#[test]
fn pops_in_reverse_order_past_the_inline_items() {
    let mut stack = Stack::<u32, 4>::new(0);
    for round in [3, 4, 5, 50] {
        (0..round).for_each(|i| stack.push(i));
        assert!((0..round).rev().all(|i| stack.pop() == Some(i)));
        assert_eq!(stack.pop(), None);
    }
}

#[test]
fn pushes_what_is_to_be_kept() {
    let mut stack = Stack::<u32, 4>::new(0);
    (0..60).for_each(|i| stack.push_if(i % 3 == 0, i));
    assert!((0..20).rev().all(|i| stack.pop() == Some(3 * i)));
    assert_eq!(stack.pop(), None);
}
