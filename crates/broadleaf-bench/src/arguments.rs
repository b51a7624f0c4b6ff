//! The arguments of the program.

use std::num::NonZeroU16;
use std::path::PathBuf;
use std::thread;

use clap::{Parser, ValueEnum};

/// Compares Broadleaf with its peers on the same scenes, and verifies every answer.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Run only this comparison
    #[arg(long)]
    pub(crate) only: Option<Comparison>,
    /// Run only scenes whose name contains this text
    #[arg(long, default_value = "")]
    pub(crate) scene: String,
    /// How often every contender plays every scene
    #[arg(long, default_value = "7")]
    pub(crate) rounds: NonZeroU16,
    /// Also run scenes of a million boxes
    #[arg(long)]
    pub(crate) million: bool,
    /// Also run scenes of every family
    #[arg(long)]
    pub(crate) every_family: bool,
    /// Also compare with this number of threads
    #[arg(long, value_name = "THREADS")]
    pub(crate) threads: Option<NonZeroU16>,
    /// For the comparisons of frames and of threads: count only rounds before and after which the
    /// processors are free, so that threads gain at least nine tenths of their number at arithmetic
    /// that touches no memory
    #[arg(long)]
    pub(crate) free: bool,
    /// For the comparison of threads: count only rounds before and after which a message to another
    /// thread and its answer take at most 150 nanoseconds, as on processors that share a cache
    #[arg(long)]
    pub(crate) near: bool,
    /// Skip contenders that take longer than this for a frame
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    pub(crate) patience: f64,
    /// The folder with the meshes cloth-funnel and cloth-ball; by default the folder that the
    /// environment variable BROADLEAF_CCD_DATA names
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// For the comparisons of queries and of few boxes: run only scenes with this number of boxes
    #[arg(long, value_name = "BOXES")]
    pub(crate) size: Option<usize>,
    /// For the comparison of queries: run only queries whose name contains this text
    #[arg(long, default_value = "")]
    pub(crate) question: String,
    /// For the comparison of queries: run only contenders whose name contains this text
    #[arg(long, default_value = "")]
    pub(crate) contender: String,
    /// Use a tenth of the boxes and few frames, to check that everything runs
    #[arg(long)]
    pub(crate) quick: bool,
    /// Also write the table to a CSV file
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) record: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Comparison {
    /// Pairs and events of moving scenes
    Frames,
    /// Building, moving, regions and pairs of quadtrees and octrees
    Operations,
    /// Queries of boxes at rest, and individual changes
    Questions,
    /// Few boxes, 10 to 3,000: pairs, steps, trees built and queried
    Few,
    /// Pairs that change both of their items
    Mutable,
    /// Candidates of moving meshes
    Ccd,
    /// Pairs, joins and builds on one thread and on the number of `--threads`
    Threads,
    /// Going back several frames and replaying them
    Rollback,
}

impl Arguments {
    pub(crate) fn rounds(&self) -> usize {
        self.rounds.get().into()
    }

    /// The wanted number of threads in the pool; `None` if it does not matter.
    pub(crate) fn pool(&self) -> Option<usize> {
        // Tests for free or near processors use all of them.
        let all = || thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map(|threads| threads.get().into());
        threads.or((self.free || self.near).then(all))
    }

    /// The folder of the meshes, if one is given.
    pub(crate) fn data(&self) -> Option<PathBuf> {
        let from_environment = || std::env::var_os("BROADLEAF_CCD_DATA").map(PathBuf::from);
        self.data.clone().or_else(from_environment)
    }
}
