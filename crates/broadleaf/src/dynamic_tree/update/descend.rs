//! Where a new leaf goes.
//!
//! ```text
//!      N                  Beside N, the leaf L adds a parent with the box N ∪ L:
//!    ┌─┴─┐                    cost(N ∪ L)
//!    A   B                Below N, N itself grows to that box, and the child adds its share:
//!                             cost(N ∪ L) − cost(N) + added(child)
//! ```
//!
//! So L goes beside N if `cost(N) < added(child)` for the cheaper child. A child that is a leaf
//! adds a new parent, `cost(A ∪ L)`; an inner node adds at least its growth, `cost(A ∪ L) −
//! cost(A)`.

use crate::dynamic_tree::cost::{is_undecided, sides, sides_difference};
use crate::dynamic_tree::layout::{NodeIndex, NodeShape, TreeNode};
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::{Aabb, Real, Scalar};
use crate::simd::prefetch;

/// The areas that decide between a node and its child for a new leaf.
#[derive(Clone, Copy)]
struct AddedArea<R> {
    /// The area of an inner node's box; 0 for a leaf, whose new parent is all added area.
    paid: R,
    /// The area that the leaf adds at or below the node.
    added: R,
}

impl<R: Real> AddedArea<R> {
    #[inline]
    fn of<S: Scalar<Real = R>, const D: usize>(node: &TreeNode<S, D>, leaf: &Aabb<S, D>) -> Self {
        let joined = node.aabb.union(leaf).half_area();
        let paid = if node.is_leaf() {
            R::ZERO
        } else {
            node.aabb.half_area()
        };
        let added = joined - paid;
        Self { paid, added }
    }
}

/// The position of a new leaf, and how many nodes above it have grown.
#[derive(Clone, Copy)]
pub(crate) struct LeafPlace {
    /// The node beside which the leaf goes.
    pub(crate) sibling: NodeIndex,
    /// The number of nodes from the start of the descent down to the sibling, without it.
    pub(crate) depth: u32,
    /// How many of these nodes, from the top, contained the leaf already.
    pub(crate) fitting: u32,
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Descends from `start` to the node beside which a new leaf adds the least cost, among those
    /// that the balance allows. Extends the nodes above it by the leaf's box, weight and category.
    pub(crate) fn descend(
        &mut self,
        start: NodeIndex,
        leaf: &Aabb<S, D>,
        category: u32,
    ) -> LeafPlace {
        let (mut index, mut depth, mut fitting) = (start, 0, 0);
        let mut paid = self.node(start).aabb.half_area();
        loop {
            let node = *self.node(index);
            if node.is_leaf() {
                break;
            }
            let children = self.children(&node);
            for child in children {
                if let Some(below) = self.siblings.get(child.link() as usize) {
                    prefetch(below);
                }
            }
            let (side, growth) = cheaper_side(children, leaf);
            let beside = if is_undecided(paid, growth.added) {
                sides(&node.aabb) < added_sides(&children[side as usize], leaf)
            } else {
                paid < growth.added
            };
            if beside && self.config.balance.allows(NodeShape::LEAF, node.shape) {
                break;
            }
            fitting += u32::from(node.aabb.contains(leaf));
            let node = node.with_leaf(leaf);
            *self.node_mut(index) = node;
            self.set_category_of(index, self.category_of(index) | category);
            index = NodeIndex::new(node.children(), side);
            paid = growth.paid;
            depth += 1;
        }
        LeafPlace {
            sibling: index,
            depth,
            fitting,
        }
    }
}

/// The sibling at or below which a new leaf adds less cost; the lighter one if the costs are equal.
#[inline]
fn cheaper_side<S: Scalar, const D: usize>(
    [a, b]: &[TreeNode<S, D>; 2],
    leaf: &Aabb<S, D>,
) -> (u32, AddedArea<S::Real>) {
    let [first, second] = [a, b].map(|node| AddedArea::of(node, leaf));
    if second.added < first.added {
        (1, second)
    } else if first.added < second.added || !is_cheaper_by_sides(b, a, leaf) {
        (0, first)
    } else {
        (1, second)
    }
}

#[cold]
fn is_cheaper_by_sides<S: Scalar, const D: usize>(
    node: &TreeNode<S, D>,
    sibling: &TreeNode<S, D>,
    leaf: &Aabb<S, D>,
) -> bool {
    let (here, beside) = (added_sides(node, leaf), added_sides(sibling, leaf));
    let lighter = node.shape.weight() < sibling.shape.weight();
    here < beside || (lighter && !(beside < here))
}

/// The sides that a new leaf adds at or below a node.
#[cold]
fn added_sides<S: Scalar, const D: usize>(node: &TreeNode<S, D>, leaf: &Aabb<S, D>) -> S::Real {
    let joined = node.aabb.union(leaf);
    if node.is_leaf() {
        sides(&joined)
    } else {
        sides_difference(&joined, &node.aabb)
    }
}
