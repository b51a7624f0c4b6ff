//! Views of a broad phase as one index of all proxies, by slot.

use alloc::vec::Vec;
use core::ops::{ControlFlow, RangeInclusive};

use super::outer::Outer;
use crate::broad_phase::broad_phase::BroadPhase;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Probe, Region, Scalar, lesser};
use crate::index::sealed::Sealed;
use crate::index::{Accelerated, Hit, IndexCore, Joined, SpatialIndexMut, hits_in_rounds, merged};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;

/// A [`BroadPhase`] as a [`SpatialIndex`](crate::SpatialIndex) of its tight or its fat boxes:
/// static and moving proxies together, by [`ProxyId::id`](crate::broad_phase::ProxyId::id).
///
/// Its pairs are the pairs of the events: mobilities and filters allow them, and your filter did
/// not refuse them. The same holds for its components, its closest pair, and all other queries for
/// pairs of its boxes. Refused pairs are known while their fat boxes overlap. Regions and probes
/// find boxes whatever their filters; [`filtered`](crate::SpatialIndex::filtered) leaves out boxes
/// that an [asker](BroadPhase::asker) refuses. [`BroadPhase::proxies`] turns the slots of any
/// answer into the ids of proxies.
///
/// [`try_for_each_hit`](crate::SpatialIndex::try_for_each_hit) visits the moving proxies first,
/// roughly soonest first, then the static ones within the remaining limit. Nodes and statistics are
/// those of both structures, which hold the fat boxes.
///
/// ```
/// use broadleaf::{Aabb, SpatialIndex, BroadPhase};
/// use broadleaf::broad_phase::Margin;
/// let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Fatten { extension: 1, prediction: 0.into() });
/// let [a, b] = [0, 3].map(|x| broad_phase.create(Aabb::new([x, 0], [x + 1, 1]), ()));
/// assert_eq!(broad_phase.tight().count_pairs(), 0);
/// assert_eq!(broad_phase.fat().pairs(), [[a.id(), b.id()]]);
/// assert_eq!(broad_phase.fat().overlaps(&[2, 0]), [a.id(), b.id()]);
/// ```
#[derive(Debug)]
pub struct View<'a, T, S: Scalar, const D: usize, B, F> {
    broad_phase: &'a BroadPhase<T, S, D, B, F>,
    is_tight: bool,
}

impl<T, S: Scalar, const D: usize, B, F> Clone for View<'_, T, S, D, B, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S: Scalar, const D: usize, B, F> Copy for View<'_, T, S, D, B, F> {}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// All proxies by their tight boxes, as an index.
    #[must_use]
    pub fn tight(&self) -> View<'_, T, S, D, B, F> {
        View {
            broad_phase: self,
            is_tight: true,
        }
    }

    /// All proxies by their fat boxes, as an index.
    #[must_use]
    pub fn fat(&self) -> View<'_, T, S, D, B, F> {
        View {
            broad_phase: self,
            is_tight: false,
        }
    }
}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    View<'_, T, S, D, B, F>
{
    fn aabb(&self, slot: Id) -> Option<Aabb<S, D>> {
        let (_, proxy) = self.broad_phase.table.slots.at(slot)?;
        Some(if self.is_tight {
            proxy.tight
        } else {
            self.broad_phase.table.fat(slot)
        })
    }

    /// A region or probe for the structures, which hold the fat boxes.
    fn outer<'q, Q: ?Sized>(&self, of: &'q Q) -> Outer<'q, Q> {
        Outer {
            of,
            is_about_tight: self.is_tight,
        }
    }

    /// Visits the hits in one structure, and lowers the limit to what the visitor returns. The
    /// visitor is a trait object: with a type parameter, every form of a query would compile the
    /// walk through the structure again.
    fn visit_hits_in<C>(
        &self,
        structure: &impl SpatialIndexMut<S, D>,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: &mut S::Real,
        visit: &mut dyn FnMut(Hit<S::Real>) -> ControlFlow<C, S::Real>,
    ) -> ControlFlow<C> {
        structure.try_for_each_hit(&self.outer(probe), *limit, |hit| {
            let reach = if self.is_tight {
                self.aabb(hit.id).and_then(|tight| probe.reach(&tight))
            } else {
                Some(hit.reach)
            };
            if let Some(reach) = reach.filter(|reach| *reach <= *limit) {
                *limit = lesser(*limit, visit(Hit { reach, ..hit })?);
            }
            ControlFlow::Continue(*limit)
        })
    }

    /// Whether two proxies whose fat boxes overlap are a pair of the view.
    fn is_pair(&self, a: Id, b: Id) -> bool {
        self.broad_phase.fat_pairs().allow(a, b) && self.overlap(a, b)
    }

    /// Whether the boxes of the view overlap, for two proxies whose fat boxes do.
    fn overlap(&self, a: Id, b: Id) -> bool {
        let boxes = || self.aabb(a).zip(self.aabb(b));
        !self.is_tight || boxes().is_some_and(|(a, b)| a.overlaps(&b))
    }
}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    IndexCore<S, D> for View<'_, T, S, D, B, F>
{
    fn box_count(&self) -> usize {
        self.broad_phase.len()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        self.aabb(id)
    }

    fn category_of(&self, id: Id) -> Option<u32> {
        let table = &self.broad_phase.table;
        table.slots.at(id).map(|_| table.filters.get(id).category)
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        let ids = self.broad_phase.table.slots.iter().map(|(id, _)| id.id());
        ids.filter_map(|slot| Some((slot, self.aabb(slot)?)))
    }

    fn search<C>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        let outer = self.outer(region);
        let touches = |aabb: Aabb<S, D>| region.touches(&aabb);
        let mut visit = |slot| {
            if !self.is_tight || self.aabb(slot).is_some_and(touches) {
                visit(slot)
            } else {
                ControlFlow::Continue(())
            }
        };
        self.broad_phase
            .moving
            .try_for_each_overlap(&outer, &mut visit)?;
        self.broad_phase.fixed.try_for_each_overlap(&outer, visit)
    }

    fn search_pairs<C>(&self, mut visit: impl FnMut(Id, Id) -> ControlFlow<C>) -> ControlFlow<C> {
        self.broad_phase
            .fat_pairs()
            .try_for_each(|a, b| match self.overlap(a, b) {
                true => visit(a, b),
                false => ControlFlow::Continue(()),
            })
    }

    fn search_hits<C>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<C, S::Real>,
    ) -> ControlFlow<C> {
        let BroadPhase { moving, fixed, .. } = self.broad_phase;
        self.visit_hits_in(moving, probe, &mut limit, &mut visit)?;
        self.visit_hits_in(fixed, probe, &mut limit, &mut visit)
    }

    fn check(&self) -> Result<(), Violation> {
        self.broad_phase.validate()
    }

    fn measure(&self) -> Stats {
        let [a, b] = [
            self.broad_phase.moving.stats(),
            self.broad_phase.fixed.stats(),
        ];
        let nodes = a.nodes + b.nodes;
        let weigh = |stats: &Stats| stats.area_ratio * stats.nodes as f64;
        Stats {
            len: a.len + b.len,
            nodes,
            height: a.height.max(b.height),
            max_balance: a.max_balance.max(b.max_balance),
            area_ratio: if nodes > 0 {
                (weigh(&a) + weigh(&b)) / nodes as f64
            } else {
                0.0
            },
            bytes: a.bytes + b.bytes,
        }
    }

    fn visit_nodes(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        self.broad_phase.moving.for_each_node(&mut visit);
        self.broad_phase.fixed.for_each_node(visit);
    }

    fn accelerated(&self) -> impl Accelerated<'_, S, D> {
        *self
    }
}

impl<T, S: Scalar, const D: usize, B, F> Sealed for View<'_, T, S, D, B, F> {}

/// Fat boxes use the faster ways of the structures. Tight boxes are tested one by one.
impl<'a, T, S, B, F, const D: usize> Accelerated<'a, S, D> for View<'a, T, S, D, B, F>
where
    S: Scalar,
    B: SpatialIndexMut<S, D>,
    F: SpatialIndexMut<S, D>,
{
    type Core = Self;

    fn core(&self) -> &Self {
        self
    }

    fn append_touched(self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        let outer = self.outer(region);
        let first = ids.len();
        self.broad_phase
            .moving
            .append_unsorted_overlaps(&outer, ids);
        self.broad_phase.fixed.append_unsorted_overlaps(&outer, ids);
        if self.is_tight {
            let mut rest = ids.split_off(first);
            rest.retain(|&slot| self.aabb(slot).is_some_and(|aabb| region.touches(&aabb)));
            ids.append(&mut rest);
        }
    }

    fn count_touched(self, region: &(impl Region<S, D> + ?Sized)) -> usize {
        if self.is_tight {
            return *self.estimate_touched(region, usize::MAX).start();
        }
        let outer = self.outer(region);
        let BroadPhase { moving, fixed, .. } = self.broad_phase;
        moving.count_overlaps(&outer) + fixed.count_overlaps(&outer)
    }

    fn bounds_of_count(
        self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        if self.is_tight {
            return None;
        }
        // Each structure may open half of the nodes, or all if there is no limit.
        let max_nodes = if max_nodes == usize::MAX {
            max_nodes
        } else {
            max_nodes / 2
        };
        let BroadPhase { moving, fixed, .. } = self.broad_phase;
        let moving = moving.accelerated().bounds_of_count(window, max_nodes)?;
        let fixed = fixed.accelerated().bounds_of_count(window, max_nodes)?;
        Some(moving.start() + fixed.start()..=moving.end() + fixed.end())
    }

    fn iter_touched(
        self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        let BroadPhase { moving, fixed, .. } = self.broad_phase;
        let fat = (!self.is_tight).then(|| {
            let moving = moving.accelerated().iter_touched(region);
            moving.chain(fixed.accelerated().iter_touched(region))
        });
        let tight = self.is_tight.then(|| {
            let mut slots = Vec::new();
            self.append_touched(region, &mut slots);
            slots
        });
        fat.into_iter().flatten().chain(tight.into_iter().flatten())
    }

    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        let BroadPhase { moving, fixed, .. } = self.broad_phase;
        let fat = (!self.is_tight).then(|| {
            let moving = moving.accelerated().iter_hits(probe);
            merged(moving, fixed.accelerated().iter_hits(probe), |hit| *hit)
        });
        let tight = self.is_tight.then(|| hits_in_rounds(self, probe));
        fat.into_iter().flatten().chain(tight.into_iter().flatten())
    }

    fn forms_pair(self, a: Id, b: Id) -> bool {
        self.broad_phase.fat_pairs().allow(a, b)
    }

    fn search_pairs_of<C>(
        self,
        ids: &[Id],
        mut visit: impl FnMut(Id, Id) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        for &slot in &sorted {
            let mut visit = |other: Id| {
                let (a, b) = (slot.min(other), slot.max(other));
                // A pair of two given ids is visited for the smaller one.
                let is_first = a == slot || sorted.binary_search(&a).is_err();
                if a != b && is_first && self.is_pair(a, b) {
                    visit(a, b)
                } else {
                    ControlFlow::Continue(())
                }
            };
            self.broad_phase
                .fat_pairs()
                .try_for_each_overlap_of(slot, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    fn search_filtered_pairs<C>(
        self,
        matrix: &CategoryMatrix,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        let mut visit = |a: Id, b: Id| match self.is_pair(a, b) {
            true => visit(a.min(b), a.max(b)),
            false => ControlFlow::Continue(()),
        };
        let BroadPhase { moving, fixed, .. } = self.broad_phase;
        let inside = moving.accelerated();
        inside.search_filtered_pairs(matrix, &mut visit)?;
        let inside = fixed.accelerated();
        inside.search_cross_pairs(Some(matrix), moving, &mut visit)?;
        let (left, right) = (&self, &self);
        let allowed = Joined { left, right }.allowed(Some(matrix), visit);
        self.broad_phase
            .fat_pairs()
            .try_for_each_overlap_of_sleepers(allowed)
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], mut visit: impl FnMut(u32, Id)) -> bool {
        let mut visit = |index: u32, slot| {
            let touches = |aabb: Aabb<S, D>| aabb.overlaps(&boxes[index as usize]);
            if !self.is_tight || self.aabb(slot).is_some_and(touches) {
                visit(index, slot);
            }
        };
        join_each(&self.broad_phase.moving, boxes, &mut visit);
        join_each(&self.broad_phase.fixed, boxes, &mut visit);
        true
    }
}

/// Joins a structure with the boxes of a slice, in one traversal if that is faster, else one by
/// one.
fn join_each<S: Scalar, const D: usize>(
    structure: &impl SpatialIndexMut<S, D>,
    boxes: &[Aabb<S, D>],
    visit: &mut dyn FnMut(u32, Id),
) {
    if !structure.accelerated().join_boxes(boxes, &mut *visit) {
        for (index, aabb) in (0..).zip(boxes) {
            structure.for_each_overlap(aabb, |slot| visit(index, slot));
        }
    }
}
