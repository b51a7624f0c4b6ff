//! Casts and distances.

use super::measure::Measure;
use crate::geometry::{Probe, Real, Scalar, lesser};
use crate::index::Hit;
use crate::packed_tree::levels::{MAX_LEVELS, child_of};
use crate::packed_tree::node::{PackedNode, take_lane};
use crate::packed_tree::view::PackedTreeView;
use crate::simd::{LANES, Lane, Measures, Task};
use crate::store::Id;
use crate::visit::Broken;
use crate::work;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize> PackedTreeView<'_, S, D> {
    pub(crate) fn visit_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        let mut broken = Broken::new();
        let _ = self.find_hits(&probe, limit, &mut |hit| broken.keep(visit(hit)));
        broken.into_flow()
    }

    fn find_hits(
        &self,
        probe: &dyn Probe<S, D>,
        limit: S::Real,
        visit: &mut dyn FnMut(Hit<S::Real>) -> ControlFlow<(), S::Real>,
    ) -> ControlFlow<()> {
        if !self.may_find(|category| probe.admits(category)) {
            return ControlFlow::Continue(());
        }
        self.path.run(FindHits {
            tree: self,
            probe,
            measure: Measure::of(probe.form()),
            limit,
            visit,
        })
    }
}

/// A node whose children are visited, soonest first.
#[derive(Clone, Copy)]
struct Open<R> {
    /// For the lanes in `bits`, a lower bound of the reach of every box at or below the child.
    reaches: R,
    /// The children that wait.
    bits: u32,
    /// The index of the node in its level.
    index: u32,
}

/// The search for the boxes that a probe reaches, nearest nodes first.
struct FindHits<'a, S: Scalar, const D: usize> {
    tree: &'a PackedTreeView<'a, S, D>,
    probe: &'a dyn Probe<S, D>,
    measure: Measure<S, D>,
    limit: S::Real,
    visit: &'a mut dyn FnMut(Hit<S::Real>) -> ControlFlow<(), S::Real>,
}

impl<S: Scalar, const D: usize> Task<S::Lane> for FindHits<'_, S, D> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<L: Measures<S::Lane>>(mut self, lanes: L) -> ControlFlow<()> {
        let unused = Open {
            reaches: lanes.real(S::Real::ZERO),
            bits: 0,
            index: 0,
        };
        let top = self.tree.levels.top();
        let mut open = [unused; MAX_LEVELS];
        let (mut level, mut index) = (top, 0);
        loop {
            if level == 0 {
                self.visit_boxes(lanes, index)?;
                level = 1;
            } else {
                open[level % MAX_LEVELS] = self.open(lanes, level, index);
            }
            // The soonest child of the lowest node that has one within the limit.
            loop {
                if level > top {
                    return ControlFlow::Continue(());
                }
                let node = &mut open[level % MAX_LEVELS];
                if let Some(lane) = node.take_soonest(lanes, self.limit) {
                    index = child_of(node.index, lane);
                    level -= 1;
                    break;
                }
                level += 1;
            }
        }
    }
}

impl<V: Copy> Open<V> {
    /// Takes the child with the least reach, if that is within the limit.
    #[inline(always)]
    fn take_soonest<K: Lane>(
        &mut self,
        lanes: impl Measures<K, Reals = V>,
        limit: K::Real,
    ) -> Option<usize> {
        if self.bits == 0 {
            return None;
        }
        let (least, lane) = lanes.least(self.reaches, self.bits);
        self.bits &= !(1 << lane);
        (least <= limit).then_some(lane)
    }
}

impl<S: Scalar, const D: usize> FindHits<'_, S, D> {
    /// The children of a node that the probe may reach within the limit.
    #[inline(always)]
    fn open<L: Measures<S::Lane>>(&self, lanes: L, level: usize, index: u32) -> Open<L::Reals> {
        let (reaches, bits) = match self.tree.node(level, index) {
            Some(node) => self.reach(lanes, &node, level),
            None => (lanes.real(S::Real::ZERO), 0),
        };
        let bits = bits & self.tree.levels.lanes(level, index);
        let admits = |category| self.probe.admits(category);
        Open {
            reaches,
            bits: self.tree.admitted(level, index, bits, admits),
            index,
        }
    }

    /// Lower bounds of the reaches of children, or of the boxes inside them, and the lanes within
    /// the limit.
    #[inline(always)]
    fn reach<L: Measures<S::Lane>>(
        &self,
        lanes: L,
        node: &PackedNode<'_, S, D>,
        level: usize,
    ) -> (L::Reals, u32) {
        work::count(LANES);
        match &self.measure {
            Measure::Place(place) => place.reach(lanes, node, self.limit),
            Measure::Cast(cast) => cast.reach(lanes, node, self.limit),
            Measure::Other => {
                let mut reaches = [S::Real::ZERO; LANES];
                let bits = self.reach_one_by_one(node, level, &mut reaches);
                (lanes.load_reals(&reaches), bits)
            }
        }
    }

    /// The reaches of children, or of the boxes inside them, measured by the probe itself.
    #[inline(always)]
    fn reach_one_by_one(
        &self,
        node: &PackedNode<'_, S, D>,
        level: usize,
        reaches: &mut [S::Real; LANES],
    ) -> u32 {
        let mut bits = 0;
        for (lane, slot) in reaches.iter_mut().enumerate() {
            let reach = node.child(lane).and_then(|child| {
                if level > 0 {
                    self.probe.least_reach_inside(&child)
                } else {
                    self.probe.reach(&child)
                }
            });
            if let Some(reach) = reach.filter(|&reach| reach <= self.limit) {
                *slot = reach;
                bits |= 1 << lane;
            }
        }
        bits
    }

    /// Visits the boxes of a leaf node that the probe reaches.
    #[inline(always)]
    fn visit_boxes<L: Measures<S::Lane>>(&mut self, lanes: L, index: u32) -> ControlFlow<()> {
        let mut open = self.open(lanes, 0, index);
        if open.bits == 0 {
            return ControlFlow::Continue(());
        }
        let Some(node) = self.tree.node(0, index) else {
            return ControlFlow::Continue(());
        };
        let ids = self.tree.ids_of(index);
        let reaches = lanes.store(open.reaches);
        // The soonest first, since it may exclude the others.
        if let Some(lane) = open.take_soonest(lanes, self.limit) {
            self.visit_box(&node, lane, reaches[lane], ids[lane])?;
        }
        let within = lanes.reals_at_most(open.reaches, lanes.real(self.limit));
        let mut bits = open.bits & within;
        while let Some(lane) = take_lane(&mut bits) {
            self.visit_box(&node, lane, reaches[lane], ids[lane])?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn visit_box(
        &mut self,
        node: &PackedNode<'_, S, D>,
        lane: usize,
        reach: S::Real,
        id: u32,
    ) -> ControlFlow<()> {
        let reach = if self.measure.is_exact() {
            Some(reach)
        } else {
            node.child(lane).and_then(|child| self.probe.reach(&child))
        };
        if let Some(reach) = reach.filter(|&reach| reach <= self.limit) {
            let id = Id(id);
            self.limit = lesser(self.limit, (self.visit)(Hit { reach, id })?);
        }
        ControlFlow::Continue(())
    }
}
