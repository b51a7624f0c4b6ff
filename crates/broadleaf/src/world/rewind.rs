//! Going back to the end of an earlier step.

use super::bytes::{Malformed, Reader};
use super::image::{Body, Image};
use super::journal::{Array, Journal, Old, Step};
use super::proxy::Proxy;
use super::step::{Roster, Trace};
use super::{Events, Mobility, World};
use crate::geometry::{Aabb, Scalar};
use crate::index::BroadPhase;
use crate::store::Id;
use crate::store::IdSet;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// A world was asked for more steps than it remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CannotRewind {
    /// How many steps back it should have gone.
    pub asked: usize,
    /// How many it can; `None` if it cannot even undo what happened since the last step, because
    /// that step was not remembered or is not in the recording.
    pub possible: Option<usize>,
}

impl fmt::Display for CannotRewind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, possible } = self;
        match possible {
            Some(possible) => write!(f, "cannot go back {asked} steps: {possible} are remembered"),
            None => write!(
                f,
                "cannot go back {asked} steps: the end of the last one is not remembered"
            ),
        }
    }
}

impl core::error::Error for CannotRewind {}

fn read_events(bytes: &[u8]) -> Result<Events, Malformed> {
    let mut reader = Reader::new(bytes);
    Ok(Events {
        begun: reader.pairs()?,
        ended: reader.pairs()?,
    })
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> World<T, S, D, B> {
    /// From now on remembers the last `steps` steps, for [`rewind`](Self::rewind), and keeps its
    /// [hash](Self::state_hash) up to date; with 0 only the latter.
    ///
    /// What happened before cannot be undone, nor what happens until the end of a step in which
    /// proxies have changed already. Called again, it keeps what it remembers as far as the new
    /// number allows.
    ///
    /// Costs a look at every slot when it starts, and from then on what changes: a box and four
    /// bytes for each proxy that only moves in a step. Your data is cloned where it may change: by
    /// [`user_data_mut`](Self::user_data_mut) and [`destroy_proxy`](Self::destroy_proxy), once a
    /// step.
    pub fn remember(&mut self, steps: usize)
    where
        T: Clone,
    {
        self.journal
            .get_or_insert_with(|| Box::new(Journal::new(T::clone)))
            .set_limit(steps);
        if self.history_len().is_none() && self.changes.is_empty() {
            self.start_journal();
        }
    }

    /// Forgets all steps and remembers no more.
    pub fn forget_steps(&mut self) {
        self.journal = None;
    }

    /// How many steps [`rewind`](Self::rewind) can go back; `None` if it cannot even undo what
    /// happened since the last one.
    #[must_use]
    pub fn history_len(&self) -> Option<usize> {
        let journal = self.journal.as_ref()?;
        journal.draft.as_ref().map(|_| journal.steps.len())
    }

    /// How many bytes the remembered steps take, without what your data holds elsewhere.
    #[must_use]
    pub fn history_bytes(&self) -> usize {
        self.journal.as_ref().map_or(0, |journal| journal.bytes())
    }

    /// Goes back to the end of the step `steps` steps ago; 0 undoes what happened since the last
    /// one.
    ///
    /// So what your game does about events belongs at the beginning of a frame, where a rewind
    /// arrives: the events are still there.
    ///
    /// Everything is as it was: proxies, ids and generations, boxes, filters, your data,
    /// [`events`](Self::events), [`state_hash`](Self::state_hash), and every later answer, event
    /// and id. The steps before can still be gone back to, the ones after are forgotten. Structures
    /// keep another shape, which no answer depends on.
    ///
    /// Costs what changed in these steps.
    ///
    /// # Errors
    /// If the world does not remember so many steps; it is as before then.
    ///
    /// ```
    /// use broadleaf::{Aabb, World};
    /// let mut world = World::<&str, i32, 2>::default();
    /// world.remember(8);
    /// let a = world.create_proxy(Aabb::new([0, 0], [1, 1]), "predicted");
    /// world.step();
    /// let hash = world.state_hash();
    ///
    /// world.destroy_proxy(a);
    /// let b = world.create_proxy(Aabb::new([5, 5], [6, 6]), "wrong");
    /// world.step();
    ///
    /// world.rewind(1)?;
    /// assert_eq!((world.user_data(a), world.user_data(b)), (Some(&"predicted"), None));
    /// assert_eq!(world.state_hash(), hash);
    /// assert_eq!(world.rewind(3).unwrap_err().to_string(), "cannot go back 3 steps: 1 are remembered");
    /// # Ok::<(), broadleaf::world::CannotRewind>(())
    /// ```
    #[doc(alias = "rollback")]
    pub fn rewind(&mut self, steps: usize) -> Result<(), CannotRewind> {
        let possible = self.history_len();
        let Some(mut journal) = self
            .journal
            .take_if(|_| possible.is_some_and(|possible| steps <= possible))
        else {
            return Err(CannotRewind {
                asked: steps,
                possible,
            });
        };
        let stirred = &mut journal.stirred;
        self.settle();
        if let Some(draft) = &mut journal.draft {
            draft
                .slots
                .drain(..)
                .for_each(|old| self.put_back(old, stirred));
            self.put_back_array(&draft.array, stirred);
        }
        let mut settled = journal.settled;
        let mut events = None;
        for step in journal.steps.drain(journal.steps.len() - steps..).rev() {
            settled = step.settled;
            events = Some(self.undo(step, stirred));
        }
        if let Some(events) = events {
            self.events = read_events(&events).expect("a journal is read as it was written");
        }
        self.hold(stirred.as_slice());
        stirred.clear();
        journal.start(settled, &self.roster());
        self.journal = Some(journal);
        Ok(())
    }

    /// Undoes a step at the end of it, all but what the structures hold and the events, which it
    /// returns.
    fn undo(&mut self, step: Step<T, S, D>, stirred: &mut IdSet) -> Box<[u8]> {
        for &pair in &step.flipped {
            if !self.refused.remove(&pair) {
                self.refused.insert(pair);
            }
        }
        for &(slot, tight) in &step.moved {
            if let Some(proxy) = self.slots.at_mut(slot) {
                proxy.tight = tight;
            }
            stirred.insert(slot);
        }
        for (slot, data) in step.data {
            if let Some(proxy) = self.slots.at_mut(slot) {
                proxy.user_data = data;
            }
        }
        step.slots
            .into_iter()
            .for_each(|old| self.put_back(old, stirred));
        self.put_back_array(&step.array, stirred);
        step.events
    }

    /// Makes a slot what it was, all but what the structures hold.
    fn put_back(
        &mut self,
        Old {
            slot,
            image: Image { generation, body },
            data,
        }: Old<T, S, D>,
        stirred: &mut IdSet,
    ) {
        stirred.insert(slot);
        self.traces[slot.index()].mobility = None;
        let user_data = self.slots.take(slot).map(|proxy| proxy.user_data);
        let proxy = body
            .zip(data.or(user_data))
            .map(|(Body { tight, state }, user_data)| {
                self.traces[slot.index()] = Trace::steady(state.fat, state.mobility);
                Proxy {
                    user_data,
                    tight,
                    filter: state.filter,
                    mobility: state.mobility,
                    change: None,
                }
            });
        self.slots.put(slot, generation, proxy);
    }

    fn put_back_array(&mut self, array: &Array, stirred: &mut IdSet) {
        for slot in array.len..self.slots.len() {
            stirred.insert(Id::at(slot));
        }
        self.slots.truncate(array.len);
        self.traces.truncate(array.len);
        self.slots
            .put_free(array.still_free, array.taken.iter().rev().copied());
    }

    /// Has the structures hold these slots as they are.
    fn hold(&mut self, slots: &[Id]) {
        let mut held = [Vec::new(), Vec::new()];
        for &slot in slots {
            let kind = self
                .slots
                .at(slot)
                .map(|(_, proxy)| (proxy.mobility, proxy.tight));
            for here in [Mobility::Moving, Mobility::Static] {
                match kind.filter(|(mobility, _)| *mobility == here) {
                    Some((mobility, tight)) => {
                        held[mobility as usize].extend(self.hold_fat(slot, mobility, &tight))
                    }
                    None => drop(self.structure_mut(here).remove(slot)),
                }
            }
        }
        let [moving, fixed] = held;
        self.moving.extend(moving);
        self.fixed.extend(fixed);
        for &slot in slots {
            self.hold_category(slot);
        }
    }

    /// Gives a proxy the fat box of its tight one, if it has another's; returns what its structure
    /// has yet to hear.
    fn hold_fat(
        &mut self,
        slot: Id,
        mobility: Mobility,
        tight: &Aabb<S, D>,
    ) -> Option<(Id, Aabb<S, D>)> {
        let mut fat = self.traces[slot.index()].now;
        if !self.margin.keeps(mobility, &fat, tight) {
            fat = self.margin.fat(mobility, tight, [S::default(); D]);
            self.traces[slot.index()] = Trace::steady(fat, mobility);
        }
        let is_held = self.structure_mut(mobility).get(slot) == Some(fat);
        (!is_held).then_some((slot, fat))
    }

    pub(super) fn hold_category(&mut self, slot: Id) {
        let Some((
            _,
            &Proxy {
                filter, mobility, ..
            },
        )) = self.slots.at(slot)
        else {
            return;
        };
        let structure = self.structure_mut(mobility);
        if structure.category(slot) != Some(filter.category) {
            structure.set_category(slot, filter.category);
        }
    }

    /// Whether [`rewind`](Self::rewind) by 0 steps may change something.
    pub(super) fn can_undo_changes(&self) -> bool {
        let journal = self.journal.as_ref();
        let draft = journal.and_then(|journal| journal.draft.as_ref());
        draft.is_some_and(|draft| !self.changes.is_empty() || draft.has_changes(self.slots.len()))
    }

    fn start_journal(&mut self) {
        let settled = self.settled_hash();
        self.note(|journal, roster| journal.start(settled, roster));
    }

    /// Writes to the journal, if there is one: to be called before something changes.
    pub(super) fn note(&mut self, note: impl FnOnce(&mut Journal<T, S, D>, &Roster<T, S, D>)) {
        let roster = Roster {
            slots: &self.slots,
            traces: &self.traces,
            changes: &self.changes,
        };
        if let Some(journal) = &mut self.journal {
            note(journal, &roster);
        }
    }

    /// To be called before the events of a step replace the last ones.
    pub(super) fn journal_events(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.note_events(&self.events);
        }
    }

    /// To be called at the end of a step.
    pub(super) fn journal_step(&mut self) {
        let roster = Roster {
            slots: &self.slots,
            traces: &self.traces,
            changes: &self.changes,
        };
        let Some(journal) = &mut self.journal else {
            return;
        };
        if !journal.end_step(|pair| self.refused.contains(pair), &self.margin, &roster) {
            self.start_journal();
        }
    }
}
