//! The data of destroyed proxies, as long as an event may name them.

use alloc::vec::Vec;

use super::id::ProxyId;

/// Destroyed proxies with their data.
#[derive(Clone, Debug)]
pub(super) struct Departed<T>(Vec<(ProxyId, T)>);

impl<T> Default for Departed<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Departed<T> {
    pub(super) fn push(&mut self, id: ProxyId, data: T) {
        self.0.push((id, data));
    }

    /// Sorts by id, which [`get`](Self::get) requires.
    pub(super) fn sort(&mut self) {
        self.0.sort_unstable_by_key(|(id, _)| *id);
    }

    pub(super) fn get(&self, id: ProxyId) -> Option<&T> {
        let position = self.0.binary_search_by_key(&id, |(other, _)| *other).ok()?;
        Some(&self.0[position].1)
    }

    /// All of them, by ascending id.
    pub(super) fn sorted(&self) -> Vec<&(ProxyId, T)> {
        let mut sorted: Vec<_> = self.0.iter().collect();
        sorted.sort_unstable_by_key(|(id, _)| *id);
        sorted
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(ProxyId, T)>()
    }
}
