//! Memory for questions in parallel.

use alloc::vec::Vec;
use std::sync::{Mutex, PoisonError};

use super::scratch::Scratch;
use super::tile_sweeper::TileSweeper;
use crate::geometry::Scalar;
use crate::simd::Path;
use crate::store::Id;

/// Memory for questions in parallel, kept from question to question.
#[derive(Debug)]
pub(super) struct ThreadMemory<S: Scalar, const D: usize> {
    /// One for each piece of work of a sweep without tiles.
    pub(super) scratches: Vec<Scratch<S::Key, D>>,
    /// Those that no thread is using.
    sweepers: Mutex<Vec<TileSweeper<S, D>>>,
    /// The pairs of each piece of work.
    pub(super) lists: Vec<Vec<[Id; 2]>>,
}

impl<S: Scalar, const D: usize> Default for ThreadMemory<S, D> {
    fn default() -> Self {
        Self {
            scratches: Vec::new(),
            sweepers: Mutex::default(),
            lists: Vec::new(),
        }
    }
}

/// A clone is empty: the contents have no meaning between two questions.
impl<S: Scalar, const D: usize> Clone for ThreadMemory<S, D> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<S: Scalar, const D: usize> ThreadMemory<S, D> {
    /// Lends a sweeper.
    pub(super) fn with_sweeper<R>(
        &self,
        path: Path,
        work: impl FnOnce(&mut TileSweeper<S, D>) -> R,
    ) -> R {
        let lock = || self.sweepers.lock().unwrap_or_else(PoisonError::into_inner);
        let free = lock().pop();
        let mut sweeper = free.unwrap_or_else(|| TileSweeper::with_path(path));
        let result = work(&mut sweeper);
        lock().push(sweeper);
        result
    }

    /// Frees the memory of the sweepers.
    pub(super) fn free_sweepers(&mut self) {
        self.sweepers = Mutex::default();
    }

    pub(super) fn bytes(&self) -> usize {
        let sweepers = self.sweepers.lock().unwrap_or_else(PoisonError::into_inner);
        self.scratches.iter().map(Scratch::bytes).sum::<usize>()
            + self.scratches.capacity() * size_of::<Scratch<S::Key, D>>()
            + sweepers.iter().map(TileSweeper::bytes).sum::<usize>()
            + sweepers.capacity() * size_of::<TileSweeper<S, D>>()
            + self.lists.iter().map(Vec::capacity).sum::<usize>() * size_of::<[Id; 2]>()
            + self.lists.capacity() * size_of::<Vec<[Id; 2]>>()
    }
}
