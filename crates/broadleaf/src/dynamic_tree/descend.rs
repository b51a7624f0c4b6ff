//! Where a new leaf goes.
//!
//! ```text
//!      N                  Beside N, the leaf L adds a parent with the box N ∪ L:
//!    ┌─┴─┐                    cost(N ∪ L)
//!    A   B                Below N, N itself grows to that box, and the child adds its share:
//!                             cost(N ∪ L) − cost(N) + added(child)
//! ```
//!
//! So L goes beside N if `cost(N) < added(child)` for the cheaper child. A leaf as child adds its
//! new parent, `cost(A ∪ L)`; an inner node adds at least its growth, `cost(A ∪ L) − cost(A)`.

use super::cost::{is_undecided, sides, sides_difference};
use super::layout::{Node, NodeIndex, Shape};
use super::tree::DynamicTree;
use crate::geometry::{Aabb, Scalar};

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Descends from `start` to the node beside which a new leaf adds the least cost, among those
    /// that the balance allows.
    pub(super) fn find_sibling(&self, start: NodeIndex, aabb: &Aabb<S, D>) -> NodeIndex {
        let mut index = start;
        loop {
            let node = self.node(index);
            if node.is_leaf() {
                return index;
            }
            let children = self.children(node);
            let (side, added) = cheaper_side(children, aabb);
            let area = node.aabb.half_area();
            let beside = if is_undecided(area, added) {
                sides(&node.aabb) < added_sides(&children[side as usize], aabb)
            } else {
                area < added
            };
            if beside && self.config.balance.allows(Shape::LEAF, node.shape) {
                return index;
            }
            index = NodeIndex::new(node.children(), side);
        }
    }
}

/// The sibling at or below which a new leaf adds less cost, the lighter of equal ones, and the area
/// that the leaf adds there.
#[inline]
fn cheaper_side<S: Scalar, const D: usize>(
    [a, b]: &[Node<S, D>; 2],
    leaf: &Aabb<S, D>,
) -> (u32, S::Real) {
    let (first, second) = (added_area(a, leaf), added_area(b, leaf));
    let second_is_cheaper = if is_undecided(first, second) {
        is_cheaper_by_sides(b, a, leaf)
    } else {
        second < first
    };
    if second_is_cheaper {
        (1, second)
    } else {
        (0, first)
    }
}

#[cold]
fn is_cheaper_by_sides<S: Scalar, const D: usize>(
    node: &Node<S, D>,
    sibling: &Node<S, D>,
    leaf: &Aabb<S, D>,
) -> bool {
    let (here, beside) = (added_sides(node, leaf), added_sides(sibling, leaf));
    let lighter = node.shape.weight() < sibling.shape.weight();
    here < beside || (lighter && !(beside < here))
}

/// The area that a new leaf adds at or below a node.
#[inline]
fn added_area<S: Scalar, const D: usize>(node: &Node<S, D>, leaf: &Aabb<S, D>) -> S::Real {
    let joined = node.aabb.union(leaf).half_area();
    if node.is_leaf() {
        joined
    } else {
        joined - node.aabb.half_area()
    }
}

/// The sides that a new leaf adds at or below a node.
#[cold]
fn added_sides<S: Scalar, const D: usize>(node: &Node<S, D>, leaf: &Aabb<S, D>) -> S::Real {
    let joined = node.aabb.union(leaf);
    if node.is_leaf() {
        sides(&joined)
    } else {
        sides_difference(&joined, &node.aabb)
    }
}
