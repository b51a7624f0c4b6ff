//! The boxes that a probe reaches, roughly soonest first.

use super::layout::{Node, NodeIndex};
use super::tree::DynamicTree;
use crate::geometry::{Probe, Scalar};
use crate::index::Hit;
use crate::store::Stack;
use core::ops::ControlFlow;

/// The stack of a deeper tree moves to the heap.
const INLINE: usize = 64;

/// The reach of a leaf, or at most that of any leaf below an inner node, unless it is beyond the
/// limit.
///
/// Leaves are tested like inner nodes first: a branch on the kind of every node costs more than a
/// second test of the few leaves that are left.
#[inline]
pub(super) fn least_reach<S: Scalar, const D: usize>(
    probe: &(impl Probe<S, D> + ?Sized),
    node: &Node<S, D>,
    limit: S::Real,
) -> Option<S::Real> {
    let within = |reach: &S::Real| *reach <= limit;
    let reach = probe.least_reach_inside(&node.aabb).filter(within)?;
    if node.is_leaf() {
        probe.reach(&node.aabb).filter(within)
    } else {
        Some(reach)
    }
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Visits the boxes that the probe reaches, the child that is reached sooner first.
    pub(super) fn visit_reached<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        // Visits a leaf. Returns the reach and the children of an inner node.
        let mut test = |index: NodeIndex, limit: &mut S::Real| {
            let node = self.node(index);
            let reach = least_reach(probe, node, *limit);
            let Some(reach) = reach.filter(|_| probe.admits(self.category_of(index))) else {
                return ControlFlow::Continue(None);
            };
            if node.is_leaf() {
                let id = node.id();
                let shorter = visit(Hit { reach, id })?;
                *limit = if shorter < *limit { shorter } else { *limit };
            }
            ControlFlow::Continue(node.is_inner().then_some((reach, node.children())))
        };
        let mut stack = Stack::<_, INLINE>::new((limit, 0));
        if self.leaves.len() > 0
            && let Some(below) = test(NodeIndex::ROOT, &mut limit)?
        {
            stack.push(below);
        }
        while let Some((reached, siblings)) = stack.pop() {
            if limit < reached {
                continue;
            }
            let first = test(NodeIndex::new(siblings, 0), &mut limit)?;
            let second = test(NodeIndex::new(siblings, 1), &mut limit)?;
            let later_first = match (first, second) {
                (Some(a), Some(b)) if a.0 <= b.0 => [second, first],
                _ => [first, second],
            };
            for below in later_first.into_iter().flatten() {
                stack.push(below);
            }
        }
        ControlFlow::Continue(())
    }
}
