//! The threads of a run that join its tiles.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::budget::{Budget, Plan};
use crate::distribute::Distributed;
use crate::error::{OutOfCoreError, Result};
use crate::folder::SpillFolder;
use crate::input::Source;
use crate::job::Job;
use crate::join::{Limit, Rules, Sink, TileJoin, Work};
use crate::journal::{Finished, Journal};
use crate::near::Near;
use crate::number::Number;
use crate::output::PairFormat;
use crate::progress::Progress;
use crate::spill::SpillReader;

/// Threads that join tiles.
pub(super) struct Joining<'a, S: Number, const D: usize> {
    pub(super) job: &'a Job,
    pub(super) sources: &'a [Source],
    pub(super) near: Option<Near>,
    pub(super) format: Option<&'a PairFormat>,
    pub(super) progress: &'a dyn Progress,
    pub(super) all: &'a Distributed<S, D>,
    pub(super) plan: Plan,
    pub(super) folder: &'a SpillFolder,
    pub(super) journal: &'a Journal,
    pub(super) works: Vec<Work>,
    /// The index of the next tile that no thread has begun.
    pub(super) next: AtomicUsize,
    pub(super) budget: Budget,
    pub(super) limit: Limit,
    pub(super) finished: Mutex<&'a mut BTreeMap<u64, Finished>>,
}

impl<S: Number, const D: usize> Joining<'_, S, D> {
    pub(super) fn in_threads(&self, threads: usize) -> Result<()> {
        let threads = threads.min(self.works.len()).max(1);
        thread::scope(|scope| {
            let handles: Vec<_> = (0..threads)
                .map(|_| scope.spawn(|| self.join_all(threads)))
                .collect();
            let results = handles.into_iter().map(|handle| {
                let ended = handle.join();
                ended.unwrap_or_else(|_| Err(OutOfCoreError::job("a thread ended unexpectedly")))
            });
            results.collect()
        })
    }

    /// The work of one thread.
    fn join_all(&self, threads: usize) -> Result<()> {
        let rules = Rules {
            ids: self.sources[0].id_kind(),
            longitude: self.sources[0].longitude(),
            interiors: self.job.interiors,
            near: self.near,
            has_keys: self.sources[0].has_keys(),
        };
        let reader = SpillReader::open(&self.folder.boxes(), rules.has_keys, rules.near)?;
        let mut tile_join = TileJoin::new(self.all, reader, self.plan.boxes_per_block(), rules);
        while let Some(&work) = self.works.get(self.next.fetch_add(1, Relaxed)) {
            let result = self.budget.with(self.plan.bytes_of(work.at_once), || {
                let result = self.join(work, &mut tile_join, threads);
                tile_join.keep_at_most(self.plan.kept_by_thread(threads));
                result
            });
            if result.is_err() {
                // The other threads stop after their current tiles.
                self.next.store(self.works.len(), Relaxed);
                return result;
            }
        }
        Ok(())
    }

    fn join(&self, work: Work, tile_join: &mut TileJoin<'_, S, D>, threads: usize) -> Result<()> {
        let path = self.folder.part(work.tile);
        let at_once = self.plan.pairs_at_once(threads);
        let mut sink = Sink::new(self.format, path, &self.limit, at_once);
        tile_join.join(work, &mut sink)?;
        let entry = sink.finish()?;
        self.journal.add(work.tile, entry)?;
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        finished.insert(work.tile, entry);
        self.progress.advance(work.boxes);
        Ok(())
    }
}
