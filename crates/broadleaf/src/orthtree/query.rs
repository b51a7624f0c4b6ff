//! Questions about regions and probes.

use super::node::{Item, NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use crate::geometry::{Probe, Real, Region, Scalar, lesser};
use crate::index::Hit;
use crate::store::{Front, Id, Stack};
use core::ops::ControlFlow;

/// The number of nodes on a stack before it allocates.
const INLINE: usize = 64;
/// A node has at most this number of children: in six dimensions.
const MAX_CHILDREN: usize = 64;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Visits the boxes that a region touches.
    pub(super) fn visit_touched<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let is_touched = |index: NodeIndex| {
            let node = self.node(index);
            node.count > 0 && region.may_touch_inside(&node.bounds) && region.admits(node.category)
        };
        let mut stack = Stack::<_, INLINE>::new(ROOT);
        for top in [OUTSIDE, ROOT] {
            stack.push_if(is_touched(top), top);
        }
        while let Some(index) = stack.pop() {
            let node = self.node(index);
            for item in &node.items {
                if region.touches(&item.aabb)
                    && self.is_admitted(item, |category| region.admits(category))
                {
                    visit(item.id)?;
                }
            }
            for child in self.children(node) {
                stack.push_if(is_touched(child), child);
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
        let reach = |index: NodeIndex, limit: S::Real| {
            let node = self.node(index);
            if node.count == 0 {
                return None;
            }
            let reach = probe.least_reach_inside(&node.bounds);
            let reach = reach.filter(|reach| *reach <= limit)?;
            probe.admits(node.category).then_some((reach, index))
        };
        let mut front = Front::<_, MAX_CHILDREN>::new(S::Real::ZERO);
        front.push_children(reach(OUTSIDE, limit).into_iter());
        front.push_children(reach(ROOT, limit).into_iter());
        while let Some(index) = front.pop(limit) {
            let node = self.node(index);
            for item in &node.items {
                let Some(reach) = probe.reach(&item.aabb).filter(|reach| *reach <= limit) else {
                    continue;
                };
                if self.is_admitted(item, |category| probe.admits(category)) {
                    limit = lesser(limit, visit(Hit { reach, id: item.id })?);
                }
            }
            let reached = |child| reach(child, limit);
            front.push_children(self.children(node).filter_map(reached));
        }
        ControlFlow::Continue(())
    }

    /// Whether a question admits an item's category. There is nothing to look up unless a category
    /// has been set.
    #[inline]
    pub(super) fn is_admitted(&self, item: &Item<S, D>, admits: impl Fn(u32) -> bool) -> bool {
        !self.has_categories || admits(self.entries[item.slot as usize].category)
    }
}
