//! The node that a pair of blocks belongs to.

use crate::pair_finder::block_tree::BlockTree;
use crate::pair_finder::tuning::BLOCK_BITS;

#[test]
fn a_pair_belongs_to_the_smallest_node_that_has_both() {
    let tree = BlockTree::above(6 * BlockTree::BLOCK - 5);
    let node_of = |a: u32, b: u32| tree.node_of([a, b].map(|block| (block << BLOCK_BITS) + 7));
    assert_eq!([0, 5].map(|block| node_of(block, block)), [8, 13]);
    assert_eq!([0, 5].map(|block| tree.leaf(block)), [8, 13]);
    assert_eq!([node_of(0, 1), node_of(5, 4)], [4, 6]);
    assert_eq!([node_of(1, 2), node_of(3, 0), node_of(3, 4)], [2, 2, 1]);
    assert_eq!(
        [1, 2, 7].map(|node| tree.half(node) / BlockTree::BLOCK),
        [4, 2, 1]
    );
    assert_eq!(BlockTree::above(1).node_of([0, 0]), 1);
}
