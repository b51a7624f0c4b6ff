//! Compares Broadleaf with its peers.
//!
//! Every contender gets the same boxes and writes what it finds into the same kind of vector.
//! Answers are verified by checksum. Contenders take turns, scene by scene and round by round, so
//! that whatever else the machine does hits all of them; what counts are the ratios within a round.
//! Times are CPU time of the thread, but for comparisons in several threads.

mod ccd;
mod frames;
mod memory;
mod operations;
mod progress;
mod report;
mod rollback;
mod stopwatch;
mod sweep;

use std::num::NonZeroU16;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use crate::report::Report;

/// Compares Broadleaf with its peers on the same scenes, verifying every answer.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    /// Only this comparison
    #[arg(long)]
    only: Option<Comparison>,
    /// Only scenes whose name contains this
    #[arg(long, default_value = "")]
    scene: String,
    /// How often every contender plays every scene
    #[arg(long, default_value = "7")]
    rounds: NonZeroU16,
    /// Scenes of a million boxes, too
    #[arg(long)]
    million: bool,
    /// Scenes of every family, too
    #[arg(long)]
    every_family: bool,
    /// Compare in so many threads, too
    #[arg(long, value_name = "THREADS")]
    threads: Option<NonZeroU16>,
    /// Leave out who takes longer than this for a frame
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    patience: f64,
    /// Where the folders cloth-funnel and cloth-ball are
    #[arg(long, value_name = "FOLDER", default_value = DATA, hide_default_value = true)]
    data: PathBuf,
    /// A tenth of the boxes and few frames: to see that everything runs
    #[arg(long)]
    quick: bool,
    /// Write the table as CSV, too
    #[arg(long, value_name = "FILE.csv")]
    record: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Comparison {
    /// Pairs and events of scenes in motion
    Frames,
    /// Quadtrees and octrees: building, moving, regions, pairs
    Operations,
    /// Candidates of meshes in motion
    Ccd,
    /// Going back frames and playing them again
    Rollback,
}

/// The meshes beside the repository.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/ccd");

impl Arguments {
    fn rounds(&self) -> usize {
        self.rounds.get().into()
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("broadleaf-bench: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    if let Some(threads) = arguments.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get().into());
        pool.build_global().map_err(|error| error.to_string())?;
    }
    let mut report = Report::default();
    let wants = |comparison| arguments.only.is_none_or(|only| only == comparison);
    if wants(Comparison::Frames) {
        frames::compare_all(arguments, &mut report)?;
    }
    if wants(Comparison::Operations) {
        operations::compare_all(arguments, &mut report)?;
    }
    if wants(Comparison::Ccd) {
        ccd::compare_all(arguments, &mut report)?;
    }
    if wants(Comparison::Rollback) {
        rollback::compare_all(arguments, &mut report)?;
    }
    report.print();
    arguments
        .record
        .as_ref()
        .map_or(Ok(()), |path| report.write(path))
}
