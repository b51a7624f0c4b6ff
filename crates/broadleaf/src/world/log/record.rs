//! Writing a log.

use alloc::vec::Vec;
use core::ops::Deref;

use super::super::bytes::{put_number, put_pairs, put_signed};
use super::super::{Events, Filter, Margin, Mobility, ProxyConfig, ProxyId, UnknownProxy, World};
use super::{CREATE, DESTROY, FATTEN, FIXED, FLOAT, MAGIC, MOVE, SET_FILTER, SNAP, STEP, TOUCH, VERSION};
use crate::{Aabb, BroadPhase, DynamicTree, Encoding, Scalar};

/// A world that writes down what is done to it, so that [`compare_logs`](super::compare_logs) and `broadleaf diff` find where two peers parted.
///
/// It has every question of a [`World`] and those of its functions that change proxies. What fails is not written down, nor is what changes no answer:
/// user data and upkeep. A world that is not wrapped costs nothing more.
///
/// Costs a box of memory for each proxy, some ten bytes for each move, and at the end of a step a look at the boxes that changed. The bytes are kept until they are
/// [taken](Self::take_bytes).
///
/// ```
/// use broadleaf::{Aabb, Difference, Recorder, World, compare_logs};
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
/// # Ok::<(), broadleaf::InvalidLog>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "trace")]
pub struct Recorder<T, S: Scalar, const D: usize, B = DynamicTree<S, D>> {
    world: World<T, S, D, B>,
    bytes: Vec<u8>,
    last_slot: i64,
    /// By slot, the tight box that was written last.
    written: Vec<Aabb<S, D>>,
    /// What was created or moved since the last step.
    changed: Vec<ProxyId>,
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> Recorder<T, S, D, B> {
    /// Records what is done to a world from now on. The log begins with the creation of all proxies that there are.
    #[must_use]
    pub fn new(world: World<T, S, D, B>) -> Self {
        let mut bytes = Vec::new();
        put_header::<S, D>(&mut bytes, &world.margin);
        let proxies: Vec<_> = world.iter().map(|(id, _)| id).collect();
        let mut recorder = Self { world, bytes, last_slot: 0, written: Vec::new(), changed: Vec::new() };
        proxies.into_iter().for_each(|id| recorder.note_created(id));
        recorder
    }

    /// The log since the last call. All of them one after the other are the file.
    #[must_use]
    pub fn take_bytes(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.bytes)
    }

    /// The world, and an end of the recording.
    #[must_use]
    pub fn into_world(self) -> World<T, S, D, B> {
        self.world
    }

    /// [`World::create_proxy`], recorded.
    pub fn create_proxy(&mut self, aabb: Aabb<S, D>, user_data: T) -> ProxyId {
        self.create_proxy_with(ProxyConfig::default(), aabb, user_data)
    }

    /// [`World::create_proxy_with`], recorded.
    pub fn create_proxy_with(&mut self, config: ProxyConfig, aabb: Aabb<S, D>, user_data: T) -> ProxyId {
        let id = self.world.create_proxy_with(config, aabb, user_data);
        self.note_created(id);
        id
    }

    /// [`World::create_proxies`], recorded.
    pub fn create_proxies(&mut self, config: ProxyConfig, boxes: impl IntoIterator<Item = (Aabb<S, D>, T)>) -> Vec<ProxyId> {
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
    pub fn move_proxy(&mut self, id: ProxyId, aabb: Aabb<S, D>, displacement: [S; D]) -> Result<bool, UnknownProxy> {
        let left = self.world.move_proxy(id, aabb, displacement)?;
        self.note_moved(id, &aabb, displacement);
        Ok(left)
    }

    /// [`World::move_proxies`], recorded.
    ///
    /// # Errors
    /// If there is no such proxy; names the first one. All others have been moved.
    pub fn move_proxies(&mut self, moves: impl IntoIterator<Item = (ProxyId, Aabb<S, D>, [S; D])>) -> Result<usize, UnknownProxy> {
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
    pub fn step_with(&mut self, accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool) -> &Events {
        self.world.step_with(accepts);
        let (hash, Events { begun, ended }) = (self.hash_of_step(), self.world.events());
        self.bytes.push(STEP);
        put_number(&mut self.bytes, begun.len() as u64);
        put_number(&mut self.bytes, ended.len() as u64);
        self.bytes.extend(hash.to_le_bytes());
        self.changed.clear();
        self.world.events()
    }

    /// Of the events and of the boxes that changed, whatever the order in which they did.
    fn hash_of_step(&mut self) -> u64 {
        self.changed.sort_unstable();
        self.changed.dedup();
        let Events { begun, ended } = self.world.events();
        let mut out = Vec::new();
        [begun, ended].into_iter().for_each(|pairs| put_pairs(&mut out, pairs.iter()));
        for &id in &self.changed {
            put_number(&mut out, id.to_bits());
            let boxes = [self.world.aabb(id), self.world.fat_aabb(id)];
            boxes.iter().flatten().for_each(|aabb| put_box(&mut out, aabb, &Aabb::point([S::default(); D])));
        }
        hash(&out)
    }

    fn note_created(&mut self, id: ProxyId) {
        let Some(&super::super::Proxy { tight, filter, mobility, .. }) = self.world.slots.get(id) else { return };
        self.put_operation(CREATE, id);
        put_number(&mut self.bytes, id.generation().into());
        self.bytes.push(u8::from(mobility == Mobility::Static));
        put_filter(&mut self.bytes, &filter);
        let origin = Aabb::point([S::default(); D]);
        self.written.resize(self.written.len().max(id.id().index() + 1), origin);
        self.put_tight(id, &tight, &origin);
    }

    fn note_moved(&mut self, id: ProxyId, now: &Aabb<S, D>, displacement: [S; D]) {
        self.put_operation(MOVE, id);
        let before = self.written[id.id().index()];
        self.put_tight(id, now, &before);
        // A snapped box does not depend on it.
        if matches!(self.world.margin, Margin::Fatten { .. }) {
            displacement.iter().for_each(|along| put_signed(&mut self.bytes, along.to_word()));
        }
    }

    fn put_tight(&mut self, id: ProxyId, now: &Aabb<S, D>, before: &Aabb<S, D>) {
        put_box(&mut self.bytes, now, before);
        self.written[id.id().index()] = *now;
        self.changed.push(id);
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

fn put_header<S: Scalar, const D: usize>(out: &mut Vec<u8>, margin: &Margin<S>) {
    out.extend(MAGIC);
    out.push(VERSION);
    let (kind, bits, fraction) = match S::ENCODING {
        Encoding::Float { bits } => (FLOAT, bits, 0),
        Encoding::Fixed { bits, fraction } => (FIXED, bits, fraction),
    };
    out.push(kind);
    [bits.into(), fraction.into(), D as u64].into_iter().for_each(|number| put_number(out, number));
    match *margin {
        Margin::Fatten { extension, prediction } => {
            out.push(FATTEN);
            put_signed(out, extension.to_word());
            put_number(out, prediction.into());
        }
        Margin::Snap { cell } => {
            out.push(SNAP);
            put_signed(out, cell.to_word());
        }
    }
}

fn put_filter(out: &mut Vec<u8>, filter: &Filter) {
    put_number(out, filter.category.into());
    put_number(out, filter.mask.into());
    put_signed(out, filter.group.into());
}

/// Writes a box as what it differs from another one. One that is elsewhere, and as large, is short.
fn put_box<S: Scalar, const D: usize>(out: &mut Vec<u8>, aabb: &Aabb<S, D>, near: &Aabb<S, D>) {
    for axis in 0..D {
        let [(min, max), (near_min, near_max)] = [aabb, near].map(|aabb| aabb.ends(axis).map(S::to_word).into());
        let shift = min.wrapping_sub(near_min);
        put_signed(out, shift);
        put_signed(out, max.wrapping_sub(near_max).wrapping_sub(shift));
    }
}

/// Fowler, Noll & Vo's FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
