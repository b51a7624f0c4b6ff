//! Writes a log.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Deref;

use super::format::{Code, FORMAT};
use crate::broad_phase::history::boxes::{put_box, put_filter};
use crate::broad_phase::history::bytes::{put_number, put_pairs, put_signed, put_slot_after};
use crate::broad_phase::history::header::{Header, put_own_margin};
use crate::broad_phase::history::mixer::checksum;
use crate::broad_phase::{BroadPhase, CannotRewind, Events, ProxyId};
use crate::dynamic_tree::DynamicTree;
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndexMut;
use crate::settled_tree::SettledTree;

/// A broad phase that logs every operation, so that [`compare_logs`](super::compare_logs) and
/// `broadleaf diff` find where two peers diverged.
///
/// It has every function of a [`BroadPhase`]: queries through `Deref`, and recorded versions of the
/// functions that change proxies. It does not record operations that fail, and operations that
/// change no answer: user data, memory and upkeep. A broad phase without a recorder has no
/// overhead.
///
/// Costs the memory of one box per slot, about ten bytes per move, and one [state
/// hash](BroadPhase::state_hash) per step: of the changes if the broad phase
/// [remembers](Self::remember) steps, of every slot otherwise. The bytes are kept until they are
/// [taken](Self::take_bytes).
///
/// ```
/// use broadleaf::{Aabb, BroadPhase};
/// use broadleaf::log::{Difference, Recorder, compare_logs};
///
/// let [ours, theirs] = [4, 5].map(|speed| {
///     let mut broad_phase = Recorder::new(BroadPhase::<&str, i32, 2>::default());
///     let ball = broad_phase.create(Aabb::new([0, 0], [2, 2]), "ball");
///     for frame in 0..3 {
///         let x = if frame == 2 { speed * frame } else { 4 * frame };
///         broad_phase.move_to(ball, Aabb::new([x, 0], [x + 2, 2]), [0, 0]).unwrap();
///         broad_phase.step();
///     }
///     broad_phase.take_bytes()
/// });
/// let difference = compare_logs([&ours, &theirs])?.difference.unwrap();
/// assert!(matches!(difference, Difference::Operation { frame: 2, .. }));
/// assert_eq!(
///     difference.to_string(),
///     "frame 2: operation 6 moves 0v0 from [4, 0] to [6, 2] on to [8, 0] to [10, 2]; \
///      operation 6 moves 0v0 from [4, 0] to [6, 2] on to [10, 0] to [12, 2]"
/// );
/// # Ok::<(), broadleaf::log::InvalidLog>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "trace")]
pub struct Recorder<T, S: Scalar, const D: usize, B = DynamicTree<S, D>, F = SettledTree<S, D>> {
    pub(super) broad_phase: BroadPhase<T, S, D, B, F>,
    pub(super) bytes: Vec<u8>,
    last_slot: u32,
    /// By slot, the tight box that was written last.
    written: Vec<Aabb<S, D>>,
    /// The states to which a rewind can return, oldest first.
    marks: VecDeque<Mark>,
}

/// A state to which a rewind can return: how many bytes precede it, and the slot that was written
/// last.
#[derive(Clone, Copy, Debug)]
struct Mark {
    end: usize,
    last_slot: u32,
}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    Recorder<T, S, D, B, F>
{
    /// Starts to record the operations on a broad phase. The log begins with the creation of all
    /// its proxies.
    ///
    /// If the broad phase has changed since its last step, a rewind cannot return to that step.
    #[must_use]
    pub fn new(broad_phase: BroadPhase<T, S, D, B, F>) -> Self {
        let mut bytes = Vec::new();
        FORMAT.put(&mut bytes);
        Header::new::<S, D>(broad_phase.margin()).put(&mut bytes);
        let mut recorder = Self {
            broad_phase,
            bytes,
            last_slot: 0,
            written: Vec::new(),
            marks: VecDeque::new(),
        };
        let ids: Vec<_> = recorder.broad_phase.iter().map(|(id, _)| id).collect();
        for id in ids {
            recorder.put_created(id);
        }
        if recorder.broad_phase.is_at_step() == Some(true) {
            recorder.mark();
        }
        recorder
    }

    /// Takes the bytes that were written since the previous call, except for steps that a
    /// [rewind](Self::rewind) can still undo. The log file consists of all results, followed by the
    /// bytes from [`finish`](Self::finish).
    #[must_use]
    pub fn take_bytes(&mut self) -> Vec<u8> {
        let oldest = self.marks.front().map(|mark| mark.end);
        let settled = match oldest {
            Some(end) if self.broad_phase.history_len().is_some() => end,
            _ => self.bytes.len(),
        };
        for mark in &mut self.marks {
            mark.end = mark.end.saturating_sub(settled);
        }
        self.bytes.drain(..settled).collect()
    }

    /// The broad phase, and the rest of the log.
    #[must_use]
    pub fn finish(self) -> (BroadPhase<T, S, D, B, F>, Vec<u8>) {
        (self.broad_phase, self.bytes)
    }

    /// [`BroadPhase::remember`]; not recorded.
    pub fn remember(&mut self, steps: usize)
    where
        T: Clone,
    {
        self.broad_phase.remember(steps);
        if self.marks.is_empty() && self.broad_phase.is_at_step() == Some(true) {
            self.mark();
        }
        self.forget_marks();
    }

    /// [`BroadPhase::forget_steps`]; not recorded.
    pub fn forget_steps(&mut self) {
        self.broad_phase.forget_steps();
        self.marks.clear();
    }

    /// [`BroadPhase::rewind`]. Removes the undone operations from the log, so that peers who
    /// predicted differently and later agreed have the same log. In addition, it visits every
    /// proxy.
    ///
    /// # Errors
    /// If the broad phase does not remember that many steps, or if the recording began later. Then
    /// nothing changes.
    pub fn rewind(&mut self, steps: usize) -> Result<(), CannotRewind> {
        let Some(recorded) = self.marks.len().checked_sub(1) else {
            return Err(CannotRewind::NotRemembering);
        };
        let Some(last) = recorded.checked_sub(steps) else {
            return Err(CannotRewind::TooFar {
                steps: steps as u64,
                remembered: recorded,
            });
        };
        self.broad_phase.rewind(steps)?;
        self.marks.truncate(last + 1);
        let mark = self.marks[last];
        self.bytes.truncate(mark.end);
        self.last_slot = mark.last_slot;
        for (id, _) in self.broad_phase.iter() {
            if let Some(aabb) = self.broad_phase.aabb(id) {
                self.written[id.id().index()] = aabb;
            }
        }
        Ok(())
    }

    /// [`BroadPhase::set_frame`]; not recorded, since a log counts its own steps.
    pub fn set_frame(&mut self, frame: u64) {
        self.broad_phase.set_frame(frame);
        self.forget_marks();
    }

    /// [`BroadPhase::rewind_to`]; see [`rewind`](Self::rewind).
    ///
    /// # Errors
    /// As [`rewind`](Self::rewind), or if the frame is in the future.
    pub fn rewind_to(&mut self, frame: u64) -> Result<(), CannotRewind> {
        let current = self.broad_phase.frame();
        let steps = current
            .checked_sub(frame)
            .ok_or(CannotRewind::Future { frame, current })?;
        self.rewind(usize::try_from(steps).unwrap_or(usize::MAX))
    }

    /// [`BroadPhase::step`], recorded with a hash of the result.
    pub fn step(&mut self) -> Events {
        self.step_with(|_, _| true)
    }

    /// [`BroadPhase::step_with`], recorded with a hash of the result.
    pub fn step_with(
        &mut self,
        accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
    ) -> Events {
        let mut events = Events::new();
        self.step_with_into(accepts, &mut events);
        events
    }

    /// [`BroadPhase::step_into`], recorded with a hash of the result.
    pub fn step_into(&mut self, events: &mut Events) {
        self.step_with_into(|_, _| true, events);
    }

    /// [`BroadPhase::step_with_into`], recorded with a hash of the result.
    pub fn step_with_into(
        &mut self,
        accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
        events: &mut Events,
    ) {
        self.broad_phase.step_with_into(accepts, events);
        let mut result = Vec::new();
        put_pairs(&mut result, events.begun.iter());
        put_pairs(&mut result, events.ended.iter());
        result.extend(self.broad_phase.state_hash().to_le_bytes());
        self.bytes.push(Code::Step as u8);
        put_number(&mut self.bytes, events.begun.len() as u64);
        put_number(&mut self.bytes, events.ended.len() as u64);
        self.bytes.extend(checksum(&result).to_le_bytes());
        if self.broad_phase.history_len().is_some() {
            self.mark();
        }
        self.forget_marks();
    }

    /// Adds the current state to those to which a rewind can return.
    fn mark(&mut self) {
        self.marks.push_back(Mark {
            end: self.bytes.len(),
            last_slot: self.last_slot,
        });
    }

    /// Removes the states to which the broad phase cannot return.
    fn forget_marks(&mut self) {
        let possible = self.broad_phase.history_len().map_or(0, |steps| steps + 1);
        let excess = self.marks.len().saturating_sub(possible);
        self.marks.drain(..excess);
    }

    pub(super) fn put_created(&mut self, id: ProxyId) {
        let Some((config, tight)) = self.broad_phase.config(id).zip(self.broad_phase.aabb(id))
        else {
            return;
        };
        self.put_operation(Code::Create, id);
        put_number(&mut self.bytes, id.generation().into());
        self.bytes.push(config.mobility.code());
        put_own_margin(&mut self.bytes, config.margin);
        put_filter(&mut self.bytes, &config.filter);
        // The reader begins with words of 0, whatever number they encode.
        let origin = Aabb::point([S::from_word(0); D]);
        if self.written.len() <= id.id().index() {
            self.written.resize(id.id().index() + 1, origin);
        }
        self.put_tight(id, &tight, &origin);
    }

    pub(super) fn put_moved(&mut self, id: ProxyId, now: &Aabb<S, D>, displacement: [S; D]) {
        self.put_operation(Code::Move, id);
        let before = self.written[id.id().index()];
        self.put_tight(id, now, &before);
        let own = self.broad_phase.config(id).and_then(|config| config.margin);
        if !own.unwrap_or(self.broad_phase.margin()).is_function() {
            for along in displacement {
                put_signed(&mut self.bytes, along.to_word());
            }
        }
    }

    fn put_tight(&mut self, id: ProxyId, now: &Aabb<S, D>, before: &Aabb<S, D>) {
        put_box(&mut self.bytes, now, before);
        self.written[id.id().index()] = *now;
    }

    pub(super) fn put_operation(&mut self, operation: Code, id: ProxyId) {
        let slot = id.id().0;
        self.bytes.push(operation as u8);
        put_slot_after(&mut self.bytes, slot, self.last_slot);
        self.last_slot = slot;
    }
}

impl<T, S: Scalar, const D: usize, B, F> Deref for Recorder<T, S, D, B, F> {
    type Target = BroadPhase<T, S, D, B, F>;

    fn deref(&self) -> &BroadPhase<T, S, D, B, F> {
        &self.broad_phase
    }
}
