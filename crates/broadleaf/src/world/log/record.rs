//! Writing a log.

use super::super::bytes::{put_number, put_pairs, put_signed};
use super::super::hash::checksum;
use super::super::image::{put_box, put_filter};
use super::super::proxy::Proxy;
use super::super::save::{put_header, put_margin};
use super::super::{
    CannotRewind, Events, Filter, Margin, Mobility, ProxyConfig, ProxyId, UnknownProxy, World,
};
use super::{CREATE, DESTROY, MAGIC, MOVE, SET_FILTER, STEP, TOUCH, VERSION};
use crate::dynamic_tree::DynamicTree;
use crate::geometry::{Aabb, Scalar};
use crate::index::BroadPhase;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Deref;

/// A world that writes down what is done to it, so that [`compare_logs`](super::compare_logs) and
/// `broadleaf diff` find where two peers parted.
///
/// It has every question of a [`World`] and those of its functions that change proxies. What fails
/// is not written down, nor is what changes no answer: user data and upkeep. A world that is not
/// wrapped costs nothing more.
///
/// Costs a box of memory for each proxy, some ten bytes for each move, and for each step a [state
/// hash](World::state_hash): of what changed in a world that [remembers](Self::remember), of
/// everything in another. The bytes are kept until they are [taken](Self::take_bytes).
///
/// ```
/// use broadleaf::{Aabb, World};
/// use broadleaf::world::{Difference, Recorder, compare_logs};
///
/// let [ours, theirs] = [4, 5].map(|speed| {
///     let mut world = Recorder::new(World::<&str, i32, 2>::default());
///     let ball = world.create_proxy(Aabb::new([0, 0], [2, 2]), "ball");
///     for frame in 0..3 {
///         let x = if frame == 2 { speed * frame } else { 4 * frame };
///         world.move_proxy(ball, Aabb::new([x, 0], [x + 2, 2]), [0, 0]).unwrap();
///         world.step();
///     }
///     world.take_bytes()
/// });
/// let difference = compare_logs([&ours, &theirs])?.difference.unwrap();
/// assert!(matches!(difference, Difference::Operation { frame: 2, .. }));
/// assert_eq!(
///     difference.to_string(),
///     "frame 2: operation 6 moves 0v0 from [4, 0] to [6, 2] on to [8, 0] to [10, 2]; \
///      operation 6 moves 0v0 from [4, 0] to [6, 2] on to [10, 0] to [12, 2]"
/// );
/// # Ok::<(), broadleaf::world::InvalidLog>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "trace")]
pub struct Recorder<T, S: Scalar, const D: usize, B = DynamicTree<S, D>> {
    world: World<T, S, D, B>,
    bytes: Vec<u8>,
    last_slot: i64,
    /// By slot, the tight box that was written last.
    written: Vec<Aabb<S, D>>,
    /// The steps that the world can go back to and that are in the log, and besides them the last
    /// one. None if recording began between two steps and has not come to the second.
    marks: VecDeque<Mark>,
}

/// The end of a step: how many of the bytes and which slot came before.
#[derive(Clone, Copy, Debug)]
struct Mark {
    end: usize,
    last_slot: i64,
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> Recorder<T, S, D, B> {
    /// Records what is done to a world from now on. The log begins with the creation of all proxies
    /// that there are.
    #[must_use]
    pub fn new(world: World<T, S, D, B>) -> Self {
        let mut bytes = Vec::new();
        put_header::<S, D>(&mut bytes, MAGIC, VERSION);
        put_margin(&mut bytes, &world.margin);
        let proxies: Vec<_> = world.iter().map(|(id, _)| id).collect();
        let mut recorder = Self {
            world,
            bytes,
            last_slot: 0,
            written: Vec::new(),
            marks: VecDeque::new(),
        };
        proxies.into_iter().for_each(|id| recorder.note_created(id));
        // The log has the proxies as they are now, not as they were at the last step.
        if !recorder.world.can_undo_changes() {
            recorder.mark();
        }
        recorder
    }

    /// The log since the last call, but for the steps that can still be [gone back](Self::rewind).
    /// All of them one after the other, and what [`finish`](Self::finish) returns, are the file.
    #[must_use]
    pub fn take_bytes(&mut self) -> Vec<u8> {
        let oldest = self.marks.front();
        let settled = oldest
            .filter(|_| self.world.history_len().is_some())
            .map_or(self.bytes.len(), |mark| mark.end);
        self.marks
            .iter_mut()
            .for_each(|mark| mark.end = mark.end.saturating_sub(settled));
        self.bytes.drain(..settled).collect()
    }

    /// The world and the rest of the log.
    #[must_use]
    pub fn finish(self) -> (World<T, S, D, B>, Vec<u8>) {
        (self.world, self.bytes)
    }

    /// [`World::remember`]; not recorded.
    pub fn remember(&mut self, steps: usize)
    where
        T: Clone,
    {
        let remembered = self.world.history_len();
        self.world.remember(steps);
        if remembered.is_none() {
            // It goes back to here, and not to the end of the last step.
            self.mark();
        }
    }

    /// [`World::rewind`]. The undone steps are removed from the log, so peers that predicted
    /// differently and then agreed have the same log. Reads every proxy once.
    ///
    /// # Errors
    /// If the world does not remember so many steps, or they were before the recording; nothing
    /// changes then.
    pub fn rewind(&mut self, steps: usize) -> Result<(), CannotRewind> {
        let recorded = self.marks.len().checked_sub(1);
        let Some(last) = recorded.and_then(|recorded| recorded.checked_sub(steps)) else {
            let remembered = self.world.history_len();
            return Err(CannotRewind {
                asked: steps,
                possible: remembered.zip(recorded).map(|(a, b)| a.min(b)),
            });
        };
        self.world.rewind(steps)?;
        self.marks.truncate(last + 1);
        self.bytes.truncate(self.marks[last].end);
        self.last_slot = self.marks[last].last_slot;
        for (id, _) in self.world.iter() {
            self.written[id.id().index()] = self.world.aabb(id).expect("it is there");
        }
        Ok(())
    }

    /// [`World::create_proxy`], recorded.
    pub fn create_proxy(&mut self, aabb: Aabb<S, D>, user_data: T) -> ProxyId {
        self.create_proxy_with(ProxyConfig::default(), aabb, user_data)
    }

    /// [`World::create_proxy_with`], recorded.
    pub fn create_proxy_with(
        &mut self,
        config: ProxyConfig,
        aabb: Aabb<S, D>,
        user_data: T,
    ) -> ProxyId {
        let id = self.world.create_proxy_with(config, aabb, user_data);
        self.note_created(id);
        id
    }

    /// [`World::create_proxies`], recorded.
    pub fn create_proxies(
        &mut self,
        config: ProxyConfig,
        boxes: impl IntoIterator<Item = (Aabb<S, D>, T)>,
    ) -> Vec<ProxyId> {
        let ids = self.world.create_proxies(config, boxes);
        ids.iter().for_each(|&id| self.note_created(id));
        ids
    }

    /// [`World::destroy_proxy`], recorded.
    pub fn destroy_proxy(&mut self, id: ProxyId) -> Option<T> {
        let user_data = self.world.destroy_proxy(id)?;
        self.put_operation(DESTROY, id);
        Some(user_data)
    }

    /// [`World::move_proxy`], recorded.
    ///
    /// # Errors
    /// If there is no such proxy.
    pub fn move_proxy(
        &mut self,
        id: ProxyId,
        aabb: Aabb<S, D>,
        displacement: [S; D],
    ) -> Result<bool, UnknownProxy> {
        let left = self.world.move_proxy(id, aabb, displacement)?;
        self.note_moved(id, &aabb, displacement);
        Ok(left)
    }

    /// [`World::move_proxies`], recorded.
    ///
    /// # Errors
    /// If there is no such proxy; names the first one. All others have been moved.
    pub fn move_proxies(
        &mut self,
        moves: impl IntoIterator<Item = (ProxyId, Aabb<S, D>, [S; D])>,
    ) -> Result<usize, UnknownProxy> {
        let moves: Vec<_> = moves.into_iter().collect();
        let outcome = self.world.move_proxies(moves.iter().copied());
        for (id, aabb, displacement) in moves {
            if self.world.contains(id) {
                self.note_moved(id, &aabb, displacement);
            }
        }
        outcome
    }

    /// [`World::touch_proxy`], recorded.
    ///
    /// # Errors
    /// If there is no such proxy.
    pub fn touch_proxy(&mut self, id: ProxyId) -> Result<(), UnknownProxy> {
        self.world.touch_proxy(id)?;
        self.put_operation(TOUCH, id);
        Ok(())
    }

    /// [`World::set_filter`], recorded.
    ///
    /// # Errors
    /// If there is no such proxy.
    pub fn set_filter(&mut self, id: ProxyId, filter: Filter) -> Result<(), UnknownProxy> {
        self.world.set_filter(id, filter)?;
        self.put_operation(SET_FILTER, id);
        put_filter(&mut self.bytes, &filter);
        Ok(())
    }

    /// [`World::user_data_mut`]; not recorded.
    pub fn user_data_mut(&mut self, id: ProxyId) -> Option<&mut T> {
        self.world.user_data_mut(id)
    }

    /// [`World::optimize`]; not recorded, since it changes no answer.
    pub fn optimize(&mut self) {
        self.world.optimize();
    }

    /// [`World::step`], recorded with a hash of what came of it.
    pub fn step(&mut self) -> &Events {
        self.step_with(|_, _| true)
    }

    /// [`World::step_with`], recorded with a hash of what came of it.
    pub fn step_with(
        &mut self,
        accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
    ) -> &Events {
        self.world.step_with(accepts);
        let Events { begun, ended } = self.world.events();
        let mut outcome = Vec::new();
        [begun, ended]
            .into_iter()
            .for_each(|pairs| put_pairs(&mut outcome, pairs.iter()));
        outcome.extend(self.world.state_hash().to_le_bytes());
        self.bytes.push(STEP);
        put_number(&mut self.bytes, begun.len() as u64);
        put_number(&mut self.bytes, ended.len() as u64);
        self.bytes.extend(checksum(&outcome).to_le_bytes());
        self.mark();
        self.world.events()
    }

    /// Notes the end of a step, and forgets those that the world cannot go back to.
    fn mark(&mut self) {
        self.marks.push_back(Mark {
            end: self.bytes.len(),
            last_slot: self.last_slot,
        });
        let too_many = self
            .marks
            .len()
            .saturating_sub(self.world.history_len().unwrap_or(0) + 1);
        self.marks.drain(..too_many);
    }

    fn note_created(&mut self, id: ProxyId) {
        let Some(&Proxy {
            tight,
            filter,
            mobility,
            ..
        }) = self.world.slots.get(id)
        else {
            return;
        };
        self.put_operation(CREATE, id);
        put_number(&mut self.bytes, id.generation().into());
        self.bytes.push(u8::from(mobility == Mobility::Static));
        put_filter(&mut self.bytes, &filter);
        let origin = Aabb::point([S::default(); D]);
        self.written
            .resize(self.written.len().max(id.id().index() + 1), origin);
        self.put_tight(id, &tight, &origin);
    }

    fn note_moved(&mut self, id: ProxyId, now: &Aabb<S, D>, displacement: [S; D]) {
        self.put_operation(MOVE, id);
        let before = self.written[id.id().index()];
        self.put_tight(id, now, &before);
        // A snapped box does not depend on it.
        if matches!(self.world.margin, Margin::Fatten { .. }) {
            displacement
                .iter()
                .for_each(|along| put_signed(&mut self.bytes, along.to_word()));
        }
    }

    fn put_tight(&mut self, id: ProxyId, now: &Aabb<S, D>, before: &Aabb<S, D>) {
        put_box(&mut self.bytes, now, before);
        self.written[id.id().index()] = *now;
    }

    fn put_operation(&mut self, operation: u8, id: ProxyId) {
        let slot = i64::from(id.id().0);
        self.bytes.push(operation);
        put_signed(&mut self.bytes, slot - self.last_slot);
        self.last_slot = slot;
    }
}

impl<T, S: Scalar, const D: usize, B> Deref for Recorder<T, S, D, B> {
    type Target = World<T, S, D, B>;

    fn deref(&self) -> &World<T, S, D, B> {
        &self.world
    }
}
