//! Bulk build: sort along a curve, then cut in two again and again.

use super::{Aabb, DynamicTree, Id, Node, NodeIndex, Scalar, Shape, Vec};
use crate::BroadPhase;
use crate::morton::{Keyed, sort_along_curve};

/// From this share of the boxes on, rebuilding costs less than moving them one by one.
const BULK_SHARE: usize = 8;
/// Boxes on one point of the curve are not worth sorting on a finer one if they are this few.
const LUMP: usize = 8;

/// A box on its way into a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<S, const D: usize> {
    pub(super) node: Node<S, D>,
    pub(super) category: u32,
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Inserts or moves boxes; many at once are a rebuild.
    pub(super) fn insert_all(&mut self, boxes: &[(Id, Aabb<S, D>)]) {
        if boxes.len() < self.len() / BULK_SHARE {
            for &(id, aabb) in boxes {
                self.insert(id, aabb);
            }
            return;
        }
        for &(id, aabb) in boxes {
            match self.leaf(id) {
                Some(leaf) => self.node_mut(leaf).aabb = aabb,
                None => {
                    // Anywhere will do until the rebuild.
                    let pair = self.take_pair(NodeIndex::ROOT);
                    self.place(NodeIndex::new(pair, 0), Node::leaf(id, aabb), Shape::LEAF.height, u32::MAX);
                }
            }
        }
        self.rebuild();
    }

    /// Builds the whole tree anew, as good as from scratch. Costs O(n) on most inputs, O(n log n) at worst.
    pub fn rebuild(&mut self) {
        let mut leaves = Vec::with_capacity(self.len());
        for (pair, kin) in self.pairs.iter().zip(&self.kin) {
            let nodes = pair.iter().zip(kin.categories).filter(|(node, _)| node.is_leaf());
            leaves.extend(nodes.map(|(&node, category)| Leaf { node, category }));
        }
        self.reset_pairs();
        self.build_at(NodeIndex::ROOT, &leaves);
        self.stale.clear();
    }

    /// Fills an unused place with a tree of the leaves.
    pub(super) fn build_at(&mut self, root: NodeIndex, leaves: &[Leaf<S, D>]) {
        let mut order: Vec<_> = (0..).map(|index| Keyed { key: 0, index }).take(leaves.len()).collect();
        let aabb = |index: u32| leaves[index as usize].node.aabb;
        sort_along_curve(&mut order, aabb);
        self.build_ordered(root, &mut order, leaves, &|order| {
            if order.len() > LUMP && order[0].key == order[order.len() - 1].key {
                sort_along_curve(order, aabb);
            }
            first_of_upper_half(order)
        });
    }

    /// Builds a tree of the leaves in the given order, each time cut where `preferred` says if the balance allows it.
    pub(super) fn build_ordered(
        &mut self,
        root: NodeIndex,
        order: &mut [Keyed],
        leaves: &[Leaf<S, D>],
        preferred: &impl Fn(&mut [Keyed]) -> usize,
    ) {
        let (node, height, category) = match order {
            [] => return,
            [only] => {
                let Leaf { node, category } = leaves[only.index as usize];
                (node, Shape::LEAF.height, category)
            }
            _ => {
                let pair = self.take_pair(root);
                let cut = preferred(order);
                let (low, high) = order.split_at_mut(self.balance.cut(order.len(), cut));
                self.build_ordered(NodeIndex::new(pair, 0), low, leaves, preferred);
                self.build_ordered(NodeIndex::new(pair, 1), high, leaves, preferred);
                let kin = &self.kin[pair as usize];
                (
                    Node::inner(pair, &self.pairs[pair as usize]),
                    kin.heights[0].max(kin.heights[1]) + 1,
                    kin.categories[0] | kin.categories[1],
                )
            }
        };
        self.place(root, node, height, category);
    }
}

/// Where the highest bit in which the keys differ becomes one: a plane through the middle of the curve's cell.
fn first_of_upper_half(order: &[Keyed]) -> usize {
    let (first, last) = (order[0].key, order[order.len() - 1].key);
    match (first ^ last).checked_ilog2() {
        Some(bit) => order.partition_point(|item| item.key < last >> bit << bit),
        None => order.len() / 2,
    }
}
