//! Steps: what began and what ended since the last one.

use core::mem;

use super::events::Events;
use super::outcomes::Outcomes;
use super::reason::find_reasons_of_step;
use super::scratch::StepScratch;
use super::stays::Stays;
use super::too_many_pairs::TooManyPairs;
use super::trim::trim;
use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::records::SlotRecords;
use crate::executor::Sequential;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;
use crate::pair_finder::FindKeys;

/// The caller's filter: whether two proxies with this data form a pair.
pub(crate) type Accepts<'a, T> = Option<&'a mut dyn FnMut((ProxyId, &T), (ProxyId, &T)) -> bool>;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Ends a step and returns which pairs began and ended since the last one.
    ///
    /// The events are a copy, so the broad phase can change while you loop over them. They are also
    /// in [`events`](Self::events); [`step_into`](Self::step_into) copies them without an
    /// allocation.
    ///
    /// A proxy whose fat box reaches far ahead, and which was not moved since the last step, gets
    /// the fat box of a proxy at rest: see [`Margin`](crate::broad_phase::Margin).
    ///
    /// Costs one query per changed proxy; proxies that stayed in their fat boxes cost nothing. If
    /// more than one in seven moving proxies or one in eight static ones changed, a
    /// [`PairFinder`](crate::PairFinder) instead finds the pairs of all of them, which are then
    /// compared with the previous pairs. For that, the broad phase keeps a list of them, of 8 bytes
    /// per pair, until less moves in some consecutive steps. With the feature `rayon`, `par_step`
    /// runs this comparison in parallel. [`set_reports_stays`](Self::set_reports_stays) adds a pass
    /// over all pairs.
    #[doc(alias = "updatePairs")]
    pub fn step(&mut self) -> Events {
        self.advance(Sequential, None);
        self.events.clone()
    }

    /// [`step`](Self::step) with a filter of your own, which is called once for each pair that
    /// begins, in the order of events.
    ///
    /// A refused pair neither begins nor ends. [`touch`](Self::touch) makes the filter decide
    /// again.
    pub fn step_with(
        &mut self,
        mut accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
    ) -> Events {
        self.advance(Sequential, Some(&mut accepts));
        self.events.clone()
    }

    /// [`step`](Self::step) into reused events. Allocates nothing once all vectors are long enough.
    pub fn step_into(&mut self, events: &mut Events) {
        self.advance(Sequential, None);
        events.copy_from(&self.events);
    }

    /// [`step_with`](Self::step_with) into reused events.
    pub fn step_with_into(
        &mut self,
        mut accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
        events: &mut Events,
    ) {
        self.advance(Sequential, Some(&mut accepts));
        events.copy_from(&self.events);
    }

    /// [`step`](Self::step) on one thread, unless it needs more than `max_pairs` pairs: a bound on
    /// its memory, about 150 bytes per pair, if others decide what is created and moved. Returns
    /// the events in the broad phase, without a copy.
    ///
    /// A step needs the pairs of proxies that changed or, if many did, all pairs.
    ///
    /// # Errors
    /// If there are more pairs. The step is then not done, and the next one reports the same
    /// events.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<(), f32, 2>::default();
    /// let ids: Vec<_> = (0..1_000)
    ///     .map(|_| broad_phase.create(Aabb::new([0.0, 0.0], [1.0, 1.0]), ()))
    ///     .collect();
    /// assert!(broad_phase.try_step(100_000).is_err());
    /// ids[3..].iter().for_each(|&id| _ = broad_phase.remove(id));
    /// assert_eq!(broad_phase.try_step(100_000)?.begun.len(), 3);
    /// # Ok::<(), broadleaf::broad_phase::TooManyPairs>(())
    /// ```
    pub fn try_step(&mut self, max_pairs: usize) -> Result<&Events, TooManyPairs> {
        self.end_motions();
        let (records, moving, fixed) = (self.table.records(), &self.moving, &self.fixed);
        let flow = self
            .scratch
            .find_outcomes(Sequential, records, moving, fixed, max_pairs);
        if flow.is_break() {
            // Frees memory that is useless after the error.
            let moved = mem::take(&mut self.scratch.moved);
            self.scratch = StepScratch {
                moved,
                ..StepScratch::default()
            };
            return Err(TooManyPairs { max_pairs });
        }
        self.end_step(None);
        Ok(&self.events)
    }

    /// Ends a step, in which `accepts` decides about pairs that begin.
    #[inline(never)]
    pub(crate) fn advance(&mut self, executor: impl FindKeys, accepts: Accepts<'_, T>) {
        self.end_motions();
        let (records, moving, fixed) = (self.table.records(), &self.moving, &self.fixed);
        // No step reaches this limit, so the result is never a break.
        _ = self
            .scratch
            .find_outcomes(executor, records, moving, fixed, usize::MAX);
        self.end_step(accepts);
    }

    /// Ends a step whose outcomes are found.
    fn end_step(&mut self, accepts: Accepts<'_, T>) {
        // All decisions are made before anything changes, because the filter may panic.
        if let Some(accepts) = accepts {
            let data = |id| Some((id, &self.table.slots.get(id)?.user_data));
            let accepts =
                |[a, b]: &[_; 2]| data(*a).zip(data(*b)).is_some_and(|(a, b)| accepts(a, b));
            self.scratch.outcomes.ask(accepts);
        }
        if let Some(journal) = &mut self.journal {
            journal.note_events(&self.events);
        }
        let outcomes = &mut self.scratch.outcomes;
        if outcomes.has_refused() || !self.refused.is_empty() {
            let flips = self.journal.as_mut().and_then(|journal| journal.flips());
            self.refused.note(outcomes, flips);
        }
        replace_events(&mut self.events, outcomes, self.stays, self.table.records());
        self.departing.sort();
        let departed = mem::replace(&mut self.departed, mem::take(&mut self.departing));
        // Wraps, because a restored broad phase may be at any frame.
        self.frame = self.frame.wrapping_add(1);
        if let Some(journal) = &mut self.journal
            && !journal.end_step(&self.refused, departed, &self.margin, &self.table)
        {
            self.start_journal();
        }
        self.table.settle();
        self.ahead.end_step();
        self.scratch.lists.end_step();
        if self.stays == Stays::Unknown {
            self.find_stays();
        }
    }
}

/// Replaces the events of the last step by the outcomes.
#[inline(never)]
fn replace_events<S: Scalar, const D: usize>(
    events: &mut Events,
    outcomes: &mut Outcomes,
    stays: Stays,
    records: SlotRecords<'_, S, D>,
) {
    stays.keep_pairs(events);
    mem::swap(&mut events.begun, &mut outcomes.begun);
    mem::swap(&mut events.ended, &mut outcomes.ended);
    find_reasons_of_step(&events.ended, records, &mut events.reasons);
    trim(&mut events.reasons);
    stays.drop_ended(events);
    trim(&mut events.stayed);
}
