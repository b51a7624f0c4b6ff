//! Scratch memory of parallel queries.

use alloc::vec::Vec;

use super::one_list::PairList;
use super::parts::PartSweeper;
use super::sweep::Scratch;
use crate::geometry::Scalar;
use crate::store::{Id, ScratchPool};

/// Scratch memory of parallel queries, kept between queries.
#[derive(Debug)]
pub(super) struct ThreadMemory<S: Scalar, const D: usize> {
    /// For sweeps without tiles.
    pub(super) scratches: ScratchPool<Scratch<S::Key, D>>,
    /// For the parts of divided boxes.
    pub(super) sweepers: ScratchPool<PartSweeper<S, D>>,
    /// The pairs of each piece of work.
    pub(super) lists: Vec<PairList>,
    /// For the pairs of pieces that [`OneList`](super::one_list::OneList) copies.
    pub(super) pair_lists: ScratchPool<PairList>,
}

impl<S: Scalar, const D: usize> Default for ThreadMemory<S, D> {
    fn default() -> Self {
        Self {
            scratches: ScratchPool::default(),
            sweepers: ScratchPool::default(),
            lists: Vec::new(),
            pair_lists: ScratchPool::default(),
        }
    }
}

/// A clone is empty: the contents have no meaning between queries.
impl<S: Scalar, const D: usize> Clone for ThreadMemory<S, D> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<S: Scalar, const D: usize> ThreadMemory<S, D> {
    pub(super) fn free_sweepers(&mut self) {
        self.sweepers = ScratchPool::default();
    }

    pub(super) fn bytes(&self) -> usize {
        self.scratches.bytes(Scratch::bytes)
            + self.sweepers.bytes(PartSweeper::bytes)
            + self.lists.iter().map(bytes_of).sum::<usize>()
            + self.lists.capacity() * size_of::<PairList>()
            + self.pair_lists.bytes(bytes_of)
    }
}

fn bytes_of(list: &PairList) -> usize {
    list.capacity() * size_of::<[Id; 2]>()
}
