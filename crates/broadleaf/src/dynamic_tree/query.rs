//! One walk for regions, one for probes.

use super::{DynamicTree, NodeIndex};
use crate::geometry::{Probe, Region, Scalar};
use crate::index::Hit;
use crate::index::SpatialIndex;
use crate::store::Id;
use crate::store::Stack;
use core::ops::ControlFlow;

/// Deeper trees than this spill to the heap.
const INLINE: usize = 64;
/// How many pairs of siblings are looked at together: the processor works on several at a time,
/// because none depends on what another found. Measured: half as fast again as one by one.
const BATCH: usize = 8;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// The ids of the boxes that the region touches.
    pub(super) fn walk<'a, Q: Region<S, D> + ?Sized>(&'a self, region: &'a Q) -> Walk<'a, S, D, Q> {
        let mut walk = Walk {
            tree: self,
            region,
            inner: Stack::new(0),
            found: [Id(0); 2 * BATCH],
            found_len: 0,
        };
        if !self.is_empty() {
            walk.look_at(NodeIndex::ROOT);
        }
        walk
    }

    /// Visits what the probe reaches, the sooner child first.
    pub(super) fn visit_reached<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
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
                let shorter = visit(Hit {
                    reach,
                    id: node.id(),
                })?;
                *limit = if shorter < *limit { shorter } else { *limit };
            }
            ControlFlow::Continue(node.is_inner().then_some((reach, node.children())))
        };
        let mut stack = Stack::<_, INLINE>::new((limit, 0));
        if !self.is_empty() {
            look_at(NodeIndex::ROOT, &mut limit)?
                .into_iter()
                .for_each(|below| stack.push(below));
        }
        while let Some((reached, pair)) = stack.pop() {
            if limit < reached {
                continue;
            }
            let first = look_at(NodeIndex::new(pair, 0), &mut limit)?;
            let second = look_at(NodeIndex::new(pair, 1), &mut limit)?;
            let first_is_sooner = first
                .zip(second)
                .is_some_and(|(first, second)| first.0 <= second.0);
            let (later, sooner) = if first_is_sooner {
                (second, first)
            } else {
                (first, second)
            };
            later
                .into_iter()
                .chain(sooner)
                .for_each(|below| stack.push(below));
        }
        ControlFlow::Continue(())
    }
}

/// A search for the leaves that a region touches.
pub(super) struct Walk<'a, S: Scalar, const D: usize, Q: ?Sized> {
    tree: &'a DynamicTree<S, D>,
    region: &'a Q,
    /// Pairs of siblings below touched nodes.
    inner: Stack<u32, INLINE>,
    /// Touched leaves, of which only the first `found_len` count.
    found: [Id; 2 * BATCH],
    found_len: usize,
}

impl<S: Scalar, const D: usize, Q: Region<S, D> + ?Sized> Walk<'_, S, D, Q> {
    #[inline]
    fn look_at(&mut self, index: NodeIndex) {
        let node = self.tree.node(index);
        let touched =
            self.region.touches(&node.aabb) && self.region.admits(self.tree.category_of(index));
        // Stored first and counted then, so no branch depends on it.
        self.found[self.found_len] = node.id();
        self.found_len += usize::from(touched & node.is_leaf());
        self.inner
            .push_if(touched & node.is_inner(), node.children());
    }
}

impl<S: Scalar, const D: usize, Q: Region<S, D> + ?Sized> Iterator for Walk<'_, S, D, Q> {
    type Item = Id;

    #[inline]
    fn next(&mut self) -> Option<Id> {
        while self.found_len == 0 {
            let mut batch = [0; BATCH];
            let count = self.inner.pop_into(&mut batch);
            if count == 0 {
                return None;
            }
            for &pair in &batch[..count] {
                self.look_at(NodeIndex::new(pair, 0));
                self.look_at(NodeIndex::new(pair, 1));
            }
        }
        self.found_len -= 1;
        Some(self.found[self.found_len])
    }
}
