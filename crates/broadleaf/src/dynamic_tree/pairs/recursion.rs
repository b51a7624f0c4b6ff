//! Overlapping pairs by recursion, with one branch per overlap: nothing is stored and read again.
//! For small trees, which stay in the nearest caches, and where almost all nodes overlap, so that
//! the processor predicts the branches.

use super::batches::{BatchFound, Below, Counts, MAX_FOUND, NextSeeds, PairSearch};
use super::wanted::Wanted;
use crate::dynamic_tree::layout::{NodeIndex, TreeNode};
use crate::dynamic_tree::query::window::Window;
use crate::dynamic_tree::tuning::BATCH;
use crate::geometry::Scalar;
use crate::visit::Visit;
use core::ops::ControlFlow;

/// A search by recursion, and the pairs not yet passed to the visitor.
struct Recursion<'a, 'b, S, const D: usize, W> {
    search: &'a PairSearch<'b, S, D, W>,
    visit: Visit<'a>,
    pairs: [[u32; 2]; MAX_FOUND],
    len: usize,
}

impl<S: Scalar, const D: usize, W: Wanted> PairSearch<'_, S, D, W> {
    /// Visits the overlapping leaves at and below the seeds.
    #[inline(never)]
    pub(crate) fn visit_seeds(&self, seeds: NextSeeds<'_>, visit: Visit<'_>) -> ControlFlow<()> {
        let mut recursion = Recursion {
            search: self,
            visit,
            pairs: [[0; 2]; MAX_FOUND],
            len: 0,
        };
        let mut batch = [(NodeIndex::ROOT, NodeIndex::ROOT); BATCH];
        let mut count = BATCH;
        while count == BATCH {
            count = seeds(&mut batch);
            for &(i, j) in &batch[..count] {
                let a = self.node(0, i);
                recursion.join((i, a), &Window::new(&a.aabb), j)?;
            }
        }
        recursion.hand_over()
    }

    /// Visits the overlapping leaves at and below what a batch found.
    #[inline(never)]
    pub(crate) fn visit_below(
        &self,
        found: &BatchFound,
        counts: Counts,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let mut recursion = Recursion {
            search: self,
            visit,
            pairs: found.leaves,
            len: counts.leaves,
        };
        for &siblings in &found.inner[..counts.inner] {
            recursion.join_siblings(siblings)?;
        }
        for &(leaf, below) in &found.mixed[..counts.mixed] {
            recursion.join_leaf(leaf, below)?;
        }
        recursion.hand_over()
    }
}

impl<S: Scalar, const D: usize, W: Wanted> Recursion<'_, '_, S, D, W> {
    fn join_siblings(&mut self, (p, q): (u32, u32)) -> ControlFlow<()> {
        for i in [NodeIndex::new(p, 0), NodeIndex::new(p, 1)] {
            let a = self.search.node(0, i);
            let window = Window::new(&a.aabb);
            self.join((i, a), &window, NodeIndex::new(q, 0))?;
            self.join((i, a), &window, NodeIndex::new(q, 1))?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn join(
        &mut self,
        (i, a): (NodeIndex, &TreeNode<S, D>),
        window: &Window<S, D>,
        j: NodeIndex,
    ) -> ControlFlow<()> {
        let b = self.search.node(1, j);
        if !window.overlaps(&b.aabb) || !self.search.wanted.wants(i, j) {
            return ControlFlow::Continue(());
        }
        match (a.is_leaf(), b.is_leaf()) {
            (true, true) => self.push([a.link(), b.link()]),
            (true, false) => self.join_leaf(i, Below::new(b.children(), 1)),
            (false, true) => self.join_leaf(j, Below::new(a.children(), 0)),
            (false, false) => self.join_siblings((a.children(), b.children())),
        }
    }

    fn join_leaf(&mut self, leaf: NodeIndex, below: Below) -> ControlFlow<()> {
        let (tree, siblings) = (below.tree(), below.siblings());
        let a = self.search.node(1 - tree, leaf);
        let window = Window::new(&a.aabb);
        for j in [NodeIndex::new(siblings, 0), NodeIndex::new(siblings, 1)] {
            let b = self.search.node(tree, j);
            let (left, right) = if tree == 0 { (j, leaf) } else { (leaf, j) };
            if !window.overlaps(&b.aabb) || !self.search.wanted.wants(left, right) {
                continue;
            }
            match (b.is_leaf(), tree) {
                (true, 0) => self.push([b.link(), a.link()])?,
                (true, _) => self.push([a.link(), b.link()])?,
                (false, _) => self.join_leaf(leaf, Below::new(b.children(), tree))?,
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn push(&mut self, pair: [u32; 2]) -> ControlFlow<()> {
        if self.len == MAX_FOUND {
            self.hand_over()?;
        }
        self.pairs[self.len] = pair;
        self.len += 1;
        ControlFlow::Continue(())
    }

    fn hand_over(&mut self) -> ControlFlow<()> {
        let len = core::mem::take(&mut self.len);
        (self.visit)(&self.pairs[..len])
    }
}
