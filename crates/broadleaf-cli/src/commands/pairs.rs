//! `broadleaf pairs`: the pairs of files that may be larger than memory.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use broadleaf_outofcore::{Answer, How, Input, Job, OutOfCoreError, Outcome, Progress};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::args::{HowRows, PairsArgs};
use crate::error::CliError;
use crate::output::{print_json, say, warn_skipped};
use crate::overwrite::refuse_overwrite;
use crate::progress;
use crate::scene_facts::Passed;
use crate::table::{count, ms, print_facts};

/// The default limit of pairs that are written, which take 80 gigabytes.
const MOST_PAIRS: u64 = 10_000_000_000;

pub(crate) fn run(args: &PairsArgs) -> Result<(), CliError> {
    let inputs = [Some(&args.first), args.second.as_ref()]
        .into_iter()
        .flatten();
    let inputs = inputs.chain(&args.also).chain(&args.also_b);
    if let Some(out) = &args.out {
        refuse_overwrite(inputs.map(PathBuf::as_path), out)?;
    }
    let job = job(args);
    let start = Instant::now();
    let shown = Shown(Mutex::new(ProgressBar::hidden()));
    let outcome = job.run(&shown);
    shown.clear();
    let outcome = outcome.map_err(|error| failure(&error, &job))?;
    warn_skipped(None, &outcome.skipped);
    let found = Found::new(args, &outcome, start.elapsed().as_secs_f64() * 1e3);
    if args.json {
        return print_json("pairs", &found);
    }
    print_facts(&found.facts())?;
    args.out.as_ref().map_or(Ok(()), |path| {
        say(format_args!("Wrote the pairs to {}.", path.display()))
    })
}

fn job(args: &PairsArgs) -> Job {
    let first = Input {
        path: args.first.clone(),
        boxes: args.reading.boxes.clone(),
        id: args.id.clone(),
        also: args.also.clone(),
        by: args.by.clone(),
        keep: args.keep.clone(),
        options: args.reading.options(),
    };
    let second = args.second.as_ref().map(|path| Input {
        path: path.clone(),
        boxes: args.boxes_b.clone(),
        id: args.id_b.clone(),
        also: args.also_b.clone(),
        by: args.by_b.clone().or_else(|| args.by.clone()),
        keep: args.keep_b.clone(),
        options: args.reading.options(),
    });
    let mut job = Job::new(first, spill(args));
    job.second = second;
    job.interiors = args.interiors;
    job.distance = args.distance;
    job.how = match args.how {
        HowRows::Inner => How::Inner,
        HowRows::Left => How::Left,
        HowRows::Semi => How::Semi,
        HowRows::Anti => How::Anti,
    };
    job.memory = args.memory;
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    job.threads = args.threads.unwrap_or_else(processors);
    job.limit = args.limit;
    if let Some(out) = &args.out {
        job.answer = Answer::Pairs(out.clone());
        job.limit = Some(args.limit.unwrap_or(MOST_PAIRS));
    }
    job
}

fn spill(args: &PairsArgs) -> PathBuf {
    let usual = || {
        let out = args.out.as_deref().unwrap_or(Path::new("broadleaf-pairs"));
        let mut name = out.as_os_str().to_owned();
        name.push(".spill");
        PathBuf::from(name)
    };
    args.spill.clone().unwrap_or_else(usual)
}

/// The error message, with a hint if the run can be resumed.
fn failure(error: &OutOfCoreError, job: &Job) -> CliError {
    let hint = match error {
        OutOfCoreError::TooManyPairs { .. } => " with --limit",
        _ => "",
    };
    let kept = if job.spill.join("manifest").exists() {
        let folder = job.spill.display();
        format!("; finished work is kept in {folder}, and the same command resumes it")
    } else {
        String::new()
    };
    CliError::input(format!("{error}{hint}{kept}"))
}

/// The bar of the current phase.
struct Shown(Mutex<ProgressBar>);

impl Shown {
    fn replace(&self, bar: ProgressBar) {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.finish_and_clear();
        *shown = bar;
    }

    fn clear(&self) {
        self.replace(ProgressBar::hidden());
    }
}

impl Progress for Shown {
    fn begin(&self, phase: &'static str, steps: Option<u64>) {
        self.replace(match steps.and_then(|steps| usize::try_from(steps).ok()) {
            Some(steps) => progress::bar(steps, phase),
            None => progress::clock(phase),
        });
    }

    fn advance(&self, steps: u64) {
        let shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.inc(steps);
    }
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Found {
    first: PathBuf,
    second: Option<PathBuf>,
    boxes: u64,
    dim: usize,
    scalar: &'static str,
    /// Whether boxes that only touch were left out.
    interiors: bool,
    pairs: u64,
    /// The number of rows of the answer: pairs, unless --how chooses others.
    rows: u64,
    /// The sum of the hashes of all pairs, in hexadecimal.
    hash: String,
    out: Option<PathBuf>,
    tiles: u64,
    tiles_finished_before: u64,
    giants: u64,
    spilled_bytes: u64,
    memory: u64,
    ms: f64,
    skipped: Vec<Passed>,
}

impl Found {
    fn new(args: &PairsArgs, outcome: &Outcome, ms: f64) -> Self {
        Self {
            first: args.first.clone(),
            second: args.second.clone(),
            boxes: outcome.boxes,
            dim: outcome.dimensions,
            scalar: outcome.number,
            interiors: args.interiors,
            pairs: outcome.sum.pairs,
            rows: outcome.rows,
            hash: format!("{:016x}", outcome.sum.hash),
            out: args.out.clone(),
            tiles: outcome.tiles,
            tiles_finished_before: outcome.finished_before,
            giants: outcome.giants,
            spilled_bytes: outcome.spilled,
            memory: args.memory,
            ms,
            skipped: Passed::all(&outcome.skipped),
        }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            (
                "boxes",
                format!("{} in {}D, {}", count(self.boxes), self.dim, self.scalar),
            ),
            ("pairs", count(self.pairs)),
            ("rows", count(self.rows)),
            ("hash", self.hash.clone()),
            (
                "tiles",
                format!(
                    "{}, {} of them finished before",
                    count(self.tiles),
                    count(self.tiles_finished_before)
                ),
            ),
            ("giants", count(self.giants)),
            ("spilled", format!("{} bytes", count(self.spilled_bytes))),
            ("time", ms(self.ms)),
        ]
    }
}
