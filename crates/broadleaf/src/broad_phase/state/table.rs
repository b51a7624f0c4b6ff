//! All proxies of a broad phase, at the last step and at present.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;

use super::filters::SlotFilters;
use super::id::{ProxyId, UnknownProxy};
use super::margin::Margin;
use super::mobility::Mobility;
use super::proxy::{Change, Proxy, State, Status, margin_of};
use super::records::{Kinds, SlotRecords};
use super::slots::Slots;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// Slots with proxies, their fat boxes, and the changes since the last step.
#[derive(Clone, Debug)]
pub(crate) struct Table<T, S, const D: usize> {
    pub(crate) slots: Slots<Proxy<T, S, D>>,
    /// The current fat boxes, by slot; a free slot has any box.
    pub(crate) fats: Vec<Aabb<S, D>>,
    /// By slot.
    pub(crate) statuses: Vec<Status>,
    pub(crate) filters: SlotFilters,
    /// The margins of single proxies, by slot.
    margins: BTreeMap<Id, Margin<S>>,
    /// The proxies that were created, destroyed, moved, touched or configured since the last step.
    pub(crate) changes: Vec<Change<S, D>>,
    pub(crate) kinds: Kinds,
    /// Whether any proxy has slept. Affects only which structures a step queries.
    pub(crate) may_sleep: bool,
}

impl<T, S, const D: usize> Default for Table<T, S, D> {
    fn default() -> Self {
        Self {
            slots: Slots::default(),
            fats: Vec::new(),
            statuses: Vec::new(),
            filters: SlotFilters::default(),
            margins: BTreeMap::new(),
            changes: Vec::new(),
            kinds: Kinds::default(),
            may_sleep: false,
        }
    }
}

impl<T, S: Scalar, const D: usize> Table<T, S, D> {
    /// Allocates memory for `additional` proxies in a table of `len`.
    pub(crate) fn reserve(&mut self, len: usize, additional: usize) {
        let total = len.saturating_add(additional);
        self.slots.reserve_total(total);
        let more = total.saturating_sub(self.fats.len());
        self.fats.reserve(more);
        self.statuses.reserve(more);
        self.changes.reserve(additional);
    }

    pub(crate) fn fat(&self, slot: Id) -> Aabb<S, D> {
        self.fats[slot.index()]
    }

    /// The margin for the proxy in a slot alone.
    pub(crate) fn own_margin(&self, slot: Id) -> Option<Margin<S>> {
        let (_, proxy) = self.slots.at(slot)?;
        let margin = || self.margins.get(&slot).copied();
        proxy.has_margin.then(margin).flatten()
    }

    /// The margin that applies to a proxy in a broad phase with the margin `broad_phase`.
    pub(crate) fn margin(
        &self,
        slot: Id,
        proxy: &Proxy<T, S, D>,
        broad_phase: &Margin<S>,
    ) -> Margin<S> {
        if proxy.has_margin
            && let Some(own) = self.margins.get(&slot)
        {
            return *own;
        }
        margin_of(None, proxy.mobility, broad_phase)
    }

    /// Sets or removes the margin for the next proxy in a slot, whose
    /// [`has_margin`](Proxy::has_margin) has to agree.
    pub(crate) fn set_margin(&mut self, slot: Id, margin: Option<Margin<S>>) {
        match margin {
            Some(margin) => _ = self.margins.insert(slot, margin),
            None => _ = self.margins.remove(&slot),
        }
    }

    /// Sets or removes the margin for one proxy alone.
    pub(crate) fn set_own_margin(&mut self, id: ProxyId, margin: Option<Margin<S>>) {
        if let Some(proxy) = self.slots.get_mut(id) {
            proxy.has_margin = margin.is_some();
            self.set_margin(id.id(), margin);
        }
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.slots.truncate(len);
        self.fats.truncate(len);
        self.statuses.truncate(len);
        self.filters.truncate(len);
        _ = self.margins.split_off(&Id::at(len));
    }

    pub(crate) fn state(&self, id: ProxyId) -> Option<State<S, D>> {
        self.records().state(id)
    }

    pub(crate) fn change_of(&self, slot: Id) -> Option<&Change<S, D>> {
        self.records().change_of(slot)
    }

    pub(crate) fn records(&self) -> SlotRecords<'_, S, D> {
        SlotRecords {
            generations: self.slots.generations(),
            filters: &self.filters,
            fats: &self.fats,
            statuses: &self.statuses,
            changes: &self.changes,
            kinds: self.kinds,
            may_sleep: self.may_sleep,
        }
    }

    /// A function that returns the state of any proxy at the last step, by a binary search.
    pub(crate) fn at_last_step(&self) -> impl Fn(ProxyId) -> Option<State<S, D>> {
        let changes = self.changes.iter().enumerate();
        let gone = changes.filter(|(_, change)| self.slots.get(change.id).is_none());
        let mut destroyed: Vec<_> = gone
            .map(|(index, change)| (change.id.id(), index))
            .collect();
        destroyed.sort_unstable();
        move |id| {
            if self.slots.get(id).is_some() {
                let change = self.change_of(id.id());
                return change.map_or_else(|| self.state(id), |change| change.before);
            }
            let found = destroyed.binary_search_by_key(&id.id(), |(slot, _)| *slot);
            let (_, index) = destroyed[found.ok()?];
            let change: &Change<S, D> = &self.changes[index];
            change.before.filter(|_| change.id == id)
        }
    }

    /// A function that returns whether two proxies were a pair after the last step, regardless of
    /// the caller's filter.
    pub(crate) fn was_pair(&self) -> impl Fn(&[ProxyId; 2]) -> bool {
        let before = self.at_last_step();
        move |pair| match pair.map(&before) {
            [Some(a), Some(b)] => a.meets(&b),
            _ => false,
        }
    }

    /// Adds a proxy in a free slot, as a change.
    pub(crate) fn add(&mut self, slot: Id, proxy: Proxy<T, S, D>, fat: Aabb<S, D>) -> ProxyId {
        let status = Status {
            mobility: Some(proxy.mobility),
            change: self.next_change(),
        };
        self.kinds.has_static |= proxy.mobility.is_fixed();
        let id = self.slots.fill(slot, proxy);
        if self.fats.len() < self.slots.len() {
            self.fats.resize(self.slots.len(), fat);
            let vacant = Status::at_rest(None);
            self.statuses.resize(self.slots.len(), vacant);
        }
        self.put(slot, fat, status);
        self.changes.push(Change {
            id,
            before: None,
            steady: true,
            touched: false,
        });
        id
    }

    /// Sets what a step reads about a slot.
    pub(crate) fn put(&mut self, slot: Id, fat: Aabb<S, D>, status: Status) {
        self.may_sleep |= status.mobility == Some(Mobility::Sleeping);
        self.fats[slot.index()] = fat;
        self.statuses[slot.index()] = status;
    }

    /// Removes a proxy, as a change. Returns it, and whether it existed at the last step.
    pub(crate) fn remove(&mut self, id: ProxyId) -> Option<(Proxy<T, S, D>, bool)> {
        let is_old = self.note_change(id).ok()?.before.is_some();
        let proxy = self.slots.remove(id)?;
        self.kinds.has_departed |= is_old;
        let status = &mut self.statuses[id.id().index()];
        let Status { change, .. } = mem::replace(status, Status::at_rest(None));
        self.set_margin(id.id(), None);
        if !is_old {
            self.forget_change(change);
        }
        Some((proxy, is_old))
    }

    /// Notes that a proxy is about to change, with its state at the last step.
    pub(crate) fn note_change(&mut self, id: ProxyId) -> Result<&mut Change<S, D>, UnknownProxy> {
        let proxy = self.slots.get(id).ok_or(UnknownProxy(id))?;
        Ok(self.note_change_of(id, proxy.mobility))
    }

    /// [`note_change`](Self::note_change) for a proxy that exists, with its current mobility.
    pub(crate) fn note_change_of(&mut self, id: ProxyId, mobility: Mobility) -> &mut Change<S, D> {
        let next = self.next_change();
        let status = &mut self.statuses[id.id().index()];
        if !status.has_changed() {
            status.change = next;
            self.kinds.has_static |= mobility.is_fixed();
            let before = State {
                fat: self.fats[id.id().index()],
                filter: self.filters.get(id.id()),
                mobility,
            };
            self.changes.push(Change {
                id,
                before: Some(before),
                steady: true,
                touched: false,
            });
        }
        &mut self.changes[status.change as usize]
    }

    /// Whether the noted kinds of changes include that of a change.
    pub(crate) fn is_kind_noted(&self, change: &Change<S, D>) -> bool {
        let now = self.state(change.id);
        let mut states = [change.before, now].into_iter().flatten();
        self.kinds.cover(Kinds {
            has_departed: change.before.is_some() && now.is_none(),
            has_static: states.any(|state| state.mobility.is_fixed()),
            has_unsteady: !change.steady,
        })
    }

    /// Notes that more than the box of a proxy is about to change, or that its pairs are to be
    /// decided again.
    pub(crate) fn note_unsteady(&mut self, id: ProxyId, touched: bool) -> Result<(), UnknownProxy> {
        let change = self.note_change(id)?;
        change.touched |= touched;
        change.steady = false;
        self.kinds.has_unsteady = true;
        Ok(())
    }

    /// Gives a proxy another mobility, as a change that was noted.
    pub(crate) fn set_mobility(&mut self, id: ProxyId, mobility: Mobility) {
        if let Some(proxy) = self.slots.get_mut(id) {
            proxy.mobility = mobility;
            self.kinds.has_static |= mobility.is_fixed();
            self.may_sleep |= mobility == Mobility::Sleeping;
            self.statuses[id.id().index()].mobility = Some(mobility);
        }
    }

    /// Makes the current state that at the last step.
    pub(crate) fn settle(&mut self) {
        // The statuses of all slots take a sixth of the memory of their changes.
        if self.changes.len() >= self.statuses.len() / 6 {
            for status in &mut self.statuses {
                status.change = Status::NO_CHANGE;
            }
        } else {
            for change in &self.changes {
                self.statuses[change.id.id().index()].change = Status::NO_CHANGE;
            }
        }
        self.changes.clear();
        self.kinds = Kinds::default();
    }

    /// Forgets a proxy that was created and destroyed between two steps.
    fn forget_change(&mut self, change: u32) {
        self.changes.swap_remove(change as usize);
        let Some(moved) = self.changes.get(change as usize).map(|moved| moved.id) else {
            return;
        };
        if self.slots.get(moved).is_some() {
            self.statuses[moved.id().index()].change = change;
        }
    }

    /// The index of the next change. There are at most two changes per slot: of the proxy at the
    /// last step and of the current one.
    #[expect(clippy::cast_possible_truncation, reason = "at most twice MAX_SLOTS")]
    fn next_change(&self) -> u32 {
        self.changes.len() as u32
    }
}
