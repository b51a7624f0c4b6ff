//! Tests of `id_set.rs`.

use super::*;

#[test]
fn holds_each_id_once_in_order_until_cleared() {
    let mut set = IdSet::default();
    for _ in 0..3 {
        assert_eq!(
            [7, 2, 7, 0, 2].map(|id| set.insert(Id(id))),
            [0, 1, 0, 2, 1]
        );
        assert_eq!(set.as_slice(), [Id(7), Id(2), Id(0)]);
        assert!(set.contains(Id(2)) && !set.contains(Id(3)) && !set.contains(Id(9)));
        set.clear();
        assert!(!set.contains(Id(2)));
        assert_eq!(set.insert(Id(2)), 0);
        set.clear();
    }
}
