//! Checks T1 to T6.

use super::{DynamicTree, Node, NodeIndex};
use crate::geometry::Scalar;
use crate::index::SpatialIndex;
use crate::report::Violation;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    pub(super) fn check(&self) -> Result<(), Violation> {
        let mut reachable = vec![false; self.pairs.len()];
        reachable[0] = true;
        let root = *self.node(NodeIndex::ROOT);
        let mut todo: Vec<NodeIndex> = (!root.is_unused())
            .then_some(NodeIndex::ROOT)
            .into_iter()
            .collect();
        let mut leaf_count = 0;
        while let Some(index) = todo.pop() {
            let node = self.node(index);
            if node.is_leaf() {
                ensure(
                    self.leaf(node.id()) == Some(index),
                    "T5: the id map leads to every leaf",
                    index,
                )?;
                leaf_count += 1;
                continue;
            }
            let pair = node.children();
            ensure(
                !core::mem::replace(&mut reachable[pair as usize], true),
                "T6: a pair has one parent",
                index,
            )?;
            self.check_inner(index)?;
            todo.extend([0, 1].map(|side| NodeIndex::new(pair, side)));
        }
        ensure(
            leaf_count == self.len(),
            "T5: the id map leads to nothing else",
            NodeIndex::ROOT,
        )?;
        self.check_pool(&reachable)
    }

    fn check_inner(&self, index: NodeIndex) -> Result<(), Violation> {
        let node = self.node(index);
        let pair = node.children();
        let [a, b] = self.pairs[pair as usize].map(|child| child.shape);
        let [first, second] = [0, 1].map(|side| self.category_of(NodeIndex::new(pair, side)));
        let expected = Node::inner(pair, &self.pairs[pair as usize]);
        ensure(
            node.aabb == expected.aabb,
            "T1: a box is the union of the children's boxes",
            index,
        )?;
        ensure(
            node.shape == expected.shape,
            "T2: weight and height follow from the children's",
            index,
        )?;
        ensure(
            self.category_of(index) == first | second,
            "T2: a category is the union of the children's",
            index,
        )?;
        ensure(
            self.parents[pair as usize] == index,
            "T3: the parent link leads to the parent",
            index,
        )?;
        ensure(
            self.balance.allows(a, b),
            "T4: siblings are balanced",
            index,
        )
    }

    fn check_pool(&self, reachable: &[bool]) -> Result<(), Violation> {
        ensure(
            self.pool.len() == self.pairs.len(),
            "T6: the pool knows every pair",
            NodeIndex::ROOT,
        )?;
        let free = self.pool.free();
        let in_use = reachable.iter().filter(|&&reachable| reachable).count();
        ensure(
            in_use + free.len() == self.pairs.len(),
            "T6: every pair is reachable or free",
            NodeIndex::ROOT,
        )?;
        for &pair in free {
            let unused =
                !reachable[pair as usize] && self.pairs[pair as usize].iter().all(Node::is_unused);
            ensure(unused, "T6: free pairs are unused", NodeIndex::new(pair, 0))?;
        }
        Ok(())
    }
}

fn ensure(holds: bool, invariant: &'static str, index: NodeIndex) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation::new(invariant, format!("node {}", index.0)))
    }
}
