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

use super::candidate::Candidate;
use super::comparison::Comparison;
use super::present::Present;
use super::state::{Motion, Transition};
use super::table::Table;
use crate::geometry::{Aabb, Scalar};
use crate::index::BroadPhase;
use crate::pair_finder::{FindKeys, PairFinder};
use crate::simd::prefetch;
use crate::store::Id;

/// For the moving and the static structure: with more boxes than this for each change, the
/// structure is queried with each change. With fewer, comparing all boxes costs less.
const BOXES_PER_CHANGE: [usize; 2] = [12, 8];
/// With more moving boxes than this for each change, the moving structure is asked about each
/// change. With fewer, joining the changes with all moving boxes costs less.
const BOXES_PER_QUERY: usize = 64;
/// The proxy of a pair is fetched while this number of pairs before it is compared.
const FETCHED_AHEAD: usize = 12;
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
    present: Present<S, D>,
    /// Movers, and the slots of those of `present` that they meet.
    joined: Vec<(Id, Id)>,
    pub(super) comparison: Comparison<S, D>,
    steps_since_comparison: u32,
    /// [`BOXES_PER_CHANGE`], except in tests.
    pub(super) boxes_per_change: [usize; 2],
    /// [`BOXES_PER_QUERY`], except in tests.
    pub(super) boxes_per_query: usize,
}

impl<S: Scalar, const D: usize> Default for CandidateFinder<S, D> {
    fn default() -> Self {
        Self {
            movers: Vec::new(),
            boxes: Vec::new(),
            finder: PairFinder::default(),
            present: Present::default(),
            joined: Vec::new(),
            comparison: Comparison::default(),
            steps_since_comparison: 0,
            boxes_per_change: BOXES_PER_CHANGE,
            boxes_per_query: BOXES_PER_QUERY,
        }
    }
}

impl<S: Scalar, const D: usize> CandidateFinder<S, D> {
    /// Finds every pair that began or ended, perhaps others, and some twice.
    ///
    /// If the moving proxies are few for each change, all are compared, and the static ones too if
    /// these are few. Otherwise, all changes are compared with each other, with the moving proxies
    /// unless these are many, and with the unchanged static ones if these are few. A structure that
    /// takes no part is queried.
    pub(super) fn find<T>(
        &mut self,
        executor: impl FindKeys,
        table: &Table<T, S, D>,
        moving: &impl BroadPhase<S, D>,
        fixed: &impl BroadPhase<S, D>,
        candidates: &mut Vec<Candidate>,
    ) {
        candidates.clear();
        self.comparison.begin_step();
        let changes = table.changes.len();
        if changes == 0 {
            return;
        }
        let lens = [moving.len(), fixed.len()];
        let joins = [0, 1].map(|i| changes.saturating_mul(self.boxes_per_change[i]) >= lens[i]);
        if joins[0] {
            self.steps_since_comparison = 0;
            let Self {
                comparison, finder, ..
            } = self;
            comparison.find(executor, table, joins[1], finder, candidates);
        } else {
            self.release_comparison();
        }
        if !joins[0] || !joins[1] {
            self.gather_changes(table);
            self.gather_ghosts(table);
        }
        let changed = self.movers.len();
        if !joins[0] {
            if joins[1] {
                self.gather_unchanged(table, fixed);
            }
            self.compare_movers(candidates);
            if changes.saturating_mul(self.boxes_per_query) >= lens[0] {
                self.join_moving(changed, table, candidates);
            } else {
                self.query(table, moving, false, candidates);
            }
        }
        if !joins[1] {
            self.query(table, fixed, true, candidates);
        }
    }

    /// Notes a step that does not compare all, and frees the memory for that after some.
    fn release_comparison(&mut self) {
        self.comparison.forget();
        self.steps_since_comparison = self.steps_since_comparison.saturating_add(1);
        if self.steps_since_comparison == STEPS_UNTIL_FREED {
            let keeps_pairs = self.comparison.keeps_pairs;
            self.comparison = Comparison::default();
            self.comparison.keeps_pairs = keeps_pairs;
            self.present = Present::default();
            self.joined = Vec::new();
            self.finder.shrink_to_fit();
        }
    }

    fn compare_movers(&mut self, candidates: &mut Vec<Candidate>) {
        let movers = &self.movers;
        self.finder
            .within(&self.boxes)
            .expect("proxies and ghosts have 32-bit numbers")
            .for_each_pair(|a, b| compare(&movers[a.index()], &movers[b.index()], candidates));
    }

    /// Joins the first `changed` movers with the boxes of the moving structure that did not change.
    fn join_moving<T>(
        &mut self,
        changed: usize,
        table: &Table<T, S, D>,
        candidates: &mut Vec<Candidate>,
    ) {
        let Self {
            movers,
            present,
            joined,
            ..
        } = self;
        present.gather_unchanged(&table.motions);
        joined.clear();
        self.finder
            .between(&self.boxes[..changed], &present.boxes)
            .expect("proxies and ghosts have 32-bit numbers")
            .for_each_pair(|mover, other| joined.push((mover, present.slots[other.index()])));
        for (ahead, &(mover, slot)) in (FETCHED_AHEAD..).zip(&*joined) {
            if let Some((_, slot)) = joined.get(ahead) {
                prefetch(&table.motions[slot.index()]);
            }
            movers[mover.index()].compare_with_slot(table, slot, candidates);
        }
    }

    /// Queries a structure with every change that can have pairs in it.
    fn query<T>(
        &self,
        table: &Table<T, S, D>,
        structure: &impl BroadPhase<S, D>,
        is_static: bool,
        candidates: &mut Vec<Candidate>,
    ) {
        for (mover, aabb) in self.movers.iter().zip(&self.boxes) {
            if mover.motion.has_changed() && (mover.motion.dynamic || !is_static) {
                structure.for_each_overlap(aabb, |slot| {
                    mover.compare_with_slot(table, slot, candidates);
                });
            }
        }
    }

    fn gather_changes<T>(&mut self, table: &Table<T, S, D>) {
        self.movers.clear();
        self.boxes.clear();
        for change in &table.changes {
            if table.slots.get(change.id).is_some() {
                self.push_slot_if(&table.motions, change.id.id(), Motion::has_changed);
            }
        }
    }

    fn gather_unchanged<T>(&mut self, table: &Table<T, S, D>, structure: &impl BroadPhase<S, D>) {
        for (slot, _) in structure.iter() {
            self.push_slot_if(&table.motions, slot, |motion| !motion.has_changed());
        }
    }

    fn gather_ghosts<T>(&mut self, table: &Table<T, S, D>) {
        for (index, change) in table.changes.iter().enumerate() {
            let Some(before) = change.before else {
                continue;
            };
            let now = table.state(change.id);
            if !now.is_some_and(|now| now.fat.overlaps(&before.fat)) {
                let ghost = Id::at(table.motions.len() + index);
                self.push(Motion::unsteady(before.fat, before.mobility), ghost);
            }
        }
    }

    #[inline]
    fn push_slot_if(
        &mut self,
        motions: &[Motion<S, D>],
        slot: Id,
        takes_part: impl Fn(&Motion<S, D>) -> bool,
    ) {
        let motion = motions[slot.index()];
        if takes_part(&motion) {
            self.push(motion, slot);
        }
    }

    fn push(&mut self, motion: Motion<S, D>, number: Id) {
        self.boxes.push(motion.search_box());
        self.movers.push(Mover { motion, number });
    }
}

impl<S: Scalar, const D: usize> Mover<S, D> {
    /// Adds the pair with the proxy in another slot to the candidates, unless nothing can have
    /// happened to it.
    #[inline]
    fn compare_with_slot<T>(
        &self,
        table: &Table<T, S, D>,
        slot: Id,
        candidates: &mut Vec<Candidate>,
    ) {
        if slot != self.number {
            let motion = table.motions[slot.index()];
            let number = slot;
            compare(self, &Self { motion, number }, candidates);
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

/// Appends an item if `keep`. Most pairs of a step are not kept: with a branch on that, which the
/// processor cannot predict, it would wait for the boxes of one pair at a time.
#[inline]
fn push_if<T>(list: &mut Vec<T>, item: T, keep: bool) {
    list.push(item);
    list.truncate(list.len() - usize::from(!keep));
}
