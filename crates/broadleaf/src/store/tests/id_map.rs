//! Tests of `id_map.rs`.

use alloc::vec;

use super::*;

#[test]
fn agrees_with_a_tree_map_on_near_and_far_ids() {
    let ids = [
        0,
        1,
        5,
        1_000,
        1_023,
        1_024,
        1_500,
        4_000,
        90_000,
        u32::MAX - 1,
        u32::MAX,
    ];
    let (mut map, mut model) = (IdMap::default(), BTreeMap::new());
    let mut state = 1_u32;
    for step in 0..20_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let id = if state >> 31 == 0 {
            ids[(state >> 8) as usize % ids.len()]
        } else {
            (state >> 8) % 3_000
        };
        if (state >> 4).is_multiple_of(3) {
            assert_eq!(map.remove(Id(id)), model.remove(&id));
        } else {
            assert_eq!(map.set(Id(id), step), model.insert(id, step));
            map.replace(Id(id), step + 1);
            model.insert(id, step + 1);
        }
        assert_eq!(map.len(), model.len());
        assert_eq!(map.get(Id(id)), model.get(&id).copied());
    }
    assert!(
        map.iter()
            .eq(model.iter().map(|(&id, &value)| (Id(id), value)))
    );
}

#[test]
fn the_last_item_with_an_id_is_left_in_the_place_of_the_first() {
    let ids = [7, 2, 90_000, 7, 2_000, 2, 7];
    let mut items: Vec<_> = ids.into_iter().zip(0..).collect();
    let mut map = IdMap::default();
    map.number(&mut items, |item| Id(item.0));
    assert_eq!(items, [(7, 6), (2, 5), (90_000, 2), (2_000, 4)]);
    let numbers = [(2, 1), (7, 0), (2_000, 3), (90_000, 2)];
    assert!(map.iter().map(|(id, index)| (id.0, index)).eq(numbers));
    assert_eq!(map.len(), 4);
}

#[test]
fn ids_in_any_order_are_added_and_their_values_set() {
    let far = [vec![3, 5, 1 << 20], vec![3, 1 << 20, 5]];
    let ascending = || (0..3_000).map(|i| 3 * i);
    let mut mixed: Vec<_> = ascending().collect();
    mixed.swap(7, 2_000);
    let near = [ascending().collect(), mixed, Vec::new()];
    for ids in near.into_iter().chain(far) {
        let mut map = IdMap::default();
        let mut items = ids.clone();
        map.add_all(&mut items, |&id| Id(id));
        assert_eq!((&items, map.len()), (&ids, ids.len()));
        assert!(map.bytes() < 8_192 + 32 * ids.len());
        let entries = || ids.iter().map(|&id| (Id(id), id / 2));
        map.replace_all(entries());
        let mut expected: Vec<_> = entries().collect();
        expected.sort_unstable();
        assert!(map.iter().eq(expected));
    }
}

#[test]
fn an_id_that_occurs_twice_is_added_once() {
    for ids in [[4, 4, 9], [4, 9, 4], [9, 4, 4]] {
        let mut items: Vec<_> = ids.into_iter().zip(0..).collect();
        let mut map = IdMap::default();
        map.add_all(&mut items, |item| Id(item.0));
        assert_eq!((items.len(), map.len()), (2, 2));
    }
}

#[test]
fn a_huge_id_costs_no_huge_array() {
    let mut map = IdMap::default();
    map.set(Id(u32::MAX), 1);
    map.set(Id(u32::MAX - 1), 2);
    assert!(map.bytes() < 1_000);
}
