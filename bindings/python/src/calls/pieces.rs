//! Lists of pairs as they are found.

use std::sync::{Mutex, PoisonError};

use broadleaf::Id;

use crate::arrays::columns::Lists;
use crate::calls::call::Watch;
use crate::calls::memory;

/// How often the work checks whether it was cancelled, in pairs.
const PULSE: u64 = 4096;
/// The smallest and the largest number of pairs in a piece of memory.
const FIRST: usize = 1 << 10;
const MAX: usize = 1 << 16;
/// After this number of pieces of the largest size, there must be memory for as many again, since
/// the library needs some of it and cannot report a failed allocation.
const AHEAD: usize = 16;
/// The greatest size of a piece.
pub(crate) const MAX_BYTES: usize = MAX * size_of::<[u32; 2]>();

/// Pieces of memory for reuse: allocating them each time takes longer than writing pairs to them.
pub(crate) struct Spare {
    pieces: Mutex<Lists>,
    max: usize,
}

impl Spare {
    /// Keeps at most this number of pieces.
    pub(crate) const fn new(max: usize) -> Self {
        Self {
            pieces: Mutex::new(Lists::new()),
            max,
        }
    }

    /// Adds pieces of pairs that are not needed after this.
    pub(crate) fn put(&self, lists: Lists) {
        let mut pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        pieces.extend(lists);
        pieces.truncate(self.max);
    }

    fn take(&self) -> Option<Vec<[u32; 2]>> {
        let mut pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        let mut piece = pieces.pop()?;
        piece.clear();
        Some(piece)
    }
}

/// Pairs in pieces of memory, so that no pair is moved when the list grows.
pub(crate) struct Pieces<'a> {
    watch: &'a Watch<'a>,
    spare: Option<&'a Spare>,
    full: Lists,
    last: Vec<[u32; 2]>,
    /// The number of pairs that were left out.
    skipped: u64,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(watch: &'a Watch<'a>) -> Self {
        Self {
            watch,
            spare: None,
            full: Lists::new(),
            last: Vec::new(),
            skipped: 0,
        }
    }

    /// Pieces in reused memory, as long as there is any.
    pub(crate) fn reusing(watch: &'a Watch<'a>, spare: &'a Spare) -> Self {
        Self {
            spare: Some(spare),
            ..Self::new(watch)
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, a: Id, b: Id) {
        if self.last.len() == self.last.capacity() {
            self.begin_piece();
        }
        self.last.push([a.0, b.0]);
    }

    /// Skips a pair; there may be any number of them.
    #[inline]
    pub(crate) fn skip(&mut self) {
        pulse(&mut self.skipped, self.watch);
    }

    /// Checks whether the work was cancelled, and takes a new piece of memory.
    #[cold]
    #[inline(never)]
    fn begin_piece(&mut self) {
        self.watch.add(self.last.len() as u64);
        let len = (4 * self.last.len()).clamp(FIRST, MAX);
        let spare = self.spare.and_then(Spare::take);
        let next = spare.unwrap_or_else(|| self.new_piece(len));
        let full = std::mem::replace(&mut self.last, next);
        if !full.is_empty() {
            memory::push(&mut self.full, full, self.watch);
        }
    }

    /// Allocates memory. Does not return if there is too little.
    fn new_piece(&self, len: usize) -> Vec<[u32; 2]> {
        let mut piece = Vec::new();
        let looks_ahead = self.full.len() % AHEAD == AHEAD - 1;
        if piece.try_reserve_exact(len).is_err()
            || looks_ahead && !memory::is_there(AHEAD * MAX_BYTES)
        {
            memory::refuse_more(self.watch.done(), self.watch);
        }
        piece
    }

    /// The pairs in the order in which they were found.
    pub(crate) fn into_lists(self) -> impl Iterator<Item = Vec<[u32; 2]>> {
        self.full.into_iter().chain([self.last])
    }
}

/// Counts a visited pair, and occasionally checks whether the work was cancelled.
#[inline]
pub(crate) fn pulse(seen: &mut u64, watch: &Watch<'_>) {
    *seen += 1;
    if seen.is_multiple_of(PULSE) {
        watch.add(PULSE);
    }
}
