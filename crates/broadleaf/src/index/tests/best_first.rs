use alloc::vec::Vec;

use crate::index::query::best_first::Reached;
use crate::store::Id;

#[test]
fn nodes_are_opened_before_boxes_that_are_reached_as_soon() {
    let mut reached = Reached::new();
    reached.push_hit(1.0, Id(7));
    reached.push_node(1.0, 100);
    reached.push_node(5.0, 200);
    let mut opened = Vec::new();
    let hits = reached.into_hits(|node, reached| {
        opened.push(node);
        reached.push_hit(if node == 100 { 1.0 } else { 6.0 }, Id(node / 50));
    });
    let first: Vec<_> = hits.take(2).map(|hit| hit.id).collect();
    assert_eq!(
        (first, opened),
        (alloc::vec![Id(2), Id(7)], alloc::vec![100])
    );
}
