//! Tests of `search.rs`.

use super::*;

/// The order changes no answer, only the nodes that consecutive queries share.
#[test]
fn consecutive_queries_are_near_each_other() {
    const SIDE: u32 = 64;
    let mut search = ChangeSearch::<i32, 2>::default();
    for n in 0..SIDE * SIDE {
        // An odd factor visits every place once, far from the previous one.
        let place = n * 1_597 % (SIDE * SIDE);
        let aabb = Aabb::point([place % SIDE, place / SIDE].map(u32::cast_signed));
        search.push(Mover {
            slot: Id(n),
            before: aabb,
            now: aabb,
            was: true,
            is: false,
            steady: true,
            has_changed: true,
            meets_all: true,
        });
    }
    search.order_queries(true);
    assert_eq!(search.order.len(), search.movers.len());
    let steps = search.order.windows(2).map(|pair| {
        let [a, b] = [0, 1].map(|i| search.boxes[pair[i].index as usize].min());
        a[0].abs_diff(b[0]) + a[1].abs_diff(b[1])
    });
    assert!(steps.sum::<u32>() < 3 * SIDE * SIDE);
}
