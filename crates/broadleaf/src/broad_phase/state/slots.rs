//! An array of slots with generations.

use alloc::vec::Vec;

use super::free_slots::FreeSlots;
use super::id::{CannotCreate, ProxyId};
use crate::store::Id;

/// The limit on the number of slots. A step numbers slots and changes together, and there are at
/// most two changes per slot, so all these numbers are below 2^32.
pub(crate) const MAX_SLOTS: usize = 1 << 30;

/// Slots by number, each with the generation of its current or next proxy. The next slot to fill
/// depends on the contents alone: it is the lowest free one.
#[derive(Clone, Debug)]
pub(crate) struct Slots<P> {
    generations: Vec<u32>,
    contents: Vec<Option<P>>,
    free: FreeSlots,
    /// The number of slots that may be filled.
    pub(crate) max: usize,
}

impl<P> Default for Slots<P> {
    fn default() -> Self {
        Self {
            generations: Vec::new(),
            contents: Vec::new(),
            free: FreeSlots::default(),
            max: MAX_SLOTS,
        }
    }
}

impl<P> Slots<P> {
    pub(crate) fn reserve_total(&mut self, len: usize) {
        let additional = len.saturating_sub(self.len());
        self.generations.reserve(additional);
        self.contents.reserve(additional);
        self.free.reserve_total(len);
    }

    /// The slot to fill next; `None` if all are in use.
    pub(crate) fn next(&self) -> Option<Id> {
        let slot = self.free.least().unwrap_or(self.len());
        (slot < self.max).then(|| Id::at(slot))
    }

    pub(crate) fn check_free(&self, slot: Id) -> Result<(), CannotCreate> {
        if slot.index() >= self.max {
            return Err(CannotCreate::TooLarge { id: slot });
        }
        if slot.index() >= self.len() || self.is_free(slot) {
            return Ok(());
        }
        Err(match self.at(slot) {
            None => CannotCreate::Exhausted { id: slot },
            Some((proxy, _)) => CannotCreate::Taken { proxy },
        })
    }

    /// Whether a slot can be filled. A slot whose generations are used up never is, so that an old
    /// id stays unknown.
    fn is_free(&self, slot: Id) -> bool {
        let (generation, content) = self.entry(slot);
        content.is_none() && generation < u32::MAX
    }

    pub(crate) fn fill(&mut self, slot: Id, content: P) -> ProxyId {
        while self.len() <= slot.index() {
            self.free.set(self.len(), true);
            self.generations.push(0);
            self.contents.push(None);
        }
        self.free.set(slot.index(), false);
        self.contents[slot.index()] = Some(content);
        ProxyId::new(slot.0, self.generations[slot.index()])
    }

    pub(crate) fn remove(&mut self, id: ProxyId) -> Option<P> {
        self.get(id)?;
        let content = self.take(id.id());
        let generation = &mut self.generations[id.id().index()];
        *generation = generation.saturating_add(1);
        self.free.set(id.id().index(), self.is_free(id.id()));
        content
    }

    pub(crate) fn get(&self, id: ProxyId) -> Option<&P> {
        self.at(id.id())
            .filter(|(proxy, _)| *proxy == id)
            .map(|(_, content)| content)
    }

    pub(crate) fn get_mut(&mut self, id: ProxyId) -> Option<&mut P> {
        let generation = self.generations.get(id.id().index())?;
        if *generation != id.generation() {
            return None;
        }
        self.at_mut(id.id())
    }

    /// The number of slots, free ones included.
    pub(crate) fn len(&self) -> usize {
        self.contents.len()
    }

    pub(crate) fn generations(&self) -> &[u32] {
        &self.generations
    }

    pub(crate) fn entry(&self, slot: Id) -> (u32, Option<&P>) {
        let content = self.contents[slot.index()].as_ref();
        (self.generations[slot.index()], content)
    }

    /// Whether a proxy with this id was created and destroyed.
    pub(crate) fn was_destroyed(&self, id: ProxyId) -> bool {
        self.generations
            .get(id.id().index())
            .is_some_and(|generation| id.generation() < *generation)
    }

    /// Empties a slot and keeps its generation.
    pub(crate) fn take(&mut self, slot: Id) -> Option<P> {
        self.contents[slot.index()].take()
    }

    /// Restores a slot, or appends one.
    pub(crate) fn put(&mut self, slot: Id, generation: u32, content: Option<P>) {
        if slot.index() < self.len() {
            self.generations[slot.index()] = generation;
            self.contents[slot.index()] = content;
        } else {
            self.generations.push(generation);
            self.contents.push(content);
        }
        self.free.set(slot.index(), self.is_free(slot));
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        for slot in len..self.len() {
            self.free.set(slot, false);
        }
        self.generations.truncate(len);
        self.contents.truncate(len);
    }

    /// The id and the content of a slot, if there is a proxy in it.
    pub(crate) fn at(&self, slot: Id) -> Option<(ProxyId, &P)> {
        let content = self.contents.get(slot.index())?.as_ref()?;
        Some((
            ProxyId::new(slot.0, self.generations[slot.index()]),
            content,
        ))
    }

    pub(crate) fn at_mut(&mut self, slot: Id) -> Option<&mut P> {
        self.contents.get_mut(slot.index())?.as_mut()
    }

    /// All ids and contents, by slot.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ProxyId, &P)> {
        let slots = self.generations.iter().zip(&self.contents);
        (0..)
            .zip(slots)
            .filter_map(|(index, (&generation, content))| {
                Some((ProxyId::new(index, generation), content.as_ref()?))
            })
    }
}
