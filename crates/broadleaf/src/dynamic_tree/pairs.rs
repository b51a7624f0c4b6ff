//! Overlapping pairs of one tree, and of two.

use super::layout::{Node, NodeIndex};
use super::tree::DynamicTree;
use crate::geometry::Scalar;
use crate::store::Id;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// The number of candidates that are tested together. The processor works on several at a time,
/// because no test depends on the result of another.
const BATCH: usize = 64;
/// A node has at most this number of candidates below it and another node.
const MAX_BELOW: usize = 4;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Visits every overlapping pair once, smaller id first.
    pub(super) fn visit_pairs<B>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // The paths from the root to two leaves part at one pair of siblings, so each pair of
        // leaves is found below exactly one.
        let in_use = (1..)
            .zip(&self.siblings[1..])
            .filter(|(_, [first, _])| !first.is_unused());
        let seeds = in_use.map(|(siblings, _)| (2 * siblings, 2 * siblings + 1));
        self.search_with(self)
            .run(seeds, |_, _| true, |a, b| visit(a.min(b), a.max(b)))
    }

    /// Visits every overlapping pair with at least one side among `ids` once, smaller id first.
    pub(super) fn visit_pairs_of<B>(
        &self,
        ids: &[Id],
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut marks = Marks::new(2 * self.siblings.len());
        let mut seeds = Vec::new();
        for leaf in ids.iter().filter_map(|&id| self.leaf(id)) {
            self.mark_path(leaf, &mut marks, &mut seeds);
        }
        let wanted = |i, j| marks.contains(i) | marks.contains(j);
        self.search_with(self)
            .run(seeds.into_iter(), wanted, |a, b| visit(a.min(b), a.max(b)))
    }

    /// Visits every overlapping pair of a box here and a box of another tree.
    pub(super) fn visit_pairs_with<B>(
        &self,
        other: &Self,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let both = self.leaves.len() > 0 && other.leaves.len() > 0;
        let roots = both.then_some((NodeIndex::ROOT.0, NodeIndex::ROOT.0));
        self.search_with(other)
            .run(roots.into_iter(), |_, _| true, visit)
    }

    fn search_with<'a>(&'a self, other: &'a Self) -> PairSearch<'a, S, D> {
        PairSearch {
            left: self.siblings.as_flattened(),
            right: other.siblings.as_flattened(),
        }
    }

    /// Marks a leaf and its ancestors, and adds the pairs of siblings on the path to the seeds,
    /// each pair once.
    fn mark_path(&self, leaf: NodeIndex, marks: &mut Marks, seeds: &mut Vec<(u32, u32)>) {
        let mut node = leaf;
        while node != NodeIndex::ROOT && marks.insert(node.0) {
            if !marks.contains(node.sibling().0) {
                seeds.push((node.0, node.sibling().0));
            }
            node = self.parent(node);
        }
    }
}

/// A set of nodes.
struct Marks(Vec<u64>);

impl Marks {
    fn new(nodes: usize) -> Self {
        Self(vec![0; nodes.div_ceil(64)])
    }

    #[inline]
    fn contains(&self, node: u32) -> bool {
        self.0[node as usize / 64] >> (node % 64) & 1 != 0
    }

    /// Returns whether the node was not in the set before.
    fn insert(&mut self, node: u32) -> bool {
        let word = &mut self.0[node as usize / 64];
        let bit = 1 << (node % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// A search for overlapping leaves below pairs of nodes, one node of each tree.
#[derive(Clone, Copy)]
struct PairSearch<'a, S, const D: usize> {
    left: &'a [Node<S, D>],
    right: &'a [Node<S, D>],
}

impl<S: Scalar, const D: usize> PairSearch<'_, S, D> {
    /// Tests the seeds and, where they overlap and are `wanted`, the nodes below them.
    fn run<B>(
        self,
        mut seeds: impl Iterator<Item = (u32, u32)>,
        wanted: impl Fn(u32, u32) -> bool,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut overlapping = Vec::new();
        let mut candidates = Vec::with_capacity(MAX_BELOW * BATCH);
        let mut found = [[Id(0), Id(0)]; MAX_BELOW * BATCH];
        loop {
            let batch = overlapping.len().saturating_sub(BATCH);
            for nodes in overlapping.drain(batch..) {
                self.expand(nodes, &mut candidates);
            }
            candidates.extend(seeds.by_ref().take(BATCH.saturating_sub(candidates.len())));
            if candidates.is_empty() {
                return ControlFlow::Continue(());
            }
            let found_len = self.test_overlaps(&candidates, &wanted, &mut overlapping, &mut found);
            candidates.clear();
            for &[a, b] in &found[..found_len] {
                visit(a, b)?;
            }
        }
    }

    /// Adds all pairs of a child of the one node and a child of the other to the candidates. A leaf
    /// counts as its own only child.
    #[inline]
    fn expand(&self, (i, j): (u32, u32), candidates: &mut Vec<(u32, u32)>) {
        let (a, b) = (&self.left[i as usize], &self.right[j as usize]);
        if a.is_leaf() {
            let j = 2 * b.children();
            candidates.extend([(i, j), (i, j + 1)]);
        } else if b.is_leaf() {
            let i = 2 * a.children();
            candidates.extend([(i, j), (i + 1, j)]);
        } else {
            let (i, j) = (2 * a.children(), 2 * b.children());
            candidates.extend([(i, j), (i, j + 1), (i + 1, j), (i + 1, j + 1)]);
        }
    }

    /// Of the wanted candidates that overlap, writes pairs of leaves to `found` and appends the
    /// others to `overlapping`. Returns the number of pairs of leaves.
    fn test_overlaps(
        &self,
        candidates: &[(u32, u32)],
        wanted: &impl Fn(u32, u32) -> bool,
        overlapping: &mut Vec<(u32, u32)>,
        found: &mut [[Id; 2]; MAX_BELOW * BATCH],
    ) -> usize {
        // An entry is stored first and then counted or not, so no branch depends on an overlap. The
        // remainders make bounds checks unnecessary.
        let mut below = [(0, 0); MAX_BELOW * BATCH];
        let (mut below_len, mut found_len) = (0, 0);
        for &(i, j) in candidates {
            let (a, b) = (&self.left[i as usize], &self.right[j as usize]);
            let overlap = a.aabb.overlaps(&b.aabb) & wanted(i, j);
            let leaves = a.is_leaf() & b.is_leaf();
            below[below_len % (MAX_BELOW * BATCH)] = (i, j);
            below_len += usize::from(overlap & !leaves);
            found[found_len % (MAX_BELOW * BATCH)] = [a.id(), b.id()];
            found_len += usize::from(overlap & leaves);
        }
        overlapping.extend_from_slice(&below[..below_len]);
        found_len
    }
}
