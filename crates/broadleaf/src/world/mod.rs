//! Proxies with user data, margins, filters and events, on top of any structure.
//!
//! ```text
//!   tight boxes in ──▶ fat boxes ──▶ moving: B ─┐
//!                                    fixed:  B ─┴─▶ step() ──▶ pairs that began and ended
//! ```
//!
//! No table of pairs is kept. A pair begins if its boxes overlap now and did not at the last step,
//! and ends in the reverse case: both are comparisons of boxes that the world knows, so a step
//! looks only at what changed and remembers only pairs that the user's filter refused.
//!
//! Invariants, checked by `validate`:
//! * W1: a fat box contains its tight box.
//! * W2: the structures hold exactly the proxies, each with its category and its fat box.
//! * W3: a proxy is noted as changed exactly if a change names it.
//! * W4: the trace of an unchanged proxy is steady, its boxes equal; a trace knows whether there is
//!   a proxy and of what kind.
//! * W5: a refused pair overlapped and was allowed at the last step.
//! * W6: the hash that a journal carries along is the hash from scratch.

mod bytes;
mod crowd;
mod filter;
mod hash;
mod image;
mod journal;
mod log;
mod margin;
mod proxy;
mod query;
mod restore;
mod rewind;
mod save;
mod step;
#[cfg(test)]
mod tests;
mod validate;

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

pub use self::filter::Filter;
use self::journal::Journal;
pub use self::log::{
    Comparison, Difference, InvalidLog, LogBox, Operation, Recorder, Side, compare_logs,
};
pub use self::margin::Margin;
pub use self::proxy::{Mobility, ProxyId, UnknownProxy};
use self::proxy::{Proxy, Slots};
pub use self::query::ProxyHit;
pub use self::restore::RestoreError;
pub use self::rewind::CannotRewind;
pub use self::step::Events;
use self::step::{Change, Roster, Scratch, State, Trace};
use crate::dynamic_tree::DynamicTree;
use crate::geometry::{Aabb, Scalar};
use crate::index::BroadPhase;

/// A broad phase for a physics engine or a game: proxies come, go and move, and each
/// [`step`](World::step) says which pairs began and ended.
///
/// `T` is your data for a proxy, `B` the structure that does the work.
///
/// ```
/// use broadleaf::{Aabb, World};
///
/// let mut world = World::<&str, f32, 2>::default();
/// let floor = world.create_static(Aabb::new([-9.0, -1.0], [9.0, 0.0]), "floor");
/// let ball = world.create_proxy(Aabb::new([0.0, 5.0], [1.0, 6.0]), "ball");
/// assert!(world.step().begun.is_empty());
///
/// world.move_proxy(ball, Aabb::new([0.0, 0.0], [1.0, 1.0]), [0.0, -5.0])?;
/// assert_eq!(world.step().begun, [(floor, ball)]);
///
/// assert_eq!(world.destroy_proxy(ball), Some("ball"));
/// assert_eq!(world.step().ended, [(floor, ball)]);
/// # Ok::<(), broadleaf::world::UnknownProxy>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "BroadPhaseStrategy")]
#[doc(alias = "b2BroadPhase")]
pub struct World<T, S: Scalar, const D: usize, B = DynamicTree<S, D>> {
    slots: Slots<Proxy<T, S, D>>,
    /// By slot.
    traces: Vec<Trace<S, D>>,
    moving: B,
    fixed: B,
    margin: Margin<S>,
    /// What was created, destroyed, moved, touched or given another filter since the last step.
    changes: Vec<Change<S, D>>,
    /// Pairs that the user's filter refused when they began.
    refused: BTreeSet<(ProxyId, ProxyId)>,
    events: Events,
    scratch: Scratch<S, D>,
    /// If it remembers steps.
    journal: Option<Box<Journal<T, S, D>>>,
}

/// How a proxy is made, beyond its box and data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProxyConfig {
    /// Whether it is expected to move.
    pub mobility: Mobility,
    /// Which others it forms pairs with.
    pub filter: Filter,
}

impl<T, S: Scalar, const D: usize> World<T, S, D> {
    /// An empty world over a [`DynamicTree`], with this margin.
    #[must_use]
    pub fn new(margin: Margin<S>) -> Self {
        Self::with_structure(margin)
    }
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D> + Default> World<T, S, D, B> {
    /// An empty world over the structure that its type names, with this margin.
    #[must_use]
    pub fn with_structure(margin: Margin<S>) -> Self {
        Self {
            slots: Slots::new(),
            traces: Vec::new(),
            moving: B::default(),
            fixed: B::default(),
            margin,
            changes: Vec::new(),
            refused: BTreeSet::new(),
            events: Events::default(),
            scratch: Scratch::default(),
            journal: None,
        }
    }
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> World<T, S, D, B> {
    /// Makes a moving proxy with the default filter. It is found by questions at once, and by pairs
    /// in the next step.
    #[doc(alias = "createProxy")]
    pub fn create_proxy(&mut self, aabb: Aabb<S, D>, user_data: T) -> ProxyId {
        self.create_proxy_with(ProxyConfig::default(), aabb, user_data)
    }

    /// Makes a static proxy with the default filter.
    pub fn create_static(&mut self, aabb: Aabb<S, D>, user_data: T) -> ProxyId {
        self.create_proxy_with(
            ProxyConfig {
                mobility: Mobility::Static,
                ..ProxyConfig::default()
            },
            aabb,
            user_data,
        )
    }

    /// Makes a proxy.
    pub fn create_proxy_with(
        &mut self,
        config: ProxyConfig,
        aabb: Aabb<S, D>,
        user_data: T,
    ) -> ProxyId {
        let (id, fat) = self.add_slot(config, aabb, user_data);
        self.structure_mut(config.mobility).insert(id.id(), fat);
        self.set_category(id, config);
        id
    }

    /// Makes many proxies at once, which is much faster than one by one.
    pub fn create_proxies(
        &mut self,
        config: ProxyConfig,
        boxes: impl IntoIterator<Item = (Aabb<S, D>, T)>,
    ) -> Vec<ProxyId> {
        // Taken in before anything changes: an iterator may panic.
        let boxes: Vec<_> = boxes.into_iter().collect();
        self.slots.reserve(boxes.len());
        self.traces.reserve(boxes.len());
        self.changes.reserve(boxes.len());
        let made: Vec<_> = boxes
            .into_iter()
            .map(|(aabb, user_data)| self.add_slot(config, aabb, user_data))
            .collect();
        self.structure_mut(config.mobility)
            .extend(made.iter().map(|(id, fat)| (id.id(), *fat)));
        made.iter()
            .for_each(|(id, _)| self.set_category(*id, config));
        made.into_iter().map(|(id, _)| id).collect()
    }

    /// Removes a proxy and returns its data. Its pairs end in the next step. An unknown id is
    /// `None`, never someone else's proxy.
    #[doc(alias = "destroyProxy")]
    pub fn destroy_proxy(&mut self, id: ProxyId) -> Option<T> {
        let change = self.note_change(id).ok()?;
        let known = change.before.is_some();
        self.note(|journal, roster| journal.note_data(id, roster));
        let proxy = self.slots.remove(id)?;
        self.traces[id.id().index()].mobility = None;
        if !known {
            self.forget_change(proxy.change);
        }
        self.structure_mut(proxy.mobility).remove(id.id());
        Some(proxy.user_data)
    }

    /// Gives a proxy a new tight box. Returns whether it left its fat box and was re-inserted; if
    /// not, no question of this or a later step costs more.
    ///
    /// `displacement` is how far it is expected to move until the next call, for [`Margin::Fatten`]
    /// to predict with.
    ///
    /// # Errors
    /// If there is no such proxy.
    #[doc(alias = "moveProxy")]
    pub fn move_proxy(
        &mut self,
        id: ProxyId,
        aabb: Aabb<S, D>,
        displacement: [S; D],
    ) -> Result<bool, UnknownProxy> {
        let Some((mobility, fat)) = self.set_tight(id, aabb, displacement)? else {
            return Ok(false);
        };
        self.structure_mut(mobility).insert(id.id(), fat);
        Ok(true)
    }

    /// Moves many proxies at once, which is much faster than one by one where many leave their fat
    /// boxes. Returns how many did.
    ///
    /// # Errors
    /// If there is no such proxy; names the first one. All others have been moved.
    pub fn move_proxies(
        &mut self,
        moves: impl IntoIterator<Item = (ProxyId, Aabb<S, D>, [S; D])>,
    ) -> Result<usize, UnknownProxy> {
        // An iterator may panic: the structures hear of what has moved until then.
        let moved = BulkMove(self);
        let (mut count, mut outcome) = (0, Ok(()));
        for (id, aabb, displacement) in moves {
            match moved.0.set_tight(id, aabb, displacement) {
                Ok(Some((mobility, _))) => {
                    moved.0.scratch.moved[mobility as usize].push(id.id());
                    count += 1;
                }
                Ok(None) => {}
                Err(unknown) => outcome = outcome.and(Err(unknown)),
            }
        }
        outcome.map(|()| count)
    }

    /// Has the next step look at a proxy's pairs again: the user's filter may have changed its
    /// mind.
    ///
    /// # Errors
    /// If there is no such proxy.
    #[doc(alias = "touchProxy")]
    pub fn touch_proxy(&mut self, id: ProxyId) -> Result<(), UnknownProxy> {
        self.note_restless(id, true)
    }

    /// Gives a proxy another filter. Pairs that it no longer allows end in the next step, pairs
    /// that it now allows begin.
    ///
    /// # Errors
    /// If there is no such proxy.
    pub fn set_filter(&mut self, id: ProxyId, filter: Filter) -> Result<(), UnknownProxy> {
        self.note_restless(id, false)?;
        self.note(|journal, roster| journal.note_slot(id, roster));
        let proxy = self.slots.get_mut(id).ok_or(UnknownProxy(id))?;
        proxy.filter = filter;
        let mobility = proxy.mobility;
        self.structure_mut(mobility)
            .set_category(id.id(), filter.category);
        Ok(())
    }

    /// A proxy's data.
    #[must_use]
    #[doc(alias = "getUserData")]
    pub fn user_data(&self, id: ProxyId) -> Option<&T> {
        self.slots.get(id).map(|proxy| &proxy.user_data)
    }

    /// A proxy's data, to change.
    pub fn user_data_mut(&mut self, id: ProxyId) -> Option<&mut T> {
        self.note(|journal, roster| journal.note_data(id, roster));
        self.slots.get_mut(id).map(|proxy| &mut proxy.user_data)
    }

    /// A proxy's tight box: the one it was last given.
    #[must_use]
    pub fn aabb(&self, id: ProxyId) -> Option<Aabb<S, D>> {
        self.slots.get(id).map(|proxy| proxy.tight)
    }

    /// A proxy's fat box: the one that pairs are made of.
    #[must_use]
    #[doc(alias = "getFatAABB")]
    pub fn fat_aabb(&self, id: ProxyId) -> Option<Aabb<S, D>> {
        self.slots.get(id).map(|_| self.traces[id.id().index()].now)
    }

    /// A proxy's filter.
    #[must_use]
    pub fn filter(&self, id: ProxyId) -> Option<Filter> {
        self.slots.get(id).map(|proxy| proxy.filter)
    }

    /// Whether there is a proxy with this id.
    #[must_use]
    pub fn contains(&self, id: ProxyId) -> bool {
        self.slots.get(id).is_some()
    }

    /// How many proxies there are.
    #[must_use]
    #[doc(alias = "getProxyCount")]
    pub fn len(&self) -> usize {
        self.moving.len() + self.fixed.len()
    }

    /// Whether there are no proxies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All proxies, by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = (ProxyId, &T)> {
        self.slots.iter().map(|(id, proxy)| (id, &proxy.user_data))
    }

    /// The structure of the moving proxies by [`ProxyId::id`], for statistics and drawing. Its
    /// boxes are the fat boxes.
    #[must_use]
    pub fn moving(&self) -> &B {
        &self.moving
    }

    /// The structure of the static proxies.
    #[must_use]
    pub fn fixed(&self) -> &B {
        &self.fixed
    }

    /// Makes later questions faster; never changes an answer or an event.
    pub fn optimize(&mut self) {
        self.moving.optimize();
        self.fixed.optimize();
    }

    fn structure_mut(&mut self, mobility: Mobility) -> &mut B {
        match mobility {
            Mobility::Moving => &mut self.moving,
            Mobility::Static => &mut self.fixed,
        }
    }

    fn roster(&self) -> Roster<'_, T, S, D> {
        Roster {
            slots: &self.slots,
            traces: &self.traces,
            changes: &self.changes,
        }
    }

    /// Makes a slot and notes it as new; the structure is the caller's concern.
    fn add_slot(
        &mut self,
        config: ProxyConfig,
        tight: Aabb<S, D>,
        user_data: T,
    ) -> (ProxyId, Aabb<S, D>) {
        let ProxyConfig { mobility, filter } = config;
        let fat = self.margin.fat(mobility, &tight, [S::default(); D]);
        let change = Some(self.next_change());
        self.note(Journal::note_next);
        let id = self.slots.insert(Proxy {
            user_data,
            tight,
            filter,
            mobility,
            change,
        });
        let trace = Trace {
            before: fat,
            now: fat,
            steady: false,
            mobility: Some(mobility),
        };
        match self.traces.get_mut(id.id().index()) {
            Some(place) => *place = trace,
            None => self.traces.push(trace),
        }
        self.changes.push(Change {
            id,
            before: None,
            touched: false,
        });
        (id, fat)
    }

    fn set_category(&mut self, id: ProxyId, config: ProxyConfig) {
        // Every box is in every category until a structure hears otherwise.
        if config.filter.category != u32::MAX {
            self.structure_mut(config.mobility)
                .set_category(id.id(), config.filter.category);
        }
    }

    /// Sets a tight box, and a new fat box if it needs one; returns then where that belongs.
    fn set_tight(
        &mut self,
        id: ProxyId,
        tight: Aabb<S, D>,
        displacement: [S; D],
    ) -> Result<Option<(Mobility, Aabb<S, D>)>, UnknownProxy> {
        self.note(|journal, roster| journal.note_move(id, &tight, roster));
        let proxy = self.slots.get_mut(id).ok_or(UnknownProxy(id))?;
        proxy.tight = tight;
        let (fat, mobility) = (self.traces[id.id().index()].now, proxy.mobility);
        if self.margin.keeps(mobility, &fat, &tight) {
            return Ok(None);
        }
        let fat = self.margin.fat(mobility, &tight, displacement);
        self.note_change(id)?;
        self.traces[id.id().index()].now = fat;
        Ok(Some((mobility, fat)))
    }

    /// Notes that a proxy is about to change, with what it was at the last step.
    fn note_change(&mut self, id: ProxyId) -> Result<&mut Change<S, D>, UnknownProxy> {
        let next = self.next_change();
        let proxy = self.slots.get_mut(id).ok_or(UnknownProxy(id))?;
        let change = *proxy.change.get_or_insert(next);
        if change == next {
            let before = State {
                fat: self.traces[id.id().index()].now,
                filter: proxy.filter,
                mobility: proxy.mobility,
            };
            self.changes.push(Change {
                id,
                before: Some(before),
                touched: false,
            });
        }
        Ok(&mut self.changes[change as usize])
    }

    /// Notes that more than a proxy's box is about to change, or its pairs are to be looked at
    /// again.
    fn note_restless(&mut self, id: ProxyId, touched: bool) -> Result<(), UnknownProxy> {
        self.note_change(id)?.touched |= touched;
        self.traces[id.id().index()].steady = false;
        Ok(())
    }

    /// Forgets a proxy that came and went within a step.
    fn forget_change(&mut self, number: Option<u32>) {
        let Some(number) = number else { return };
        self.changes.swap_remove(number as usize);
        let moved = self
            .changes
            .get(number as usize)
            .and_then(|moved| self.slots.get_mut(moved.id));
        moved
            .into_iter()
            .for_each(|proxy| proxy.change = Some(number));
    }

    fn next_change(&self) -> u32 {
        u32::try_from(self.changes.len()).expect("fewer than 2^32 changes in a step")
    }
}

/// Tells the structures of moved boxes when it ends.
struct BulkMove<'a, T, S: Scalar, const D: usize, B: BroadPhase<S, D>>(&'a mut World<T, S, D, B>);

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> Drop for BulkMove<'_, T, S, D, B> {
    fn drop(&mut self) {
        let World {
            traces,
            moving,
            fixed,
            scratch,
            ..
        } = &mut *self.0;
        for (structure, moved) in [moving, fixed].into_iter().zip(&mut scratch.moved) {
            structure.extend(moved.drain(..).map(|id| (id, traces[id.index()].now)));
        }
    }
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D> + Default> Default for World<T, S, D, B> {
    /// An empty world with the default margin.
    fn default() -> Self {
        Self::with_structure(Margin::default())
    }
}
