//! One walk for regions, one for probes.

use super::Orthtree;
use super::layout::{Item, Node, NodeIndex, OUTSIDE, ROOT};
use crate::geometry::Real;
use crate::geometry::{Probe, Region, Scalar};
use crate::index::Hit;
use crate::store::Id;
use crate::store::Stack;
use core::ops::ControlFlow;

/// Larger fronts spill to the heap.
const INLINE: usize = 64;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Visits the boxes that a region touches.
    pub(super) fn visit_touched<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let is_touched = |index: NodeIndex| {
            let node = self.node(index);
            node.count > 0 && region.touches(&node.bounds) && region.admits(node.category)
        };
        let mut stack = Stack::<_, INLINE>::new(ROOT);
        [OUTSIDE, ROOT]
            .into_iter()
            .for_each(|index| stack.push_if(is_touched(index), index));
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

    /// Visits what the probe reaches, sooner children first.
    pub(super) fn visit_reached<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        let reach = |index: NodeIndex, limit: S::Real| {
            let node = self.node(index);
            let reach = (node.count > 0)
                .then(|| probe.reach(&node.bounds))
                .flatten()?;
            (reach <= limit && probe.admits(node.category)).then_some((reach, index))
        };
        let mut stack = Stack::<_, INLINE>::new((S::Real::ZERO, ROOT));
        [OUTSIDE, ROOT]
            .into_iter()
            .filter_map(|index| reach(index, limit))
            .for_each(|reached| stack.push(reached));
        while let Some((reached, index)) = stack.pop() {
            if limit < reached {
                continue;
            }
            let node = self.node(index);
            for item in &node.items {
                let Some(reach) = probe.reach(&item.aabb).filter(|reach| *reach <= limit) else {
                    continue;
                };
                if self.is_admitted(item, |category| probe.admits(category)) {
                    let shorter = visit(Hit { reach, id: item.id })?;
                    limit = if shorter < limit { shorter } else { limit };
                }
            }
            let mut below = [(limit, NodeIndex::MAX); 64];
            let mut count = 0;
            for reached in self.children(node).filter_map(|child| reach(child, limit)) {
                // Insertion sort, latest first: there are only a handful.
                let place = below[..count]
                    .iter()
                    .position(|(later, _)| *later < reached.0)
                    .unwrap_or(count);
                below.copy_within(place..count, place + 1);
                below[place] = reached;
                count += 1;
            }
            below[..count]
                .iter()
                .for_each(|&reached| stack.push(reached));
        }
        ControlFlow::Continue(())
    }

    /// Whether a box itself is asked for; only where somebody has set categories is there something
    /// to look up.
    #[inline]
    fn is_admitted(&self, item: &Item<S, D>, admits: impl Fn(u32) -> bool) -> bool {
        !self.has_categories || admits(self.places[item.slot as usize].category)
    }

    /// The children of a node, none of a leaf.
    pub(super) fn children(&self, node: &Node<S, D>) -> core::ops::Range<NodeIndex> {
        if node.is_leaf() {
            0..0
        } else {
            node.children..node.children + Self::WIDTH
        }
    }
}
