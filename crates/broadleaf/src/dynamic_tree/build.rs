//! Bulk build: sort along a curve, then cut in two again and again.

use super::{DynamicTree, Node, NodeIndex, Shape};
use crate::geometry::{Aabb, Scalar};
use crate::index::{BroadPhase, SpatialIndex};
use crate::morton::{Keyed, sort_along_curve};
use crate::store::Id;
use alloc::vec::Vec;
use core::mem::take;

/// From this share of the boxes on, a pass over the whole tree costs less than moving them one by
/// one.
const BULK_SHARE: usize = 8;
/// Boxes on one point of the curve are not worth sorting on a finer one if they are this few.
const LUMP: usize = 8;

/// Memory that builds use again and again.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S, const D: usize> {
    leaves: Vec<Leaf<S, D>>,
    order: Vec<Keyed>,
    sorted: Vec<Keyed>,
}

impl<S, const D: usize> Default for Scratch<S, D> {
    fn default() -> Self {
        Self {
            leaves: Vec::new(),
            order: Vec::new(),
            sorted: Vec::new(),
        }
    }
}

impl<S, const D: usize> Scratch<S, D> {
    pub(super) fn bytes(&self) -> usize {
        let keyed = self.order.capacity() + self.sorted.capacity();
        self.leaves.capacity() * size_of::<Leaf<S, D>>() + keyed * size_of::<Keyed>()
    }
}

/// A box on its way into a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<S, const D: usize> {
    pub(super) node: Node<S, D>,
    pub(super) category: u32,
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Inserts or moves boxes; many at once are a refit or a rebuild.
    pub(super) fn insert_all(&mut self, boxes: impl Iterator<Item = (Id, Aabb<S, D>)>) {
        // Taken in before anything changes: an iterator may panic.
        let mut incoming = take(&mut self.scratch.leaves);
        incoming.extend(boxes.map(|(id, aabb)| Leaf {
            node: Node::leaf(id, aabb),
            category: u32::MAX,
        }));
        let many = incoming.len() >= self.len() / BULK_SHARE;
        if many {
            self.note_fresh();
        }
        let known = self.len();
        for Leaf { node, category } in incoming.drain(..) {
            match self.leaf(node.id()) {
                Some(leaf) if many => self.node_mut(leaf).aabb = node.aabb,
                None if many => {
                    // Anywhere will do until the rebuild.
                    let pair = self.take_pair(NodeIndex::ROOT);
                    self.place(NodeIndex::new(pair, 0), node, category);
                }
                _ => drop(self.insert(node.id(), node.aabb)),
            }
        }
        self.scratch.leaves = incoming;
        if many && (self.len() > known || !self.refit_all()) {
            self.rebuild();
        }
    }

    /// Builds the whole tree anew, as good as from scratch. Costs O(n) on most inputs, O(n log n)
    /// at worst.
    pub fn rebuild(&mut self) {
        let mut leaves = take(&mut self.scratch.leaves);
        leaves.reserve_exact(self.len());
        for place in (0..).map(NodeIndex).take(2 * self.pairs.len()) {
            if self.node(place).is_leaf() {
                leaves.push(self.leaf_at(place));
            }
        }
        self.reset_pairs();
        self.build_at(NodeIndex::ROOT, &leaves, u32::MAX);
        self.forget_stale();
        self.forget_decay();
        leaves.clear();
        self.scratch.leaves = leaves;
    }

    /// The leaf in a place, ready to go into a tree.
    pub(super) fn leaf_at(&self, place: NodeIndex) -> Leaf<S, D> {
        Leaf {
            node: *self.node(place),
            category: self.category_of(place),
        }
    }

    /// Fills an unused place with a tree of the leaves, no higher than `height_limit`.
    pub(super) fn build_at(&mut self, root: NodeIndex, leaves: &[Leaf<S, D>], height_limit: u32) {
        let (mut order, mut sorted) = (
            take(&mut self.scratch.order),
            take(&mut self.scratch.sorted),
        );
        order.extend(
            (0..)
                .map(|index| Keyed { key: 0, index })
                .take(leaves.len()),
        );
        let mut sort = |order: &mut [Keyed]| {
            sort_along_curve(order, &mut sorted, |index| leaves[index as usize].node.aabb)
        };
        sort(&mut order);
        let balance = self.balance;
        self.build_ordered(
            root,
            &mut order,
            leaves,
            height_limit,
            &mut |order, height_limit| {
                if order.len() > LUMP && order[0].key == order[order.len() - 1].key {
                    sort(order);
                }
                let cut = balance.cut(order.len(), first_of_upper_half(order), height_limit);
                sort_around(order, cut, &mut sort);
                cut
            },
        );
        order.clear();
        self.scratch.order = order;
        sorted.clear();
        self.scratch.sorted = sorted;
    }

    /// Builds a tree of the leaves in the given order, cut in two where `cut` says. That must be
    /// where the balance allows it.
    pub(super) fn build_ordered(
        &mut self,
        root: NodeIndex,
        order: &mut [Keyed],
        leaves: &[Leaf<S, D>],
        height_limit: u32,
        cut: &mut impl FnMut(&mut [Keyed], u32) -> usize,
    ) {
        if let [] | [_] = order {
            order
                .iter()
                .map(|only| leaves[only.index as usize])
                .for_each(|leaf| self.place(root, leaf.node, leaf.category));
            return;
        }
        let height_limit = height_limit.min(Shape::height_limit_of(order.len()));
        let middle = cut(order, height_limit);
        let (low, high) = order.split_at_mut(middle);
        let pair = self.take_pair(root);
        self.build_ordered(NodeIndex::new(pair, 0), low, leaves, height_limit - 1, cut);
        self.build_ordered(NodeIndex::new(pair, 1), high, leaves, height_limit - 1, cut);
        let category =
            self.category_of(NodeIndex::new(pair, 0)) | self.category_of(NodeIndex::new(pair, 1));
        self.place(
            root,
            Node::inner(pair, &self.pairs[pair as usize]),
            category,
        );
    }
}

/// Where the highest bit in which the keys differ becomes one: a plane through the middle of the
/// curve's cell.
fn first_of_upper_half(order: &[Keyed]) -> usize {
    let (first, last) = (order[0].key, order[order.len() - 1].key);
    match (first ^ last).checked_ilog2() {
        Some(bit) => order.partition_point(|item| item.key < last >> bit << bit),
        None => order.len() / 2,
    }
}

/// Makes sure that a cut between equal keys divides space: sorts the boxes with that key on a
/// finer curve, and again those that are equal there. The keys stay what they were.
fn sort_around(order: &mut [Keyed], cut: usize, sort: &mut impl FnMut(&mut [Keyed])) {
    let key = order[cut].key;
    if order[cut - 1].key != key {
        return;
    }
    let start = order.partition_point(|item| item.key < key);
    let end = order.partition_point(|item| item.key <= key);
    let lump = &mut order[start..end];
    if lump.len() <= LUMP {
        return;
    }
    sort(lump);
    if lump[0].key != lump[lump.len() - 1].key {
        sort_around(lump, cut - start, sort);
    }
    lump.iter_mut().for_each(|item| item.key = key);
}
