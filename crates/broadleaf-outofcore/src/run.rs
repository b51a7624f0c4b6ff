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
use crate::distribute::{Distributed, Distribution, Side};
use crate::error::{InFile, OutOfCoreError, Result};
use crate::folder::SpillFolder;
use crate::how::{How, RowSet};
use crate::id::IdKind;
use crate::input::{Input, Source, Wanted};
use crate::job::{Answer, Job, Outcome};
use crate::join::{Limit, Rules, Sink, TileJoin, Work, tasks};
use crate::journal::{Finished, Journal};
use crate::manifest;
use crate::near::Near;
use crate::number::{Number, NumberKind};
use crate::output::{Content, NO_ROW, OutputColumn, PairFormat, Table, is_parquet, visit_parts};
use crate::pair_sum::PairSum;
use crate::progress::Progress;
use crate::spill::SpillReader;
use crate::values::ValueReader;

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
        self.check()?;
        let wanted = Wanted {
            row_numbers: self.has_row_numbers(),
        };
        let open = |input: &Input| Source::open_for(input, wanted);
        let sources: Result<Vec<_>> = inputs.into_iter().flatten().map(open).collect();
        let sources = sources?;
        check_keys(&sources)?;
        let (number, dimensions) = common_type(&sources, self.distance.is_some())?;
        let run = Run {
            job: self,
            near: self.distance.map(Near::new).transpose()?,
            format: self.format(&sources)?,
            description: self.describe(&sources, number),
            sources,
            progress,
        };
        match (number, dimensions) {
            (NumberKind::Float32, 1) => run.go::<f32, 1>(number),
            (NumberKind::Float64, 1) => run.go::<f64, 1>(number),
            (NumberKind::Int64, 1) => run.go::<i64, 1>(number),
            (NumberKind::Float32, 2) => run.go::<f32, 2>(number),
            (NumberKind::Float32, _) => run.go::<f32, 3>(number),
            (NumberKind::Float64, 2) => run.go::<f64, 2>(number),
            (NumberKind::Float64, _) => run.go::<f64, 3>(number),
            (NumberKind::Int64, 2) => run.go::<i64, 2>(number),
            (NumberKind::Int64, _) => run.go::<i64, 3>(number),
        }
    }

    /// Checks that the options fit together.
    fn check(&self) -> Result<()> {
        let refuse = |problem: &str| Err(OutOfCoreError::job(problem));
        let inputs = [Some(&self.first), self.second.as_ref()]
            .into_iter()
            .flatten();
        let has_longitude = inputs
            .clone()
            .any(|input| input.options.longitude.is_some());
        for input in inputs {
            let mut names = input.keep.clone();
            names.sort_unstable();
            if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
                return refuse(&format!("the column {} is kept twice", twice[0]));
            }
        }
        match (self.distance.is_some(), self.interiors, has_longitude) {
            (true, true, _) => refuse("interiors are compared without a distance"),
            (true, _, true) => refuse("distances do not wrap, so longitudes have none"),
            _ if self.how == How::Left && self.second.is_none() => {
                refuse("a left join needs a second input")
            }
            _ => Ok(()),
        }
    }

    /// Whether the join uses row numbers, for which ids are looked up, even integers.
    fn has_row_numbers(&self) -> bool {
        let keeps = |input: &Input| !input.keep.is_empty();
        self.how != How::Inner || keeps(&self.first) || self.second.as_ref().is_some_and(keeps)
    }

    fn format(&self, sources: &[Source]) -> Result<Option<PairFormat>> {
        let format = PairFormat {
            is_parquet: true,
            ids: [&sources[0], &sources[sources.len() - 1]].map(Source::id_kind),
            looks_up: self.has_row_numbers(),
            marks: self.how.marks(self.second.is_none()),
        };
        match &self.answer {
            // Rows without a partner are known at the end.
            Answer::Count if self.how != How::Inner => Ok(Some(format)),
            Answer::Count => Ok(None),
            Answer::Pairs(path) => Ok(Some(PairFormat {
                is_parquet: is_parquet(path)?,
                ..format
            })),
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
        if let Some(distance) = self.distance {
            let _ = writeln!(text, "distance {distance}");
        }
        if self.how != How::Inner {
            let _ = writeln!(text, "how {}", self.how.name());
        }
        text
    }
}

/// The number type and the number of dimensions of all inputs.
fn common_type(sources: &[Source], is_near: bool) -> Result<(NumberKind, usize)> {
    let columns: Vec<_> = sources.iter().flat_map(Source::column_kinds).collect();
    let mut number = NumberKind::of(&columns);
    if sources.iter().any(|source| source.longitude().is_some()) {
        // `longitude.rs` uses values outside of the longitudes.
        number = NumberKind::Float64;
    }
    if is_near {
        // Distances are measured in `f64`.
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

/// Checks that the keys of two inputs compare.
fn check_keys(sources: &[Source]) -> Result<()> {
    let [first, second] = sources else {
        return Ok(());
    };
    if first.has_keys() != second.has_keys() {
        let problem = "both inputs have a column of keys, or none";
        return Err(OutOfCoreError::job(problem));
    }
    let [a, b] = [first, second].map(Source::key_type);
    let is_text = |key: Option<&str>| matches!(key, None | Some("texts" | "integers"));
    if a == b || (a.is_none() || b.is_none()) && is_text(a) && is_text(b) {
        return Ok(());
    }
    let [a, b] = [a, b].map(|key| key.unwrap_or("texts"));
    Err(OutOfCoreError::job(format!(
        "the keys of the first input are {a}, those of the second one {b}"
    )))
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
    near: Option<Near>,
    format: Option<PairFormat>,
    description: String,
    progress: &'a dyn Progress,
}

impl Run<'_> {
    fn go<S: Number, const D: usize>(mut self, number: NumberKind) -> Result<Outcome> {
        let plan = Plan::new::<S, D>(self.job.memory, self.near.is_some(), self.job.sizes)?;
        self.check_output()?;
        let folder = SpillFolder::open(&self.job.spill)?;
        let distributed = |()| self.distributed::<S, D>(plan, &folder);
        let all = match self.check_apart().and_then(distributed) {
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
        let at_once = plan.pairs_at_once(1).max(at_least);
        let rows = self.put_together(parts, &all.sides, plan, &folder, at_once)?;
        folder.remove()?;
        let giants = all.sides.iter().filter_map(|side| side.lists.last());
        Ok(Outcome {
            rows: rows.unwrap_or(sum.pairs),
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
        let distribution = Distribution {
            sources: &self.sources,
            plan,
            threads: self.job.threads.max(1),
            keeps_values: matches!(self.job.answer, Answer::Pairs(_)),
            near: self.near,
            progress: self.progress,
        };
        let all = distribution.distribute(folder)?;
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

    /// Records whether ids are looked up, which is known for text tables only after reading them.
    fn know_texts(&mut self, sides: &[Side]) {
        let Some(format) = &mut self.format else {
            return;
        };
        let both = [sides.first(), sides.last()];
        for (kind, side) in format.ids.iter_mut().zip(both) {
            if side.is_some_and(|side| side.values.iter().any(|values| values.is_text)) {
                *kind = IdKind::Text;
            }
        }
        format.looks_up |= format.ids.contains(&IdKind::Text);
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

    /// Checks that the output is not in the spill folder, which is removed in the end.
    fn check_apart(&self) -> Result<()> {
        let Answer::Pairs(path) = &self.job.answer else {
            return Ok(());
        };
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let [folder, spill] =
            [folder, &self.job.spill].map(|path| path.canonicalize().in_file(path));
        if folder? != spill? {
            return Ok(());
        }
        let problem = "the output is in the folder for spilled boxes";
        Err(OutOfCoreError::in_file(path, problem))
    }

    /// Writes the pairs of all tiles to one file. Returns the number of its rows, unless they are
    /// the pairs.
    fn put_together(
        &self,
        parts: impl Iterator<Item = PathBuf>,
        sides: &[Side],
        plan: Plan,
        folder: &SpillFolder,
        at_once: usize,
    ) -> Result<Option<u64>> {
        let Some(format) = self.format else {
            return Ok(None);
        };
        self.progress.begin("writing the pairs", None);
        let Answer::Pairs(path) = &self.job.answer else {
            return self.assemble(parts, sides[0].rows, None);
        };
        let unfinished = unfinished(path);
        let file = File::create(&unfinished).in_file(&unfinished)?;
        let rows = if format.looks_up {
            let columns = self.columns(format, sides, folder)?;
            let most = plan.values();
            let table =
                Table::create(file, &unfinished, format.is_parquet, columns, most, at_once)?;
            self.assemble(parts, sides[0].rows, Some(table))?
        } else {
            format.join(parts, file, &unfinished, at_once)?;
            None
        };
        fs::rename(&unfinished, path).in_file(path)?;
        Ok(rows)
    }

    /// The columns of the output.
    fn columns(
        &self,
        format: PairFormat,
        sides: &[Side],
        folder: &SpillFolder,
    ) -> Result<Vec<OutputColumn>> {
        let mut columns = Vec::new();
        let is_left = self.job.how == How::Left;
        let shown = if format.marks.is_some() { 1 } else { 2 };
        for (side, letter) in ["a", "b"].into_iter().enumerate().take(shown) {
            let input = side.min(sides.len() - 1);
            let files = &sides[input].values;
            let carried = self.sources[input].carried(files.first().is_some_and(|f| f.is_text));
            if carried.first().is_none_or(|first| first.name.is_some()) {
                columns.push(OutputColumn {
                    name: letter.to_owned(),
                    side,
                    // Text ids would be carried along, so these are numbers of rows, or integers.
                    content: Content::Ids(match format.ids[side] {
                        IdKind::Text => IdKind::Signed,
                        kind => kind,
                    }),
                    may_be_missing: is_left && side == 1,
                });
            }
            for (number, (file, carried)) in files.iter().zip(carried).enumerate() {
                let reader = ValueReader::open(&folder.values(input, number), file)?;
                // Rows without a box may lack an id.
                let is_whole = carried.name.is_none() && self.job.how == How::Inner;
                columns.push(OutputColumn {
                    name: match &carried.name {
                        None => letter.to_owned(),
                        Some(name) => format!("{letter}_{name}"),
                    },
                    side,
                    content: Content::Values(reader, carried.value),
                    may_be_missing: !is_whole,
                });
            }
        }
        Ok(columns)
    }

    /// Writes the rows of the output, and returns their number, unless they are the pairs.
    fn assemble(
        &self,
        parts: impl Iterator<Item = PathBuf>,
        rows: u64,
        mut table: Option<Table>,
    ) -> Result<Option<u64>> {
        let how = self.job.how;
        let mut set = RowSet::new(if how == How::Inner { 0 } else { rows });
        let batch = table.as_ref().map_or(1 << 20, Table::batch);
        let mut written = 0;
        let mut write = |pairs: &[[u64; 2]]| {
            written += pairs.len() as u64;
            table.as_mut().map_or(Ok(()), |table| table.write(pairs))
        };
        visit_parts(parts, batch, |pairs| {
            pairs.iter().for_each(|pair| set.insert(pair[0]));
            match how {
                How::Inner | How::Left => write(pairs),
                How::Semi | How::Anti => Ok(()),
            }
        })?;
        if how != How::Inner {
            let mut rest = set.rows(how == How::Semi).map(|row| [row, NO_ROW]);
            loop {
                let some: Vec<_> = rest.by_ref().take(batch).collect();
                if some.is_empty() {
                    break;
                }
                write(&some)?;
            }
        }
        table.map_or(Ok(()), Table::finish)?;
        Ok((how != How::Inner).then_some(written))
    }
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
        let run = self.run;
        let rules = Rules {
            ids: run.sources[0].id_kind(),
            longitude: run.sources[0].longitude(),
            interiors: run.job.interiors,
            near: run.near,
            has_keys: run.sources[0].has_keys(),
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
