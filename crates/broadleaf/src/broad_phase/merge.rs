//! What happened to the pairs of two sorted lists.

use alloc::vec::Vec;

use super::candidate::Candidate;
use super::differences::{Differences, Note};
use super::motion::Transition;
use super::numbered_slots::NumberedSlots;
use super::overlaps::Key;
use crate::store::Id;

/// Decides what happened to the pairs of two lists.
pub(super) struct Merge<'a> {
    pub(super) key: Key,
    /// By slot, whether more than the box may have changed.
    pub(super) unsteady: &'a [bool],
    pub(super) are_all_steady: bool,
    pub(super) ghosts: &'a NumberedSlots,
}

impl Merge<'_> {
    /// Adds the pairs of two sorted lists that may have begun or ended to the candidates.
    pub(super) fn run(&self, then: &[u64], now: &[u64], found: &mut Vec<Candidate>) {
        let mut differences = Differences::new(then, now, !self.are_all_steady);
        while let Some(notes) = differences.next() {
            self.add(notes, found);
        }
    }

    fn add(&self, notes: &[Note], found: &mut Vec<Candidate>) {
        if self.are_all_steady {
            return found.extend(notes.iter().map(|&note| self.changed(note)));
        }
        for &note in notes {
            let slots @ [a, b] = self.key.unpack(note.key());
            let is_unsteady = slots.iter().any(|slot| self.unsteady[slot.index()]);
            if !is_unsteady && note.was() != note.is() {
                found.push(self.changed(note));
            }
            if is_unsteady && note.was() {
                found.push(self.before(slots));
            }
            if is_unsteady && note.is() {
                found.push(Candidate(a, b, Transition::Unclear));
            }
        }
    }

    /// A pair that is in one list only, and of which only boxes have changed.
    fn changed(&self, note: Note) -> Candidate {
        let [a, b] = self.key.unpack(note.key());
        let transition = if note.was() {
            Transition::Ended
        } else {
            Transition::Began
        };
        Candidate(a, b, transition)
    }

    /// The pair that two slots formed at the last step.
    fn before(&self, slots: [Id; 2]) -> Candidate {
        let [a, b] = slots.map(|slot| self.ghosts.get(slot).unwrap_or(slot));
        Candidate(a.min(b), a.max(b), Transition::Unclear)
    }
}
