//! Tests of `scratch_pool.rs`.

use super::*;

#[test]
fn the_last_that_came_back_is_lent_first() {
    let pool = ScratchPool::<Vec<u8>>::default();
    pool.lend(Vec::new, |first| {
        first.push(1);
        pool.lend(Vec::new, |second| second.push(2));
    });
    let (mut found, mut made) = (Vec::new(), 0);
    pool.lend(Vec::new, |first| {
        pool.lend(Vec::new, |second| {
            pool.lend(|| Vec::from([3]), |_| made += 1);
            found.extend([first[0], second[0]]);
        });
    });
    assert_eq!((found, made), (Vec::from([1, 2]), 1));
    assert!(pool.bytes(Vec::capacity) >= 3 * size_of::<Vec<u8>>());
    assert_eq!(pool.clone().bytes(Vec::capacity), 0);
}

#[test]
fn a_single_caller_gets_the_same_memory_again() {
    let mut pool = ScratchPool::<Vec<u8>>::default();
    pool.get_mut().push(7);
    assert_eq!(pool.get_mut(), &[7]);
    assert_eq!(pool.all().len(), 1);
}
