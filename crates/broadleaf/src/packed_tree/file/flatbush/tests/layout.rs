//! Tests of `file/flatbush/layout.rs`.

use crate::packed_tree::file::flatbush::layout::Layout;

#[test]
fn every_box_but_the_root_has_one_parent() {
    for node_size in [2, 3, 16, 65_535] {
        for items in [0, 1, 2, 3, 15, 16, 17, 255, 256, 257, 5_000] {
            let layout = Layout::new(items, node_size);
            let mut next = 0;
            for (number, (node, children)) in layout.nodes().enumerate() {
                assert_eq!((node, children.start), (items + number, next));
                assert!(!children.is_empty() && children.len() <= node_size);
                next = children.end;
            }
            let below_root = layout.boxes().saturating_sub(1);
            assert_eq!(next as u64, below_root, "{items}, {node_size}");
            assert_eq!(layout.items(), items);
        }
    }
}

#[test]
fn indices_grow_with_the_number_of_boxes() {
    // 15,358 items have 960 + 60 + 4 + 1 nodes above them: 16,383 boxes.
    let narrow = Layout::new(15_358, 16);
    assert_eq!((narrow.boxes(), narrow.index_bytes()), (16_383, 2));
    let wide = Layout::new(15_359, 16);
    assert_eq!((wide.boxes(), wide.index_bytes()), (16_384, 4));
}
