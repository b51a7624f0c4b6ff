//! The sweep as an index.

#[cfg(feature = "rayon")]
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::index::PencilSweep;
use super::validate::validate;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Probe, Region, Scalar};
#[cfg(feature = "rayon")]
use crate::index::Pieces;
use crate::index::sealed::Sealed;
use crate::index::{Accelerated, Hit, IndexCore, Joined};
use crate::pair_finder::PairFinder;
use crate::report::{AreaRatio, NodeView, Stats, Violation};
use crate::store::Id;

impl<S: Scalar, const D: usize> IndexCore<S, D> for PencilSweep<S, D> {
    fn box_count(&self) -> usize {
        self.ids.len()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        self.slots.get(id).map(|slot| self.boxes[slot as usize])
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.slots
            .iter()
            .map(|(id, slot)| (id, self.boxes[slot as usize]))
    }

    fn category_of(&self, id: Id) -> Option<u32> {
        self.slots
            .get(id)
            .map(|slot| self.categories[slot as usize])
    }

    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for ((&id, aabb), &category) in self.ids.iter().zip(&self.boxes).zip(&self.categories) {
            if region.admits(category) && region.touches(aabb) {
                visit(id)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn search_pairs<B>(&self, mut visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.try_for_each_pair_of_slots(|a, b| {
            let [a, b] = self.ordered_ids(a, b);
            visit(a, b)
        })
    }

    fn search_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        for ((&id, aabb), &category) in self.ids.iter().zip(&self.boxes).zip(&self.categories) {
            if !probe.admits(category) {
                continue;
            }
            if let Some(reach) = probe.reach(aabb).filter(|&reach| reach <= limit) {
                let new_limit = visit(Hit { reach, id })?;
                limit = if new_limit < limit { new_limit } else { limit };
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self) -> Result<(), Violation> {
        validate(self)
    }

    fn measure(&self) -> Stats {
        let root = Aabb::enclosing(self.boxes.iter().copied());
        let mut area_ratio = AreaRatio::new(root);
        self.boxes.iter().for_each(|aabb| area_ratio.add(aabb));
        Stats {
            len: self.box_count(),
            nodes: self.box_count(),
            area_ratio: area_ratio.value(),
            bytes: self.ids.capacity() * size_of::<Id>()
                + self.categories.capacity() * size_of::<u32>()
                + self.boxes.capacity() * size_of::<Aabb<S, D>>()
                + self.slots.bytes()
                + self.finders.bytes(PairFinder::bytes),
            ..Stats::default()
        }
    }

    fn visit_nodes(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        for (&id, &aabb) in self.ids.iter().zip(&self.boxes) {
            visit(NodeView::leaf(aabb, 0, id));
        }
    }

    fn accelerated(&self) -> impl Accelerated<'_, S, D> {
        self
    }
}

impl<S: Scalar, const D: usize> Sealed for &PencilSweep<S, D> {}

impl<'a, S: Scalar, const D: usize> Accelerated<'a, S, D> for &'a PencilSweep<S, D> {
    type Core = PencilSweep<S, D>;

    fn core(&self) -> &PencilSweep<S, D> {
        self
    }

    fn search_pairs_of<B>(
        self,
        ids: &[Id],
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut is_among_ids = vec![false; self.box_count()];
        for slot in ids.iter().filter_map(|&id| self.slots.get(id)) {
            is_among_ids[slot as usize] = true;
        }
        self.try_for_each_pair_of_slots(|a, b| {
            if !is_among_ids[a] && !is_among_ids[b] {
                return ControlFlow::Continue(());
            }
            let [a, b] = self.ordered_ids(a, b);
            visit(a, b)
        })
    }

    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (left, right) = (self, other);
        let mut visit = Joined { left, right }.allowed(matrix, visit);
        let (other_ids, other_boxes): (Vec<_>, Vec<_>) = other.boxes().unzip();
        self.finders.lend(PairFinder::new, |finder| {
            match finder.between(&self.boxes, &other_boxes) {
                Ok(query) => {
                    query.try_for_each_pair(|a, b| visit(self.ids[a.index()], other_ids[b.index()]))
                }
                // Slower, but for any number of boxes.
                Err(_too_many_boxes) => {
                    let mut others = other_ids.iter().zip(&other_boxes);
                    others.try_for_each(|(&other_id, aabb)| {
                        self.search(aabb, |id| visit(id, other_id))
                    })
                }
            }
        })
    }

    #[cfg(feature = "rayon")]
    fn pair_pieces(self, matrix: Option<&CategoryMatrix>) -> Option<Box<dyn Pieces + 'a>> {
        matrix.is_none().then(|| self.pieces())
    }

    #[cfg(feature = "rayon")]
    fn join_pieces(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &'a impl IndexCore<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        matrix.is_none().then(|| self.pieces_with(other))?
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], mut visit: impl FnMut(u32, Id)) -> bool {
        self.finders.lend(PairFinder::new, |finder| {
            let Ok(query) = finder.between(boxes, &self.boxes) else {
                return false;
            };
            query.for_each_pair(|index, slot| visit(index.0, self.ids[slot.index()]));
            true
        })
    }
}
