//! Compares Broadleaf with its peers.
//!
//! Every contender receives the same boxes and writes its results to the same kind of vector. Every
//! answer is verified by checksum. Contenders take turns within each scene and round, so other work
//! of the machine affects all of them; compare the ratios within a round. Times are CPU times of
//! the thread, except for contenders with several threads, which are timed by the clock.

mod ccd;
mod frames;
mod memory;
mod operations;
mod progress;
mod report;
mod rollback;
mod stopwatch;
mod sweep;
mod turns;

use std::num::NonZeroU16;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use crate::report::Report;

/// Compares Broadleaf with its peers on the same scenes, verifying every answer.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    /// Run only this comparison
    #[arg(long)]
    only: Option<Comparison>,
    /// Run only scenes whose name contains this text
    #[arg(long, default_value = "")]
    scene: String,
    /// The number of times that every contender plays every scene
    #[arg(long, default_value = "7")]
    rounds: NonZeroU16,
    /// Also run scenes of a million boxes
    #[arg(long)]
    million: bool,
    /// Also run scenes of every family
    #[arg(long)]
    every_family: bool,
    /// Also compare with this number of threads
    #[arg(long, value_name = "THREADS")]
    threads: Option<NonZeroU16>,
    /// Leave out contenders that take longer than this for a frame
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    patience: f64,
    /// The folder with the meshes cloth-funnel and cloth-ball; by default the folder that the
    /// environment variable BROADLEAF_CCD_DATA names
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Use a tenth of the boxes and few frames, to check that everything runs
    #[arg(long)]
    quick: bool,
    /// Also write the table to a CSV file
    #[arg(long, value_name = "FILE.csv")]
    record: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Comparison {
    /// Pairs and events of moving scenes
    Frames,
    /// Building, moving, regions and pairs of quadtrees and octrees
    Operations,
    /// Candidates of moving meshes
    Ccd,
    /// Going back several frames and playing them again
    Rollback,
}

impl Arguments {
    fn rounds(&self) -> usize {
        self.rounds.get().into()
    }

    /// The folder of the meshes, if one is named.
    fn data(&self) -> Option<PathBuf> {
        let from_environment = || std::env::var_os("BROADLEAF_CCD_DATA").map(PathBuf::from);
        self.data.clone().or_else(from_environment)
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
