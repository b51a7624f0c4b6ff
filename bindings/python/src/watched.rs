//! An index that counts what its questions find: a question that finds much can be interrupted, and
//! ends before memory does.

use std::ops::ControlFlow;

use broadleaf::geometry::{Probe, Region, Scalar};
use broadleaf::index::Hit;
use broadleaf::report::{NodeView, Stats, Violation};
use broadleaf::{Aabb, Id, SpatialIndex};

use crate::call::Watch;
use crate::counter::Counter;

/// An index, asked by work that is watched.
pub(crate) struct Watched<'a, I> {
    index: &'a I,
    watch: &'a Watch<'a>,
}

impl<'a, I> Watched<'a, I> {
    pub(crate) fn new(index: &'a I, watch: &'a Watch<'a>) -> Self {
        Self { index, watch }
    }
}

impl<I: SpatialIndex<S, D>, S: Scalar, const D: usize> SpatialIndex<S, D> for Watched<'_, I> {
    fn len(&self) -> usize {
        self.index.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.index.get(id)
    }

    fn category(&self, id: Id) -> Option<u32> {
        self.index.category(id)
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.index.iter()
    }

    fn try_for_each_overlap<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut counter = Counter::new(self.watch);
        let outcome = self.index.try_for_each_overlap(region, |id| {
            counter.hit();
            visit(id)
        });
        counter.end();
        outcome
    }

    fn try_for_each_pair<B>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut counter = Counter::new(self.watch);
        let outcome = self.index.try_for_each_pair(|a, b| {
            counter.hit();
            visit(a, b)
        });
        counter.end();
        outcome
    }

    fn try_for_each_hit<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        let mut counter = Counter::new(self.watch);
        let outcome = self.index.try_for_each_hit(probe, limit, |hit| {
            counter.hit();
            visit(hit)
        });
        counter.end();
        outcome
    }

    fn validate(&self) -> Result<(), Violation> {
        self.index.validate()
    }

    fn stats(&self) -> Stats {
        self.index.stats()
    }

    fn for_each_node(&self, visit: impl FnMut(NodeView<S, D>)) {
        self.index.for_each_node(visit);
    }

    fn join_boxes(&self, boxes: &[Aabb<S, D>], mut visit: impl FnMut(u32, Id)) -> bool {
        let mut counter = Counter::new(self.watch);
        let is_faster = self.index.join_boxes(boxes, |number, id| {
            counter.hit();
            visit(number, id);
        });
        counter.end();
        is_faster
    }
}
