//! The boxes of all nodes from those of the leaves.

use crate::dynamic_tree::build::scratch::Leaf;
use crate::dynamic_tree::layout::{Node, NodeIndex};
use crate::dynamic_tree::tree::DynamicTree;
use crate::executor::Executor;
use crate::geometry::{Aabb, Real, Scalar};
use crate::simd::prefetch;

/// Subtrees with fewer pairs of siblings are one piece of work.
const MIN_SHARED: usize = 2048;
/// The boxes of a pair are loaded this number of pairs before they are needed.
const AHEAD: usize = 16;

/// The new boxes of leaves.
pub(in crate::dynamic_tree) trait NewBoxes<S, const D: usize>:
    Sync
{
    /// The new box of a leaf, or the old one of any other node.
    fn of<'a>(&'a self, node: &'a Node<S, D>) -> &'a Aabb<S, D>;
}

/// Leaves have their new boxes already.
pub(in crate::dynamic_tree) struct InPlace;

impl<S: Scalar, const D: usize> NewBoxes<S, D> for InPlace {
    #[inline(always)]
    fn of<'a>(&'a self, node: &'a Node<S, D>) -> &'a Aabb<S, D> {
        &node.aabb
    }
}

/// The new boxes of leaves with consecutive ids, in the order of ids.
pub(in crate::dynamic_tree) struct Moved<'m, S, const D: usize> {
    pub(in crate::dynamic_tree) leaves: &'m [Leaf<S, D>],
    /// The first id.
    pub(in crate::dynamic_tree) first: usize,
}

impl<S: Scalar, const D: usize> NewBoxes<S, D> for Moved<'_, S, D> {
    /// Without a branch: half of all nodes are leaves.
    #[inline(always)]
    fn of<'a>(&'a self, node: &'a Node<S, D>) -> &'a Aabb<S, D> {
        let last = self.leaves.len() - 1;
        let number = node.id().index().wrapping_sub(self.first);
        let new = &self.leaves[number.min(last)].node.aabb;
        let is_moved = node.is_leaf() & (number <= last);
        if is_moved { new } else { &node.aabb }
    }
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Gives leaves their new boxes and recomputes those of all inner nodes; returns the sum of the
    /// areas of inner nodes, the same for every executor.
    pub(in crate::dynamic_tree) fn refit_boxes(
        &mut self,
        executor: impl Executor,
        new_boxes: &impl NewBoxes<S, D>,
    ) -> f64 {
        if let Some(area) = self.refit_built(executor, new_boxes) {
            return area;
        }
        for node in self.siblings.as_flattened_mut() {
            node.aabb = *new_boxes.of(node);
        }
        self.refit_below(NodeIndex::ROOT)
    }

    /// [`refit_boxes`](Self::refit_boxes) of a tree whose pairs of siblings still lie as a build
    /// has left them; otherwise `None`. Takes half of the time of a walk.
    fn refit_built(
        &mut self,
        executor: impl Executor,
        new_boxes: &impl NewBoxes<S, D>,
    ) -> Option<f64> {
        if self.siblings.len() != self.leaves.len() {
            return None;
        }
        let ([root, _], siblings) = self.siblings.split_first_mut()?;
        let branch = Branch {
            siblings,
            parents: self.parents.get(1..)?,
            first: 1,
        };
        branch.refit_node(executor, root, new_boxes)
    }

    /// Recomputes the boxes of the inner nodes at or below `index` from those of the leaves.
    fn refit_below(&mut self, index: NodeIndex) -> f64 {
        let node = self.node(index);
        if !node.is_inner() {
            return 0.0;
        }
        let children = node.children();
        let [left, right] = [0, 1].map(|side| self.refit_below(NodeIndex::new(children, side)));
        let [a, b] = &self.siblings[children as usize];
        let aabb = a.aabb.union(&b.aabb);
        self.node_mut(index).aabb = aabb;
        left + right + aabb.half_area().to_f64()
    }
}

/// The pairs of siblings below a node, if they lie side by side, each behind its parent.
struct Branch<'a, S, const D: usize> {
    siblings: &'a mut [[Node<S, D>; 2]],
    /// The parent of each pair.
    parents: &'a [NodeIndex],
    /// The index of the first pair, the children of the node.
    first: usize,
}

impl<'a, S: Scalar, const D: usize> Branch<'a, S, D> {
    /// Recomputes the boxes of a node and of those below it; returns the sum of their areas. `None`
    /// if other pairs are among those below the node.
    fn refit_node<E: Executor>(
        self,
        executor: E,
        node: &mut Node<S, D>,
        new_boxes: &impl NewBoxes<S, D>,
    ) -> Option<f64> {
        if node.is_leaf() {
            node.aabb = *new_boxes.of(node);
            return self.siblings.is_empty().then_some(0.0);
        }
        if node.children() as usize != self.first {
            return None;
        }
        if self.siblings.len() < MIN_SHARED {
            return self.refit_from_behind(node, new_boxes);
        }
        let ([a, b], [low, high]) = self.split()?;
        let (low, high) = executor.join(
            || low.refit_node(executor, a, new_boxes),
            || high.refit_node(executor, b, new_boxes),
        );
        node.aabb = a.aabb.union(&b.aabb);
        Some(low? + high? + node.aabb.half_area().to_f64())
    }

    /// The first pair, and the pairs below each of its nodes.
    fn split(self) -> Option<(&'a mut [Node<S, D>; 2], [Self; 2])> {
        let (pair, siblings) = self.siblings.split_first_mut()?;
        let middle = pair[0].shape.weight() as usize - 1;
        let (low, high) = siblings.split_at_mut_checked(middle)?;
        let (low_parents, high_parents) = self.parents[1..].split_at(middle);
        let first = self.first + 1;
        let branches = [
            (low, low_parents, first),
            (high, high_parents, first + middle),
        ];
        let branches = branches.map(|(siblings, parents, first)| Self {
            siblings,
            parents,
            first,
        });
        Some((pair, branches))
    }

    /// [`refit_node`](Self::refit_node) of an inner node, pair by pair, those of children before
    /// those of their parents.
    fn refit_from_behind(
        self,
        node: &mut Node<S, D>,
        new_boxes: &impl NewBoxes<S, D>,
    ) -> Option<f64> {
        let mut area = 0.0;
        for index in (0..self.siblings.len()).rev() {
            if let Some(next) = index.checked_sub(AHEAD) {
                self.siblings[next]
                    .iter()
                    .for_each(|node| prefetch(new_boxes.of(node)));
            }
            let pair = &mut self.siblings[index];
            for node in &mut *pair {
                node.aabb = *new_boxes.of(node);
            }
            let aabb = pair[0].aabb.union(&pair[1].aabb);
            area += aabb.half_area().to_f64();
            if index == 0 {
                node.aabb = aabb;
                break;
            }
            let parent = self.parents[index];
            let behind = parent.siblings().checked_sub(self.first)?;
            self.siblings[..index].get_mut(behind)?[parent.side()].aabb = aabb;
        }
        Some(area)
    }
}
