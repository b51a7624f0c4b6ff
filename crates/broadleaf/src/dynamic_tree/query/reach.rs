//! The boxes that a probe reaches, roughly soonest first.

use crate::dynamic_tree::layout::{NodeIndex, NodeShape};
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::{Probe, Scalar, lesser};
use crate::index::Hit;
use crate::store::Stack;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Visits the boxes that the probe reaches, the sooner child first.
    pub(crate) fn visit_reached<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        let mut search = ProbeSearch {
            tree: self,
            probe,
            limit,
            visit,
        };
        let mut later = Stack::<_, { NodeShape::MAX_LEVELS }>::new((limit, 0));
        let mut next = None;
        if self.leaves.len() > 0 && search.least_reach(NodeIndex::ROOT).is_some() {
            next = search.open(NodeIndex::ROOT)?;
        }
        loop {
            if let Some(siblings) = next {
                next = search.open_siblings(siblings, &mut later)?;
            } else if let Some((reach, siblings)) = later.pop() {
                next = (reach <= search.limit).then_some(siblings);
            } else {
                return ControlFlow::Continue(());
            }
        }
    }
}

/// A search for the boxes that a probe reaches. The siblings to search next are in a variable and
/// not on the stack, and branches choose them, so the processor can run ahead.
struct ProbeSearch<'a, S: Scalar, const D: usize, P: ?Sized, V> {
    tree: &'a DynamicTree<S, D>,
    probe: &'a P,
    limit: S::Real,
    visit: V,
}

impl<S, const D: usize, P, V, B> ProbeSearch<'_, S, D, P, V>
where
    S: Scalar,
    P: Probe<S, D> + ?Sized,
    V: FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
{
    /// A lower bound of the reach of every box at or below a node; `None` if it exceeds the limit.
    ///
    /// Leaves are first tested like inner nodes: a branch on the kind of every node costs more than
    /// a second test of the few leaves that remain.
    #[inline(always)]
    fn least_reach(&self, index: NodeIndex) -> Option<S::Real> {
        let reach = self.probe.least_reach_inside(&self.tree.node(index).aabb)?;
        let within = reach <= self.limit && self.probe.admits(self.tree.category_of(index));
        within.then_some(reach)
    }

    /// Opens the siblings that may be reached, the sooner one first. Returns the children to search
    /// next, and stores the children of the other sibling for later.
    #[inline(always)]
    fn open_siblings(
        &mut self,
        siblings: u32,
        later: &mut Stack<(S::Real, u32), { NodeShape::MAX_LEVELS }>,
    ) -> ControlFlow<B, Option<u32>> {
        let [a, b] = [NodeIndex::new(siblings, 0), NodeIndex::new(siblings, 1)];
        let (first, second, reach) = match (self.least_reach(a), self.least_reach(b)) {
            (Some(reach), Some(other)) if other < reach => (b, a, reach),
            (Some(_), Some(other)) => (a, b, other),
            (Some(_), None) => return self.open(a),
            (None, Some(_)) => return self.open(b),
            (None, None) => return ControlFlow::Continue(None),
        };
        let next = self.open(first)?;
        if self.limit < reach {
            return ControlFlow::Continue(next);
        }
        let other = self.open(second)?;
        if let (Some(_), Some(below)) = (next, other) {
            later.push((reach, below));
        }
        ControlFlow::Continue(next.or(other))
    }

    /// Visits a leaf that is reached, or returns the children of an inner node.
    #[inline(always)]
    fn open(&mut self, index: NodeIndex) -> ControlFlow<B, Option<u32>> {
        let node = self.tree.node(index);
        if node.is_inner() {
            return ControlFlow::Continue(Some(node.children()));
        }
        if let Some(reach) = self.probe.reach(&node.aabb)
            && reach <= self.limit
        {
            let id = node.id();
            self.limit = lesser(self.limit, (self.visit)(Hit { reach, id })?);
        }
        ControlFlow::Continue(None)
    }
}
