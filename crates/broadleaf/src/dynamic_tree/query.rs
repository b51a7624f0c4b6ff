//! One walk for regions, one for probes.

use core::ops::ControlFlow;

use super::{DynamicTree, Hit, Id, Node, NodeIndex, Probe, Region, Scalar};
use crate::store::Stack;
use crate::Real;

/// Deeper trees than this spill to the heap.
const INLINE: usize = 64;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// The ids of the boxes that the region touches.
    pub(super) fn walk<'a, Q: Region<S, D>>(&'a self, region: &'a Q) -> impl Iterator<Item = Id> + 'a {
        let mut stack = Stack::<_, INLINE>::new(NodeIndex::ROOT);
        if self.node(NodeIndex::ROOT).weight > 0 && self.is_asked_for(NodeIndex::ROOT, region) {
            stack.push(NodeIndex::ROOT);
        }
        core::iter::from_fn(move || {
            loop {
                let node = self.node(stack.pop()?);
                if node.is_leaf() {
                    return Some(node.id());
                }
                for side in [1, 0] {
                    let child = NodeIndex::new(node.children(), side);
                    if self.is_asked_for(child, region) {
                        stack.push(child);
                    }
                }
            }
        })
    }

    #[inline]
    fn is_asked_for(&self, index: NodeIndex, region: &impl Region<S, D>) -> bool {
        region.touches(&self.node(index).aabb) && region.admits(self.category_of(index))
    }

    /// Visits what the probe reaches, the sooner child first.
    pub(super) fn visit_reached<B>(
        &self,
        probe: &impl Probe<S, D>,
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        let mut stack = Stack::<_, INLINE>::new((S::Real::ZERO, NodeIndex::ROOT));
        let reach = |index: NodeIndex| {
            let reach = probe.reach(&self.node(index).aabb)?;
            probe.admits(self.category_of(index)).then_some((reach, index))
        };
        if self.node(NodeIndex::ROOT).weight > 0 {
            reach(NodeIndex::ROOT).into_iter().for_each(|entry| stack.push(entry));
        }
        while let Some((reached, index)) = stack.pop() {
            if !(reached <= limit) {
                continue;
            }
            let node: &Node<S, D> = self.node(index);
            if node.is_leaf() {
                let shorter = visit(Hit { reach: reached, id: node.id() })?;
                limit = if shorter < limit { shorter } else { limit };
                continue;
            }
            let [a, b] = [0, 1].map(|side| reach(NodeIndex::new(node.children(), side)));
            let (sooner, later) = if b.is_none_or(|b| a.is_some_and(|a| a.0 <= b.0)) { (a, b) } else { (b, a) };
            [later, sooner].into_iter().flatten().filter(|entry| entry.0 <= limit).for_each(|entry| stack.push(entry));
        }
        ControlFlow::Continue(())
    }
}
