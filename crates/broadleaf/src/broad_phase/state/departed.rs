//! The data of destroyed proxies, while an event may name them.

use alloc::vec::Vec;

use super::id::ProxyId;

#[derive(Clone, Debug)]
pub(crate) struct Departed<T>(Vec<(ProxyId, T)>);

impl<T> Default for Departed<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Departed<T> {
    pub(crate) fn push(&mut self, id: ProxyId, data: T) {
        self.0.push((id, data));
    }

    /// Sorts by id, as [`get`](Self::get) requires.
    pub(crate) fn sort(&mut self) {
        self.0.sort_unstable_by_key(|(id, _)| *id);
    }

    pub(crate) fn get(&self, id: ProxyId) -> Option<&T> {
        let position = self.0.binary_search_by_key(&id, |(other, _)| *other).ok()?;
        Some(&self.0[position].1)
    }

    /// All destroyed proxies, in any order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(ProxyId, T)> {
        self.0.iter()
    }

    /// All destroyed proxies, in ascending order of ids.
    pub(crate) fn sorted(&self) -> Vec<&(ProxyId, T)> {
        let mut sorted: Vec<_> = self.0.iter().collect();
        sorted.sort_unstable_by_key(|(id, _)| *id);
        sorted
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(ProxyId, T)>()
    }
}

#[cfg(test)]
#[path = "tests/departed.rs"]
mod tests;
