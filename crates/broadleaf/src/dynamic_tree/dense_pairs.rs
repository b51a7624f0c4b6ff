//! Overlapping pairs where almost all nodes overlap: by recursion, one branch per overlap. The
//! processor predicts these branches there, and nothing is stored and read again.

use super::layout::NodeIndex;
use super::pairs::{Below, Counts, Found, PairSearch};
use super::window::Window;
use crate::geometry::Scalar;
use crate::store::Id;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize, W: Fn(NodeIndex, NodeIndex) -> bool> PairSearch<'_, S, D, W> {
    /// Visits the overlapping leaves at and below what a batch found.
    #[inline(never)]
    pub(super) fn visit_below<B>(
        &self,
        found: &Found,
        counts: Counts,
        visit: &mut impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for &siblings in &found.inner[..counts.inner] {
            self.join_siblings(siblings, visit)?;
        }
        for &(leaf, below) in &found.mixed[..counts.mixed] {
            self.join_leaf(leaf, below, visit)?;
        }
        for &(a, b) in &found.leaves[..counts.leaves] {
            visit(Id(a), Id(b))?;
        }
        ControlFlow::Continue(())
    }

    /// Two pairs of siblings, one of each tree.
    fn join_siblings<B>(
        &self,
        (p, q): (u32, u32),
        visit: &mut impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for i in [0, 1].map(|side| NodeIndex::new(p, side)) {
            let a = self.node(0, i);
            let window = Window::new(&a.aabb);
            for j in [0, 1].map(|side| NodeIndex::new(q, side)) {
                let b = self.node(1, j);
                if !window.overlaps(&b.aabb) || !(self.wanted)(i, j) {
                    continue;
                }
                match (a.is_leaf(), b.is_leaf()) {
                    (true, true) => visit(a.id(), b.id())?,
                    (true, false) => self.join_leaf(i, Below::new(b.children(), 1), visit)?,
                    (false, true) => self.join_leaf(j, Below::new(a.children(), 0), visit)?,
                    (false, false) => self.join_siblings((a.children(), b.children()), visit)?,
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A leaf, and siblings of the other tree.
    fn join_leaf<B>(
        &self,
        leaf: NodeIndex,
        below: Below,
        visit: &mut impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (tree, siblings) = (below.tree(), below.siblings());
        let a = self.node(1 - tree, leaf);
        let window = Window::new(&a.aabb);
        for j in [0, 1].map(|side| NodeIndex::new(siblings, side)) {
            let b = self.node(tree, j);
            let (left, right) = if tree == 0 { (j, leaf) } else { (leaf, j) };
            if !window.overlaps(&b.aabb) || !(self.wanted)(left, right) {
                continue;
            }
            match (b.is_leaf(), tree) {
                (true, 0) => visit(b.id(), a.id())?,
                (true, _) => visit(a.id(), b.id())?,
                (false, _) => self.join_leaf(leaf, Below::new(b.children(), tree), visit)?,
            }
        }
        ControlFlow::Continue(())
    }
}
