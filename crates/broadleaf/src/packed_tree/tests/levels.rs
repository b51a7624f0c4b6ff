//! Tests of `levels.rs`.

use crate::packed_tree::levels::{Levels, MAX_LEVELS};

#[test]
fn levels_of_few_and_of_all_boxes() {
    let counts = |boxes| {
        let levels = Levels::of(boxes);
        (levels.count, levels.nodes())
    };
    assert_eq!(counts(0), (0, 0));
    assert_eq!(counts(1), (1, 1));
    assert_eq!(counts(16), (1, 1));
    assert_eq!(counts(17), (2, 3));
    assert_eq!(counts(257), (3, 17 + 2 + 1));
    assert_eq!(counts(u32::MAX).0, MAX_LEVELS);
}

#[test]
fn the_last_node_of_a_level_may_have_fewer_children() {
    let levels = Levels::of(33);
    assert_eq!(
        [0, 1, 2].map(|node| levels.lanes(0, node)),
        [0xffff, 0xffff, 1]
    );
    assert_eq!(levels.lanes(1, 0), 0b111);
    assert_eq!((levels.number(1, 0), levels.number(0, 2)), (0, 3));
    assert_eq!(
        [0, 1, 2].map(|node| levels.boxes_below(0, node)),
        [16, 16, 1]
    );
    assert_eq!(levels.boxes_below(1, 0), 33);
}
