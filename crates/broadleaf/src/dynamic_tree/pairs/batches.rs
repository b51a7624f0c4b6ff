//! The search for overlapping leaves below pairs of nodes.

use super::wanted::Wanted;
use crate::dynamic_tree::layout::{NodeIndex, TreeNode};
use crate::dynamic_tree::query::window::Window;
use crate::dynamic_tree::tuning::{BATCH, MAX_MISSES, MIN_BATCHED};
use crate::geometry::Scalar;
use crate::simd::prefetch;
use crate::store::store_if;
use crate::visit::Visit;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// The most pairs that a batch finds: each entry is two pairs of siblings, and each node of one may
/// overlap each node of the other.
pub(crate) const MAX_FOUND: usize = 4 * BATCH;

/// Writes the next pairs of nodes to start from and returns their number, which is less than a full
/// batch only at the end.
pub(crate) type NextSeeds<'a> = &'a mut dyn FnMut(&mut [(NodeIndex, NodeIndex); BATCH]) -> usize;

/// A search for overlapping leaves below pairs of nodes, one node of each tree.
pub(crate) struct PairSearch<'a, S, const D: usize, W> {
    /// The left tree and the right one.
    trees: [&'a [[TreeNode<S, D>; 2]]; 2],
    pub(crate) wanted: W,
}

/// What a batch of tests found.
pub(crate) struct BatchFound {
    /// Siblings of the left tree and of the right, below inner nodes that overlap.
    pub(crate) inner: [(u32, u32); MAX_FOUND],
    /// A leaf, and siblings below an inner node of the other tree that it overlaps.
    pub(crate) mixed: [(NodeIndex, Below); MAX_FOUND],
    pub(crate) leaves: [[u32; 2]; MAX_FOUND],
}

/// How much of [`BatchFound`] is in use. Kept apart from it, the numbers stay in registers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) inner: usize,
    pub(crate) mixed: usize,
    pub(crate) leaves: usize,
}

impl Counts {
    #[inline]
    fn sum(self) -> usize {
        self.inner + self.mixed + self.leaves
    }
}

/// The index of siblings, and in the highest bit their tree: 0 left, 1 right.
#[derive(Clone, Copy, Default)]
pub(crate) struct Below(u32);

impl Below {
    #[inline]
    pub(crate) fn new(siblings: u32, tree: u32) -> Self {
        Self(siblings | tree << 31)
    }

    #[inline]
    pub(crate) fn siblings(self) -> u32 {
        self.0 & (u32::MAX >> 1)
    }

    #[inline]
    pub(crate) fn tree(self) -> u32 {
        self.0 >> 31
    }
}

impl BatchFound {
    const NOTHING: Self = Self {
        inner: [(0, 0); MAX_FOUND],
        mixed: [(NodeIndex::ROOT, Below(0)); MAX_FOUND],
        leaves: [[0; 2]; MAX_FOUND],
    };

    /// Adds a node of the left tree and one of the right if they overlap.
    #[inline(always)]
    fn add<S: Scalar, const D: usize>(
        &mut self,
        counts: &mut Counts,
        overlap: bool,
        (i, a): (NodeIndex, &TreeNode<S, D>),
        (j, b): (NodeIndex, &TreeNode<S, D>),
    ) {
        let links = (a.link(), b.link());
        let (left, right) = (a.is_leaf(), b.is_leaf());
        let are_inner = overlap & !left & !right;
        store_if(&mut self.inner, &mut counts.inner, links, are_inner);
        let are_leaves = overlap & left & right;
        store_if(
            &mut self.leaves,
            &mut counts.leaves,
            links.into(),
            are_leaves,
        );
        let (leaf, below) = if left {
            (i, Below::new(b.link(), 1))
        } else {
            (j, Below::new(a.link(), 0))
        };
        let are_mixed = overlap & (left ^ right);
        store_if(&mut self.mixed, &mut counts.mixed, (leaf, below), are_mixed);
    }
}

impl<'a, S: Scalar, const D: usize, W: Wanted> PairSearch<'a, S, D, W> {
    pub(crate) fn new(
        left: &'a [[TreeNode<S, D>; 2]],
        right: &'a [[TreeNode<S, D>; 2]],
        wanted: W,
    ) -> Self {
        Self {
            trees: [left, right],
            wanted,
        }
    }

    #[inline]
    pub(crate) fn node(&self, tree: u32, index: NodeIndex) -> &TreeNode<S, D> {
        &self.trees[tree as usize][index.siblings()][index.side()]
    }

    /// Tests the seeds and, where they overlap and are wanted, the nodes below them.
    #[inline(never)]
    pub(crate) fn run(&self, seeds: NextSeeds<'_>, visit: Visit<'_>) -> ControlFlow<()> {
        if self.trees[0].len().max(self.trees[1].len()) < MIN_BATCHED {
            return self.visit_seeds(seeds, visit);
        }
        let (mut inner, mut mixed) = (Vec::new(), Vec::new());
        let mut found = BatchFound::NOTHING;
        let mut seeds_left = true;
        loop {
            let counts = if mixed.len() >= BATCH || (inner.is_empty() && !mixed.is_empty()) {
                self.test_mixed(last(&mut mixed), &mut found)
            } else if inner.len() >= BATCH || (!seeds_left && !inner.is_empty()) {
                self.test_inner(last(&mut inner), &mut found)
            } else if seeds_left {
                let (count, counts) = self.test_seeds(seeds, &mut found);
                seeds_left = count == BATCH;
                counts
            } else {
                return ControlFlow::Continue(());
            };
            // Where nearly all tests succeed, recursion is faster. A batch of inner nodes only is
            // no sign of that: near the roots of two trees, inner nodes overlap anywhere.
            if counts.sum() + MAX_MISSES >= MAX_FOUND && counts.inner < counts.sum() {
                self.visit_below(&found, counts, visit)?;
                continue;
            }
            inner.extend_from_slice(&found.inner[..counts.inner]);
            mixed.extend_from_slice(&found.mixed[..counts.mixed]);
            if counts.leaves > 0 {
                visit(&found.leaves[..counts.leaves])?;
            }
        }
    }

    fn test_seeds(&self, seeds: NextSeeds<'_>, found: &mut BatchFound) -> (usize, Counts) {
        let mut counts = Counts::default();
        let mut batch = [(NodeIndex::ROOT, NodeIndex::ROOT); BATCH];
        let count = seeds(&mut batch);
        for &(i, j) in &batch[..count] {
            let (a, b) = (self.node(0, i), self.node(1, j));
            let overlap = a.aabb.overlaps(&b.aabb) & self.wanted.wants(i, j);
            found.add(&mut counts, overlap, (i, a), (j, b));
        }
        (count, counts)
    }

    fn test_inner(
        &self,
        (batch, len): ([(u32, u32); BATCH], usize),
        found: &mut BatchFound,
    ) -> Counts {
        let mut counts = Counts::default();
        for &(p, q) in &batch[..len] {
            prefetch(&self.trees[0][p as usize]);
            prefetch(&self.trees[1][q as usize]);
        }
        for &(p, q) in &batch[..len] {
            let [a, b] = &self.trees[0][p as usize];
            let [c, d] = &self.trees[1][q as usize];
            let [i, j] = [NodeIndex::new(p, 0), NodeIndex::new(p, 1)];
            let [k, l] = [NodeIndex::new(q, 0), NodeIndex::new(q, 1)];
            let (first, second) = (Window::new(&a.aabb), Window::new(&b.aabb));
            let mut add = |overlap: bool, a, b| {
                found.add(&mut counts, overlap, a, b);
            };
            add(
                first.overlaps(&c.aabb) & self.wanted.wants(i, k),
                (i, a),
                (k, c),
            );
            add(
                first.overlaps(&d.aabb) & self.wanted.wants(i, l),
                (i, a),
                (l, d),
            );
            add(
                second.overlaps(&c.aabb) & self.wanted.wants(j, k),
                (j, b),
                (k, c),
            );
            add(
                second.overlaps(&d.aabb) & self.wanted.wants(j, l),
                (j, b),
                (l, d),
            );
        }
        counts
    }

    fn test_mixed(
        &self,
        (batch, len): ([(NodeIndex, Below); BATCH], usize),
        found: &mut BatchFound,
    ) -> Counts {
        let mut counts = Counts::default();
        for &(_, below) in &batch[..len] {
            prefetch(&self.trees[below.tree() as usize][below.siblings() as usize]);
        }
        for &(i, below) in &batch[..len] {
            let (tree, siblings) = (below.tree(), below.siblings());
            let leaf = self.node(1 - tree, i);
            let window = Window::new(&leaf.aabb);
            let [a, b] = &self.trees[tree as usize][siblings as usize];
            for (j, b) in [
                (NodeIndex::new(siblings, 0), a),
                (NodeIndex::new(siblings, 1), b),
            ] {
                let (left, right) = if tree == 0 { (j, i) } else { (i, j) };
                let overlap = window.overlaps(&b.aabb) & self.wanted.wants(left, right);
                let links = if tree == 0 {
                    [b.link(), leaf.link()]
                } else {
                    [leaf.link(), b.link()]
                };
                let is_leaf = overlap & b.is_leaf();
                store_if(&mut found.leaves, &mut counts.leaves, links, is_leaf);
                let is_mixed = overlap & !b.is_leaf();
                let mixed = (i, Below::new(b.link(), tree));
                store_if(&mut found.mixed, &mut counts.mixed, mixed, is_mixed);
            }
        }
        counts
    }
}

/// Takes up to [`BATCH`] entries from the end of a list, and their number. The rest of the array is
/// unused.
#[inline]
fn last<T: Copy + Default>(list: &mut Vec<T>) -> ([T; BATCH], usize) {
    let mut batch = [T::default(); BATCH];
    let rest = list.len().saturating_sub(BATCH);
    let len = list.len() - rest;
    batch[..len].copy_from_slice(&list[rest..]);
    list.truncate(rest);
    (batch, len)
}
