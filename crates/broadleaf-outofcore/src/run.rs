//! A run: open the inputs, distribute the boxes, join tile by tile, write the output.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use broadleaf_scenes::Skipped;

use crate::budget::{Budget, Plan};
use crate::distribute::{Distributed, Reading, Side};
use crate::error::{InFile, OutOfCoreError, Result};
use crate::folder::SpillFolder;
use crate::id::IdKind;
use crate::input::Source;
use crate::job::{Answer, Job, Outcome};
use crate::join::{Limit, Sink, TileJoin, Work, tasks};
use crate::journal::{Finished, Journal};
use crate::labels::{Labels, check_memory};
use crate::manifest;
use crate::number::{Number, NumberKind};
use crate::output::PairFormat;
use crate::pair_sum::PairSum;
use crate::progress::Progress;
use crate::spill::SpillReader;

/// The approximate limit of row groups in the output.
const MOST_GROUPS: u64 = 8192;

impl Job {
    /// Finds the pairs.
    ///
    /// # Errors
    /// If an input cannot be read or is not a table of boxes, if a file cannot be written, if there
    /// are more pairs than the limit, or if the spill folder belongs to another job.
    pub fn run(&self, progress: &dyn Progress) -> Result<Outcome> {
        let inputs = [Some(&self.first), self.second.as_ref()];
        let sources: Result<Vec<_>> = inputs.into_iter().flatten().map(Source::open).collect();
        let sources = sources?;
        let (number, dimensions) = common_type(&sources)?;
        let run = Run {
            job: self,
            format: self.format(&sources)?,
            description: self.describe(&sources, number),
            sources,
            progress,
        };
        match (number, dimensions) {
            (NumberKind::Float32, 2) => run.go::<f32, 2>(number),
            (NumberKind::Float32, _) => run.go::<f32, 3>(number),
            (NumberKind::Float64, 2) => run.go::<f64, 2>(number),
            (NumberKind::Float64, _) => run.go::<f64, 3>(number),
            (NumberKind::Int64, 2) => run.go::<i64, 2>(number),
            (NumberKind::Int64, _) => run.go::<i64, 3>(number),
        }
    }

    fn format(&self, sources: &[Source]) -> Result<Option<PairFormat>> {
        let ids = [&sources[0], &sources[sources.len() - 1]].map(Source::id_kind);
        match &self.answer {
            Answer::Count => Ok(None),
            Answer::Pairs(path) => PairFormat::of(path, ids).map(Some),
        }
    }

    /// Everything that the contents of the spill folder depend on, one line each.
    fn describe(&self, sources: &[Source], number: NumberKind) -> String {
        let mut text = String::new();
        for source in sources {
            text += &source.describe();
        }
        let answer = match &self.answer {
            Answer::Count => "count".to_owned(),
            Answer::Pairs(path) => {
                let ending = path.extension().unwrap_or_default().to_string_lossy();
                format!("pairs as {}", ending.to_lowercase())
            }
        };
        let _ = writeln!(text, "numbers {}\n{answer}", number.name());
        if self.interiors {
            text += "interiors\n";
        }
        text
    }
}

/// The number type and the number of dimensions of all inputs.
fn common_type(sources: &[Source]) -> Result<(NumberKind, usize)> {
    let columns: Vec<_> = sources.iter().flat_map(Source::column_kinds).collect();
    let mut number = NumberKind::of(&columns);
    if sources.iter().any(|source| source.longitude().is_some()) {
        // `longitude.rs` uses values outside of the longitudes.
        number = NumberKind::Float64;
    }
    let [first, last] = [&sources[0], &sources[sources.len() - 1]].map(Source::dimensions);
    if first != last {
        return Err(OutOfCoreError::job(format!(
            "the first input has boxes in {first}D, the second one in {last}D"
        )));
    }
    let [a, b] = [&sources[0], &sources[sources.len() - 1]].map(Source::longitude);
    if a != b {
        let problem = "both inputs have the same axis of longitudes, or none";
        return Err(OutOfCoreError::job(problem));
    }
    Ok((number, first))
}

/// What was skipped in all inputs.
fn skipped(sides: &[Side]) -> Skipped {
    let mut skipped = Skipped::default();
    sides.iter().for_each(|side| skipped.extend(&side.skipped));
    skipped
}

struct Run<'a> {
    job: &'a Job,
    sources: Vec<Source>,
    format: Option<PairFormat>,
    description: String,
    progress: &'a dyn Progress,
}

impl Run<'_> {
    fn go<S: Number, const D: usize>(mut self, number: NumberKind) -> Result<Outcome> {
        let plan = Plan::new::<S, D>(self.job.memory, self.job.sizes)?;
        self.check_output()?;
        let folder = SpillFolder::open(&self.job.spill)?;
        let all = match self.distributed::<S, D>(plan, &folder) {
            Ok(all) => all,
            Err(error) => {
                // Nothing can be resumed.
                if !folder.manifest().exists() {
                    let _ = folder.remove();
                }
                return Err(error);
            }
        };
        self.know_texts(&all.sides);
        let (journal, mut finished) = Journal::open(&folder.journal())?;
        finished.retain(|&tile, entry| has_part(&folder, tile, entry));
        let finished_before = finished.len() as u64;
        self.join_tiles(&all, plan, &folder, &journal, &mut finished)?;
        let mut sum = PairSum::default();
        finished.values().for_each(|entry| sum.merge(entry.sum));
        let parts = finished.iter().filter(|(_, entry)| entry.bytes > 0);
        let parts = parts.map(|(&tile, _)| folder.part(tile));
        let at_least = usize::try_from(sum.pairs / MOST_GROUPS).unwrap_or(usize::MAX);
        let labels = labels(&all.sides, plan, &folder)?;
        self.put_together(parts, &labels, plan.pairs_at_once(1).max(at_least))?;
        folder.remove()?;
        let giants = all.sides.iter().filter_map(|side| side.lists.last());
        Ok(Outcome {
            sum,
            boxes: all.sides.iter().map(|side| side.boxes).sum(),
            skipped: skipped(&all.sides),
            dimensions: D,
            number: number.name(),
            tiles: finished.len() as u64,
            finished_before,
            giants: giants.map(|list| list.len()).sum(),
            spilled: all.bytes,
        })
    }

    /// The boxes by tile, from an earlier run or from the inputs.
    fn distributed<S: Number, const D: usize>(
        &self,
        plan: Plan,
        folder: &SpillFolder,
    ) -> Result<Distributed<S, D>> {
        if let Some(all) = manifest::read(&folder.manifest(), &self.description)? {
            return Ok(all);
        }
        folder.remove_journal()?;
        let reading = Reading {
            sources: &self.sources,
            plan,
            threads: self.job.threads.max(1),
            keeps_labels: self.format.is_some(),
            progress: self.progress,
        };
        let all = reading.distribute(folder)?;
        self.sources.iter().try_for_each(Source::check_unchanged)?;
        manifest::write(&folder.manifest(), &self.description, &all)?;
        Ok(all)
    }

    /// Joins the unfinished tiles in threads.
    fn join_tiles<S: Number, const D: usize>(
        &self,
        all: &Distributed<S, D>,
        plan: Plan,
        folder: &SpillFolder,
        journal: &Journal,
        finished: &mut BTreeMap<u64, Finished>,
    ) -> Result<()> {
        let mut works = tasks(all);
        self.progress
            .begin("joining", Some(works.iter().map(|work| work.boxes).sum()));
        works.retain(|work| {
            let is_open = !finished.contains_key(&work.tile);
            if !is_open {
                self.progress.advance(work.boxes);
            }
            is_open
        });
        // Largest tiles first, so that no thread waits for one at the end.
        works.sort_by_key(|work| std::cmp::Reverse(work.boxes));
        let found = finished.values().map(|entry| entry.sum.pairs).sum();
        let joining = Joining {
            run: self,
            all,
            plan,
            folder,
            journal,
            works,
            next: AtomicUsize::new(0),
            budget: Budget::new(plan.tiles()),
            limit: Limit::new(self.job.limit, found),
            finished: Mutex::new(finished),
        };
        joining.in_threads(self.job.threads.max(1))
    }

    /// Records which ids are texts, which is known for text tables only after reading them.
    fn know_texts(&mut self, sides: &[Side]) {
        let Some(format) = &mut self.format else {
            return;
        };
        let both = [sides.first(), sides.last()];
        for (kind, side) in format.ids.iter_mut().zip(both) {
            if side.is_some_and(|side| side.labels.is_some()) {
                *kind = IdKind::Text;
            }
        }
    }

    /// Checks early that the output can be written, since that may happen hours later.
    fn check_output(&self) -> Result<()> {
        let Answer::Pairs(path) = &self.job.answer else {
            return Ok(());
        };
        if path.is_dir() {
            return Err(OutOfCoreError::in_file(path, "this is a directory"));
        }
        let unfinished = unfinished(path);
        File::create(&unfinished).in_file(&unfinished)?;
        fs::remove_file(&unfinished).in_file(&unfinished)
    }

    /// Writes the pairs of all tiles to one file.
    fn put_together(
        &self,
        parts: impl Iterator<Item = PathBuf>,
        labels: &[Option<Labels>],
        at_once: usize,
    ) -> Result<()> {
        let (Some(format), Answer::Pairs(path)) = (self.format, &self.job.answer) else {
            return Ok(());
        };
        self.progress.begin("writing the pairs", None);
        let unfinished = unfinished(path);
        let file = File::create(&unfinished).in_file(&unfinished)?;
        let labels = [labels.first(), labels.last()].map(|labels| labels?.as_ref());
        format.join(parts, file, &unfinished, labels, at_once)?;
        fs::rename(&unfinished, path).in_file(path)
    }
}

/// The texts of the ids of each input.
fn labels(sides: &[Side], plan: Plan, folder: &SpillFolder) -> Result<Vec<Option<Labels>>> {
    check_memory(sides.iter().filter_map(|side| side.labels), plan.labels())?;
    let labels = sides.iter().enumerate().map(|(input, side)| {
        let read = |written| Labels::read(&folder.labels(input), written);
        side.labels.map(read).transpose()
    });
    labels.collect()
}

/// The path of the incomplete output.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".unfinished");
    path.with_file_name(name)
}

/// Whether the pairs of a finished tile still exist.
fn has_part(folder: &SpillFolder, tile: u64, entry: &Finished) -> bool {
    let len = || folder.part(tile).metadata().map(|file| file.len());
    entry.bytes == 0 || len().is_ok_and(|len| len == entry.bytes)
}

/// Threads that join tiles.
struct Joining<'a, S: Number, const D: usize> {
    run: &'a Run<'a>,
    all: &'a Distributed<S, D>,
    plan: Plan,
    folder: &'a SpillFolder,
    journal: &'a Journal,
    works: Vec<Work>,
    /// The index of the next tile that no thread has begun.
    next: AtomicUsize,
    budget: Budget,
    limit: Limit,
    finished: Mutex<&'a mut BTreeMap<u64, Finished>>,
}

impl<S: Number, const D: usize> Joining<'_, S, D> {
    fn in_threads(&self, threads: usize) -> Result<()> {
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
        let reader = SpillReader::open(&self.folder.boxes())?;
        let ids: IdKind = self.run.sources[0].id_kind();
        let block = self.plan.boxes_per_block();
        let longitude = self.run.sources[0].longitude();
        let interiors = self.run.job.interiors;
        let mut tile_join = TileJoin::new(self.all, reader, block, ids, longitude, interiors);
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
        let mut sink = Sink::new(self.run.format.as_ref(), path, &self.limit, at_once);
        tile_join.join(work, &mut sink)?;
        let entry = sink.finish()?;
        self.journal.add(work.tile, entry)?;
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        finished.insert(work.tile, entry);
        self.run.progress.advance(work.boxes);
        Ok(())
    }
}
