//! The state of a broad phase at each of its last steps.
//!
//! Old images, first change wins: a draft copies a slot when it changes for the first time after a
//! step. That costs one test in a move, and no other code needs to know how to undo its changes. A
//! list of operations to undo would grow with every move of the same proxy, and each operation
//! would need its inverse.
//!
//! At the end of a step most slots differ in their tight boxes alone, and 20 bytes of the 70 of an
//! image are kept for them (2D, `f32`): the fat box follows from the tight one, or it is the same.
//! Every other slot keeps its whole image. So a function that changes a slot has one duty: to call
//! `note_slot` before it writes. If it forgets, a rewind restores too little and W6 of `validate`
//! fails, because the hash that the journal carries then differs from that of all slots.
//!
//! Only the data of slots needs `T: Clone`. The journal keeps the function, so that a broad phase
//! of data that cannot be cloned supports everything but remembering.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::boxes::is_same;
use super::bytes::put_pairs;
use super::image::Image;
use super::mixer::{HashKind, Mixer, sum};
use crate::broad_phase::state::departed::Departed;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::proxy::Proxy;
use crate::broad_phase::state::table::Table;
use crate::broad_phase::step::events::Events;
use crate::broad_phase::step::refusals::Refusals;
use crate::geometry::{Aabb, Scalar};
use crate::store::{Id, IdSet};

#[derive(Clone, Debug)]
pub(crate) struct Journal<T, S, const D: usize> {
    /// A function kept here, so that no other function needs `T: Clone`.
    clone: fn(&T) -> T,
    limit: usize,
    /// Oldest first.
    pub(crate) steps: VecDeque<Step<T, S, D>>,
    /// `None` if changes since the last step may not have been noted.
    pub(crate) draft: Option<Draft<T, S, D>>,
    /// The hash of all slots and refused pairs at the last step.
    pub(crate) settled: u64,
    /// Scratch memory for the slots that a rewind changes; empty otherwise.
    pub(crate) rewound: IdSet,
}

/// How to go back from the end of a step to the end of the previous one.
#[derive(Clone, Debug)]
pub(crate) struct Step<T, S, const D: usize> {
    /// The old tight boxes of proxies that only moved, and whose fat boxes stayed or follow from
    /// the tight ones.
    pub(crate) moved: Box<[(Id, Aabb<S, D>)]>,
    /// The old data of these proxies, where it changed.
    pub(crate) data: Vec<(Id, T)>,
    /// All other slots that changed.
    pub(crate) slots: Vec<OldSlot<T, S, D>>,
    /// The old number of slots.
    pub(crate) len: usize,
    /// The pairs whose refusal changed.
    pub(crate) flipped: Box<[[ProxyId; 2]]>,
    /// The old events. As bytes, since most are never read.
    pub(crate) events: Box<[u8]>,
    /// The old departed data.
    pub(crate) departed: Departed<T>,
    /// The old hash of all slots and refused pairs.
    pub(crate) settled: u64,
}

/// The differences from the last step.
#[derive(Clone, Debug)]
pub(crate) struct Draft<T, S, const D: usize> {
    pub(crate) slots: Vec<OldSlot<T, S, D>>,
    /// The slots of `slots`, in the same order.
    noted: IdSet,
    /// The number of slots at the last step.
    pub(crate) len: usize,
    flipped: Vec<[ProxyId; 2]>,
    /// The events of the last step, once the next ones are about to replace them.
    events: Vec<u8>,
}

/// A slot as it was at the last step.
#[derive(Clone, Debug)]
pub(crate) struct OldSlot<T, S, const D: usize> {
    pub(crate) slot: Id,
    pub(crate) image: Image<S, D>,
    /// The data, if it changed.
    pub(crate) data: Option<T>,
}

impl<T, S: Scalar, const D: usize> Journal<T, S, D> {
    pub(crate) fn new(clone: fn(&T) -> T) -> Self {
        Self {
            clone,
            limit: 0,
            steps: VecDeque::new(),
            draft: None,
            settled: 0,
            rewound: IdSet::default(),
        }
    }

    pub(crate) fn start(&mut self, settled: u64, table: &Table<T, S, D>) {
        self.settled = settled;
        let draft = self.draft.get_or_insert_with(Draft::new);
        draft.noted.clear();
        draft.slots.clear();
        draft.flipped.clear();
        draft.len = table.slots.len();
    }

    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
        self.keep(limit);
    }

    pub(crate) fn keep(&mut self, count: usize) {
        self.steps.drain(..self.steps.len().saturating_sub(count));
    }

    pub(crate) fn note_slot(&mut self, slot: Id, table: &Table<T, S, D>) {
        if let Some(draft) = &mut self.draft {
            draft.note(slot, table);
        }
    }

    /// Notes a proxy that is about to get another tight box, if the box has other bits.
    pub(crate) fn note_move(&mut self, id: ProxyId, tight: &Aabb<S, D>, table: &Table<T, S, D>) {
        let moves = |proxy: &Proxy<T, S, D>| !is_same(&proxy.tight, tight);
        if table.slots.get(id).is_some_and(moves) {
            self.note_slot(id.id(), table);
        }
    }

    /// Notes a proxy that is about to be destroyed, or whose data is about to change.
    pub(crate) fn note_data(&mut self, id: ProxyId, table: &Table<T, S, D>) {
        let Some((draft, proxy)) = self.draft.as_mut().zip(table.slots.get(id)) else {
            return;
        };
        let Some(old) = draft.note(id.id(), table) else {
            return;
        };
        let is_new = old.image.body.is_none() || old.image.generation != id.generation();
        if old.data.is_none() && !is_new {
            old.data = Some((self.clone)(&proxy.user_data));
        }
    }

    /// The pairs whose refusal changed since the last step.
    pub(crate) fn flips(&mut self) -> Option<&mut Vec<[ProxyId; 2]>> {
        self.draft.as_mut().map(|draft| &mut draft.flipped)
    }

    /// Notes the events that are about to be replaced.
    pub(crate) fn note_events(&mut self, events: &Events) {
        if let Some(draft) = self.draft.as_mut().filter(|_| self.limit > 0) {
            draft.events.clear();
            put_pairs(&mut draft.events, events.begun.iter());
            put_pairs(&mut draft.events, events.ended.iter());
        }
    }

    /// Whether anything changed since the last step; `None` if that is not known.
    pub(crate) fn has_changed(&self, table: &Table<T, S, D>) -> Option<bool> {
        let draft = self.draft.as_ref()?;
        Some(!draft.slots.is_empty() || draft.len != table.slots.len())
    }

    /// The hash of all slots and refused pairs; `None` if it has to be computed from them.
    pub(crate) fn hash(&self, table: &Table<T, S, D>) -> Option<u64> {
        let change = self.draft.as_ref()?.hash_change(table);
        Some(self.settled.wrapping_add(change))
    }

    /// Keeps what the step has changed. Returns whether all changes were noted.
    pub(crate) fn end_step(
        &mut self,
        refused: &Refusals,
        departed: Departed<T>,
        margin: &Margin<S>,
        table: &Table<T, S, D>,
    ) -> bool {
        let Some(draft) = &mut self.draft else {
            return false;
        };
        let flips = draft.flipped.iter().map(|pair| {
            let hash = hash_of_refused(pair);
            if refused.has(pair) {
                hash
            } else {
                hash.wrapping_neg()
            }
        });
        let change = draft.hash_change(table).wrapping_add(sum(flips));
        let settled = self.settled.wrapping_add(change);
        if self.limit > 0 {
            if self.steps.len() == self.limit {
                self.steps.pop_front();
            }
            self.steps
                .push_back(draft.end(departed, self.settled, margin, table));
        }
        self.start(settled, table);
        true
    }

    /// The bytes of the journal, without memory that the user data owns.
    pub(crate) fn bytes(&self) -> usize {
        let steps: usize = self.steps.iter().map(Step::bytes).sum();
        let draft = self.draft.as_ref().map_or(0, Draft::bytes);
        size_of::<Self>()
            + self.steps.capacity() * size_of::<Step<T, S, D>>()
            + steps
            + draft
            + self.rewound.bytes()
    }
}

pub(crate) fn hash_of_refused([a, b]: &[ProxyId; 2]) -> u64 {
    Mixer::new(HashKind::Refused)
        .with(a.to_bits(), b.to_bits())
        .finish()
}

impl<T, S, const D: usize> Step<T, S, D> {
    fn bytes(&self) -> usize {
        size_of_val(&*self.moved)
            + self.data.capacity() * size_of::<(Id, T)>()
            + self.slots.capacity() * size_of::<OldSlot<T, S, D>>()
            + size_of_val(&*self.flipped)
            + self.events.len()
            + self.departed.bytes()
    }
}

impl<T, S: Scalar, const D: usize> Draft<T, S, D> {
    fn new() -> Self {
        Self {
            slots: Vec::new(),
            noted: IdSet::default(),
            len: 0,
            flipped: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Notes a slot as it is, if it existed at the last step and has not been noted since then.
    fn note(&mut self, slot: Id, table: &Table<T, S, D>) -> Option<&mut OldSlot<T, S, D>> {
        if slot.index() >= self.len {
            return None;
        }
        let position = self.noted.insert(slot);
        if position == self.slots.len() {
            self.slots.push(OldSlot {
                slot,
                image: Image::of(slot, table),
                data: None,
            });
        }
        self.slots.get_mut(position)
    }

    /// The change in the sum of the hashes of slots.
    fn hash_change(&self, table: &Table<T, S, D>) -> u64 {
        let now = |slot: Id| Image::of(slot, table).hash(slot);
        let changed = self
            .slots
            .iter()
            .map(|old| now(old.slot).wrapping_sub(old.image.hash(old.slot)));
        let new = (self.len..table.slots.len()).map(|index| now(Id::at(index)));
        sum(changed.chain(new))
    }

    /// What is kept of the draft at the end of the step.
    fn end(
        &mut self,
        departed: Departed<T>,
        settled: u64,
        margin: &Margin<S>,
        table: &Table<T, S, D>,
    ) -> Step<T, S, D> {
        let mut moved = Vec::with_capacity(self.slots.len());
        let (mut data, mut slots) = (Vec::new(), Vec::new());
        for old in self.slots.drain(..) {
            match old.only_moved(&Image::of(old.slot, table), margin) {
                Some(tight) => {
                    moved.push((old.slot, tight));
                    data.extend(old.data.map(|data| (old.slot, data)));
                }
                None => slots.push(old),
            }
        }
        data.shrink_to_fit();
        slots.shrink_to_fit();
        Step {
            moved: moved.into(),
            data,
            slots,
            len: self.len,
            flipped: self.flipped.as_slice().into(),
            events: self.events.as_slice().into(),
            departed,
            settled,
        }
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<OldSlot<T, S, D>>()
            + self.noted.bytes()
            + self.flipped.capacity() * size_of::<[ProxyId; 2]>()
            + self.events.capacity()
    }
}

impl<T, S: Scalar, const D: usize> OldSlot<T, S, D> {
    /// The old tight box, if a rewind from `now` needs only this box and the data.
    fn only_moved(&self, now: &Image<S, D>, broad_phase: &Margin<S>) -> Option<Aabb<S, D>> {
        let (old, new) = self.image.body.zip(now.body)?;
        let same_proxy = self.image.generation == now.generation;
        let same_config = old.state.filter == new.state.filter
            && old.state.mobility == new.state.mobility
            && old.margin == new.margin;
        let same_fat =
            new.margin(broad_phase).is_function() || is_same(&old.state.fat, &new.state.fat);
        (same_proxy && same_config && same_fat).then_some(old.tight)
    }
}
