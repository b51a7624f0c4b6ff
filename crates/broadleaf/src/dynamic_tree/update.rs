//! Insert, remove, move; refit and rotate on the way up.

use super::{Aabb, DynamicTree, Kin, Node, NodeIndex, Scalar, Shape};
use crate::Real;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Inserts a leaf somewhere at or below `start`.
    pub(super) fn insert_leaf(&mut self, start: NodeIndex, leaf: Node<S, D>, category: u32) {
        if self.node(NodeIndex::ROOT).weight == 0 {
            self.place(NodeIndex::ROOT, leaf, Shape::LEAF.height, category);
            return;
        }
        let spot = self.find_sibling(start, &leaf.aabb);
        // What was there moves down to become the new leaf's sibling, and the spot becomes their parent.
        let pair = self.take_pair(spot);
        self.transfer(spot, NodeIndex::new(pair, 0));
        self.place(NodeIndex::new(pair, 1), leaf, Shape::LEAF.height, category);
        *self.node_mut(spot) = Node::inner(pair, &self.pairs[pair as usize]);
        self.refit_above(NodeIndex::new(pair, 0), NodeIndex::ROOT);
    }

    /// Removes a leaf: its sibling takes the parent's place. The id map is the caller's concern.
    pub(super) fn remove_leaf(&mut self, leaf: NodeIndex) {
        if let Some(parent) = self.unlink(leaf) {
            self.refit_above(parent, NodeIndex::ROOT);
        }
    }

    /// Gives a leaf another box and returns the old one.
    pub(super) fn move_leaf(&mut self, leaf: NodeIndex, aabb: Aabb<S, D>) -> Aabb<S, D> {
        let node = self.node(leaf).with_aabb(aabb);
        let old = self.node(leaf).aabb;
        if leaf == NodeIndex::ROOT || self.node(self.kin_of(leaf).parent).aabb.contains(&aabb) {
            *self.node_mut(leaf) = node;
            self.refit_above(leaf, NodeIndex::ROOT);
            return old;
        }
        // It goes back in below the lowest ancestor it still fits; above that hardly anything changes.
        let category = self.category_of(leaf);
        let mut ancestor = self.kin_of(leaf).parent;
        while ancestor != NodeIndex::ROOT && !self.node(ancestor).aabb.contains(&aabb) {
            ancestor = self.kin_of(ancestor).parent;
        }
        if let Some(parent) = self.unlink(leaf)
            && parent != ancestor
        {
            self.refit_above(parent, ancestor);
        }
        self.insert_leaf(ancestor, node, category);
        old
    }

    /// Forgets all nodes.
    pub(super) fn reset_pairs(&mut self) {
        self.pool.clear();
        self.pairs.clear();
        self.kin.clear();
        self.take_pair(NodeIndex::ROOT);
    }

    /// A pair of unused nodes below `parent`.
    pub(super) fn take_pair(&mut self, parent: NodeIndex) -> u32 {
        let pair = self.pool.take();
        if self.pairs.len() < self.pool.len() {
            self.pairs.push([Node::UNUSED; 2]);
            self.kin.push(Kin::UNUSED);
        }
        self.kin[pair as usize].parent = parent;
        pair
    }

    pub(super) fn free_pair(&mut self, pair: u32) {
        self.pairs[pair as usize] = [Node::UNUSED; 2];
        self.kin[pair as usize] = Kin::UNUSED;
        self.pool.give_back(pair);
    }

    /// Puts a node in a place and leads its links there.
    pub(super) fn place(&mut self, to: NodeIndex, node: Node<S, D>, height: u8, category: u32) {
        *self.node_mut(to) = node;
        let kin = &mut self.kin[to.pair()];
        kin.heights[to.side()] = height;
        kin.categories[to.side()] = category;
        if node.is_leaf() {
            self.leaves.set(node.id(), to.0);
        } else {
            self.kin[node.children() as usize].parent = to;
        }
    }

    /// Copies a node from one place to another and leads its links there.
    fn transfer(&mut self, from: NodeIndex, to: NodeIndex) {
        let (node, height, category) = (*self.node(from), self.shape(from).height, self.category_of(from));
        self.place(to, node, height, category);
    }

    /// Takes a leaf out and returns the place above it that its sibling now fills.
    fn unlink(&mut self, leaf: NodeIndex) -> Option<NodeIndex> {
        if leaf == NodeIndex::ROOT {
            *self.node_mut(leaf) = Node::UNUSED;
            return None;
        }
        let parent = self.kin_of(leaf).parent;
        self.transfer(leaf.sibling(), parent);
        #[expect(clippy::cast_possible_truncation, reason = "a pair is half of a u32")]
        self.free_pair(leaf.pair() as u32);
        Some(parent)
    }

    /// Goes down from `start` to the node beside which a new leaf adds the least area, among those the balance allows.
    fn find_sibling(&self, start: NodeIndex, aabb: &Aabb<S, D>) -> NodeIndex {
        let mut spot = start;
        loop {
            let node = self.node(spot);
            if node.is_leaf() {
                return spot;
            }
            let area_here = node.aabb.union(aabb).half_area();
            let pushed_down = area_here - node.aabb.half_area();
            let pair = &self.pairs[node.children() as usize];
            let [first, second] = [0, 1].map(|side| added_area(&pair[side], aabb));
            let lighter = usize::from(pair[1].weight < pair[0].weight);
            let (side, added) = if first < second {
                (0, first)
            } else if second < first {
                (1, second)
            } else {
                (lighter, first)
            };
            if area_here < pushed_down + added && self.balance.allows(Shape::LEAF, self.shape(spot)) {
                return spot;
            }
            #[expect(clippy::cast_possible_truncation, reason = "a side is 0 or 1")]
            let child = NodeIndex::new(node.children(), side as u32);
            spot = child;
        }
    }

    /// Recomputes the ancestors of a node up to `last`, rotating where it helps; beyond it, as long as something changes.
    ///
    /// `last` is for callers who know that what is above will be recomputed anyway.
    pub(super) fn refit_above(&mut self, node: NodeIndex, last: NodeIndex) {
        let mut below = node;
        while below != NodeIndex::ROOT {
            let index = self.kin_of(below).parent;
            let changed = self.refit(index);
            let rotated = self.rotate(index);
            if index == last || !(changed || rotated) {
                return;
            }
            below = index;
        }
    }

    /// Recomputes an inner node from its children; returns whether that changed it.
    pub(super) fn refit(&mut self, index: NodeIndex) -> bool {
        let children = self.node(index).children();
        let node = Node::inner(children, &self.pairs[children as usize]);
        let Kin { heights: [a, b], categories: [c, d], .. } = self.kin[children as usize];
        let (height, category) = (a.max(b) + 1, c | d);

        let old = self.node(index);
        let kin = self.kin_of(index);
        let same_kin = kin.heights[index.side()] == height && kin.categories[index.side()] == category;
        if same_kin && old.weight == node.weight && old.aabb == node.aabb {
            return false;
        }
        *self.node_mut(index) = node;
        let kin = &mut self.kin[index.pair()];
        kin.heights[index.side()] = height;
        kin.categories[index.side()] = category;
        true
    }

    /// Exchanges a child with a grandchild on the other side if that is needed for balance or, where the policy asks for it, saves area.
    fn rotate(&mut self, index: NodeIndex) -> bool {
        let children = self.node(index).children();
        let shapes = [0, 1].map(|side| self.shape(NodeIndex::new(children, side)));
        let balanced = self.balance.allows(shapes[0], shapes[1]);
        if balanced && self.balance == super::Balance::Height {
            return false;
        }
        let swap = (0..2).flat_map(|side| self.swaps_across(NodeIndex::new(children, side), balanced)).reduce(|best, next| {
            if next.saved > best.saved { next } else { best }
        });
        let Some(Swap { child, grandchild, .. }) = swap else { return false };
        self.exchange(child, grandchild);
        self.refit(child.sibling());
        self.refit(index);
        true
    }

    /// The exchanges of `child` with one of its sibling's children that the balance allows, and that save area if that is `required`.
    fn swaps_across(&self, child: NodeIndex, required: bool) -> impl Iterator<Item = Swap<S::Real>> {
        let sibling = self.node(child.sibling());
        let grandchildren = (!sibling.is_leaf()).then(|| sibling.children());
        let area = sibling.aabb.half_area();
        let swaps = [0, 1].map(|side| {
            let grandchild = NodeIndex::new(grandchildren?, side);
            let staying = grandchild.sibling();
            let joined = self.shape(child).above(self.shape(staying));
            let allowed = self.balance.allows(self.shape(child), self.shape(staying)) && self.balance.allows(self.shape(grandchild), joined);
            let saved = area - self.node(child).aabb.union(&self.node(staying).aabb).half_area();
            (allowed && (!required || saved > S::Real::ZERO)).then_some(Swap { child, grandchild, saved })
        });
        swaps.into_iter().flatten()
    }

    fn exchange(&mut self, a: NodeIndex, b: NodeIndex) {
        let (node, height, category) = (*self.node(a), self.shape(a).height, self.category_of(a));
        self.transfer(b, a);
        self.place(b, node, height, category);
    }
}

/// What a node's area grows by when a leaf goes in below it; a leaf gets a parent it did not have.
fn added_area<S: Scalar, const D: usize>(node: &Node<S, D>, aabb: &Aabb<S, D>) -> S::Real {
    let joined = node.aabb.union(aabb).half_area();
    if node.is_leaf() { joined } else { joined - node.aabb.half_area() }
}

struct Swap<R> {
    child: NodeIndex,
    grandchild: NodeIndex,
    saved: R,
}
