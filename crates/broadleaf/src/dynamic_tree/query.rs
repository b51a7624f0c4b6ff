//! One walk for regions, one for probes.

use core::ops::ControlFlow;

use super::{DynamicTree, Hit, Id, NodeIndex, Probe, Region, Scalar};
use crate::Real;
use crate::store::Stack;

/// Deeper trees than this spill to the heap.
const INLINE: usize = 64;
/// How many pairs of siblings are looked at together: the processor works on several at a time, because none depends on what another
/// found. Measured: half as fast again as one by one.
const BATCH: usize = 8;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// The ids of the boxes that the region touches.
    pub(super) fn walk<'a, Q: Region<S, D>>(&'a self, region: &'a Q) -> impl Iterator<Item = Id> + 'a {
        // Pairs of siblings below touched nodes, and touched leaves, of which only the first `found_len` count.
        let mut inner = Stack::<_, INLINE>::new(0);
        let (mut found, mut found_len) = ([Id(0); 2 * BATCH], 0);
        inner.push(NodeIndex::ROOT_PAIR);
        core::iter::from_fn(move || {
            while found_len == 0 {
                let mut batch = [0; BATCH];
                let count = inner.pop_into(&mut batch);
                if count == 0 {
                    return None;
                }
                for &pair in &batch[..count] {
                    for child in [0, 1].map(|side| NodeIndex::new(pair, side)) {
                        let node = self.node(child);
                        let touched = region.touches(&node.aabb) && region.admits(self.category_of(child));
                        // Stored first and counted then, so no branch depends on it.
                        found[found_len] = node.id();
                        found_len += usize::from(touched & node.is_leaf());
                        inner.push_if(touched & node.is_inner(), node.children());
                    }
                }
            }
            found_len -= 1;
            Some(found[found_len])
        })
    }

    /// Visits what the probe reaches, the sooner child first.
    pub(super) fn visit_reached<B>(
        &self,
        probe: &impl Probe<S, D>,
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        // Visits a leaf, or returns when to go on below an inner node.
        let mut look_at = |index: NodeIndex, limit: &mut S::Real| {
            let node = self.node(index);
            let reach = probe.reach(&node.aabb).filter(|reach| reach <= limit);
            let Some(reach) = reach.filter(|_| probe.admits(self.category_of(index))) else {
                return ControlFlow::Continue(None);
            };
            if node.is_leaf() {
                let shorter = visit(Hit { reach, id: node.id() })?;
                *limit = if shorter < *limit { shorter } else { *limit };
            }
            ControlFlow::Continue(node.is_inner().then_some((reach, node.children())))
        };
        // The root's pair has an unused second node, which leads nowhere.
        let mut stack = Stack::<_, INLINE>::new((limit, 0));
        stack.push((S::Real::ZERO, NodeIndex::ROOT_PAIR));
        while let Some((reached, pair)) = stack.pop() {
            if limit < reached {
                continue;
            }
            let first = look_at(NodeIndex::new(pair, 0), &mut limit)?;
            let second = look_at(NodeIndex::new(pair, 1), &mut limit)?;
            match (first, second) {
                (Some(sooner), Some(later)) if sooner.0 <= later.0 => [later, sooner].map(|below| stack.push(below)),
                (later, sooner) => [later, sooner].map(|below| below.into_iter().for_each(|below| stack.push(below))),
            };
        }
        ControlFlow::Continue(())
    }
}
