//! Which pairs a step looks at: all that changed may be part of, then or now.

use alloc::vec::Vec;

use super::Mobility;
use super::step::Roster;
use crate::{Aabb, BroadPhase, Id, PairFinder, Scalar};

/// From so many boxes in a structure for each one that changed, the structure is asked about each of these.
///
/// With fewer, finding all pairs from scratch costs less.
const FEW: [usize; 2] = [8, 2];

/// Boxes that a step compares with each other.
#[derive(Clone, Debug)]
pub(super) struct Crowd<S: Scalar, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    /// Whose boxes they are.
    names: Vec<Id>,
    finder: PairFinder<S, D>,
    /// [`FEW`], but for tests.
    pub(super) few: [usize; 2],
}

impl<S: Scalar, const D: usize> Default for Crowd<S, D> {
    fn default() -> Self {
        Self { boxes: Vec::new(), names: Vec::new(), finder: PairFinder::default(), few: FEW }
    }
}

impl<S: Scalar, const D: usize> Crowd<S, D> {
    /// Visits every pair with a changed side that overlaps or did at the last step, and others.
    ///
    /// What changed is compared with itself from scratch. A structure of few others joins in, one of many is asked: its unchanged boxes are what they were.
    pub(super) fn for_each_candidate<T, B: BroadPhase<S, D>>(
        &mut self,
        roster: &Roster<T, S, D>,
        moving: &B,
        fixed: &B,
        mut visit: impl FnMut(Id, Id),
    ) {
        self.gather_changed(roster);
        let changed = self.names.len();
        if changed == 0 {
            return;
        }
        for (mobility, structure, few) in [(Mobility::Moving, moving, self.few[0]), (Mobility::Static, fixed, self.few[1])] {
            if changed.saturating_mul(few) >= structure.len() {
                roster.unchanged(mobility).for_each(|id| self.push(id, roster.traces[id.index()].now));
                continue;
            }
            for (&name, aabb) in self.names.iter().zip(&self.boxes).take(changed) {
                if mobility == Mobility::Moving || roster.mobility(name) == Some(Mobility::Moving) {
                    structure.for_each_overlap(aabb, |other| {
                        if other != name {
                            visit(name, other)
                        }
                    });
                }
            }
        }
        self.finder.self_pairs(&self.boxes, |a, b| visit(self.names[a.index()], self.names[b.index()]));
    }

    /// Starts with the boxes of what changed: one around where a proxy was and is, or two if these do not overlap.
    fn gather_changed<T>(&mut self, roster: &Roster<T, S, D>) {
        self.boxes.clear();
        self.names.clear();
        for (number, change) in roster.changes.iter().enumerate() {
            let (slot, before, now) = (change.id.id(), change.before.map(|before| before.fat), roster.state(change.id).map(|now| now.fat));
            match before.zip(now).filter(|(before, now)| before.overlaps(now)) {
                Some((before, now)) => self.push(slot, before.union(&now)),
                None => {
                    now.into_iter().for_each(|now| self.push(slot, now));
                    before.into_iter().for_each(|before| self.push(roster.ghost(number), before));
                }
            }
        }
    }

    fn push(&mut self, name: Id, aabb: Aabb<S, D>) {
        self.names.push(name);
        self.boxes.push(aabb);
    }
}
