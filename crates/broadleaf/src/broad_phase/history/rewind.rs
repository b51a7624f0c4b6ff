//! Goes back to the end of an earlier step.

use alloc::boxed::Box;
use core::fmt;

use super::bytes::{Malformed, Reader};
use super::journal::{Journal, OldSlot, Step};
use crate::broad_phase::broad_phase::{BroadPhase, in_structure};
use crate::broad_phase::state::mobility::Mobility;
use crate::broad_phase::state::proxy::Status;
use crate::broad_phase::step::events::Events;
use crate::broad_phase::step::reason::find_reasons;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;
use crate::store::{Id, IdSet};

/// Why a broad phase cannot go back. The failed call changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CannotRewind {
    /// The broad phase remembers fewer steps.
    TooFar {
        /// The requested number of steps.
        steps: u64,
        /// The number of remembered steps.
        remembered: usize,
    },
    /// The broad phase remembered nothing at the last step, so not even the changes since then can
    /// be undone.
    NotRemembering,
    /// The frame is later than the current one.
    Future {
        /// The requested frame.
        frame: u64,
        /// The current frame.
        current: u64,
    },
}

impl fmt::Display for CannotRewind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFar { steps, remembered } => {
                write!(
                    f,
                    "cannot go back {steps} steps: {remembered} are remembered"
                )
            }
            Self::NotRemembering => {
                write!(f, "cannot go back: the last step was not remembered")
            }
            Self::Future { frame, current } => {
                write!(
                    f,
                    "cannot go back to frame {frame}: this is frame {current}"
                )
            }
        }
    }
}

impl core::error::Error for CannotRewind {}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Starts to remember the last `steps` steps, for [`rewind`](Self::rewind), and to keep the
    /// [hash](Self::state_hash) up to date; with 0, only the hash.
    ///
    /// Earlier changes cannot be undone. If proxies have changed since the last step, remembering
    /// begins at the end of the next one. A second call keeps the remembered steps, up to the new
    /// number.
    ///
    /// Reads every slot once at the start. Later costs depend on the changes: a proxy that only
    /// moves takes a box and four bytes per step. Your data is cloned before it may change, by
    /// [`user_data_mut`](Self::user_data_mut) and [`remove`](Self::remove), at most once per step.
    pub fn remember(&mut self, steps: usize)
    where
        T: Clone,
    {
        self.journal
            .get_or_insert_with(|| Box::new(Journal::new(T::clone)))
            .set_limit(steps);
        if self.history_len().is_none() && self.is_settled() {
            self.start_journal();
        }
    }

    /// Forgets all steps, and stops remembering.
    pub fn forget_steps(&mut self) {
        self.journal = None;
    }

    /// How many steps [`rewind`](Self::rewind) can go back; `None` if it cannot even undo the
    /// changes since the last step.
    #[must_use]
    pub fn history_len(&self) -> Option<usize> {
        let journal = self.journal.as_ref()?;
        journal.draft.as_ref().map(|_| journal.steps.len())
    }

    /// Bytes of memory that the remembered steps take, without memory that your data owns.
    #[must_use]
    pub fn history_bytes(&self) -> usize {
        self.journal.as_ref().map_or(0, |journal| journal.bytes())
    }

    /// Sets the current [frame](Self::frame), for peers that count from the frame of a server.
    /// Changes no hash and no event.
    ///
    /// The remembered steps are renumbered: a rewind by `n` steps leads to `frame` − `n`. Steps
    /// before frame 0 are forgotten. A rewind does not undo the renumbering.
    ///
    /// ```
    /// use broadleaf::BroadPhase;
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    /// broad_phase.remember(8);
    /// (0..5).for_each(|_| drop(broad_phase.step()));
    /// broad_phase.set_frame(1_000);
    /// broad_phase.rewind_to(998)?;
    /// assert_eq!((broad_phase.frame(), broad_phase.history_len()), (998, Some(3)));
    /// broad_phase.set_frame(2);
    /// assert_eq!((broad_phase.frame(), broad_phase.history_len()), (2, Some(2)));
    /// # Ok::<(), broadleaf::broad_phase::CannotRewind>(())
    /// ```
    pub fn set_frame(&mut self, frame: u64) {
        self.frame = frame;
        if let Some(journal) = &mut self.journal {
            journal.keep(usize::try_from(frame).unwrap_or(usize::MAX));
        }
    }

    /// [`rewind`](Self::rewind) to the end of the step after which [`frame`](Self::frame) returned
    /// `frame`.
    ///
    /// # Errors
    /// If the frame is not remembered, or is in the future. Then nothing changes.
    ///
    /// ```
    /// use broadleaf::BroadPhase;
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    /// broad_phase.remember(8);
    /// (0..5).for_each(|_| drop(broad_phase.step()));
    /// broad_phase.rewind_to(3)?;
    /// assert_eq!(broad_phase.frame(), 3);
    /// assert!(broad_phase.rewind_to(4).is_err());
    /// # Ok::<(), broadleaf::broad_phase::CannotRewind>(())
    /// ```
    pub fn rewind_to(&mut self, frame: u64) -> Result<(), CannotRewind> {
        let current = self.frame;
        let steps = current
            .checked_sub(frame)
            .ok_or(CannotRewind::Future { frame, current })?;
        match usize::try_from(steps) {
            Ok(steps) => self.rewind(steps),
            Err(_) => Err(self.too_far(steps)),
        }
    }

    /// Goes back by `steps` steps, to the end of a step; 0 undoes the changes since the last step.
    ///
    /// Handle events at the beginning of a frame. That is where a rewind arrives, and the events
    /// are still there.
    ///
    /// Restores everything: proxies, ids and generations, boxes, settings, your data,
    /// [departed](Self::departed) data, [`events`](Self::events), [`frame`](Self::frame),
    /// [`state_hash`](Self::state_hash), and every later answer, event and id. A rewind can still
    /// go back to earlier steps; later ones are forgotten. Only the shape of the structures
    /// differs, on which no answer depends.
    ///
    /// Drop the ids of proxies that were created after that step: the next proxies get the same
    /// ids, so that both ways through a frame agree.
    ///
    /// The cost is proportional to the changes in these steps, plus a search for all pairs if steps
    /// [report stays](Self::set_reports_stays).
    ///
    /// # Errors
    /// If the broad phase does not remember that many steps. Then nothing changes.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<&str, i32, 2>::default();
    /// broad_phase.remember(8);
    /// let a = broad_phase.create(Aabb::new([0, 0], [1, 1]), "predicted");
    /// broad_phase.step();
    /// let hash = broad_phase.state_hash();
    ///
    /// broad_phase.remove(a);
    /// let b = broad_phase.create(Aabb::new([5, 5], [6, 6]), "wrong");
    /// broad_phase.step();
    ///
    /// broad_phase.rewind(1)?;
    /// assert_eq!((broad_phase.user_data(a), broad_phase.user_data(b)), (Some(&"predicted"), None));
    /// assert_eq!(broad_phase.state_hash(), hash);
    /// broad_phase.remove(a);
    /// assert_eq!(broad_phase.create(Aabb::new([5, 5], [6, 6]), "right"), b); // the id of "wrong"
    /// assert_eq!(broad_phase.rewind(3).unwrap_err().to_string(), "cannot go back 3 steps: 1 are remembered");
    /// # Ok::<(), broadleaf::broad_phase::CannotRewind>(())
    /// ```
    #[doc(alias = "rollback")]
    pub fn rewind(&mut self, steps: usize) -> Result<(), CannotRewind> {
        let is_possible = self.history_len().is_some_and(|len| steps <= len);
        let Some(mut journal) = self.journal.take_if(|_| is_possible) else {
            return Err(self.too_far(steps as u64));
        };
        let rewound = &mut journal.rewound;
        self.table.settle();
        self.scratch.lists.forget();
        self.departing.clear();
        if let Some(draft) = &mut journal.draft {
            for old in draft.slots.drain(..) {
                self.put_back(old, rewound);
            }
            self.truncate(draft.len, rewound);
        }
        let mut settled = journal.settled;
        let mut events = None;
        for step in journal.steps.drain(journal.steps.len() - steps..).rev() {
            settled = step.settled;
            events = Some(self.undo(step, rewound));
        }
        self.hold(rewound.as_slice());
        self.find_ahead(rewound.as_slice().iter().copied());
        rewound.clear();
        if let Some(Ok(mut events)) = events.map(|bytes| read_events(&bytes)) {
            let Events { ended, reasons, .. } = &mut events;
            find_reasons(ended, |id| self.table.state(id), reasons);
            self.events = events;
            self.find_stays();
        }
        journal.start(settled, &self.table);
        self.journal = Some(journal);
        Ok(())
    }

    fn too_far(&self, steps: u64) -> CannotRewind {
        match self.history_len() {
            Some(remembered) => CannotRewind::TooFar { steps, remembered },
            None => CannotRewind::NotRemembering,
        }
    }

    /// Undoes a step, except for the structures and the events. Returns the events.
    fn undo(&mut self, step: Step<T, S, D>, rewound: &mut IdSet) -> Box<[u8]> {
        for pair in &step.flipped {
            if !self.refused.set(pair, false) {
                self.refused.set(pair, true);
            }
        }
        for &(slot, tight) in &step.moved {
            if let Some(proxy) = self.table.slots.at_mut(slot) {
                proxy.tight = tight;
            }
            rewound.insert(slot);
        }
        for (slot, data) in step.data {
            if let Some(proxy) = self.table.slots.at_mut(slot) {
                proxy.user_data = data;
            }
        }
        for old in step.slots {
            self.put_back(old, rewound);
        }
        self.truncate(step.len, rewound);
        self.departed = step.departed;
        self.frame = self.frame.wrapping_sub(1);
        step.events
    }

    /// Restores an old slot, except for the structures.
    fn put_back(&mut self, old: OldSlot<T, S, D>, rewound: &mut IdSet) {
        let OldSlot { slot, image, data } = old;
        rewound.insert(slot);
        self.table.statuses[slot.index()].mobility = None;
        let present = self.table.slots.take(slot).map(|proxy| proxy.user_data);
        let body = image.body.zip(data.or(present));
        let margin = body.as_ref().and_then(|(body, _)| body.margin);
        self.table.set_margin(slot, margin);
        let proxy = body.map(|(body, user_data)| {
            let state = body.state;
            let status = Status::at_rest(Some(state.mobility));
            self.table.put(slot, state.fat, status);
            self.table.filters.set(slot, state.filter);
            body.into_proxy(user_data)
        });
        self.table.slots.put(slot, image.generation, proxy);
    }

    /// Removes the slots from `len` on, except for the structures.
    fn truncate(&mut self, len: usize, rewound: &mut IdSet) {
        for slot in len..self.table.slots.len() {
            rewound.insert(Id::at(slot));
        }
        self.table.truncate(len);
    }

    /// Updates the structures with the current boxes and categories of slots.
    fn hold(&mut self, slots: &[Id]) {
        for &slot in slots {
            let mobility = self.table.slots.at(slot).map(|(_, proxy)| proxy.mobility);
            for structure in [Mobility::Dynamic, Mobility::Static] {
                if mobility.map(Mobility::structure) != Some(structure.structure()) {
                    in_structure!([&mut] self, structure, structure => structure.remove(slot));
                }
            }
            if let Some(mobility) = self.hold_fat(slot) {
                self.scratch.moved[mobility.structure()].push(slot);
            }
        }
        self.update_structures();
        for &slot in slots {
            self.hold_category(slot);
        }
    }

    /// Restores a fat box that follows from the tight one. Returns the mobility of the proxy if its
    /// structure holds another box.
    fn hold_fat(&mut self, slot: Id) -> Option<Mobility> {
        let (_, proxy) = self.table.slots.at(slot)?;
        let mobility = proxy.mobility;
        let margin = self.table.margin(slot, proxy, &self.margin);
        if !margin.allows(&self.table.fat(slot), &proxy.tight) {
            let fat = margin.fat(&proxy.tight, [S::default(); D]);
            let status = Status::at_rest(Some(mobility));
            self.table.put(slot, fat, status);
        }
        let fat = self.table.fat(slot);
        let held = in_structure!([&] self, mobility, structure => structure.get(slot));
        (held != Some(fat)).then_some(mobility)
    }

    /// Starts the journal at the current state.
    pub(crate) fn start_journal(&mut self) {
        let settled = self.settled_hash();
        if let Some(journal) = &mut self.journal {
            journal.start(settled, &self.table);
        }
    }

    /// Whether a rewind by no steps would change nothing; `None` if it is not possible.
    pub(crate) fn is_at_step(&self) -> Option<bool> {
        let has_changed = self.journal.as_ref()?.has_changed(&self.table)?;
        Some(!has_changed && self.is_settled())
    }

    /// Whether nothing that later events depend on has changed since the last step.
    fn is_settled(&self) -> bool {
        self.table.changes.is_empty() && self.moved_ahead().next().is_none()
    }
}

fn read_events(bytes: &[u8]) -> Result<Events, Malformed> {
    let mut reader = Reader::new(bytes);
    Ok(Events {
        begun: reader.pairs()?,
        ended: reader.pairs()?,
        ..Events::default()
    })
}
