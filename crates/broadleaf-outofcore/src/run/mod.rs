//! A run: open the inputs, distribute the boxes, join tile by tile, write the output.

mod assembly;
mod check;
mod joining;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;

use broadleaf_scenes::Skipped;

use self::assembly::Assembly;
use self::check::{check_keys, common_type};
use self::joining::Joining;
use crate::budget::{Budget, Plan};
use crate::distribute::{Distributed, Distribution, Side};
use crate::error::Result;
use crate::folder::SpillFolder;
use crate::how::How;
use crate::id::IdKind;
use crate::input::{Input, Source, Wanted, check_apart};
use crate::job::{Answer, Job, Outcome};
use crate::join::{Limit, tasks};
use crate::journal::{Finished, Journal};
use crate::manifest;
use crate::near::Near;
use crate::number::{Number, NumberKind};
use crate::output::PairFormat;
use crate::pair_sum::PairSum;
use crate::progress::Progress;

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
            intervals: true,
        };
        let open = |input: &Input| Source::open_for(input, wanted);
        let inputs = inputs.into_iter().flatten();
        if let Answer::Pairs(output) = &self.answer {
            let mut paths = inputs.clone().flat_map(Input::paths);
            paths.try_for_each(|path| check_apart(path, output))?;
        }
        let sources: Result<Vec<_>> = inputs.map(open).collect();
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
        self.assembly().check_output()?;
        let folder = SpillFolder::open(&self.job.spill)?;
        let distributed = |()| self.distributed::<S, D>(plan, &folder);
        let all = match self.assembly().check_apart().and_then(distributed) {
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
        let rows = self
            .assembly()
            .put_together(parts, &all.sides, plan, &folder, at_once)?;
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

    fn assembly(&self) -> Assembly<'_> {
        Assembly {
            job: self.job,
            sources: &self.sources,
            format: self.format,
            progress: self.progress,
        }
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
            needs_boxes: self.job.how == How::Inner,
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
            job: self.job,
            sources: &self.sources,
            near: self.near,
            format: self.format.as_ref(),
            progress: self.progress,
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
}

/// Whether the pairs of a finished tile still exist.
fn has_part(folder: &SpillFolder, tile: u64, entry: &Finished) -> bool {
    let len = || folder.part(tile).metadata().map(|file| file.len());
    entry.bytes == 0 || len().is_ok_and(|len| len == entry.bytes)
}
