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

    /// All of them, in any order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(ProxyId, T)> {
        self.0.iter()
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

#[cfg(test)]
mod tests {
    use super::{Departed, ProxyId};

    #[test]
    fn the_data_of_each_proxy_is_found() {
        let mut departed = Departed::default();
        let slots = [7, 2, 9, 0, 4];
        for slot in slots {
            departed.push(ProxyId::new(slot, 1), slot);
        }
        departed.sort();
        for slot in 0..10 {
            let data = departed.get(ProxyId::new(slot, 1));
            assert_eq!(data, slots.contains(&slot).then_some(&slot));
            assert_eq!(departed.get(ProxyId::new(slot, 0)), None);
        }
    }
}
