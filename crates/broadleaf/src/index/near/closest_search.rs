//! The search for the closest pair, in three steps, the last two of which are often skipped.
//!
//! 1. For each of the first boxes by id, a query for boxes no farther away than the best pair so
//!    far. If boxes touch, this is enough: a pair at distance 0 ends the search as soon as no
//!    smaller id can follow.
//! 2. A join of all boxes that are as near as the best pair. With boxes that do not touch, such as
//!    points, a query for every box, each down the whole tree, takes 7 to 9 times as long (uniform
//!    and point-cloud 3D, 30,000 points, `DynamicTree`, 2026-11-28). Without the first step the
//!    join has no distance to start from and is given up: 2.5 to 7 times as long.
//! 3. If the join has too many candidates or finds boxes that touch, a query for each other box.
//!
//! A pair as close as the best one counts only if its ids are smaller. Queries are in the order of
//! ids, so from the first id of the best pair on, a pair must be closer, and the limit is the next
//! smaller number.

use super::candidates::{Listed, are_few, candidates_between, candidates_within};
use super::relation::{Near, Relation};
use crate::geometry::{Aabb, Probe, Real, Scalar, margin_within};
use crate::index::closest_pair::ClosestPair;
use crate::index::spatial_index::SpatialIndex;
use crate::index::tuning::{ASKED_FIRST, CANDIDATES_PER_BOX};
use crate::store::Id;
use core::ops::ControlFlow;

impl<I: SpatialIndex<S, D> + ?Sized, S: Scalar, const D: usize> Near<'_, I, S, D> {
    /// The two boxes of this index closest to each other, if they are near each other. A tie goes
    /// to the pair with the smallest ids.
    #[must_use]
    pub fn closest_pair(&self) -> Option<ClosestPair<S::Real>> {
        self.closest_pair_with(|pair| Some(pair.reach))
    }

    /// The two shapes inside boxes of this index closest to each other, if they are near each
    /// other. A tie goes to the pair with the smallest ids. `refine` returns the squared distance
    /// of the shapes inside two boxes, or `None` to ignore the pair.
    ///
    /// The result of `refine` must not be less than `pair.reach`, the squared distance of the
    /// boxes, and a pair whose result is NaN is ignored. `refine` may be called again for the same
    /// pair.
    ///
    /// **Cost**: refines every pair of boxes that are at least as close as the answer; all pairs if
    /// `refine` ignores all.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let row = [0, 1, 4, 6].map(|x| Aabb::point([x]));
    /// let parts: DynamicTree<i32, 1> = (0..).map(Id).zip(row).collect();
    /// let bodies = [7, 7, 8, 9];
    /// let near = parts.near(f64::INFINITY);
    /// let closest = near.closest_pair_with(|pair| {
    ///     let [a, b] = pair.ids.map(|id| bodies[id.index()]);
    ///     (a != b).then_some(pair.reach)
    /// });
    /// assert_eq!(closest.unwrap().ids, [Id(2), Id(3)]);
    /// assert_eq!(near.closest_pair().unwrap().ids, [Id(0), Id(1)]);
    /// ```
    #[must_use]
    pub fn closest_pair_with(
        &self,
        refine: impl FnMut(ClosestPair<S::Real>) -> Option<S::Real>,
    ) -> Option<ClosestPair<S::Real>> {
        let Relation::Within(limit) = self.relation else {
            let mut search = ClosestSearch::new(S::Real::INFINITY, refine);
            self.for_each_pair(|a, b| search.add(S::Real::ZERO, [a, b]));
            return search.best;
        };
        let ours: Listed<_, D> = self.index.iter().collect();
        let mut search = ClosestSearch::new(limit, refine);
        let is_pair = |[a, b]: [Id; 2]| self.is_pair(a, b);
        let ordered = |a: Id, b: Id| {
            let ids = [a.min(b), a.max(b)];
            (a != b && is_pair(ids)).then_some(ids)
        };
        let _ = search.ask_each(self.index, ours.iter().take(ASKED_FIRST), ordered)
            || search.join_within(&ours, is_pair)
            || search.ask_each(self.index, ours.iter().skip(ASKED_FIRST), ordered);
        search.best
    }

    /// The box of this index and the box of `other` closest to each other, if they are near each
    /// other. A tie goes to the pair with the smallest ids. The id from this index comes first.
    #[must_use]
    pub fn closest_cross_pair(
        &self,
        other: &impl SpatialIndex<S, D>,
    ) -> Option<ClosestPair<S::Real>> {
        self.closest_cross_pair_with(other, |pair| Some(pair.reach))
    }

    /// [`closest_pair_with`](Self::closest_pair_with) for a box of this index and a box of `other`.
    /// The id from this index comes first.
    #[must_use]
    pub fn closest_cross_pair_with(
        &self,
        other: &impl SpatialIndex<S, D>,
        refine: impl FnMut(ClosestPair<S::Real>) -> Option<S::Real>,
    ) -> Option<ClosestPair<S::Real>> {
        let Relation::Within(limit) = self.relation else {
            let mut search = ClosestSearch::new(S::Real::INFINITY, refine);
            self.for_each_cross_pair(other, |ours, theirs| {
                search.add(S::Real::ZERO, [ours, theirs]);
            });
            return search.best;
        };
        let mut search = ClosestSearch::new(limit, refine);
        let is_pair = |[ours, theirs]: [Id; 2]| self.is_cross_pair(other, ours, theirs);
        let both = |ours, theirs| Some([ours, theirs]).filter(|&ids| is_pair(ids));
        if are_few(other.len(), self.index.len()) {
            for (theirs, aabb) in other.iter() {
                search.ask(self.index, &aabb, |ours| both(ours, theirs));
            }
            return search.best;
        }
        let ours: Listed<_, D> = self.index.iter().collect();
        let _ = search.ask_each(other, ours.iter().take(ASKED_FIRST), both)
            || !are_few(ours.ids.len(), other.len())
                && search.join_between(&ours, &other.iter().collect(), is_pair)
            || search.ask_each(other, ours.iter().skip(ASKED_FIRST), both);
        search.best
    }
}

/// The least pair so far.
struct ClosestSearch<R, F> {
    /// The greatest squared distance that still counts.
    limit: R,
    best: Option<ClosestPair<R>>,
    refine: F,
}

impl<R: Real, F: FnMut(ClosestPair<R>) -> Option<R>> ClosestSearch<R, F> {
    fn new(limit: R, refine: F) -> Self {
        Self {
            limit,
            best: None,
            refine,
        }
    }

    /// Adds a pair of boxes.
    fn add(&mut self, reach: R, ids: [Id; 2]) {
        if reach > self.limit {
            return;
        }
        let refined = (self.refine)(ClosestPair { reach, ids });
        // False for NaN too.
        if let Some(reach) = refined.filter(|&refined| refined <= self.limit) {
            let found = ClosestPair { reach, ids };
            let least = self.best.map_or(found, |best| best.min(found));
            self.limit = least.reach;
            self.best = Some(least);
        }
    }

    /// Searches the index for the boxes nearest to a box. `pair` returns the pair of the box with
    /// an id of the index, if they form one.
    fn ask<S: Scalar<Real = R>, const D: usize>(
        &mut self,
        index: &(impl SpatialIndex<S, D> + ?Sized),
        aabb: &Aabb<S, D>,
        pair: impl Fn(Id) -> Option<[Id; 2]>,
    ) {
        let _ = index.try_for_each_hit(aabb, self.limit, |hit| {
            if let Some(ids) = pair(hit.id) {
                self.add(hit.reach, ids);
            }
            ControlFlow::<(), _>::Continue(self.limit)
        });
    }

    /// Searches with listed boxes, by ascending id; a listed id comes first in its pairs. Returns
    /// whether no other listed box can be part of a lesser pair.
    fn ask_each<S: Scalar<Real = R>, const D: usize>(
        &mut self,
        index: &(impl SpatialIndex<S, D> + ?Sized),
        listed: impl Iterator<Item = (Id, Aabb<S, D>)>,
        pair: impl Fn(Id, Id) -> Option<[Id; 2]>,
    ) -> bool {
        for (id, aabb) in listed {
            match self.best {
                // Pairs as close as the best one are greater from here on.
                Some(best) if id > best.ids[0] && best.reach == R::ZERO => return true,
                Some(best) if id > best.ids[0] => self.limit = next_below(best.reach),
                _ => {}
            }
            self.ask(index, &aabb, |other| pair(id, other));
        }
        false
    }

    /// Measures all pairs within a list that may be the least. Returns false if there are too many.
    fn join_within<S: Scalar<Real = R>, const D: usize>(
        &mut self,
        list: &Listed<S, D>,
        is_pair: impl Fn([Id; 2]) -> bool,
    ) -> bool {
        let Listed { ids, boxes } = list;
        let mut left = CANDIDATES_PER_BOX.saturating_mul(ids.len());
        let flow = self.margin().and_then(|margin| {
            candidates_within(boxes, margin, |a, b| {
                let ids = [ids[a], ids[b]];
                self.measure([&boxes[a], &boxes[b]], ids, is_pair(ids), &mut left)
            })
        });
        flow.is_some_and(|flow| flow.is_continue())
    }

    /// [`join_within`](Self::join_within) for a box of one list and a box of another.
    fn join_between<S: Scalar<Real = R>, const D: usize>(
        &mut self,
        first: &Listed<S, D>,
        second: &Listed<S, D>,
        is_pair: impl Fn([Id; 2]) -> bool,
    ) -> bool {
        let mut left = CANDIDATES_PER_BOX.saturating_mul(first.ids.len() + second.ids.len());
        let flow = self.margin().and_then(|margin| {
            candidates_between(&first.boxes, &second.boxes, margin, |a, b| {
                let boxes = [&first.boxes[a], &second.boxes[b]];
                let ids = [first.ids[a], second.ids[b]];
                self.measure(boxes, ids, is_pair(ids), &mut left)
            })
        });
        flow.is_some_and(|flow| flow.is_continue())
    }

    /// The margin by which boxes at the limit are expanded, if there is one.
    fn margin<S: Scalar<Real = R>>(&mut self) -> Option<S> {
        // Equally close pairs may have smaller ids.
        self.limit = self.best.map_or(self.limit, |best| best.reach);
        margin_within(self.limit)
    }

    /// Measures a candidate, if it is a pair. Breaks after too many candidates, and if boxes touch:
    /// then queries are faster.
    fn measure<S: Scalar<Real = R>, const D: usize>(
        &mut self,
        [a, b]: [&Aabb<S, D>; 2],
        ids: [Id; 2],
        is_pair: bool,
        left: &mut usize,
    ) -> ControlFlow<()> {
        if let Some(reach) = a.reach(b).filter(|_| is_pair) {
            self.add(reach, ids);
        }
        *left = left.saturating_sub(1);
        if *left == 0 || self.best.is_some_and(|best| best.reach == R::ZERO) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The greatest real that is less than a positive one.
fn next_below<R: Real>(real: R) -> R {
    R::from_word(real.to_word() - 1)
}
