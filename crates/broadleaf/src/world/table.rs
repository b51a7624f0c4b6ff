//! All proxies of a world, at the last step and now.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;

use super::filters::Filters;
use super::id::{ProxyId, UnknownProxy};
use super::margin::Margin;
use super::mobility::Mobility;
use super::numbered_slots::NumberedSlots;
use super::records::Records;
use super::slots::Slots;
use super::state::{Change, Motion, Proxy, State, margin_of};
use crate::executor::{Divide, Executor};
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// Slots with proxies, their motions, and the changes since the last step.
#[derive(Clone, Debug)]
pub(super) struct Table<T, S, const D: usize> {
    pub(super) slots: Slots<Proxy<T, S, D>>,
    /// By slot.
    pub(super) motions: Vec<Motion<S, D>>,
    pub(super) filters: Filters,
    /// By slot, the margins of proxies that have one of their own.
    margins: BTreeMap<Id, Margin<S>>,
    /// The proxies that were created, destroyed, moved, touched or configured since the last step.
    pub(super) changes: Vec<Change<S, D>>,
    /// Whether a proxy that existed at the last step may be gone.
    pub(super) has_departed: bool,
    /// Whether a proxy that changed may be static, or may have been.
    pub(super) has_static_change: bool,
}

impl<T, S, const D: usize> Default for Table<T, S, D> {
    fn default() -> Self {
        Self {
            slots: Slots::default(),
            motions: Vec::new(),
            filters: Filters::default(),
            margins: BTreeMap::new(),
            changes: Vec::new(),
            has_departed: false,
            has_static_change: false,
        }
    }
}

impl<T, S: Scalar, const D: usize> Table<T, S, D> {
    /// Allocates memory for `additional` proxies in a table of `len`.
    pub(super) fn reserve(&mut self, len: usize, additional: usize) {
        let total = len.saturating_add(additional);
        self.slots.reserve_total(total);
        self.motions
            .reserve(total.saturating_sub(self.motions.len()));
        self.changes.reserve(additional);
    }

    /// The present fat box of the proxy in a slot.
    pub(super) fn fat(&self, slot: Id) -> Aabb<S, D> {
        self.motions[slot.index()].now
    }

    /// The margin of its own that the proxy in a slot has.
    pub(super) fn own_margin(&self, slot: Id) -> Option<Margin<S>> {
        let (_, proxy) = self.slots.at(slot)?;
        let margin = || self.margins.get(&slot).copied();
        proxy.has_margin.then(margin).flatten()
    }

    /// The margin that holds for a proxy in a world with the margin `world`.
    pub(super) fn margin(&self, slot: Id, proxy: &Proxy<T, S, D>, world: &Margin<S>) -> Margin<S> {
        if proxy.has_margin
            && let Some(own) = self.margins.get(&slot)
        {
            return *own;
        }
        margin_of(None, proxy.mobility, world)
    }

    /// Sets or removes the margin for the next proxy in a slot, whose
    /// [`has_margin`](Proxy::has_margin) says the same.
    pub(super) fn set_margin(&mut self, slot: Id, margin: Option<Margin<S>>) {
        match margin {
            Some(margin) => _ = self.margins.insert(slot, margin),
            None => _ = self.margins.remove(&slot),
        }
    }

    /// Removes the slots from `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        self.slots.truncate(len);
        self.motions.truncate(len);
        self.filters.truncate(len);
        _ = self.margins.split_off(&Id::at(len));
    }

    /// The present state of a proxy.
    pub(super) fn state(&self, id: ProxyId) -> Option<State<S, D>> {
        self.records().state(id)
    }

    /// The change of the proxy in a slot.
    pub(super) fn change_of(&self, slot: Id) -> Option<&Change<S, D>> {
        self.records().change_of(slot)
    }

    /// What the pairs of all slots depend on.
    pub(super) fn records(&self) -> Records<'_, S, D> {
        Records {
            generations: self.slots.generations(),
            filters: &self.filters,
            motions: &self.motions,
            changes: &self.changes,
            has_departed: self.has_departed,
            has_static_change: self.has_static_change,
        }
    }

    /// The state of any proxy at the last step, as a function that costs a search.
    pub(super) fn at_last_step(&self) -> impl Fn(ProxyId) -> Option<State<S, D>> {
        let changes = (0..).zip(&self.changes);
        let gone = changes.filter(|(_, change)| self.slots.get(change.id).is_none());
        let mut destroyed = NumberedSlots::default();
        destroyed.replace(gone.map(|(index, change)| (change.id.id(), Id(index))));
        move |id| {
            if self.slots.get(id).is_some() {
                let change = self.change_of(id.id());
                return change.map_or_else(|| self.state(id), |change| change.before);
            }
            let change = &self.changes[destroyed.get(id.id())?.index()];
            change.before.filter(|_| change.id == id)
        }
    }

    /// Adds a proxy in a free slot, as a change.
    pub(super) fn add(&mut self, slot: Id, proxy: Proxy<T, S, D>, fat: Aabb<S, D>) -> ProxyId {
        let motion = Motion {
            change: self.next_change(),
            ..Motion::new(fat, proxy.mobility)
        };
        self.has_static_change |= proxy.mobility == Mobility::Static;
        let id = self.slots.fill(slot, proxy);
        let vacant = Motion {
            mobility: None,
            ..Motion::new(fat, Mobility::Static)
        };
        if self.motions.len() < self.slots.len() {
            self.motions.resize(self.slots.len(), vacant);
        }
        self.motions[slot.index()] = motion;
        self.changes.push(Change {
            id,
            before: None,
            touched: false,
        });
        id
    }

    /// Removes a proxy, as a change. Returns it, and whether it existed at the last step.
    pub(super) fn remove(&mut self, id: ProxyId) -> Option<(Proxy<T, S, D>, bool)> {
        let is_old = self.note_change(id).ok()?.before.is_some();
        let proxy = self.slots.remove(id)?;
        self.has_departed |= is_old;
        let motion = &mut self.motions[id.id().index()];
        motion.mobility = None;
        let change = mem::replace(&mut motion.change, Motion::<S, D>::NO_CHANGE);
        self.set_margin(id.id(), None);
        if !is_old {
            self.forget_change(change);
        }
        Some((proxy, is_old))
    }

    /// Notes that a proxy is about to change, with its state at the last step.
    pub(super) fn note_change(&mut self, id: ProxyId) -> Result<&mut Change<S, D>, UnknownProxy> {
        let next = self.next_change();
        let proxy = self.slots.get(id).ok_or(UnknownProxy(id))?;
        let motion = &mut self.motions[id.id().index()];
        if motion.change == Motion::<S, D>::NO_CHANGE {
            motion.change = next;
            self.has_static_change |= proxy.mobility == Mobility::Static;
            let before = State {
                fat: motion.now,
                filter: self.filters.get(id.id()),
                mobility: proxy.mobility,
            };
            self.changes.push(Change {
                id,
                before: Some(before),
                touched: false,
            });
        }
        Ok(&mut self.changes[motion.change as usize])
    }

    /// Notes that more than the box of a proxy is about to change, or that its pairs are decided
    /// again.
    pub(super) fn note_unsteady(&mut self, id: ProxyId, touched: bool) -> Result<(), UnknownProxy> {
        self.note_change(id)?.touched |= touched;
        self.motions[id.id().index()].steady = false;
        Ok(())
    }

    /// Gives a proxy another mobility, as a change that was noted.
    pub(super) fn set_mobility(&mut self, id: ProxyId, mobility: Mobility) {
        if let Some(proxy) = self.slots.get_mut(id) {
            proxy.mobility = mobility;
            self.has_static_change |= mobility == Mobility::Static;
            let motion = &mut self.motions[id.id().index()];
            motion.mobility = Some(mobility);
            motion.dynamic |= mobility == Mobility::Dynamic;
        }
    }

    /// Makes the present the state at the last step.
    pub(super) fn settle(&mut self, executor: impl Executor) {
        if self.changes.len() >= self.motions.len() / 4 {
            executor.run(Settle(&mut self.motions));
        } else {
            for change in &self.changes {
                self.motions[change.id.id().index()].settle();
            }
        }
        self.changes.clear();
        self.has_departed = false;
        self.has_static_change = false;
    }

    /// Forgets a proxy that was created and destroyed between two steps.
    fn forget_change(&mut self, change: u32) {
        self.changes.swap_remove(change as usize);
        let Some(moved) = self.changes.get(change as usize).map(|moved| moved.id) else {
            return;
        };
        if self.slots.get(moved).is_some() {
            self.motions[moved.id().index()].change = change;
        }
    }

    /// The index of the next change. There are at most two changes for each slot: of the proxy at
    /// the last step and of the present one.
    #[expect(clippy::cast_possible_truncation, reason = "at most twice MAX_SLOTS")]
    fn next_change(&self) -> u32 {
        self.changes.len() as u32
    }
}

/// Makes the present the state at the last step, for all slots.
struct Settle<'a, S, const D: usize>(&'a mut [Motion<S, D>]);

impl<S: Scalar, const D: usize> Divide for Settle<'_, S, D> {
    type Output = ();

    fn halve(self) -> Result<[Self; 2], Self> {
        const PIECE: usize = 1 << 12;
        if self.0.len() <= PIECE {
            return Err(self);
        }
        let (first, second) = self.0.split_at_mut(self.0.len() / 2);
        Ok([Self(first), Self(second)])
    }

    fn run(self) {
        self.0.iter_mut().for_each(Motion::settle);
    }

    fn merge((): (), (): ()) {}
}
