//! What a world was before each of its last steps.
//!
//! A draft keeps every slot that changes since the last step as it was then: the first time it
//! changes, whatever becomes of it later. Of most slots nothing but the box has changed when the
//! step ends, and nothing else is kept.

use super::bytes::put_pairs;
use super::hash::{hash_of_free, hash_of_refused, sum};
use super::image::{Image, is_same};
use super::step::Roster;
use super::{Events, Margin, ProxyId};
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use crate::store::IdSet;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

#[derive(Clone, Debug)]
pub(super) struct Journal<T, S, const D: usize> {
    /// Known here, so that nothing else needs to know that data can be cloned.
    clone: fn(&T) -> T,
    limit: usize,
    /// Oldest first.
    pub(super) steps: VecDeque<Step<T, S, D>>,
    /// `None` if something may have changed since the last step that nobody noted.
    pub(super) draft: Option<Draft<T, S, D>>,
    /// The settled hash at the last step.
    pub(super) settled: u64,
    /// Slots that a rewind has changed, empty otherwise.
    pub(super) stirred: IdSet,
}

/// How to go back from the end of a step to the end of the one before.
#[derive(Clone, Debug)]
pub(super) struct Step<T, S, const D: usize> {
    /// The tight boxes of proxies that only moved, and whose fat boxes stayed or follow from these.
    pub(super) moved: Box<[(Id, Aabb<S, D>)]>,
    /// The data of such proxies, where it changed.
    pub(super) data: Vec<(Id, T)>,
    /// Whatever else changed.
    pub(super) slots: Vec<Old<T, S, D>>,
    pub(super) array: Array,
    /// Pairs that became refused, or ceased to be.
    pub(super) flipped: Box<[(ProxyId, ProxyId)]>,
    /// The events of the step before, in few bytes: most are never looked at again.
    pub(super) events: Box<[u8]>,
    /// The settled hash then.
    pub(super) settled: u64,
}

/// What was different at the last step.
#[derive(Clone, Debug)]
pub(super) struct Draft<T, S, const D: usize> {
    pub(super) slots: Vec<Old<T, S, D>>,
    /// Which these are, in the same order.
    noted: IdSet,
    pub(super) array: Array,
    /// Pairs that became refused, or ceased to be.
    flipped: Vec<(ProxyId, ProxyId)>,
    /// The events of the last step, once the next one is about to replace them.
    events: Vec<u8>,
}

/// A slot as it was at the last step.
#[derive(Clone, Debug)]
pub(super) struct Old<T, S, const D: usize> {
    pub(super) slot: Id,
    pub(super) image: Image<S, D>,
    /// If it changed.
    pub(super) data: Option<T>,
}

/// The array of slots as it was at the last step.
#[derive(Clone, Debug, Default)]
pub(super) struct Array {
    /// How many slots there were.
    pub(super) len: usize,
    /// How many free slots have been free ever since.
    pub(super) still_free: usize,
    /// The free slots above those, in the order in which they were taken.
    pub(super) taken: Vec<u32>,
}

impl<T, S: Scalar, const D: usize> Journal<T, S, D> {
    pub(super) fn new(clone: fn(&T) -> T) -> Self {
        Self {
            clone,
            limit: 0,
            steps: VecDeque::new(),
            draft: None,
            settled: 0,
            stirred: IdSet::default(),
        }
    }

    /// Starts a draft from the end of a step.
    pub(super) fn start(&mut self, settled: u64, roster: &Roster<T, S, D>) {
        self.settled = settled;
        let draft = self.draft.get_or_insert_with(Draft::new);
        draft.noted.clear();
        draft.slots.clear();
        draft.flipped.clear();
        draft.array = Array {
            len: roster.slots.len(),
            still_free: roster.slots.free().len(),
            taken: Vec::new(),
        };
    }

    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
        self.steps.drain(..self.steps.len().saturating_sub(limit));
    }

    /// Notes a proxy that is about to change, if there is such a proxy.
    pub(super) fn note_slot(&mut self, id: ProxyId, roster: &Roster<T, S, D>) {
        if let Some(draft) = self
            .draft
            .as_mut()
            .filter(|_| roster.slots.get(id).is_some())
        {
            draft.note(id.id(), roster);
        }
    }

    /// Notes a proxy that is about to get another tight box. One that is given the box that it has
    /// costs nothing.
    pub(super) fn note_move(&mut self, id: ProxyId, tight: &Aabb<S, D>, roster: &Roster<T, S, D>) {
        if roster
            .slots
            .get(id)
            .is_some_and(|proxy| !is_same(&proxy.tight, tight))
        {
            self.note_slot(id, roster);
        }
    }

    /// Notes a proxy that is about to be destroyed, or whose data is about to change.
    pub(super) fn note_data(&mut self, id: ProxyId, roster: &Roster<T, S, D>) {
        let Some((draft, proxy)) = self.draft.as_mut().zip(roster.slots.get(id)) else {
            return;
        };
        let Some(old) = draft.note(id.id(), roster) else {
            return;
        };
        // A proxy that is new in its slot has no data to go back to.
        if old.data.is_none() && old.image.body.is_some() && old.image.generation == id.generation()
        {
            old.data = Some((self.clone)(&proxy.user_data));
        }
    }

    /// Notes the slot that is about to be used.
    pub(super) fn note_next(&mut self, roster: &Roster<T, S, D>) {
        let Some((draft, &slot)) = self.draft.as_mut().zip(roster.slots.free().last()) else {
            return;
        };
        draft.note(Id(slot), roster);
        if roster.slots.free().len() == draft.array.still_free {
            draft.array.still_free -= 1;
            draft.array.taken.push(slot);
        }
    }

    /// Notes a pair that becomes refused, or ceases to be.
    pub(super) fn note_flip(&mut self, pair: (ProxyId, ProxyId)) {
        if let Some(draft) = &mut self.draft {
            draft.flipped.push(pair);
        }
    }

    /// Notes the events that are about to be replaced.
    pub(super) fn note_events(&mut self, events: &Events) {
        if let Some(draft) = self.draft.as_mut().filter(|_| self.limit > 0) {
            draft.events.clear();
            put_pairs(&mut draft.events, events.begun.iter());
            put_pairs(&mut draft.events, events.ended.iter());
        }
    }

    /// The settled hash; `None` if it has to be found from scratch.
    pub(super) fn hash(&self, roster: &Roster<T, S, D>) -> Option<u64> {
        Some(
            self.settled
                .wrapping_add(self.draft.as_ref()?.hash_change(roster)),
        )
    }

    /// Keeps what the step that ends has changed; returns whether it knows all of that.
    pub(super) fn end_step(
        &mut self,
        is_refused: impl Fn(&(ProxyId, ProxyId)) -> bool,
        margin: &Margin<S>,
        roster: &Roster<T, S, D>,
    ) -> bool {
        let Some(draft) = &mut self.draft else {
            return false;
        };
        let flips = draft.flipped.iter().map(|pair| {
            let share = hash_of_refused(pair);
            if is_refused(pair) {
                share
            } else {
                share.wrapping_neg()
            }
        });
        let settled = self
            .settled
            .wrapping_add(draft.hash_change(roster))
            .wrapping_add(sum(flips));
        if self.limit > 0 {
            if self.steps.len() == self.limit {
                self.steps.pop_front();
            }
            self.steps
                .push_back(draft.end(margin, roster, self.settled));
        }
        self.start(settled, roster);
        true
    }

    /// How many bytes it holds, but for what the user's data holds elsewhere.
    pub(super) fn bytes(&self) -> usize {
        let steps: usize = self.steps.iter().map(Step::bytes).sum();
        let draft = self.draft.as_ref().map_or(0, Draft::bytes);
        size_of::<Self>()
            + self.steps.capacity() * size_of::<Step<T, S, D>>()
            + steps
            + draft
            + self.stirred.bytes()
    }
}

impl<T, S, const D: usize> Step<T, S, D> {
    fn bytes(&self) -> usize {
        let slots = self.slots.capacity() * size_of::<Old<T, S, D>>();
        let moved = size_of_val(&*self.moved) + self.data.capacity() * size_of::<(Id, T)>();
        moved + slots + self.array.bytes() + size_of_val(&*self.flipped) + self.events.len()
    }
}

impl Array {
    fn bytes(&self) -> usize {
        self.taken.capacity() * size_of::<u32>()
    }
}

impl<T, S: Scalar, const D: usize> Draft<T, S, D> {
    fn new() -> Self {
        Self {
            slots: Vec::new(),
            noted: IdSet::default(),
            array: Array::default(),
            flipped: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Notes a slot as it is, if it was there at the last step and has not been noted since.
    fn note(&mut self, slot: Id, roster: &Roster<T, S, D>) -> Option<&mut Old<T, S, D>> {
        if slot.index() >= self.array.len {
            return None;
        }
        let place = self.noted.insert(slot);
        if place == self.slots.len() {
            self.slots.push(Old {
                slot,
                image: Image::of(slot, roster),
                data: None,
            });
        }
        self.slots.get_mut(place)
    }

    /// Whether a slot may have changed, where there are `slots` slots now.
    pub(super) fn has_changes(&self, slots: usize) -> bool {
        !self.slots.is_empty() || slots > self.array.len
    }

    /// By how much the sum over slots and free slots has changed.
    fn hash_change(&self, roster: &Roster<T, S, D>) -> u64 {
        let now = |slot: Id| Image::of(slot, roster).hash(slot);
        let changed = self
            .slots
            .iter()
            .map(|old| now(old.slot).wrapping_sub(old.image.hash(old.slot)));
        let new = (self.array.len..roster.slots.len()).map(|index| now(Id::at(index)));
        let turns = self.array.still_free..;
        let freed = turns
            .clone()
            .zip(roster.slots.free()[self.array.still_free..].iter().copied())
            .map(hash_of_free);
        let taken = turns
            .zip(self.array.taken.iter().rev().copied())
            .map(hash_of_free)
            .map(u64::wrapping_neg);
        sum(changed.chain(new).chain(freed).chain(taken))
    }

    /// What is kept of it when the step ends.
    fn end(&mut self, margin: &Margin<S>, roster: &Roster<T, S, D>, settled: u64) -> Step<T, S, D> {
        let (mut moved, mut data, mut slots) =
            (Vec::with_capacity(self.slots.len()), Vec::new(), Vec::new());
        for old in self.slots.drain(..) {
            match old.only_moved(&Image::of(old.slot, roster), margin) {
                Some(tight) => {
                    moved.push((old.slot, tight));
                    data.extend(old.data.map(|data| (old.slot, data)));
                }
                None => slots.push(old),
            }
        }
        data.shrink_to_fit();
        slots.shrink_to_fit();
        let array = core::mem::take(&mut self.array);
        Step {
            moved: moved.into(),
            data,
            slots,
            array,
            flipped: self.flipped.as_slice().into(),
            events: self.events.as_slice().into(),
            settled,
        }
    }

    fn bytes(&self) -> usize {
        let flipped = self.flipped.capacity() * size_of::<(ProxyId, ProxyId)>();
        self.slots.capacity() * size_of::<Old<T, S, D>>()
            + self.noted.bytes()
            + self.array.bytes()
            + flipped
            + self.events.capacity()
    }
}

impl<T, S: Scalar, const D: usize> Old<T, S, D> {
    /// The tight box, if that and the data are all one has to know to go back from what the slot is
    /// now.
    fn only_moved(&self, now: &Image<S, D>, margin: &Margin<S>) -> Option<Aabb<S, D>> {
        let (old, new) = self.image.body.zip(now.body)?;
        let same_proxy = self.image.generation == now.generation;
        let same_kind =
            old.state.filter == new.state.filter && old.state.mobility == new.state.mobility;
        let same_fat =
            margin.is_function(new.state.mobility) || is_same(&old.state.fat, &new.state.fat);
        (same_proxy && same_kind && same_fat).then_some(old.tight)
    }
}
