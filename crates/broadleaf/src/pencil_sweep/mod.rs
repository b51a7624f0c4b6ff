//! Pairs from scratch, by sweeping pencils.
//!
//! ```text
//!        +----+----+----+----+     Space is cut into pencils: long cells along one axis, as wide as
//!       /    /    /    /    /|     the boxes themselves. A box is in the pencil of its lower corner
//!      +----+----+----+----+ |     and reaches no farther than into the next one. Within a pencil
//!      |    | #######      | +     boxes are sorted by where they begin. Sixteen at a time are
//!      |    | #  |   #     |/|     compared with those that may touch them: in the same pencil,
//!      +----+-#--+---#-----+ |     in the ones beside it that come later, and in the coarser
//!      |    | #######      | +     pencils of larger boxes.
//!      +----+----+----+----+/
//! ```
//!
//! Invariants, checked by [`validate`](crate::BroadPhase::validate):
//! * P1: every id has a place, and its place has it.
//! * P2: boxes that count as sorted are sorted, and each is in a pencil that its level allows.
//!
//! Costs for n boxes: all pairs O(n + pairs) for boxes that do not crowd; insert, remove and move
//! O(1); any other question O(n): keep a tree beside it for those.
//!
//! Sources: sweep and prune in strips; box pruning with vector instructions after Terdiman 2017;
//! levels as in hierarchical grids (Overmars 1992).

mod block;
mod boxes;
mod finder;
mod grid;
mod join;
#[cfg(feature = "rayon")]
mod parallel;
mod sample;
mod sorted;
#[cfg(test)]
mod tests;
mod windows;

use alloc::format;
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

pub use self::finder::{PairFinder, cross_pairs, self_pairs};
use crate::executor::Sequential;
use crate::geometry::{Aabb, Probe, Real, Region, Scalar};
use crate::index::{BroadPhase, Hit, SpatialIndex, from_iterator};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use crate::store::IdMap;

/// A list of boxes whose pairs are found by sweeping pencils, from scratch: see [`PairFinder`].
///
/// ```
/// use broadleaf::{Aabb, BroadPhase, Id, PencilSweep, SpatialIndex};
/// let mut index = PencilSweep::default();
/// index.extend((0..4).map(|i| (Id(i), Aabb::new([i as f32, 0.0], [i as f32 + 1.5, 1.0]))));
/// assert_eq!(index.pairs(), [[Id(0), Id(1)], [Id(1), Id(2)], [Id(2), Id(3)]]);
/// ```
#[derive(Clone, Debug)]
pub struct PencilSweep<S: Scalar, const D: usize> {
    /// From an id to its place in the lists below.
    places: IdMap,
    ids: Vec<Id>,
    boxes: Vec<Aabb<S, D>>,
    categories: Vec<u32>,
    finder: PairFinder<S, D>,
    is_sorted: bool,
}

/// From this share of the boxes on, `extend` sorts them all.
const SORTED_SHARE: usize = 8;

impl<S: Scalar, const D: usize> PencilSweep<S, D> {
    /// Visits the pairs of places of all overlapping boxes.
    fn visit_places<B>(&self, visit: impl FnMut(usize, usize) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut visit = visit;
        let visit = |a: Id, b: Id| visit(a.index(), b.index());
        if self.is_sorted {
            return self.finder.visit_sorted(visit);
        }
        let mut finder = PairFinder::default();
        finder.sort(Sequential, &self.boxes);
        finder.visit_sorted(visit)
    }

    fn ordered(&self, a: usize, b: usize) -> (Id, Id) {
        let (a, b) = (self.ids[a], self.ids[b]);
        (a.min(b), a.max(b))
    }
}

impl<S: Scalar, const D: usize> SpatialIndex<S, D> for PencilSweep<S, D> {
    fn len(&self) -> usize {
        self.ids.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.places.get(id).map(|place| self.boxes[place as usize])
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.places
            .iter()
            .map(|(id, place)| (id, self.boxes[place as usize]))
    }

    fn category(&self, id: Id) -> Option<u32> {
        self.places
            .get(id)
            .map(|place| self.categories[place as usize])
    }

    fn try_for_each_overlap<B>(
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

    fn try_for_each_pair<B>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_places(|a, b| {
            let (a, b) = self.ordered(a, b);
            visit(a, b)
        })
    }

    fn try_for_each_pair_of<B>(
        &self,
        ids: &[Id],
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut is_asked_for = alloc::vec![false; self.len()];
        for place in ids.iter().filter_map(|&id| self.places.get(id)) {
            is_asked_for[place as usize] = true;
        }
        self.visit_places(|a, b| {
            if !is_asked_for[a] && !is_asked_for[b] {
                return ControlFlow::Continue(());
            }
            let (a, b) = self.ordered(a, b);
            visit(a, b)
        })
    }

    fn try_for_each_pair_with<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (theirs, their_boxes): (Vec<_>, Vec<_>) = other.iter().unzip();
        PairFinder::default().try_cross_pairs(&self.boxes, &their_boxes, |a, b| {
            visit(self.ids[a.index()], theirs[b.index()])
        })
    }

    fn try_for_each_hit<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        for ((&id, aabb), _) in self
            .ids
            .iter()
            .zip(&self.boxes)
            .zip(&self.categories)
            .filter(|&(_, &category)| probe.admits(category))
        {
            if let Some(reach) = probe.reach(aabb).filter(|&reach| reach <= limit) {
                let shorter = visit(Hit { reach, id })?;
                limit = if shorter < limit { shorter } else { limit };
            }
        }
        ControlFlow::Continue(())
    }

    fn validate(&self) -> Result<(), Violation> {
        let lengths = [self.places.len(), self.boxes.len(), self.categories.len()];
        if lengths.iter().any(|&len| len != self.ids.len()) {
            return Err(Violation::new(
                "P1: as many boxes and categories as ids",
                format!("{lengths:?} for {}", self.ids.len()),
            ));
        }
        if let Some((place, id)) = (0_u32..)
            .zip(&self.ids)
            .find(|&(place, &id)| self.places.get(id) != Some(place))
        {
            return Err(Violation::new(
                "P1: an id has a place",
                format!("{id:?} is at {place}"),
            ));
        }
        if self.is_sorted {
            self.finder.check(&self.boxes)
        } else {
            Ok(())
        }
    }

    fn stats(&self) -> Stats {
        let areas = self
            .boxes
            .iter()
            .map(|aabb| aabb.half_area().to_f64())
            .sum::<f64>();
        let root_area = Aabb::enclosing(self.boxes.iter().copied())
            .map_or(0.0, |root| root.half_area().to_f64());
        let lists =
            self.ids.capacity() * size_of::<Id>() + self.categories.capacity() * size_of::<u32>();
        let boxes = self.boxes.capacity() * size_of::<Aabb<S, D>>();
        Stats {
            len: self.len(),
            nodes: self.len(),
            area_ratio: if root_area > 0.0 {
                areas / root_area
            } else {
                0.0
            },
            bytes: lists + boxes + self.places.bytes() + self.finder.bytes(),
            ..Stats::default()
        }
    }

    fn for_each_node(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        self.ids.iter().zip(&self.boxes).for_each(|(&id, &aabb)| {
            visit(NodeView {
                aabb,
                level: 0,
                height: 0,
                id: Some(id),
            })
        });
    }
}

impl<S: Scalar, const D: usize> BroadPhase<S, D> for PencilSweep<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        self.is_sorted = false;
        if let Some(place) = self.places.get(id) {
            return Some(mem::replace(&mut self.boxes[place as usize], aabb));
        }
        self.places.set(id, Id::at(self.ids.len()).0);
        self.ids.push(id);
        self.boxes.push(aabb);
        self.categories.push(u32::MAX);
        None
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let place = self.places.remove(id)? as usize;
        self.is_sorted = false;
        self.ids.swap_remove(place);
        self.categories.swap_remove(place);
        if let Some(&moved) = self.ids.get(place) {
            self.places.set(moved, Id::at(place).0);
        }
        Some(self.boxes.swap_remove(place))
    }

    fn clear(&mut self) {
        self.places.clear();
        self.ids.clear();
        self.boxes.clear();
        self.categories.clear();
        self.is_sorted = false;
    }

    fn reserve(&mut self, additional: usize) {
        // A hint: what there is no memory for is asked for again when it is needed.
        let _ = self.ids.try_reserve(additional);
        let _ = self.boxes.try_reserve(additional);
        let _ = self.categories.try_reserve(additional);
        self.places.reserve(additional);
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        let place = self.places.get(id)?;
        Some(mem::replace(&mut self.categories[place as usize], category))
    }

    fn optimize(&mut self) {
        if !self.is_sorted {
            self.finder.sort(Sequential, &self.boxes);
            self.is_sorted = true;
        }
    }
}

from_iterator!(PencilSweep);

impl<S: Scalar, const D: usize> Default for PencilSweep<S, D> {
    fn default() -> Self {
        let finder = PairFinder::default();
        Self {
            places: IdMap::default(),
            ids: Vec::new(),
            boxes: Vec::new(),
            categories: Vec::new(),
            finder,
            is_sorted: false,
        }
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for PencilSweep<S, D> {
    /// Inserts or moves boxes, and sorts them all if these are an eighth of them or more.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        let mut count = 0_usize;
        for (id, aabb) in boxes {
            self.insert(id, aabb);
            count += 1;
        }
        if count > 0 && count >= self.len() / SORTED_SHARE {
            self.optimize();
        }
    }
}
