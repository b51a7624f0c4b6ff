//! An array of slots with generations.

use alloc::vec::Vec;

use super::free_slots::FreeSlots;
use super::id::{CannotCreate, ProxyId};
use crate::simd::prefetch;
use crate::store::Id;

/// The greatest number of slots. A step numbers slots and changes together, and there are at most
/// two changes for each slot: all of these numbers are below 2^32.
pub(super) const MAX_SLOTS: usize = 1 << 30;

#[derive(Clone, Debug)]
struct Slot<P> {
    generation: u32,
    content: Option<P>,
}

impl<P> Slot<P> {
    const UNUSED: Self = Self {
        generation: 0,
        content: None,
    };

    /// A slot whose generations are used up is never used again, so that an old id stays unknown.
    fn is_free(&self) -> bool {
        self.content.is_none() && self.generation < u32::MAX
    }
}

/// Slots by number. Which slot is used next follows from what is in them: the lowest free one.
#[derive(Clone, Debug)]
pub(super) struct Slots<P> {
    slots: Vec<Slot<P>>,
    free: FreeSlots,
    /// Slots from this number on are not filled.
    pub(super) max: usize,
}

impl<P> Default for Slots<P> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            free: FreeSlots::default(),
            max: MAX_SLOTS,
        }
    }
}

impl<P> Slots<P> {
    /// Allocates memory for `len` slots in all.
    pub(super) fn reserve_total(&mut self, len: usize) {
        self.slots.reserve(len.saturating_sub(self.slots.len()));
        self.free.reserve_total(len);
    }

    /// The slot to use next; `None` if there is none.
    pub(super) fn next(&self) -> Option<Id> {
        let slot = self.free.least().unwrap_or(self.slots.len());
        (slot < self.max).then(|| Id::at(slot))
    }

    /// Whether a slot can be used.
    pub(super) fn check_free(&self, slot: Id) -> Result<(), CannotCreate> {
        if slot.index() >= self.max {
            return Err(CannotCreate::TooLarge { id: slot });
        }
        match self.slots.get(slot.index()) {
            None => Ok(()),
            Some(used) if used.is_free() => Ok(()),
            Some(used) if used.content.is_none() => Err(CannotCreate::Exhausted { id: slot }),
            Some(used) => Err(CannotCreate::Taken {
                proxy: ProxyId::new(slot.0, used.generation),
            }),
        }
    }

    /// Fills a free slot.
    pub(super) fn fill(&mut self, slot: Id, content: P) -> ProxyId {
        while self.slots.len() <= slot.index() {
            self.free.set(self.slots.len(), true);
            self.slots.push(Slot::UNUSED);
        }
        self.free.set(slot.index(), false);
        let filled = &mut self.slots[slot.index()];
        filled.content = Some(content);
        ProxyId::new(slot.0, filled.generation)
    }

    pub(super) fn remove(&mut self, id: ProxyId) -> Option<P> {
        let slot = self
            .slots
            .get_mut(id.id().index())
            .filter(|slot| slot.generation == id.generation())?;
        let content = slot.content.take()?;
        slot.generation = slot.generation.saturating_add(1);
        self.free.set(id.id().index(), slot.is_free());
        Some(content)
    }

    pub(super) fn get(&self, id: ProxyId) -> Option<&P> {
        self.slots
            .get(id.id().index())
            .filter(|slot| slot.generation == id.generation())?
            .content
            .as_ref()
    }

    pub(super) fn get_mut(&mut self, id: ProxyId) -> Option<&mut P> {
        self.slots
            .get_mut(id.id().index())
            .filter(|slot| slot.generation == id.generation())?
            .content
            .as_mut()
    }

    /// The number of slots, free ones included.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// The generation and the content of a slot.
    pub(super) fn entry(&self, slot: Id) -> (u32, Option<&P>) {
        let slot = &self.slots[slot.index()];
        (slot.generation, slot.content.as_ref())
    }

    /// Whether a proxy with this id was created and destroyed.
    pub(super) fn was_destroyed(&self, id: ProxyId) -> bool {
        self.slots
            .get(id.id().index())
            .is_some_and(|slot| id.generation() < slot.generation)
    }

    /// Empties a slot and keeps its generation.
    pub(super) fn take(&mut self, slot: Id) -> Option<P> {
        self.slots[slot.index()].content.take()
    }

    /// Restores a slot, or appends one.
    pub(super) fn put(&mut self, slot: Id, generation: u32, content: Option<P>) {
        let put = Slot {
            generation,
            content,
        };
        self.free.set(slot.index(), put.is_free());
        match self.slots.get_mut(slot.index()) {
            Some(old) => *old = put,
            None => self.slots.push(put),
        }
    }

    /// Removes the slots from `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        for slot in len..self.slots.len() {
            self.free.set(slot, false);
        }
        self.slots.truncate(len);
    }

    /// The id and the content of a slot, if there is a proxy in it.
    pub(super) fn at(&self, slot: Id) -> Option<(ProxyId, &P)> {
        let found = self.slots.get(slot.index())?;
        Some((
            ProxyId::new(slot.0, found.generation),
            found.content.as_ref()?,
        ))
    }

    /// Begins to load a slot, if there is one, for [`at`](Self::at).
    pub(super) fn prefetch(&self, slot: Id) {
        if let Some(slot) = self.slots.get(slot.index()) {
            prefetch(slot);
        }
    }

    /// The content of a slot.
    pub(super) fn at_mut(&mut self, slot: Id) -> Option<&mut P> {
        self.slots.get_mut(slot.index())?.content.as_mut()
    }

    /// All ids and contents, by slot.
    pub(super) fn iter(&self) -> impl Iterator<Item = (ProxyId, &P)> {
        (0..).zip(&self.slots).filter_map(|(index, slot)| {
            Some((ProxyId::new(index, slot.generation), slot.content.as_ref()?))
        })
    }
}
