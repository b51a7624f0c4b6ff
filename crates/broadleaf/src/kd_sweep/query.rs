//! One walk for regions, one for probes.

use super::KdSweep;
use super::layout::children;
use crate::geometry::Real;
use crate::geometry::{Probe, Region, Scalar};
use crate::index::Hit;
use crate::store::Id;
use crate::store::Stack;
use core::ops::ControlFlow;

/// Larger fronts spill to the heap.
const INLINE: usize = 64;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// Visits the boxes that a region touches.
    pub(super) fn visit_touched<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let is_touched = |index: u32| {
            let node = &self.nodes[index as usize];
            region.touches(&node.bounds) && region.admits(node.category)
        };
        let mut visit_some = |range: core::ops::Range<usize>| {
            for (place, item) in range.clone().zip(&self.items[range]) {
                if region.touches(&item.aabb) && region.admits(item.category) && self.is_live(place)
                {
                    visit(item.id)?;
                }
            }
            ControlFlow::Continue(())
        };
        visit_some(self.tree_len()..self.items.len())?;
        let mut stack = Stack::<_, INLINE>::new(0);
        stack.push_if(!self.nodes.is_empty() && is_touched(0), 0);
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index as usize];
            if node.is_leaf() {
                visit_some(node.range())?;
            }
            for child in children(&self.nodes, index) {
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
        let reach = |index: u32, limit: S::Real| {
            let node = &self.nodes[index as usize];
            let reach = probe.reach(&node.bounds).filter(|reach| *reach <= limit)?;
            probe.admits(node.category).then_some((reach, index))
        };
        let mut visit_some = |range: core::ops::Range<usize>, limit: &mut S::Real| {
            for (place, item) in range.clone().zip(&self.items[range]) {
                let Some(reach) = probe.reach(&item.aabb).filter(|reach| reach <= limit) else {
                    continue;
                };
                if probe.admits(item.category) && self.is_live(place) {
                    let shorter = visit(Hit { reach, id: item.id })?;
                    *limit = if shorter < *limit { shorter } else { *limit };
                }
            }
            ControlFlow::Continue(())
        };
        visit_some(self.tree_len()..self.items.len(), &mut limit)?;
        let mut stack = Stack::<_, INLINE>::new((limit, 0));
        (!self.nodes.is_empty())
            .then(|| reach(0, limit))
            .flatten()
            .into_iter()
            .for_each(|reached| stack.push(reached));
        while let Some((reached, index)) = stack.pop() {
            if limit < reached {
                continue;
            }
            let node = &self.nodes[index as usize];
            if node.is_leaf() {
                visit_some(node.range(), &mut limit)?;
            }
            let mut below = [(S::Real::INFINITY, u32::MAX); 3];
            let mut count = 0;
            for reached in children(&self.nodes, index).filter_map(|child| reach(child, limit)) {
                // Insertion sort, latest first.
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
}
