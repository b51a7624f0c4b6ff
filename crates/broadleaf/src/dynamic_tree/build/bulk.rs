//! The bulk build: sorts along a curve, then repeatedly cuts in two.

use super::builder::{Branch, Builder};
use super::scratch::{Built, Leaf};
use crate::curve::{Keyed, sort_all_along_curve, sort_along_curve};
use crate::dynamic_tree::config::Balance;
use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tree::DynamicTree;
use crate::dynamic_tree::tuning::{BOXES_PER_BUILD, BOXES_PER_REFIT, COST_OF_LEAF, MAX_LUMP};
use crate::dynamic_tree::update::decay::Decay;
use crate::executor::{Executor, Sequential};
use crate::geometry::Scalar;
use crate::store::Id;
use alloc::vec::Vec;
use core::mem::{swap, take};

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Inserts or moves the boxes that `collect` appends to a list. A few are inserted one by one.
    /// If many move, each leaf gets its box in place, and the tree is refitted, or rebuilt if it
    /// has degraded. New leaves that are numerous enough for a build are only stored until it runs.
    pub(crate) fn insert_all(
        &mut self,
        executor: impl Executor,
        collect: impl FnOnce(&mut Vec<Leaf<S, D>>),
    ) {
        let mut incoming = take(&mut self.scratch.leaves);
        collect(&mut incoming);
        self.insert_leaves(executor, incoming);
    }

    #[inline(never)]
    fn insert_leaves(&mut self, executor: impl Executor, mut incoming: Vec<Leaf<S, D>>) {
        let (old_len, count) = (self.leaves.len(), incoming.len());
        if old_len == 0 {
            self.leaves.add_all(&mut incoming, |leaf| leaf.node.id());
            return self.build_whole(executor, incoming);
        }
        let builds = count >= old_len / BOXES_PER_BUILD;
        let refits = count >= old_len / BOXES_PER_REFIT;
        if refits {
            self.start_decay();
        }
        let mut overwritten = 0;
        for leaf in &incoming {
            let (id, aabb) = (leaf.node.id(), leaf.node.aabb);
            if builds || refits && self.leaf(id).is_some() {
                self.overwrite(*leaf);
                overwritten += 1;
            } else {
                self.insert_or_move(id, aabb, None);
            }
        }
        incoming.clear();
        self.scratch.leaves = incoming;
        let has_loose_leaves = builds && self.leaves.len() > old_len;
        if has_loose_leaves || overwritten > 0 && !self.refit_all(executor, overwritten) {
            self.rebuild_in(executor);
        }
    }

    /// Changes the box of a leaf, or stores a new leaf outside the tree until the rebuild.
    fn overwrite(&mut self, Leaf { node, category }: Leaf<S, D>) {
        if let Some(leaf) = self.leaf(node.id()) {
            self.node_mut(leaf).aabb = node.aabb;
        } else {
            let siblings = self.allocate(NodeIndex::ROOT);
            self.set_node(NodeIndex::new(siblings, 0), node, category);
        }
    }

    /// Rebuilds the whole tree, which is then as good as a new one. Costs O(n) on most inputs, O(n
    /// log n) at worst.
    #[doc(alias = "RebuildTree")]
    pub fn rebuild(&mut self) {
        self.rebuild_in(Sequential);
    }

    #[inline(never)]
    pub(crate) fn rebuild_in(&mut self, executor: impl Executor) {
        let mut leaves = take(&mut self.scratch.leaves);
        leaves.reserve_exact(self.leaves.len());
        for index in (0..).map(NodeIndex).take(2 * self.siblings.len()) {
            if self.node(index).is_leaf() {
                leaves.push(self.leaf_at(index));
            }
        }
        self.build_whole(executor, leaves);
    }

    /// Replaces all nodes by a tree of these leaves, whose ids are in the id map already.
    fn build_whole(&mut self, executor: impl Executor, mut leaves: Vec<Leaf<S, D>>) {
        self.free_all();
        let is_shared = executor.shares(leaves.len(), COST_OF_LEAF);
        executor.enter_if(is_shared, || {
            self.build_at(executor, NodeIndex::ROOT, &leaves, u32::MAX);
        });
        self.stale.clear();
        self.decay = Decay::default();
        leaves.clear();
        self.scratch.leaves = leaves;
    }

    /// Sets the balance; costs a rebuild if it changes.
    pub fn set_balance(&mut self, balance: Balance) {
        if self.config.balance != balance {
            self.config.balance = balance;
            self.rebuild();
        }
    }

    /// Fills an unused node with a tree of the leaves, at most `max_height` high.
    pub(crate) fn build_at(
        &mut self,
        executor: impl Executor,
        root: NodeIndex,
        leaves: &[Leaf<S, D>],
        max_height: u32,
    ) {
        let mut order = take(&mut self.scratch.order);
        order.resize(leaves.len(), Keyed::default());
        let aabb = |index: u32| leaves[index as usize].node.aabb;
        let mut sorted = take(&mut self.scratch.sorted);
        executor.join(
            || sort_all_along_curve(executor, &mut order, &mut sorted, aabb),
            || self.allocate_all(root, leaves.len().saturating_sub(1)),
        );
        self.scratch.sorted = sorted;
        // Allocates for each lump: large lumps are rare.
        let sort = |order: &mut [Keyed]| sort_along_curve(order, &mut Vec::new(), aabb);
        let balance = self.config.balance;
        let cut = |order: &mut [Keyed], max_height| {
            if order.len() > MAX_LUMP && order[0].key == order[order.len() - 1].key {
                sort(order);
            }
            let cut = balance.cut(order.len(), first_of_upper_half(order), max_height);
            sort_around(order, cut, &sort);
            cut
        };
        self.build_ordered(executor, root, &mut order, leaves, max_height, cut);
        self.scratch.order = order;
    }

    /// Builds a tree of the leaves in the given order, which `cut` divides. A cut must be one that
    /// the balance allows.
    pub(crate) fn build_ordered(
        &mut self,
        executor: impl Executor,
        root: NodeIndex,
        order: &mut [Keyed],
        leaves: &[Leaf<S, D>],
        max_height: u32,
        cut: impl Fn(&mut [Keyed], u32) -> usize + Sync,
    ) {
        let Some(inner) = order.len().checked_sub(1) else {
            return;
        };
        self.allocate_all(root, inner);
        let mut built = take(&mut self.scratch.built);
        if built.is_whole {
            swap(&mut built.siblings, &mut self.siblings);
            swap(&mut built.parents, &mut self.parents);
        } else {
            built.grow(inner);
        }
        let branch = Branch {
            order: &mut *order,
            siblings: &mut built.siblings[1..],
            parents: &mut built.parents[1..],
            indices: &built.indices,
            root,
            max_height,
        };
        let node = Builder { leaves, cut }.build(executor, branch);
        if built.is_whole {
            swap(&mut built.siblings, &mut self.siblings);
            swap(&mut built.parents, &mut self.parents);
        } else {
            self.put(&built);
        }
        *self.node_mut(root) = node;
        let leaf_of = |leaf: &Keyed| (Id(leaf.index), leaf.key);
        self.leaves.replace_all(order.iter().map(leaf_of));
        self.set_categories_of(root, leaves);
        built.indices.clear();
        self.scratch.built = built;
    }

    /// Copies pairs of siblings to their positions in the tree.
    fn put(&mut self, built: &Built<S, D>) {
        let pairs = built.siblings[1..].iter().zip(&built.parents[1..]);
        for (&index, (&siblings, &parent)) in built.indices.iter().zip(pairs) {
            self.siblings[index as usize] = siblings;
            self.parents[index as usize] = parent;
        }
    }

    /// Sets the categories of a new subtree with these leaves.
    fn set_categories_of(&mut self, root: NodeIndex, leaves: &[Leaf<S, D>]) {
        if self.categories.is_empty() {
            return;
        }
        for leaf in leaves {
            if let Some(index) = self.leaf(leaf.node.id()) {
                self.set_category_of(index, leaf.category);
            }
        }
        self.refit_categories(root);
    }
}

/// The first index whose key has a one in the highest bit that differs: a plane through the middle
/// of the curve's cell.
fn first_of_upper_half(order: &[Keyed]) -> usize {
    let (first, last) = (order[0].key, order[order.len() - 1].key);
    match (first ^ last).checked_ilog2() {
        Some(bit) => order.partition_point(|item| item.key < last >> bit << bit),
        None => order.len() / 2,
    }
}

/// Makes a cut between equal keys divide space: sorts the boxes with that key along a finer curve,
/// and recursively those whose finer keys are equal. The keys themselves do not change.
fn sort_around(order: &mut [Keyed], cut: usize, sort: &impl Fn(&mut [Keyed])) {
    let key = order[cut].key;
    if order[cut - 1].key != key {
        return;
    }
    let start = order.partition_point(|item| item.key < key);
    let end = order.partition_point(|item| item.key <= key);
    let lump = &mut order[start..end];
    if lump.len() <= MAX_LUMP {
        return;
    }
    sort(lump);
    if lump[0].key != lump[lump.len() - 1].key {
        sort_around(lump, cut - start, sort);
    }
    lump.iter_mut().for_each(|item| item.key = key);
}
