//! The description and the result of a join.

use std::path::PathBuf;

use broadleaf_scenes::Skipped;

use crate::budget::Sizes;
use crate::how::How;
use crate::input::Input;
use crate::pair_sum::PairSum;

/// The answer of a join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The number of pairs and their hash.
    Count,
    /// The number of pairs and their hash, and the pairs in a file with the columns `a` and `b`,
    /// then `a_NAME` and `b_NAME` for each column that is kept: Parquet or CSV, depending on its
    /// name.
    Pairs(PathBuf),
}

/// A join of boxes in files.
///
/// Within one input, every overlapping pair occurs once, with the smaller id first; if ids are
/// texts, the id of the earlier row is first. Between two inputs, the id from the first input is
/// first. The order of the pairs depends only on the inputs and the memory, the set of pairs only
/// on the inputs.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The boxes.
    pub first: Input,
    /// A second set of boxes; `None` for the pairs within the first.
    pub second: Option<Input>,
    /// Whether boxes that only touch are left out: then only the interiors of boxes are compared.
    pub interiors: bool,
    /// The largest distance between the nearest points of two boxes, in `f64`; `None` for boxes
    /// that overlap. Not together with `interiors`, nor with longitudes.
    pub distance: Option<f64>,
    /// The rows that are written. With rows other than pairs, and with columns that are kept, a
    /// pair within one input has the earlier row first.
    pub how: How,
    /// The wanted answer.
    pub answer: Answer,
    /// The memory for boxes, pairs and buffers of all threads together, in bytes: at least 16 MiB.
    /// The program itself and the metadata of Parquet files are not included.
    pub memory: u64,
    /// The number of threads; 0 counts as 1.
    pub threads: usize,
    /// The largest number of pairs; with more, the join fails.
    pub limit: Option<u64>,
    /// A folder for boxes and finished pairs, which is created, and removed at the end. A run that
    /// fails or is killed leaves it, and the same job resumes that run.
    pub spill: PathBuf,
    /// Set only by tests.
    pub(crate) sizes: Option<Sizes>,
}

impl Job {
    /// A job that counts the pairs within one input, with 1 GiB of memory, in one thread.
    #[must_use]
    pub fn new(first: Input, spill: PathBuf) -> Self {
        Self {
            first,
            second: None,
            interiors: false,
            distance: None,
            how: How::Inner,
            answer: Answer::Count,
            memory: 1 << 30,
            threads: 1,
            limit: None,
            spill,
            sizes: None,
        }
    }
}

/// The result of a join.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The number and the hash of the pairs; where ids are looked up, such as texts, the hash is of
    /// row numbers.
    pub sum: PairSum,
    /// The number of rows of the output.
    pub rows: u64,
    /// The number of boxes of both inputs.
    pub boxes: u64,
    /// What was skipped in both inputs, including rows without a box.
    pub skipped: Skipped,
    /// The number of dimensions.
    pub dimensions: usize,
    /// The number type of the coordinates: `"f32"`, `"f64"` or `"i64"`.
    pub number: &'static str,
    /// The number of tiles with boxes.
    pub tiles: u64,
    /// The number of these tiles that an earlier run finished.
    pub finished_before: u64,
    /// The number of boxes that touch too many tiles to be copied into each.
    pub giants: u64,
    /// The number of bytes of boxes in the spill folder.
    pub spilled: u64,
}
