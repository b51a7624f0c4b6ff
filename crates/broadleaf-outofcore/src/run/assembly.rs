//! The output: one file of the pairs of all tiles, with the columns that are carried along.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::budget::Plan;
use crate::distribute::Side;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::folder::SpillFolder;
use crate::how::{How, RowSet};
use crate::id::IdKind;
use crate::input::Source;
use crate::job::{Answer, Job};
use crate::output::{Content, NO_ROW, OutputColumn, PairFormat, Table, visit_parts};
use crate::progress::Progress;
use crate::values::ValueReader;

/// How to write the output of a job.
pub(super) struct Assembly<'a> {
    pub(super) job: &'a Job,
    pub(super) sources: &'a [Source],
    pub(super) format: Option<PairFormat>,
    pub(super) progress: &'a dyn Progress,
}

impl Assembly<'_> {
    /// Checks early that the output can be written, since that may happen hours later.
    pub(super) fn check_output(&self) -> Result<()> {
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
    pub(super) fn check_apart(&self) -> Result<()> {
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
    pub(super) fn put_together(
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
