//! A set of small ids that costs nothing to empty.

use super::Id;
use alloc::vec::Vec;

/// The ids in the order in which they came in.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdSet {
    ids: Vec<Id>,
    /// Where an id is in `ids`, by id; of others any number, which `ids` then does not confirm.
    places: Vec<u32>,
}

impl IdSet {
    pub(crate) fn clear(&mut self) {
        self.ids.clear();
    }

    /// Puts an id in, if it is not there; returns where in the order it is.
    pub(crate) fn insert(&mut self, id: Id) -> usize {
        if id.index() >= self.places.len() {
            self.places.resize(id.index() + 1, 0);
        }
        let place = &mut self.places[id.index()];
        if self.ids.get(*place as usize) != Some(&id) {
            *place = Id::at(self.ids.len()).0;
            self.ids.push(id);
        }
        *place as usize
    }

    pub(crate) fn as_slice(&self) -> &[Id] {
        &self.ids
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.ids.capacity() + self.places.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_each_once_in_order_and_forgets_all() {
        let mut set = IdSet::default();
        for _ in 0..3 {
            assert_eq!(
                [7, 2, 7, 0, 2].map(|id| set.insert(Id(id))),
                [0, 1, 0, 2, 1]
            );
            assert_eq!(set.as_slice(), [Id(7), Id(2), Id(0)]);
            set.clear();
            assert_eq!(set.insert(Id(2)), 0);
            set.clear();
        }
    }
}
