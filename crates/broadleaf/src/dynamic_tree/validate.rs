//! Checks T1 to T6.

use super::layout::{NodeIndex, TreeNode};
use super::tree::DynamicTree;
use crate::geometry::Scalar;
use crate::report::{Violation, ensure};
use alloc::vec;
use alloc::vec::Vec;
use core::mem::replace;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    pub(super) fn check(&self) -> Result<(), Violation> {
        let mut reachable = vec![false; self.siblings.len()];
        reachable[0] = true;
        let mut todo = Vec::new();
        if !self.node(NodeIndex::ROOT).is_unused() {
            todo.push(NodeIndex::ROOT);
        }
        let mut leaf_count = 0;
        while let Some(index) = todo.pop() {
            let node = self.node(index);
            if node.is_leaf() {
                self.check_leaf(index)?;
                leaf_count += 1;
                continue;
            }
            let children = node.children();
            let first_visit = !replace(&mut reachable[children as usize], true);
            ensure_at(index, first_visit, "T6: siblings have one parent")?;
            self.check_inner(index)?;
            todo.extend([0, 1].map(|side| NodeIndex::new(children, side)));
        }
        ensure_at(
            NodeIndex::ROOT,
            leaf_count == self.leaves.len(),
            "T5: the id map leads to nothing else",
        )?;
        self.check_pool(&reachable)
    }

    fn check_leaf(&self, index: NodeIndex) -> Result<(), Violation> {
        let mapped = self.leaf(self.node(index).id());
        ensure_at(
            index,
            mapped == Some(index),
            "T5: the id map leads to every leaf",
        )
    }

    fn check_inner(&self, index: NodeIndex) -> Result<(), Violation> {
        let node = self.node(index);
        let siblings = node.children();
        let [a, b] = self.children(node).map(|child| child.shape);
        let [first, second] = [0, 1].map(|side| self.category_of(NodeIndex::new(siblings, side)));
        let expected = TreeNode::inner(siblings, self.children(node));
        let checks = [
            (
                node.aabb == expected.aabb,
                "T1: a box is the union of the children's boxes",
            ),
            (
                node.shape == expected.shape,
                "T2: weight and height follow from the children's",
            ),
            (
                self.category_of(index) == first | second,
                "T2: a category is the union of the children's",
            ),
            (
                self.parents[siblings as usize] == index,
                "T3: the parent link leads to the parent",
            ),
            (
                self.config.balance.allows(a, b),
                "T4: siblings are balanced",
            ),
        ];
        checks
            .into_iter()
            .try_for_each(|(holds, invariant)| ensure_at(index, holds, invariant))
    }

    fn check_pool(&self, reachable: &[bool]) -> Result<(), Violation> {
        let free = self.pool.free();
        let in_use = reachable.iter().filter(|&&reachable| reachable).count();
        ensure_at(
            NodeIndex::ROOT,
            self.pool.len() == self.siblings.len() && in_use + free.len() == self.siblings.len(),
            "T6: every pair of siblings is reachable or free",
        )?;
        for &siblings in free {
            let nodes = &self.siblings[siblings as usize];
            let unused = !reachable[siblings as usize] && nodes.iter().all(TreeNode::is_unused);
            let index = NodeIndex::new(siblings, 0);
            ensure_at(index, unused, "T6: free nodes are unused")?;
        }
        Ok(())
    }
}

fn ensure_at(index: NodeIndex, holds: bool, invariant: &'static str) -> Result<(), Violation> {
    ensure(holds, invariant, format_args!("node {}", index.0))
}
