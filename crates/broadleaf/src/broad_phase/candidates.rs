//! The pairs that a step decides: all pairs of a proxy that changed, at the last step and now.
//!
//! A proxy whose fat boxes of then and now overlap is searched for once, with the union of both.
//! One that jumped, or that was destroyed, leaves a ghost at its old box:
//!
//! ```text
//!   moved                    jumped                           destroyed
//!   ┌───────────────┐
//!   │ ┌──────┐      │        ┌──────┐        ┌──────┐         ┌──────┐
//!   │ │ then ┼────┐ │        │ then │        │ now  │         │ then │
//!   │ └─┬────┘now │ │        └──────┘        └──────┘         └──────┘
//!   │   └─────────┘ │        ghost:          proxy:           ghost:
//!   └───────────────┘        which pairs     which pairs      which pairs
//!   union: both              ended           began            ended
//! ```
//!
//! A ghost is a candidate with a number beyond the slots, `slots + change`. It compares as a box
//! that does not move. A pair that proxy and ghost both find is the same pair of ids, so that it is
//! reported once.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::candidate::Candidate;
use super::comparison::Comparison;
use super::fetch_ahead::fetch_ahead;
use super::motion::{Motion, Transition};
use super::records::Records;
use super::trim::{trim, trim_to};
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndexMut;
use crate::morton::{Keyed, sort_along_curve};
use crate::pair_finder::{FindKeys, PairFinder};
use crate::simd::prefetch;
use crate::store::{Id, push_if};

/// For the moving and the static structure: with more boxes than this for each change, the
/// structure is queried with each change. With fewer, comparing all boxes costs less.
const BOXES_PER_CHANGE: [usize; 2] = [7, 8];
/// The number of queries whose answers are listed before they are compared.
const QUERIES: usize = 64;
/// Fewer queries than this are not ordered.
const MIN_ORDERED: usize = 64;
/// The memory for comparing all is freed after this number of steps without.
const STEPS_UNTIL_FREED: u32 = 16;

/// A proxy or a ghost that takes part in a step.
#[derive(Clone, Copy, Debug)]
struct Mover<S, const D: usize> {
    motion: Motion<S, D>,
    number: Id,
}

/// Finds candidates. Keeps its memory from step to step.
#[derive(Clone, Debug)]
pub(super) struct CandidateFinder<S: Scalar, const D: usize> {
    movers: Vec<Mover<S, D>>,
    /// The boxes in which the movers are searched.
    boxes: Vec<Aabb<S, D>>,
    finder: PairFinder<S, D>,
    /// The movers that a structure is queried with, and memory for ordering them.
    order: Vec<Keyed>,
    spare: Vec<Keyed>,
    /// Movers, and the slots whose boxes they meet in a structure.
    met: Vec<(Id, Id)>,
    pub(super) comparison: Comparison<S, D>,
    steps_since_comparison: u32,
    /// The number of pairs at which a search gives up, and whether it did: see
    /// [`BroadPhase::try_step`](super::BroadPhase::try_step).
    pub(super) most: Option<usize>,
    pub(super) is_cut: bool,
    /// [`BOXES_PER_CHANGE`], except in tests.
    pub(super) boxes_per_change: [usize; 2],
    /// [`MIN_ORDERED`], except in tests.
    pub(super) min_ordered: usize,
}

impl<S: Scalar, const D: usize> Default for CandidateFinder<S, D> {
    fn default() -> Self {
        Self {
            movers: Vec::new(),
            boxes: Vec::new(),
            finder: PairFinder::default(),
            order: Vec::new(),
            spare: Vec::new(),
            met: Vec::new(),
            comparison: Comparison::default(),
            steps_since_comparison: 0,
            most: None,
            is_cut: false,
            boxes_per_change: BOXES_PER_CHANGE,
            min_ordered: MIN_ORDERED,
        }
    }
}

impl<S: Scalar, const D: usize> CandidateFinder<S, D> {
    /// Finds every pair that began or ended, perhaps others, and some twice. Returns whether they
    /// are certainly sorted, each pair once.
    ///
    /// If the moving proxies are few for each change, all are compared, and the static ones too if
    /// these are few. Otherwise, all changes are compared with each other, and with the unchanged
    /// static ones if these are few. A structure that takes no part is queried.
    ///
    /// The static ones are always queried if some may be asleep: then they form pairs with each
    /// other, which a comparison would list again in every step.
    pub(super) fn find(
        &mut self,
        executor: impl FindKeys,
        records: Records<'_, S, D>,
        moving: &impl SpatialIndexMut<S, D>,
        fixed: &impl SpatialIndexMut<S, D>,
        candidates: &mut Vec<Candidate>,
    ) -> bool {
        candidates.clear();
        self.is_cut = false;
        self.comparison.begin_step();
        let changes = records.changes.len();
        if changes == 0 {
            return true;
        }
        let lens = [moving.len(), fixed.len()];
        let are_few = |i: usize| changes.saturating_mul(self.boxes_per_change[i]) >= lens[i];
        let joins = [are_few(0), are_few(1) && !records.may_sleep];
        if joins[0] {
            self.steps_since_comparison = 0;
            let Self {
                comparison, finder, ..
            } = self;
            let memory = &mut comparison.boxes.memory;
            (memory.most, memory.is_cut) = (self.most, false);
            let are_sorted =
                executor.enter(|| comparison.find(executor, records, joins[1], finder, candidates));
            self.is_cut = comparison.boxes.memory.is_cut;
            if joins[1] {
                return are_sorted;
            }
        } else {
            self.release_comparison();
        }
        self.gather_changes(records);
        self.gather_ghosts(records);
        if !joins[0] {
            if joins[1] {
                self.gather_unchanged(records, fixed);
            }
            self.compare_movers(candidates);
            self.query(records, moving, true, candidates);
        }
        if !joins[1] {
            self.query(records, fixed, records.may_sleep, candidates);
        }
        candidates.is_empty()
    }

    /// Notes a step that does not compare all, and frees the memory for that after some.
    fn release_comparison(&mut self) {
        self.comparison.forget();
        self.steps_since_comparison = self.steps_since_comparison.saturating_add(1);
        if self.steps_since_comparison == STEPS_UNTIL_FREED {
            let keeps_pairs = self.comparison.keeps_pairs;
            self.comparison = Comparison::default();
            self.comparison.keeps_pairs = keeps_pairs;
            self.finder.shrink_to_fit();
        }
    }

    fn compare_movers(&mut self, candidates: &mut Vec<Candidate>) {
        let (movers, most) = (&self.movers, self.most.unwrap_or(usize::MAX));
        let flow = self
            .finder
            .within(&self.boxes)
            .expect("proxies and ghosts have 32-bit numbers")
            .try_for_each_pair(|a, b| {
                compare(&movers[a.index()], &movers[b.index()], candidates);
                break_if(candidates.len() > most)
            });
        self.is_cut |= flow.is_break();
    }

    /// Queries a structure with every change, or with every one that forms pairs with all others,
    /// for pairs with proxies that have not changed.
    fn query(
        &mut self,
        records: Records<'_, S, D>,
        structure: &impl SpatialIndexMut<S, D>,
        with_all: bool,
        candidates: &mut Vec<Candidate>,
    ) {
        self.order_queries(with_all);
        let Self {
            movers,
            boxes,
            order,
            met,
            most: enough,
            is_cut,
            ..
        } = self;
        let mut most = 0;
        for queries in order.chunks(QUERIES) {
            met.clear();
            for &Keyed { index, .. } in queries {
                let aabb = &boxes[index as usize];
                structure.for_each_overlap(aabb, |slot| met.push((Id(index), slot)));
            }
            compare_with_unchanged(movers, met, records, candidates);
            most = most.max(met.len());
            if enough.is_some_and(|enough| candidates.len() > enough) {
                *is_cut = true;
                break;
            }
        }
        trim(order);
        trim_to(most, met);
    }

    /// Orders all changes, or those that form pairs with all others. Consecutive queries along a
    /// curve visit the same nodes.
    fn order_queries(&mut self, with_all: bool) {
        let Self {
            movers,
            boxes,
            order,
            spare,
            ..
        } = self;
        let takes_part = |Mover { motion, .. }: &Mover<S, D>| {
            motion.has_changed() && (motion.meets_all || with_all)
        };
        let changes = (0..).zip(movers).filter(|(_, mover)| takes_part(mover));
        order.clear();
        order.extend(changes.map(|(index, _)| Keyed { key: 0, index }));
        if order.len() >= self.min_ordered {
            sort_along_curve(order, spare, |index| boxes[index as usize]);
            trim(spare);
        }
    }

    fn gather_changes(&mut self, records: Records<'_, S, D>) {
        self.movers.clear();
        self.boxes.clear();
        for change in records.changes {
            if let Some(now) = records.state(change.id) {
                self.push(Motion::of_change(change, &now), change.id.id());
            }
        }
    }

    fn gather_unchanged(
        &mut self,
        records: Records<'_, S, D>,
        structure: &impl SpatialIndexMut<S, D>,
    ) {
        for (slot, _) in structure.iter() {
            if let Some(motion) = motion_at_rest(records, slot) {
                self.push(motion, slot);
            }
        }
    }

    fn gather_ghosts(&mut self, records: Records<'_, S, D>) {
        let ghosts = records.statuses.len()..;
        for (ghost, change) in ghosts.zip(records.changes) {
            let Some(before) = &change.before else {
                continue;
            };
            let now = records.state(change.id);
            if !now.is_some_and(|now| now.fat.overlaps(&before.fat)) {
                self.push(Motion::of_ghost(before), Id::at(ghost));
            }
        }
    }

    fn push(&mut self, motion: Motion<S, D>, number: Id) {
        self.boxes.push(motion.search_box());
        self.movers.push(Mover { motion, number });
    }
}

/// The motion of the proxy in a slot, if it has not changed.
#[inline]
fn motion_at_rest<S: Scalar, const D: usize>(
    records: Records<'_, S, D>,
    slot: Id,
) -> Option<Motion<S, D>> {
    let status = records.statuses[slot.index()];
    let mobility = status.mobility.filter(|_| !status.has_changed())?;
    Some(Motion::at_rest(records.fats[slot.index()], mobility))
}

/// Adds the pairs of movers with slots that have not changed to the candidates, unless nothing can
/// have happened to them.
fn compare_with_unchanged<S: Scalar, const D: usize>(
    movers: &[Mover<S, D>],
    met: &[(Id, Id)],
    records: Records<'_, S, D>,
    candidates: &mut Vec<Candidate>,
) {
    let fetch = |(_, slot): &(Id, Id)| {
        prefetch(&records.statuses[slot.index()]);
        prefetch(&records.fats[slot.index()]);
    };
    for &(mover, number) in fetch_ahead(met, fetch) {
        if let Some(motion) = motion_at_rest(records, number) {
            compare(
                &movers[mover.index()],
                &Mover { motion, number },
                candidates,
            );
        }
    }
}

/// Adds the pair of two movers to the candidates, unless nothing can have happened to it.
#[inline]
fn compare<S: Scalar, const D: usize>(
    a: &Mover<S, D>,
    b: &Mover<S, D>,
    candidates: &mut Vec<Candidate>,
) {
    let transition = a.motion.transition(&b.motion);
    let candidate = Candidate(
        a.number.min(b.number),
        a.number.max(b.number),
        transition.unwrap_or(Transition::Unclear),
    );
    push_if(candidates, candidate, transition.is_some());
}

fn break_if(is_enough: bool) -> ControlFlow<()> {
    match is_enough {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad_phase::mobility::Mobility;
    use crate::broad_phase::state::State;
    use crate::filter::Filter;

    /// The order changes no answer, only the nodes that consecutive queries have in common.
    #[test]
    fn consecutive_queries_are_near_each_other() {
        const SIDE: u32 = 64;
        let mut finder = CandidateFinder::<i32, 2>::default();
        for n in 0..SIDE * SIDE {
            // An odd factor visits every place once, far from the last one.
            let place = n * 1_597 % (SIDE * SIDE);
            let aabb = Aabb::point([place % SIDE, place / SIDE].map(u32::cast_signed));
            let before = State {
                fat: aabb,
                filter: Filter::default(),
                mobility: Mobility::Dynamic,
            };
            finder.push(Motion::of_ghost(&before), Id(n));
        }
        finder.order_queries(true);
        assert_eq!(finder.order.len(), finder.movers.len());
        let steps = finder.order.windows(2).map(|pair| {
            let [a, b] = [0, 1].map(|i| finder.boxes[pair[i].index as usize].min());
            a[0].abs_diff(b[0]) + a[1].abs_diff(b[1])
        });
        assert!(steps.sum::<u32>() < 3 * SIDE * SIDE);
    }
}
