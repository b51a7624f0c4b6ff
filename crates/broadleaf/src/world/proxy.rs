//! Proxies, their ids, and the slots they live in.

use super::Filter;
use crate::geometry::Aabb;
use crate::store::Id;
use alloc::vec::Vec;
use core::fmt;

/// Names a proxy of a world, and never another one: a slot that is used again gets a new
/// generation.
///
/// Ordered by slot, then generation: the canonical order of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProxyId {
    index: u32,
    generation: u32,
}

impl ProxyId {
    /// The slot: the id of the proxy's box in the world's structures.
    #[must_use]
    pub fn id(self) -> Id {
        Id(self.index)
    }

    pub(super) fn new(index: u32, generation: u32) -> Self {
        Self { index, generation }
    }

    pub(super) fn generation(self) -> u32 {
        self.generation
    }

    /// Both numbers in one, for other languages and files.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// The id that [`to_bits`](Self::to_bits) came from. Any number is safe; it then names nothing.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "each half is 32 bits")]
    pub fn from_bits(bits: u64) -> Self {
        Self {
            index: bits as u32,
            generation: (bits >> 32) as u32,
        }
    }
}

impl fmt::Display for ProxyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}

/// A proxy was asked for that does not exist, or not any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownProxy(pub ProxyId);

impl fmt::Display for UnknownProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no proxy {} in this world", self.0)
    }
}

impl core::error::Error for UnknownProxy {}

/// Whether a proxy is expected to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mobility {
    /// It has a margin, and forms pairs with everything.
    #[default]
    Moving,
    /// It has no margin, forms no pairs with others of its kind, and costs nothing in a step. It
    /// can still be moved, now and then.
    Static,
}

/// A box with what belongs to it.
#[derive(Clone, Debug)]
pub(super) struct Proxy<T, S, const D: usize> {
    pub(super) user_data: T,
    pub(super) tight: Aabb<S, D>,
    pub(super) filter: Filter,
    pub(super) mobility: Mobility,
    /// Where the world has noted that it changed since the last step.
    pub(super) change: Option<u32>,
}

#[derive(Clone, Debug)]
struct Slot<P> {
    generation: u32,
    content: Option<P>,
}

/// An array of slots with generations. The last freed slot is the first to be used again.
#[derive(Clone, Debug)]
pub(super) struct Slots<P> {
    slots: Vec<Slot<P>>,
    free: Vec<u32>,
}

impl<P> Slots<P> {
    pub(super) fn new() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Makes room for so many more, some of it perhaps in slots that are free.
    pub(super) fn reserve(&mut self, additional: usize) {
        self.slots
            .reserve(additional.saturating_sub(self.free.len()));
    }

    pub(super) fn insert(&mut self, content: P) -> ProxyId {
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot {
                generation: 0,
                content: None,
            });
            u32::try_from(self.slots.len() - 1).expect("fewer than 2^32 proxies")
        });
        let slot = &mut self.slots[index as usize];
        slot.content = Some(content);
        ProxyId {
            index,
            generation: slot.generation,
        }
    }

    pub(super) fn remove(&mut self, id: ProxyId) -> Option<P> {
        let slot = self
            .slots
            .get_mut(id.index as usize)
            .filter(|slot| slot.generation == id.generation)?;
        let content = slot.content.take()?;
        // A slot whose generations are used up is never used again, so that an old id stays
        // unknown.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(id.index);
        }
        Some(content)
    }

    pub(super) fn get(&self, id: ProxyId) -> Option<&P> {
        self.slots
            .get(id.index as usize)
            .filter(|slot| slot.generation == id.generation)?
            .content
            .as_ref()
    }

    pub(super) fn get_mut(&mut self, id: ProxyId) -> Option<&mut P> {
        self.slots
            .get_mut(id.index as usize)
            .filter(|slot| slot.generation == id.generation)?
            .content
            .as_mut()
    }

    /// How many slots there are, free ones included.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// The free slots, the next one to be used last.
    pub(super) fn free(&self) -> &[u32] {
        &self.free
    }

    /// The generation of a slot, and what is in it.
    pub(super) fn look(&self, slot: Id) -> (u32, Option<&P>) {
        let Slot {
            generation,
            content,
        } = &self.slots[slot.index()];
        (*generation, content.as_ref())
    }

    /// Empties a slot without a trace.
    pub(super) fn take(&mut self, slot: Id) -> Option<P> {
        self.slots[slot.index()].content.take()
    }

    /// Makes a slot, or the next one, what it was.
    pub(super) fn put(&mut self, slot: Id, generation: u32, content: Option<P>) {
        let put = Slot {
            generation,
            content,
        };
        match self.slots.get_mut(slot.index()) {
            Some(place) => *place = put,
            None => self.slots.push(put),
        }
    }

    /// Has only so many slots.
    pub(super) fn truncate(&mut self, len: usize) {
        self.slots.truncate(len);
    }

    /// Leaves so many free slots and adds these.
    pub(super) fn put_free(&mut self, still_free: usize, more: impl IntoIterator<Item = u32>) {
        self.free.truncate(still_free);
        self.free.extend(more);
    }

    /// The content of a slot and its id.
    pub(super) fn at(&self, id: Id) -> Option<(ProxyId, &P)> {
        let slot = self.slots.get(id.index())?;
        Some((
            ProxyId {
                index: id.0,
                generation: slot.generation,
            },
            slot.content.as_ref()?,
        ))
    }

    /// The content of a slot.
    pub(super) fn at_mut(&mut self, slot: Id) -> Option<&mut P> {
        self.slots.get_mut(slot.index())?.content.as_mut()
    }

    /// All ids and contents, by slot.
    pub(super) fn iter(&self) -> impl Iterator<Item = (ProxyId, &P)> {
        (0..).zip(&self.slots).filter_map(|(index, slot)| {
            Some((
                ProxyId {
                    index,
                    generation: slot.generation,
                },
                slot.content.as_ref()?,
            ))
        })
    }
}
