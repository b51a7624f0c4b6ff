//! The division of the memory.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::error::{OutOfCoreError, Result};
use crate::number::Number;

/// The least memory of a join.
const LEAST: u64 = 16 << 20;
/// The least number of boxes in a tile, if there are as many.
const LEAST_TILE: u64 = 4096;
/// Larger tiles are not faster, and fewer tiles keep fewer threads busy.
const GREATEST_TILE: u64 = 1 << 20;
/// The number of tiles that fit into memory at the same time.
const TILES_AT_ONCE: u64 = 64;
const LEAST_BUFFER: u64 = 4 << 10;
const GREATEST_BUFFER: u64 = 256 << 10;

/// Sizes that tests set, to get tiles and blocks of a few boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) tile: u64,
    pub(crate) block: usize,
    pub(crate) giant_limit: u32,
}

/// The sizes that follow from the memory. They do not depend on the number of threads, so neither
/// does the order of the pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    memory: u64,
    box_bytes: u64,
    sizes: Option<Sizes>,
}

impl Plan {
    pub(crate) fn new<S: Number, const D: usize>(
        memory: u64,
        is_near: bool,
        sizes: Option<Sizes>,
    ) -> Result<Self> {
        if memory < LEAST {
            let problem = format!("{memory} bytes of memory are too few: at least 16M are needed");
            return Err(OutOfCoreError::job(problem));
        }
        let corners = 2 * D as u64 * S::BYTES as u64;
        Ok(Self {
            memory,
            // A box, its id, class and key; a pair finder, whose memory may be twice what it needs;
            // and the copies that it makes of crowded boxes.
            box_bytes: (corners * (1 + u64::from(is_near)) + 13)
                + 2 * (30 + corners)
                + 3 * (corners + 12) / 2,
            sizes,
        })
    }

    /// The memory of all tiles that are joined at the same time. The rest is for what threads keep
    /// between tiles, and for pairs that are not written yet.
    pub(crate) fn tiles(&self) -> u64 {
        self.memory / 20 * 9
    }

    /// The memory that one of several threads may keep between tiles.
    pub(crate) fn kept_by_thread(&self, threads: usize) -> u64 {
        self.memory / 5 / threads as u64
    }

    /// The memory needed to join this number of boxes.
    pub(crate) fn bytes_of(&self, boxes: u64) -> u64 {
        boxes.saturating_mul(self.box_bytes)
    }

    /// The wanted number of boxes in a tile.
    pub(crate) fn boxes_per_tile(&self) -> u64 {
        let fitting = self.tiles() / TILES_AT_ONCE / self.box_bytes;
        self.sizes
            .map_or(fitting.clamp(LEAST_TILE, GREATEST_TILE), |sizes| sizes.tile)
    }

    /// The giant limit of tilings, if it is not the default.
    pub(crate) fn giant_limit(&self) -> Option<u32> {
        self.sizes.map(|sizes| sizes.giant_limit)
    }

    /// The largest number of tiles for which write buffers fit.
    pub(crate) fn most_tiles(&self) -> u64 {
        self.memory / 4 / LEAST_BUFFER / 2
    }

    /// The number of boxes of a block, if a tile is larger than the memory: two blocks fit.
    pub(crate) fn boxes_per_block(&self) -> usize {
        let fitting = usize::try_from(self.tiles() / self.box_bytes / 2);
        self.sizes
            .map_or(fitting.unwrap_or(usize::MAX), |sizes| sizes.block)
    }

    /// The bytes of the buffer of each list.
    pub(crate) fn buffer(&self, lists: usize) -> usize {
        let share = self.memory / 4 / lists as u64;
        share.clamp(LEAST_BUFFER, GREATEST_BUFFER) as usize
    }

    /// The memory for values that are looked up, after all tiles are joined.
    pub(crate) fn values(&self) -> u64 {
        self.memory / 2
    }

    /// The memory for the keys of rows, while boxes are distributed.
    pub(crate) fn keys(&self) -> u64 {
        self.memory / 8
    }

    /// The number of pairs that a thread collects before it writes them.
    pub(crate) fn pairs_at_once(&self, threads: usize) -> usize {
        let pairs = self.memory / 10 / threads as u64 / 64;
        pairs.clamp(1 << 10, 1 << 20) as usize
    }
}

/// Memory that threads acquire and release.
#[derive(Debug)]
pub(crate) struct Budget {
    total: u64,
    free: Mutex<u64>,
    is_given_back: Condvar,
}

impl Budget {
    pub(crate) fn new(total: u64) -> Self {
        Self {
            total,
            free: Mutex::new(total),
            is_given_back: Condvar::new(),
        }
    }

    /// Runs work that needs this memory; if that is more than all memory, runs it alone.
    pub(crate) fn with<T>(&self, bytes: u64, work: impl FnOnce() -> T) -> T {
        let bytes = bytes.min(self.total);
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free < bytes {
            free = self
                .is_given_back
                .wait(free)
                .unwrap_or_else(PoisonError::into_inner);
        }
        *free -= bytes;
        drop(free);
        let result = work();
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += bytes;
        self.is_given_back.notify_all();
        result
    }
}
