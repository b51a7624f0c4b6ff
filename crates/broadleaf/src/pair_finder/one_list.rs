//! One list of the pairs of all pieces.

use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::executor::{Executor, Parallel};
use crate::store::{Id, ScratchPool};

/// The pairs of a piece.
pub(super) type PairList = Vec<[Id; 2]>;

/// Copies the pairs of all pieces to one list, in the order of the pieces.
///
/// Threads begin one piece after the other, and copy the pairs of a piece as soon as all earlier
/// pieces are copied: the pairs are then still in a cache, and their memory is soon reused.
pub(super) struct OneList<'a> {
    /// Pieces begun so far.
    begun: AtomicUsize,
    /// The pairs of each finished piece until they are copied.
    found: Mutex<Vec<Option<PairList>>>,
    copied: Mutex<Copied<'a>>,
    spares: ScratchPool<PairList>,
}

/// The pairs copied so far.
struct Copied<'a> {
    /// Elements from `len` on are old contents, kept so that they need not be filled before they
    /// are overwritten.
    list: &'a mut PairList,
    len: usize,
    /// Pieces copied so far.
    pieces: usize,
}

impl<'a> OneList<'a> {
    /// Replaces the contents of `list`. `spares` has lists to reuse.
    pub(super) fn new(
        list: &'a mut PairList,
        pieces: usize,
        spares: ScratchPool<PairList>,
    ) -> Self {
        let copied = Copied {
            list,
            len: 0,
            pieces: 0,
        };
        Self {
            begun: AtomicUsize::new(0),
            found: Mutex::new(vec![None; pieces]),
            copied: Mutex::new(copied),
            spares,
        }
    }

    /// Begins the next piece. `find` gets its number, and an empty list for its pairs.
    ///
    /// # Panics
    /// If all pieces were begun.
    pub(super) fn begin_next(&self, find: impl FnOnce(usize, &mut PairList)) {
        let piece = self.begun.fetch_add(1, Relaxed);
        let mut list = self.spares.take().unwrap_or_default();
        list.clear();
        find(piece, &mut list);
        self.found()[piece] = Some(list);
        self.copy_found();
    }

    /// Copies the pieces that are next, unless another thread is copying. That thread may miss a
    /// piece that has just finished, which is then copied after a later one, or by `finish`.
    fn copy_found(&self) {
        let Ok(mut copied) = self.copied.try_lock() else {
            return;
        };
        while let Some(list) = self.take_found(copied.pieces) {
            copied.append(&list);
            self.spares.give_back(list);
        }
    }

    fn take_found(&self, piece: usize) -> Option<PairList> {
        self.found().get_mut(piece)?.take()
    }

    fn found(&self) -> MutexGuard<'_, Vec<Option<PairList>>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the remaining pieces in parallel. Returns the lists to reuse.
    pub(super) fn finish(self) -> ScratchPool<PairList> {
        let found = self.found.into_inner();
        let found = found.unwrap_or_else(PoisonError::into_inner);
        let copied = self.copied.into_inner();
        let Copied { list, len, pieces } = copied.unwrap_or_else(PoisonError::into_inner);
        let others: Vec<_> = found.into_iter().skip(pieces).flatten().collect();
        list.resize(len + others.iter().map(Vec::len).sum::<usize>(), [Id(0); 2]);
        let mut rest = &mut list[len..];
        let target = |other: &PairList| rest.split_off_mut(..other.len()).unwrap_or_default();
        let mut targets: Vec<_> = others.iter().map(target).collect();
        Parallel.for_each_mut(&mut targets, |number, target| {
            target.copy_from_slice(&others[number]);
        });
        for other in others {
            self.spares.give_back(other);
        }
        self.spares
    }
}

impl Copied<'_> {
    /// Appends the pairs of the next piece.
    fn append(&mut self, pairs: &[[Id; 2]]) {
        let end = self.len + pairs.len();
        if let Some(target) = self.list.get_mut(self.len..end) {
            target.copy_from_slice(pairs);
        } else {
            self.list.truncate(self.len);
            self.list.extend_from_slice(pairs);
        }
        self.len = end;
        self.pieces += 1;
    }
}
