//! Queries about one region or one probe.

use super::tree::{NodeTree, TOP};
use super::tuning::{INLINE_NODES, MAX_CHILDREN};
use crate::geometry::{Aabb, Probe, Real, Region, Scalar, lesser};
use crate::index::{CountBounds, CountedNodes, Hit, Nodes, Reached};
use crate::store::{Front, Id, Stack};
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
        for (number, aabb, id) in tree.boxes_at(node) {
            if region.touches(aabb) && tree.admits(number, |category| region.admits(category)) {
                visit(id)?;
            }
        }
        for child in tree.children(node) {
            stack.push_if(is_touched(child), child);
        }
    }
    ControlFlow::Continue(())
}

/// How far a probe goes until it may reach a box at or below a node; `None` if it reaches none.
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

/// Visits the boxes that a probe reaches, roughly soonest first.
pub(crate) fn visit_hits<S: Scalar, B, const D: usize>(
    tree: &impl NodeTree<S, D>,
    probe: &(impl Probe<S, D> + ?Sized),
    mut limit: S::Real,
    mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
) -> ControlFlow<B> {
    let mut front = Front::<_, MAX_CHILDREN>::new(S::Real::ZERO);
    let mut next = Some(TOP);
    while let Some(node) = next {
        for (number, aabb, id) in tree.boxes_at(node) {
            let Some(reach) = probe.reach(aabb).filter(|reach| *reach <= limit) else {
                continue;
            };
            if tree.admits(number, |category| probe.admits(category)) {
                limit = lesser(limit, visit(Hit { reach, id })?);
            }
        }
        let reached = |child| {
            let reach = reach_of_node(tree, probe, child).filter(|reach| *reach <= limit)?;
            Some((reach, child))
        };
        front.push_children(tree.children(node).filter_map(reached));
        next = front.pop(limit);
    }
    ControlFlow::Continue(())
}

/// The hits of a probe by `(reach, id)`, found as they are needed.
pub(crate) fn hits_in_order<'a, S: Scalar, const D: usize>(
    tree: &'a impl NodeTree<S, D>,
    probe: &'a (impl Probe<S, D> + ?Sized),
) -> impl Iterator<Item = Hit<S::Real>> + 'a {
    let open = move |node: u32, reached: &mut Reached<S::Real>| {
        for (number, aabb, id) in tree.boxes_at(node) {
            if let Some(reach) = probe.reach(aabb)
                && tree.admits(number, |category| probe.admits(category))
            {
                reached.push_hit(reach, id);
            }
        }
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

/// Bounds on the number of boxes that overlap a window, after opening at most `max_nodes` nodes. The
/// boxes that have left the tree count.
pub(crate) fn bounds_of_count<S: Scalar, const D: usize>(
    tree: &impl NodeTree<S, D>,
    window: &Aabb<S, D>,
    max_nodes: usize,
) -> RangeInclusive<usize> {
    CountedTree(tree).bounds_of_count(window, max_nodes)
}

struct CountedTree<'a, T>(&'a T);

impl<S: Scalar, T: NodeTree<S, D>, const D: usize> CountedNodes<S, D> for CountedTree<'_, T> {
    fn add_top(&self, bounds: &mut CountBounds<S, impl Nodes, D>) {
        self.add_below(TOP, bounds);
    }

    fn add_below(&self, node: u32, bounds: &mut CountBounds<S, impl Nodes, D>) {
        for (_, aabb, _) in self.0.boxes_at(node) {
            bounds.add_box(aabb);
        }
        for child in self.0.children(node) {
            let below = self.0.summary(child);
            bounds.add_node(child, below.bounds, below.count);
        }
    }
}
