//! Views of a broad phase as one index of all proxies, by slot.

use core::ops::ControlFlow;

use super::broad_phase::BroadPhase;
use super::outer::Outer;
use crate::geometry::{Aabb, Probe, Region, Scalar, lesser};
use crate::index::{Hit, SpatialIndex, SpatialIndexMut};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;

/// A [`BroadPhase`] as a [`SpatialIndex`] of its tight or its fat boxes: static and moving proxies
/// together, by [`ProxyId::id`](super::ProxyId::id).
///
/// Its pairs are all pairs of overlapping boxes: filters and mobility play no part.
/// [`BroadPhase::pairs`] are those of the events.
///
/// [`try_for_each_hit`](SpatialIndex::try_for_each_hit) visits the moving proxies first, roughly
/// soonest first, then the static ones within the limit that is left. Nodes and statistics are
/// those of both structures, whose boxes are the fat ones.
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
    /// All proxies by their tight boxes.
    #[must_use]
    pub fn tight(&self) -> View<'_, T, S, D, B, F> {
        View {
            broad_phase: self,
            is_tight: true,
        }
    }

    /// All proxies by their fat boxes.
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
    /// The box of a slot in which there is a proxy.
    fn aabb(&self, slot: Id) -> Option<Aabb<S, D>> {
        let (_, proxy) = self.broad_phase.table.slots.at(slot)?;
        Some(if self.is_tight {
            proxy.tight
        } else {
            self.broad_phase.table.fat(slot)
        })
    }

    /// A question as the structures are asked it: their boxes are the fat ones.
    fn outer<'q, Q: ?Sized>(&self, of: &'q Q) -> Outer<'q, Q> {
        Outer {
            of,
            is_about_tight: self.is_tight,
        }
    }

    /// Visits the hits in one structure, and lowers the limit to what the visitor returns. The
    /// visitor is behind a pointer: with its type, every form of a question would compile the walk
    /// through the structure again.
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

    /// Whether two boxes overlap whose fat boxes do.
    fn overlap(&self, a: Id, b: Id) -> bool {
        !self.is_tight
            || self
                .aabb(a)
                .zip(self.aabb(b))
                .is_some_and(|(a, b)| a.overlaps(&b))
    }
}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    SpatialIndex<S, D> for View<'_, T, S, D, B, F>
{
    fn len(&self) -> usize {
        self.broad_phase.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.aabb(id)
    }

    fn category(&self, id: Id) -> Option<u32> {
        let table = &self.broad_phase.table;
        table.slots.at(id).map(|_| table.filters.get(id).category)
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        let ids = self.broad_phase.table.slots.iter().map(|(id, _)| id.id());
        ids.filter_map(|slot| Some((slot, self.aabb(slot)?)))
    }

    fn try_for_each_overlap<C>(
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

    fn try_for_each_pair<C>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<C>,
    ) -> ControlFlow<C> {
        let mut visit = |a: Id, b: Id| {
            if self.overlap(a, b) {
                visit(a.min(b), a.max(b))
            } else {
                ControlFlow::Continue(())
            }
        };
        let BroadPhase { moving, fixed, .. } = self.broad_phase;
        moving.try_for_each_pair(&mut visit)?;
        fixed.try_for_each_pair(&mut visit)?;
        fixed.try_for_each_cross_pair(moving, visit)
    }

    fn try_for_each_hit<C>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<C, S::Real>,
    ) -> ControlFlow<C> {
        let BroadPhase { moving, fixed, .. } = self.broad_phase;
        self.visit_hits_in(moving, probe, &mut limit, &mut visit)?;
        self.visit_hits_in(fixed, probe, &mut limit, &mut visit)
    }

    fn validate(&self) -> Result<(), Violation> {
        self.broad_phase.validate()
    }

    fn stats(&self) -> Stats {
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

    fn for_each_node(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        self.broad_phase.moving.for_each_node(&mut visit);
        self.broad_phase.fixed.for_each_node(visit);
    }
}
