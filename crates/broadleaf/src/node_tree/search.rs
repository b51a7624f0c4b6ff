//! Queries with one region or one probe.

use super::tree::{NodeTree, TOP};
use super::tuning::INLINE_NODES;
use crate::geometry::{Aabb, Probe, Real, Region, Scalar, lesser};
use crate::index::{CountBounds, CountedNodes, Hit, NodeQueue, Reached};
use crate::store::{Front, Id, Stack};
use crate::visit::never_breaks;
use core::ops::{ControlFlow, RangeInclusive};

/// Visits the boxes that a region touches.
pub(crate) fn visit_touched<S: Scalar, B, const D: usize>(
    tree: &impl NodeTree<S, D>,
    region: &(impl Region<S, D> + ?Sized),
    mut visit: impl FnMut(Id) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let is_touched = |node: u32| {
        let below = tree.summary(node);
        below.count > 0 && region.may_touch_inside(below.bounds) && region.admits(below.category)
    };
    let mut stack = Stack::<_, INLINE_NODES>::new(TOP);
    stack.push(TOP);
    while let Some(node) = stack.pop() {
        let touches = |aabb: &Aabb<S, D>| region.touches(aabb).then_some(());
        let admits = |category| region.admits(category);
        tree.visit_boxes_at(node, touches, admits, |(), id| visit(id))?;
        for child in tree.children(node) {
            stack.push_if(is_touched(child), child);
        }
    }
    ControlFlow::Continue(())
}

/// At most the reach of any box at or below a node; `None` if the probe reaches none.
fn reach_of_node<S: Scalar, const D: usize>(
    tree: &impl NodeTree<S, D>,
    probe: &(impl Probe<S, D> + ?Sized),
    node: u32,
) -> Option<S::Real> {
    let below = tree.summary(node);
    if below.count == 0 {
        return None;
    }
    let reach = probe.least_reach_inside(below.bounds)?;
    probe.admits(below.category).then_some(reach)
}

/// Visits the boxes that a probe reaches, in roughly ascending order of reach. `N` is the greatest
/// number of children of a node.
pub(crate) fn visit_hits<const N: usize, S: Scalar, B, const D: usize>(
    tree: &impl NodeTree<S, D>,
    probe: &(impl Probe<S, D> + ?Sized),
    mut limit: S::Real,
    mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
) -> ControlFlow<B> {
    let mut front = Front::<_, N>::new(S::Real::ZERO);
    let mut next = Some(TOP);
    while let Some(node) = next {
        let admits = |category| probe.admits(category);
        let reach = |aabb: &Aabb<S, D>| probe.reach(aabb);
        tree.visit_boxes_at(node, reach, admits, |reach, id| {
            if reach <= limit {
                limit = lesser(limit, visit(Hit { reach, id })?);
            }
            ControlFlow::Continue(())
        })?;
        let reached = |child| {
            let reach = reach_of_node(tree, probe, child).filter(|reach| *reach <= limit)?;
            Some((reach, child))
        };
        front.push_children(tree.children(node).filter_map(reached));
        next = front.pop(limit);
    }
    ControlFlow::Continue(())
}

/// The hits of a probe in order of `(reach, id)`, computed lazily.
pub(crate) fn hits_in_order<'a, S: Scalar, const D: usize>(
    tree: &'a impl NodeTree<S, D>,
    probe: &'a (impl Probe<S, D> + ?Sized),
) -> impl Iterator<Item = Hit<S::Real>> + 'a {
    let open = move |node: u32, reached: &mut Reached<S::Real>| {
        let admits = |category| probe.admits(category);
        let reach = |aabb: &Aabb<S, D>| probe.reach(aabb);
        let push = never_breaks(|reach, id| reached.push_hit(reach, id));
        let ControlFlow::Continue(()) = tree.visit_boxes_at(node, reach, admits, push);
        for child in tree.children(node) {
            if let Some(reach) = reach_of_node(tree, probe, child) {
                reached.push_node(reach, child);
            }
        }
    };
    let mut reached = Reached::new();
    open(TOP, &mut reached);
    reached.into_hits(open)
}

/// Bounds on the number of boxes that overlap a window, after visiting at most `max_nodes` nodes.
/// Boxes that have left the tree count, too.
pub(crate) fn bounds_of_count<S: Scalar, const D: usize>(
    tree: &impl NodeTree<S, D>,
    window: &Aabb<S, D>,
    max_nodes: usize,
) -> RangeInclusive<usize> {
    CountedTree(tree).bounds_of_count(window, max_nodes)
}

struct CountedTree<'a, T>(&'a T);

impl<S: Scalar, T: NodeTree<S, D>, const D: usize> CountedNodes<S, D> for CountedTree<'_, T> {
    fn add_top(&self, bounds: &mut CountBounds<S, impl NodeQueue, D>) {
        self.add_below(TOP, bounds);
    }

    /// Inlined although it is called twice: a call keeps the bounds in memory, and counts are 10 %
    /// slower.
    #[inline(always)]
    fn add_below(&self, node: u32, bounds: &mut CountBounds<S, impl NodeQueue, D>) {
        bounds.add_boxes(self.0.aabbs_at(node));
        for child in self.0.children(node) {
            let below = self.0.summary(child);
            bounds.add_node(child, below.bounds, below.count);
        }
    }
}
