//! What a join is asked for, and what comes out.

use std::path::PathBuf;

use broadleaf_scenes::Skipped;

use crate::budget::Sizes;
use crate::input::Input;
use crate::pair_sum::PairSum;

/// What a join answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The number of pairs and their hash.
    Count,
    /// These, and the pairs as a file: Parquet or CSV, as its name ends, with the columns `a` and
    /// `b`.
    Pairs(PathBuf),
}

/// A join of boxes in files.
///
/// Within one input, every overlapping pair occurs once, the smaller id first; of ids that are
/// texts, that of the earlier row. Between two inputs, the id of the first one comes first. The
/// order of the pairs depends on the inputs and the memory alone; which pairs there are, on the
/// inputs.
///
/// ```
/// use broadleaf_outofcore::{Answer, Input, Job};
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("boxes.csv");
/// std::fs::write(&file, "min_x,min_y,max_x,max_y\n0,0,2,2\n1,1,3,3\n9,9,9,9\n")?;
/// let mut job = Job::new(Input::new(file), folder.path().join("spill"));
/// job.answer = Answer::Pairs(folder.path().join("pairs.csv"));
/// assert_eq!(job.run(&())?.sum.pairs, 1);
/// assert_eq!(std::fs::read_to_string(folder.path().join("pairs.csv"))?, "a,b\n0,1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The boxes.
    pub first: Input,
    /// Boxes of a second set, if not the pairs within the first one are asked for.
    pub second: Option<Input>,
    /// Whether boxes that only touch are no pair: only the interiors of boxes are compared.
    pub interiors: bool,
    /// What is asked for.
    pub answer: Answer,
    /// The memory for boxes, pairs and buffers in bytes, of all threads together: at least 16 MiB.
    /// Texts of ids may take half of it, while the output is written. The program itself and the
    /// metadata of Parquet files come on top.
    pub memory: u64,
    /// The number of threads; 0 counts as 1.
    pub threads: usize,
    /// The join fails if there are more pairs.
    pub limit: Option<u64>,
    /// A folder for boxes and finished pairs, which is created, and removed at the end. A run that
    /// fails or is killed leaves it; the same job goes on where that run ended.
    pub spill: PathBuf,
    /// Only tests set them.
    pub(crate) sizes: Option<Sizes>,
}

impl Job {
    /// The number of pairs within one input, with 1 GiB of memory, in one thread.
    #[must_use]
    pub fn new(first: Input, spill: PathBuf) -> Self {
        Self {
            first,
            second: None,
            interiors: false,
            answer: Answer::Count,
            memory: 1 << 30,
            threads: 1,
            limit: None,
            spill,
            sizes: None,
        }
    }
}

/// What a join found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The number and the hash of the pairs; where ids are texts, of the numbers of their rows.
    pub sum: PairSum,
    /// The number of boxes of both inputs.
    pub boxes: u64,
    /// What was passed over in both inputs, rows without a box among it.
    pub skipped: Skipped,
    /// The number of dimensions.
    pub dimensions: usize,
    /// The number type of the coordinates: `"f32"`, `"f64"` or `"i64"`.
    pub number: &'static str,
    /// The number of tiles with boxes.
    pub tiles: u64,
    /// Those of them that an earlier run had finished.
    pub finished_before: u64,
    /// The number of boxes that touch too many tiles to be copied into each.
    pub giants: u64,
    /// The number of bytes of boxes in the spill folder.
    pub spilled: u64,
}
