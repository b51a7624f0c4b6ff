//! Which pairs a step looks at: all that changed may be part of, then or now.

use super::Mobility;
use super::step::{Roster, Suspect, Trace};
use crate::geometry::{Aabb, Scalar};
use crate::index::BroadPhase;
use crate::morton::{Keyed, sort_along_curve};
use crate::pencil_sweep::PairFinder;
use crate::store::Id;
use alloc::vec::Vec;
use core::mem;

/// From so many boxes in a structure for each change, the structure is asked about what changed:
/// moving and static ones.
///
/// With fewer, finding all pairs from scratch costs less; static ones may overlap each other as
/// much as they like.
const FEW: [usize; 2] = [12, 8];
/// After so many steps, slots are put in order anew.
const STEPS_IN_ORDER: u32 = 16;

/// What a step looks at of a proxy, or of the ghost of one.
#[derive(Clone, Copy, Debug)]
struct Sight<S, const D: usize> {
    trace: Trace<S, D>,
    name: Id,
}

/// What a step compares, box with box.
#[derive(Clone, Debug)]
pub(super) struct Crowd<S: Scalar, const D: usize> {
    sights: Vec<Sight<S, D>>,
    /// Their boxes, of then and now in one.
    boxes: Vec<Aabb<S, D>>,
    finder: PairFinder<S, D>,
    /// All slots, those of near boxes near each other: then what is compared lies close together in
    /// memory.
    order: Vec<Keyed>,
    order_scratch: Vec<Keyed>,
    steps_in_order: u32,
    /// [`FEW`], but for tests.
    pub(super) few: [usize; 2],
}

impl<S: Scalar, const D: usize> Default for Crowd<S, D> {
    fn default() -> Self {
        Self {
            sights: Vec::new(),
            boxes: Vec::new(),
            finder: PairFinder::default(),
            order: Vec::new(),
            order_scratch: Vec::new(),
            steps_in_order: 0,
            few: FEW,
        }
    }
}

impl<S: Scalar, const D: usize> Crowd<S, D> {
    /// Finds the pairs that may have begun or ended, maybe others and some twice.
    ///
    /// What changed is compared with itself from scratch. A structure of few others joins in, one
    /// of many is asked: its unchanged boxes are what they were.
    pub(super) fn find_suspects<T, B: BroadPhase<S, D>>(
        &mut self,
        roster: &Roster<T, S, D>,
        structures: [&B; 2],
        suspects: &mut Vec<Suspect>,
    ) {
        suspects.clear();
        let changes = roster.changes.len();
        if changes == 0 {
            return;
        }
        let joins = [0, 1].map(|mobility| {
            changes.saturating_mul(self.few[mobility]) >= structures[mobility].len()
        });
        self.gather(roster, structures, joins);
        let mut look = |a: &Sight<S, D>, b: &Sight<S, D>| {
            // Most pairs are what they were. Without a branch on that, the processor waits for
            // several boxes at a time.
            let (fate, stays) = a.trace.fate_with(&b.trace);
            suspects.push(Suspect(a.name.min(b.name), a.name.max(b.name), fate));
            suspects.truncate(suspects.len() - usize::from(stays));
        };
        self.finder
            .within(&self.boxes)
            .expect("proxies have 32-bit numbers")
            .for_each_pair(|a, b| look(&self.sights[a.index()], &self.sights[b.index()]));
        for mobility in [Mobility::Moving, Mobility::Static]
            .into_iter()
            .filter(|&mobility| !joins[mobility as usize])
        {
            for (sight, aabb) in self.sights.iter().zip(&self.boxes) {
                if sight.trace.has_changed()
                    && (sight.trace.moves() || mobility == Mobility::Moving)
                {
                    structures[mobility as usize].for_each_overlap(aabb, |name| {
                        if name != sight.name {
                            look(
                                sight,
                                &Sight {
                                    trace: roster.traces[name.index()],
                                    name,
                                },
                            );
                        }
                    });
                }
            }
        }
    }

    /// Takes in what changed, and the unchanged proxies of the structures that join.
    fn gather<T, B: BroadPhase<S, D>>(
        &mut self,
        roster: &Roster<T, S, D>,
        structures: [&B; 2],
        joins: [bool; 2],
    ) {
        self.sights.clear();
        self.boxes.clear();
        let joining = || {
            structures
                .into_iter()
                .zip(joins)
                .filter(|&(_, joins)| joins)
                .map(|(structure, _)| structure)
        };
        if joining()
            .map(|structure| 2 * structure.len())
            .sum::<usize>()
            >= roster.traces.len()
        {
            self.gather_in_order(roster.traces, joins);
        } else {
            let living = roster
                .changes
                .iter()
                .filter(|change| roster.state(change.id).is_some())
                .map(|change| change.id.id());
            living.for_each(|slot| self.gather_slot(roster.traces, slot, Trace::has_changed));
            let others = joining().flat_map(|structure| structure.iter());
            others.for_each(|(slot, _)| {
                self.gather_slot(roster.traces, slot, |trace| !trace.has_changed())
            });
        }
        for (number, change) in roster.changes.iter().enumerate() {
            let now = roster.state(change.id).map(|now| now.fat);
            if let Some(before) = change
                .before
                .filter(|before| !now.is_some_and(|now| now.overlaps(&before.fat)))
            {
                let trace = Trace {
                    before: before.fat,
                    now: before.fat,
                    steady: false,
                    mobility: Some(before.mobility),
                };
                self.push(trace, roster.ghost(number));
            }
        }
    }

    fn gather_in_order(&mut self, traces: &[Trace<S, D>], joins: [bool; 2]) {
        self.put_in_order(traces);
        self.sights.reserve(self.order.len());
        self.boxes.reserve(self.order.len());
        let order = mem::take(&mut self.order);
        for slot in &order {
            let wanted = |trace: &Trace<S, D>| {
                trace
                    .mobility
                    .is_some_and(|mobility| joins[mobility as usize] || trace.has_changed())
            };
            self.gather_slot(traces, Id(slot.index), wanted);
        }
        self.order = order;
    }

    #[inline]
    fn gather_slot(
        &mut self,
        traces: &[Trace<S, D>],
        slot: Id,
        is_wanted: impl Fn(&Trace<S, D>) -> bool,
    ) {
        let trace = traces[slot.index()];
        if is_wanted(&trace) {
            self.push(trace, slot);
        }
    }

    fn push(&mut self, trace: Trace<S, D>, name: Id) {
        self.boxes.push(trace.held_box());
        self.sights.push(Sight { trace, name });
    }

    /// Boxes do not move far within a few steps. New slots come last until the next time.
    fn put_in_order(&mut self, traces: &[Trace<S, D>]) {
        if self.order.len() > traces.len() {
            // A rewind has taken slots away.
            self.order.clear();
            self.steps_in_order = 0;
        }
        let known = Id::at(self.order.len()).0;
        self.order
            .extend((known..Id::at(traces.len()).0).map(|index| Keyed { key: 0, index }));
        if self.steps_in_order == 0 {
            sort_along_curve(&mut self.order, &mut self.order_scratch, |index| {
                traces[index as usize].now
            });
        }
        self.steps_in_order = (self.steps_in_order + 1) % STEPS_IN_ORDER;
    }
}
