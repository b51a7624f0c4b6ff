//! Opened files of boxes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use broadleaf_scenes::{Rows, Skipped};

use super::aabbs::AabbsFile;
use super::box_reader::{BoxReader, Reading};
use super::csv::CsvFile;
use super::description::{Input, Wanted};
use super::expand::{Files, ending, expand, is_parquet, is_text};
use super::parquet::ParquetFile;
use super::rows::RowsFile;
use super::skipped::add_file;
use super::value_type::Carried;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::id::IdKind;
use crate::longitude::Longitude;
use crate::number::{ColumnKind, Number};

/// An opened file of boxes, whose columns are known.
#[derive(Debug)]
pub struct Source {
    input: Input,
    file: SourceFile,
    /// The state of each file.
    states: Vec<State>,
    /// The number of files in a folder that are skipped.
    others: u64,
}

#[derive(Debug)]
enum SourceFile {
    /// One file or more.
    Parquet(Vec<ParquetFile>),
    Csv(CsvFile),
    Aabbs(AabbsFile),
    Rows(RowsFile),
}

impl Source {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or does not have the columns.
    pub fn open(input: &Input) -> Result<Self> {
        let wanted = Wanted {
            intervals: true,
            ..Wanted::default()
        };
        Self::open_for(input, wanted)
    }

    /// Opens a file for a join.
    pub(crate) fn open_for(input: &Input, wanted: Wanted) -> Result<Self> {
        let Files {
            paths: files,
            others,
        } = expand_all(input)?;
        let states = files
            .iter()
            .map(|path| State::of(path))
            .collect::<Result<_>>()?;
        let file = match (&files[..], ending(&files[0]).as_str()) {
            _ if files.iter().all(|path| is_parquet(path)) => {
                SourceFile::Parquet(open_all(&files, input, wanted)?)
            }
            _ if files.iter().all(|path| is_text(path)) => {
                SourceFile::Csv(CsvFile::open(files, input, wanted)?)
            }
            ([file], ending) if *file == input.path => match ending {
                "aabbs" => SourceFile::Aabbs(AabbsFile::open(input)?),
                _ => SourceFile::Rows(RowsFile::open(input)?),
            },
            _ => Err(mixed(&files))?,
        };
        Ok(Self {
            input: input.clone(),
            file,
            states,
            others,
        })
    }

    /// The number of rows, if the file stores it.
    #[must_use]
    pub fn rows(&self) -> Option<u64> {
        match &self.file {
            SourceFile::Parquet(files) => Some(files.iter().map(ParquetFile::rows).sum()),
            SourceFile::Csv(_) => None,
            SourceFile::Aabbs(file) => Some(file.boxes()),
            SourceFile::Rows(file) => Some(file.boxes()),
        }
    }

    /// The number of dimensions: 2 or 3, or 1 for intervals, whose columns are named.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        match &self.file {
            SourceFile::Parquet(files) => files[0].dimensions(),
            SourceFile::Csv(file) => file.dimensions(),
            SourceFile::Aabbs(file) => file.dimensions(),
            SourceFile::Rows(file) => file.dimensions(),
        }
    }

    pub(crate) fn column_kinds(&self) -> Vec<ColumnKind> {
        match &self.file {
            SourceFile::Parquet(files) => files
                .iter()
                .flat_map(ParquetFile::column_kinds)
                .copied()
                .collect(),
            SourceFile::Csv(_) | SourceFile::Rows(_) => vec![ColumnKind::Float64],
            SourceFile::Aabbs(_) => vec![ColumnKind::Float32],
        }
    }

    /// Appends all rows of tables to `rows`.
    pub(super) fn read_rows<const D: usize>(&self, rows: &mut Rows<D>) -> Result<()> {
        match &self.file {
            SourceFile::Parquet(files) => files.iter().try_for_each(|file| file.read_rows(rows)),
            SourceFile::Csv(file) => file.read_rows(rows),
            SourceFile::Aabbs(_) | SourceFile::Rows(_) => {
                let problem = "only tables are read as a whole here";
                Err(OutOfCoreError::in_file(&self.input.path, problem))
            }
        }
    }

    /// Whether this is not a recording, which may be empty.
    pub(crate) fn is_table(&self) -> bool {
        !matches!(self.file, SourceFile::Aabbs(_))
    }

    /// The axis of longitudes, if there is one.
    pub(crate) fn longitude(&self) -> Option<Longitude> {
        self.input.options.longitude.map(Longitude)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.input.path
    }

    /// The unused columns.
    pub(crate) fn skipped(&self) -> Skipped {
        match &self.file {
            SourceFile::Parquet(files) => {
                let mut skipped = Skipped::default();
                skipped.add("files that are not .parquet", self.others);
                files
                    .iter()
                    .for_each(|file| add_file(&mut skipped, &file.skipped()));
                skipped
            }
            SourceFile::Rows(file) => file.skipped(),
            SourceFile::Csv(_) => {
                let mut skipped = Skipped::default();
                skipped.add("files that are not .csv or .tsv", self.others);
                skipped
            }
            SourceFile::Aabbs(_) => Skipped::default(),
        }
    }

    /// The kind of the ids according to the types of columns; the ids of a text table may still
    /// turn out to be texts.
    pub(crate) fn id_kind(&self) -> IdKind {
        match &self.file {
            SourceFile::Parquet(files) => files[0].id_kind(),
            SourceFile::Csv(_) | SourceFile::Aabbs(_) | SourceFile::Rows(_) => IdKind::Signed,
        }
    }

    /// Whether ids are texts; for a text table, known once it has been read.
    pub(crate) fn has_text_ids(&self) -> bool {
        match &self.file {
            SourceFile::Parquet(_) => self.id_kind() == IdKind::Text,
            SourceFile::Csv(file) => file.has_text_ids(),
            SourceFile::Aabbs(_) | SourceFile::Rows(_) => false,
        }
    }

    /// The columns that are carried along; if `is_text`, the ids of a text table are texts.
    pub(crate) fn carried(&self, is_text: bool) -> Vec<Carried> {
        match &self.file {
            SourceFile::Parquet(files) => files[0].carried().to_vec(),
            SourceFile::Csv(file) => file.carried(is_text),
            SourceFile::Aabbs(_) | SourceFile::Rows(_) => Vec::new(),
        }
    }

    /// The type of the keys, by which keys of two inputs compare; `None` for text tables, where
    /// they are texts.
    pub(crate) fn key_type(&self) -> Option<&'static str> {
        match &self.file {
            SourceFile::Parquet(files) => files[0].key_type(),
            SourceFile::Csv(_) | SourceFile::Aabbs(_) | SourceFile::Rows(_) => None,
        }
    }

    /// Whether rows have keys.
    pub(crate) fn has_keys(&self) -> bool {
        self.input.by.is_some()
    }

    /// Rows without a box that were skipped when the file was opened.
    pub(crate) fn rows_skipped_before(&self) -> u64 {
        match &self.file {
            SourceFile::Rows(file) => {
                let skipped = file.skipped();
                let mut rows = skipped.iter().filter(|(what, _)| *what == WITHOUT_BOX);
                rows.next().map_or(0, |(_, count)| count)
            }
            _ => 0,
        }
    }

    /// The number of parts that can be read at the same time.
    pub(crate) fn parts(&self) -> usize {
        match &self.file {
            SourceFile::Parquet(files) => files.iter().map(ParquetFile::row_groups).sum(),
            SourceFile::Csv(_) | SourceFile::Aabbs(_) | SourceFile::Rows(_) => 1,
        }
    }

    /// Reads a part from its start.
    pub(crate) fn read_part<'a, S: Number, const D: usize>(
        &'a self,
        part: usize,
        reading: Reading,
    ) -> Result<Box<dyn BoxReader<S, D> + 'a>> {
        match &self.file {
            SourceFile::Parquet(files) => {
                let mut group = part;
                let mut all = files.iter();
                let file = all.find(|file| {
                    let is_here = group < file.row_groups();
                    if !is_here {
                        group -= file.row_groups();
                    }
                    is_here
                });
                let file = file.unwrap_or(&files[0]);
                Ok(Box::new(file.read_row_group(group, reading)?))
            }
            SourceFile::Csv(file) => Ok(Box::new(file.read(reading)?)),
            SourceFile::Aabbs(file) => Ok(Box::new(file.read()?)),
            SourceFile::Rows(file) => Ok(Box::new(file.read())),
        }
    }

    /// Everything that the boxes depend on: the state of the file, and the columns.
    pub(crate) fn describe(&self) -> String {
        let Input {
            path,
            boxes,
            id,
            also,
            by,
            keep,
            options,
        } = &self.input;
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        let mut text = path.display().to_string();
        for State { bytes, modified } in &self.states {
            // Writing to a text cannot fail.
            let _ = write!(text, " of {bytes} bytes, changed at {modified},");
        }
        let ids = self.id_kind().name();
        let _ = write!(text, " columns {boxes:?}, ids {id:?} ({ids}), {options:?}");
        if !also.is_empty() || by.is_some() || !keep.is_empty() {
            let _ = write!(text, ", also {also:?}, by {by:?}, keep {keep:?}");
        }
        text.push('\n');
        text
    }

    /// Checks that the file has not changed since it was opened.
    pub(crate) fn check_unchanged(&self) -> Result<()> {
        let files = expand_all(&self.input)?;
        let states = files
            .paths
            .iter()
            .map(|path| State::of(path))
            .collect::<Result<Vec<_>>>()?;
        if states == self.states {
            Ok(())
        } else {
            let problem = "the file changed while it was read";
            Err(OutOfCoreError::in_file(&self.input.path, problem))
        }
    }
}

/// What is skipped where a row has no box.
pub(crate) const WITHOUT_BOX: &str = "rows without a box";

/// The files of an input.
fn expand_all(input: &Input) -> Result<Files> {
    let mut all = expand(&input.path)?;
    for path in &input.also {
        let files = expand(path)?;
        all.paths.extend(files.paths);
        all.others += files.others;
    }
    Ok(all)
}

/// The error for files of which some are not of the kind of the first one.
fn mixed(files: &[PathBuf]) -> OutOfCoreError {
    let is_other = |path: &&PathBuf| {
        let [other, first] = [path, &files[0]].map(|path| [is_parquet(path), is_text(path)]);
        other != first || other == [false; 2]
    };
    let path = files.iter().find(is_other).unwrap_or(&files[0]);
    let problem = "several files, or a pattern, must be Parquet files only, or .csv and .tsv only";
    OutOfCoreError::in_file(path, problem)
}

/// Opens Parquet files, whose rows are numbered consecutively.
fn open_all(files: &[PathBuf], input: &Input, wanted: Wanted) -> Result<Vec<ParquetFile>> {
    let mut all: Vec<ParquetFile> = Vec::new();
    let mut rows = 0_u64;
    for path in files {
        let file = ParquetFile::open(path, input, wanted, rows)?;
        rows = rows.saturating_add(file.rows());
        if let Some(first) = all.first()
            && (first.dimensions(), first.id_kind()) != (file.dimensions(), file.id_kind())
        {
            let problem = "the dimensions or the ids differ from the first file";
            return Err(OutOfCoreError::in_file(path, problem));
        }
        if let Some(first) = all.first()
            && (first.carried(), first.key_type()) != (file.carried(), file.key_type())
        {
            let problem = "the types of the columns of --keep or --by differ from the first file";
            return Err(OutOfCoreError::in_file(path, problem));
        }
        if let Some(first) = all.first()
            && first.form() != file.form()
        {
            let (first, form) = (first.form(), file.form());
            let problem = format!("the boxes are {form}, in the first file {first}");
            return Err(OutOfCoreError::in_file(path, problem));
        }
        all.push(file);
    }
    Ok(all)
}

/// Properties that change when a file is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    bytes: u64,
    /// Nanoseconds since 1970.
    modified: u128,
}

impl State {
    fn of(path: &Path) -> Result<Self> {
        let metadata = path.metadata().in_file(path)?;
        if metadata.is_dir() {
            return Err(OutOfCoreError::in_file(path, "this is a directory"));
        }
        let modified = metadata.modified().in_file(path)?;
        let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self {
            bytes: metadata.len(),
            modified: since.as_nanos(),
        })
    }
}
