use crate::simd::key::Key;

fn check<K: Key>(keys: [K; 4]) {
    let pairs: [(K, u32); 12] = core::array::from_fn(|i| (keys[i / 3], [0, 7, u32::MAX][i % 3]));
    for (key, index) in pairs {
        assert_eq!(K::index(key.indexed(index)), index);
        for (other, other_index) in pairs {
            let order = key.indexed(index).cmp(&other.indexed(other_index));
            assert_eq!(order, (key, index).cmp(&(other, other_index)));
        }
    }
}

#[test]
fn indexed_keys_are_in_the_order_of_keys_then_of_indices() {
    check([i32::MIN, -1, 0, i32::MAX]);
    check([i64::MIN, -1, 0, i64::MAX]);
}
