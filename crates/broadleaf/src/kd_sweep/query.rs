//! Questions about regions and probes.

use core::ops::{ControlFlow, Range};

use super::sweep::KdSweep;
use crate::geometry::{Probe, Real, Region, Scalar, lesser};
use crate::index::Hit;
use crate::kd_tree::children;
use crate::store::{Front, Id, Stack};

/// The number of nodes on a stack before it allocates.
const INLINE: usize = 64;
/// A node has at most this number of children.
const MAX_CHILDREN: usize = 3;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// Visits the boxes that a region touches.
    pub(super) fn visit_touched<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_touched_items(self.tree_len()..self.items.len(), region, &mut visit)?;
        let is_touched = |node: u32| {
            let node = &self.nodes[node as usize];
            region.may_touch_inside(&node.bounds) && region.admits(node.category)
        };
        let mut stack = Stack::<_, INLINE>::new(0);
        stack.push_if(!self.nodes.is_empty() && is_touched(0), 0);
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index as usize];
            if node.is_leaf() {
                self.visit_touched_items(node.range(), region, &mut visit)?;
            }
            for child in children(&self.nodes, index) {
                stack.push_if(is_touched(child), child);
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn visit_touched_items<B>(
        &self,
        range: Range<usize>,
        region: &(impl Region<S, D> + ?Sized),
        visit: &mut impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (index, item) in range.clone().zip(&self.items[range]) {
            if region.touches(&item.aabb) && region.admits(item.category) && self.is_live(index) {
                visit(item.id)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the boxes that a probe reaches, roughly soonest first.
    pub(super) fn visit_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        let pending = self.tree_len()..self.items.len();
        limit = self.visit_hit_items(pending, probe, limit, &mut visit)?;
        let reach = |index: u32, limit: S::Real| {
            let node = &self.nodes[index as usize];
            let reach = probe.least_reach_inside(&node.bounds);
            let reach = reach.filter(|reach| *reach <= limit)?;
            probe.admits(node.category).then_some((reach, index))
        };
        let mut front = Front::<_, MAX_CHILDREN>::new(S::Real::ZERO);
        if !self.nodes.is_empty() {
            front.push_children(reach(0, limit).into_iter());
        }
        while let Some(index) = front.pop(limit) {
            let node = &self.nodes[index as usize];
            if node.is_leaf() {
                limit = self.visit_hit_items(node.range(), probe, limit, &mut visit)?;
            }
            let reached = |child| reach(child, limit);
            front.push_children(children(&self.nodes, index).filter_map(reached));
        }
        ControlFlow::Continue(())
    }

    /// Visits the items of a range that a probe reaches; returns the shortened limit.
    #[inline]
    fn visit_hit_items<B>(
        &self,
        range: Range<usize>,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        visit: &mut impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B, S::Real> {
        for (index, item) in range.clone().zip(&self.items[range]) {
            let Some(reach) = probe.reach(&item.aabb).filter(|reach| *reach <= limit) else {
                continue;
            };
            if probe.admits(item.category) && self.is_live(index) {
                limit = lesser(limit, visit(Hit { reach, id: item.id })?);
            }
        }
        ControlFlow::Continue(limit)
    }
}
