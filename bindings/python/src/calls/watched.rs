//! An index that counts the hits of its queries, so that a query with many hits can be interrupted,
//! and ends before memory runs out.

use std::ops::ControlFlow;

use broadleaf::geometry::{Probe, Region, Scalar};
use broadleaf::index::{Accelerated, Hit, IndexCore, sealed};
use broadleaf::report::{NodeView, Stats, Violation};
use broadleaf::{Aabb, Id};

use crate::calls::call::Watch;
use crate::calls::counter::Counter;

/// An index, queried by watched work.
pub(crate) struct Watched<'a, I> {
    index: &'a I,
    watch: &'a Watch<'a>,
}

impl<'a, I> Watched<'a, I> {
    pub(crate) fn new(index: &'a I, watch: &'a Watch<'a>) -> Self {
        Self { index, watch }
    }
}

impl<I: IndexCore<S, D>, S: Scalar, const D: usize> IndexCore<S, D> for Watched<'_, I> {
    fn box_count(&self) -> usize {
        self.index.box_count()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        self.index.box_of(id)
    }

    fn category_of(&self, id: Id) -> Option<u32> {
        self.index.category_of(id)
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.index.boxes()
    }

    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut counter = Counter::new(self.watch);
        let outcome = self.index.search(region, |id| {
            counter.hit();
            visit(id)
        });
        counter.end();
        outcome
    }

    fn search_pairs<B>(&self, mut visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut counter = Counter::new(self.watch);
        let outcome = self.index.search_pairs(|a, b| {
            counter.hit();
            visit(a, b)
        });
        counter.end();
        outcome
    }

    fn search_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        let mut counter = Counter::new(self.watch);
        let outcome = self.index.search_hits(probe, limit, |hit| {
            counter.hit();
            visit(hit)
        });
        counter.end();
        outcome
    }

    fn check(&self) -> Result<(), Violation> {
        self.index.check()
    }

    fn measure(&self) -> Stats {
        self.index.measure()
    }

    fn visit_nodes(&self, visit: impl FnMut(NodeView<S, D>)) {
        self.index.visit_nodes(visit);
    }

    fn accelerated(&self) -> impl Accelerated<'_, S, D> {
        self
    }
}

impl<I> sealed::Sealed for &Watched<'_, I> {}

/// Hits of joins are counted, too.
impl<'a, I: IndexCore<S, D>, S: Scalar, const D: usize> Accelerated<'a, S, D>
    for &'a Watched<'_, I>
{
    type Core = Watched<'a, I>;

    fn core(&self) -> &Watched<'a, I> {
        self
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], mut visit: impl FnMut(u32, Id)) -> bool {
        let mut counter = Counter::new(self.watch);
        let is_faster = self.index.accelerated().join_boxes(boxes, |number, id| {
            counter.hit();
            visit(number, id);
        });
        counter.end();
        is_faster
    }
}
