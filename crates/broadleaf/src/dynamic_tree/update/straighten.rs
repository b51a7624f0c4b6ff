//! Shortens a path that has become too long.
//!
//! ```text
//!     A                      The subtrees beside a path, in their order, become the leaves of a new
//!    ┌┴┐                     top, cut where half of the boxes lie on either side:
//!    1 B
//!     ┌┴┐                             A
//!     2 C             ──▶         ┌───┴───┐
//!      ┌┴┐                        B       C
//!      3 D                      ┌─┴─┐   ┌─┴─┐
//!       ┌┴┐                     1   2   3   D
//!       4 5                                ┌┴┐
//!                                          4 5
//! ```
//!
//! Boxes that are each far beyond or around all previous ones go beside the root. Each makes the
//! tree higher and hardly heavier, so the tree is soon too high again, however low a rebuild makes
//! it. Straightening visits only the path.

use crate::dynamic_tree::build::scratch::Leaf;
use crate::dynamic_tree::layout::{NodeIndex, NodeShape, TreeNode};
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::Scalar;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Shortens the longest path below a node if the result is balanced. Returns whether it is.
    pub(crate) fn straighten(&mut self, root: NodeIndex) -> bool {
        let mut beside = Vec::new();
        let mut path = Vec::new();
        let mut index = root;
        while self.node(index).is_inner() {
            let siblings = self.node(index).children();
            path.push(siblings);
            let [first, second] = [0, 1].map(|side| NodeIndex::new(siblings, side));
            let is_first_higher =
                self.node(first).shape.height() > self.node(second).shape.height();
            let (higher, lower) = if is_first_higher {
                (first, second)
            } else {
                (second, first)
            };
            beside.push(self.leaf_at(lower));
            index = higher;
        }
        beside.push(self.leaf_at(index));
        let is_balanced = shape_of(&beside).is_some();
        if is_balanced {
            path.into_iter().for_each(|siblings| self.free(siblings));
            self.put_path(root, &beside);
        }
        is_balanced
    }

    /// Fills an unused node with a tree whose leaves are the subtrees.
    fn put_path(&mut self, root: NodeIndex, subtrees: &[Leaf<S, D>]) {
        if let [only] = subtrees {
            return self.set_node(root, only.node, only.category);
        }
        let (first, second) = subtrees.split_at(middle(subtrees));
        let siblings = self.allocate(root);
        self.put_path(NodeIndex::new(siblings, 0), first);
        self.put_path(NodeIndex::new(siblings, 1), second);
        let node = TreeNode::inner(siblings, &self.siblings[siblings as usize]);
        let category = subtrees
            .iter()
            .fold(0, |all, subtree| all | subtree.category);
        self.set_node(root, node, category);
    }
}

/// The shape of a tree of these subtrees; `None` if one of its nodes would be too high.
fn shape_of<S: Scalar, const D: usize>(subtrees: &[Leaf<S, D>]) -> Option<NodeShape> {
    if let [only] = subtrees {
        return Some(only.node.shape);
    }
    let (first, second) = subtrees.split_at(middle(subtrees));
    let shape = shape_of(first)?.above(shape_of(second)?);
    (shape.height() <= NodeShape::max_height(shape.weight() as usize)).then_some(shape)
}

/// Where to cut a list of at least two subtrees into parts of about the same weight.
fn middle<S: Scalar, const D: usize>(subtrees: &[Leaf<S, D>]) -> usize {
    let weight = |subtree: &Leaf<S, D>| u64::from(subtree.node.shape.weight());
    let total: u64 = subtrees.iter().map(weight).sum();
    let mut before = 0;
    let is_before = |subtree: &&Leaf<S, D>| {
        before += weight(subtree);
        2 * before <= total
    };
    let count = subtrees.iter().take_while(is_before).count();
    count.clamp(1, subtrees.len() - 1)
}
