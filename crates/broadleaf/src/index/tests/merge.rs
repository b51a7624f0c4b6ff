use crate::index::query::merge::merged;

#[test]
fn merges_and_chains() {
    let merge = |a: &[u32], b: &[u32]| -> alloc::vec::Vec<u32> {
        merged(a.iter().copied(), b.iter().copied(), |&item| item).collect()
    };
    assert_eq!(merge(&[1, 4, 5], &[0, 2, 9]), [0, 1, 2, 4, 5, 9]);
    assert_eq!(merge(&[], &[3]), [3]);
    assert_eq!(merge(&[3, 7], &[]), [3, 7]);
}
