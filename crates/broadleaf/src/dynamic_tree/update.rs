//! Insert, remove, move; refit and rotate on the way up.

use super::cost::{is_undecided, sides, sides_difference};
use super::{Balance, DynamicTree, Node, NodeIndex, Shape};
use crate::geometry::{Aabb, Real, Scalar};

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Inserts a leaf somewhere at or below `start`.
    pub(super) fn insert_leaf(&mut self, start: NodeIndex, leaf: Node<S, D>, category: u32) {
        if self.node(NodeIndex::ROOT).is_unused() {
            self.place(NodeIndex::ROOT, leaf, category);
            return;
        }
        let spot = self.find_sibling(start, &leaf.aabb);
        // What was there moves down to become the new leaf's sibling, and the spot becomes their
        // parent.
        let pair = self.take_pair(spot);
        self.transfer(spot, NodeIndex::new(pair, 0));
        self.place(NodeIndex::new(pair, 1), leaf, category);
        self.place(
            spot,
            Node::inner(pair, &self.pairs[pair as usize]),
            category | self.category_of(spot),
        );
        self.refit_above(spot, NodeIndex::ROOT, Some(spot));
    }

    /// Removes a leaf: its sibling takes the parent's place. The id map is the caller's concern.
    pub(super) fn remove_leaf(&mut self, leaf: NodeIndex) {
        if let Some(parent) = self.unlink(leaf) {
            self.refit_above(parent, NodeIndex::ROOT, None);
        }
    }

    /// Gives a leaf another box and returns the old one.
    pub(super) fn move_leaf(&mut self, leaf: NodeIndex, aabb: Aabb<S, D>) -> Aabb<S, D> {
        let node = self.node(leaf).with_aabb(aabb);
        let old = self.node(leaf).aabb;
        if leaf == NodeIndex::ROOT || self.node(self.parent(leaf)).aabb.contains(&aabb) {
            *self.node_mut(leaf) = node;
            self.refit_above(leaf, NodeIndex::ROOT, None);
            return old;
        }
        // It goes back in below the lowest ancestor it still fits; above that hardly anything
        // changes.
        let category = self.category_of(leaf);
        let mut ancestor = self.parent(leaf);
        while ancestor != NodeIndex::ROOT && !self.node(ancestor).aabb.contains(&aabb) {
            ancestor = self.parent(ancestor);
        }
        if let Some(parent) = self.unlink(leaf)
            && parent != ancestor
        {
            self.refit_above(parent, ancestor, None);
        }
        self.insert_leaf(ancestor, node, category);
        old
    }

    /// Forgets all nodes.
    pub(super) fn reset_pairs(&mut self) {
        self.pool.clear();
        self.pairs.clear();
        self.parents.clear();
        self.categories.clear();
        self.take_pair(NodeIndex::ROOT);
    }

    /// A pair of unused nodes below `parent`.
    pub(super) fn take_pair(&mut self, parent: NodeIndex) -> u32 {
        let pair = self.pool.take();
        if self.pairs.len() < self.pool.len() {
            self.pairs.push([Node::UNUSED; 2]);
            self.parents.push(parent);
        }
        self.parents[pair as usize] = parent;
        pair
    }

    pub(super) fn free_pair(&mut self, pair: u32) {
        self.pairs[pair as usize] = [Node::UNUSED; 2];
        self.pool.give_back(pair);
    }

    /// Puts a node in a place and leads its links there.
    pub(super) fn place(&mut self, to: NodeIndex, node: Node<S, D>, category: u32) {
        *self.node_mut(to) = node;
        self.note_category(to, category);
        if node.is_leaf() {
            self.leaves.set(node.id(), to.0);
        } else {
            self.parents[node.children() as usize] = to;
        }
    }

    fn note_category(&mut self, place: NodeIndex, category: u32) {
        if self.category_of(place) != category {
            self.categories.resize(self.pairs.len(), [u32::MAX; 2]);
            self.categories[place.pair()][place.side()] = category;
        }
    }

    /// Copies a node from one place to another and leads its links there.
    fn transfer(&mut self, from: NodeIndex, to: NodeIndex) {
        self.place(to, *self.node(from), self.category_of(from));
    }

    /// Takes a leaf out and returns the place above it that its sibling now fills.
    fn unlink(&mut self, leaf: NodeIndex) -> Option<NodeIndex> {
        if leaf == NodeIndex::ROOT {
            *self.node_mut(leaf) = Node::UNUSED;
            return None;
        }
        let parent = self.parent(leaf);
        self.transfer(leaf.sibling(), parent);
        #[expect(clippy::cast_possible_truncation, reason = "a pair is half of a u32")]
        self.free_pair(leaf.pair() as u32);
        Some(parent)
    }

    /// Goes down from `start` to the node beside which a new leaf adds the least cost, among those
    /// the balance allows.
    fn find_sibling(&self, start: NodeIndex, aabb: &Aabb<S, D>) -> NodeIndex {
        let mut spot = start;
        loop {
            let node = self.node(spot);
            if node.is_leaf() {
                return spot;
            }
            let pair = &self.pairs[node.children() as usize];
            let (side, added) = cheaper_side(pair, aabb);
            // Beside the node, the leaf adds their joined box. Below, the node grows to that box
            // and the child adds its share.
            let area = node.aabb.half_area();
            let beside = if is_undecided(area, added) {
                sides(&node.aabb) < added_sides(&pair[side as usize], aabb)
            } else {
                area < added
            };
            if beside && self.balance.allows(Shape::LEAF, node.shape) {
                return spot;
            }
            spot = NodeIndex::new(node.children(), side);
        }
    }

    /// Recomputes and mends the ancestors of a node up to `last`, or until nothing changes any
    /// more.
    ///
    /// `grown` is the highest node below whose box is known to have grown.
    pub(super) fn refit_above(
        &mut self,
        node: NodeIndex,
        last: NodeIndex,
        mut grown: Option<NodeIndex>,
    ) {
        let mut below = node;
        while below != NodeIndex::ROOT {
            let index = self.parent(below);
            let before = *self.node(index);
            let changed = self.refit(index);
            // A node two levels up can still profit from an exchange, higher ones were as good
            // before.
            let may_profit =
                grown.is_some_and(|grown| grown == below || self.parent(grown) == below);
            let mended = self.mend(index, below, may_profit);
            if index == last || !(changed || mended) {
                return;
            }
            if !before.aabb.contains(&self.node(index).aabb) {
                grown = Some(index);
            }
            below = index;
        }
    }

    /// Recomputes an inner node from its children; returns whether that changed it.
    pub(super) fn refit(&mut self, index: NodeIndex) -> bool {
        let children = self.node(index).children();
        let node = Node::inner(children, &self.pairs[children as usize]);
        let category = self.category_of(NodeIndex::new(children, 0))
            | self.category_of(NodeIndex::new(children, 1));
        let changed = *self.node(index) != node || self.category_of(index) != category;
        *self.node_mut(index) = node;
        self.note_category(index, category);
        changed
    }

    /// Restores the balance of a node's children, or saves area if `below`, one of them, may have
    /// something to give; returns whether anything changed.
    fn mend(&mut self, index: NodeIndex, below: NodeIndex, may_profit: bool) -> bool {
        let [a, b] = self.pairs[below.pair()].map(|child| child.shape);
        let swap = match (self.balance, self.balance.allows(a, b)) {
            (Balance::Area, false) => {
                self.rebuild_below(index, a.above(b).least_height() + 1);
                return true;
            }
            (Balance::Area, true) if may_profit => self
                .best_swap(&[below.sibling()])
                .filter(|swap| swap.saved > S::Real::ZERO),
            (Balance::Height, false) => self.best_swap(&[below, below.sibling()]),
            (_, true) => None,
        };
        swap.map(|swap| self.rotate(index, swap)).is_some()
    }

    /// The exchange that saves most when one of the `sinking` nodes changes places with a child of
    /// its sibling.
    fn best_swap(&self, sinking: &[NodeIndex]) -> Option<Swap<S::Real>> {
        let swaps = sinking.iter().flat_map(|&child| self.swaps_across(child));
        let best = swaps.reduce(|best, next| if next.saved > best.saved { next } else { best })?;
        if is_undecided(best.saved, S::Real::ZERO) {
            self.best_swap_by_sides(sinking)
        } else {
            Some(best)
        }
    }

    #[cold]
    fn best_swap_by_sides(&self, sinking: &[NodeIndex]) -> Option<Swap<S::Real>> {
        let swaps = sinking.iter().flat_map(|&child| self.swaps_across(child));
        let by_sides = swaps.map(|swap| Swap {
            saved: self.saved_sides(swap.child, swap.grandchild),
            ..swap
        });
        by_sides.reduce(|best, next| if next.saved > best.saved { next } else { best })
    }

    /// The sides that an exchange saves: only the box of the child's sibling changes.
    fn saved_sides(&self, child: NodeIndex, grandchild: NodeIndex) -> S::Real {
        let [before, sinking, staying] =
            [child.sibling(), child, grandchild.sibling()].map(|index| &self.node(index).aabb);
        sides_difference(before, &sinking.union(staying))
    }

    fn rotate(
        &mut self,
        index: NodeIndex,
        Swap {
            child, grandchild, ..
        }: Swap<S::Real>,
    ) {
        let (node, category) = (*self.node(child), self.category_of(child));
        self.transfer(grandchild, child);
        self.place(grandchild, node, category);
        self.refit(child.sibling());
        self.refit(index);
    }

    /// The exchanges of `child` with one of its sibling's children that the balance allows.
    fn swaps_across(&self, child: NodeIndex) -> impl Iterator<Item = Swap<S::Real>> {
        let sibling = self.node(child.sibling());
        let grandchildren = (!sibling.is_leaf()).then(|| sibling.children());
        let area = sibling.aabb.half_area();
        let swaps = [0, 1].map(|side| {
            let grandchild = NodeIndex::new(grandchildren?, side);
            let (sinking, staying, rising) = (
                self.node(child),
                self.node(grandchild.sibling()),
                self.node(grandchild),
            );
            let joined = sinking.shape.above(staying.shape);
            let allowed = self.balance.allows(sinking.shape, staying.shape)
                && self.balance.allows(rising.shape, joined);
            let saved = area - sinking.aabb.union(&staying.aabb).half_area();
            allowed.then_some(Swap {
                child,
                grandchild,
                saved,
            })
        });
        swaps.into_iter().flatten()
    }
}

/// The sibling at or below which a new leaf adds less cost, and the area it adds there; of equal
/// ones, the lighter.
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
    let (added, beside) = (added_sides(node, leaf), added_sides(sibling, leaf));
    let lighter = node.shape.weight() < sibling.shape.weight();
    added < beside || (lighter && !(beside < added))
}

/// The area that a new leaf adds at or below a node. A leaf gets a parent then.
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

struct Swap<R> {
    child: NodeIndex,
    grandchild: NodeIndex,
    saved: R,
}
