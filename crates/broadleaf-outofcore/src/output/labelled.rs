//! Pairs with texts as ids, of one input or of both.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::Result as ParquetResult;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};

use super::csv::write_id;
use super::parquet::{Whole, properties, schema, write_integers};
use crate::error::{InFile, Result};
use crate::id::IdKind;
use crate::labels::Labels;

/// The bytes of texts to write at a time, about as many as a page has.
const BATCH_BYTES: usize = 1 << 20;
/// The number of texts to write at a time.
const BATCH: usize = 1024;

/// The texts of the first and of the second box, if ids are texts.
pub(crate) type PairLabels<'a> = [Option<&'a Labels>; 2];

/// Writes all parts, which have row numbers, to one Parquet file with texts.
pub(super) fn join_parquet(
    parts: impl Iterator<Item = PathBuf>,
    file: File,
    path: &Path,
    ids: [IdKind; 2],
    labels: PairLabels<'_>,
    at_once: usize,
) -> Result<()> {
    let schema = schema(ids).in_file(path)?;
    // A dictionary, since each text is in many pairs.
    let writer = SerializedFileWriter::new(file, schema, properties(true)).in_file(path)?;
    let mut columns = Columns { writer, labels };
    Whole::new(at_once, |pairs| columns.write(pairs).in_file(path)).append_all(parts)?;
    let file = columns.writer.into_inner().in_file(path)?;
    file.sync_all().in_file(path)
}

/// Writes all parts to one CSV file with texts.
pub(super) fn join_csv(
    parts: impl Iterator<Item = PathBuf>,
    file: File,
    path: &Path,
    ids: [IdKind; 2],
    labels: PairLabels<'_>,
    at_once: usize,
) -> Result<()> {
    let mut lines = BufWriter::new(file);
    lines.write_all(b"a,b\n").in_file(path)?;
    let write = |pairs: &[[u64; 2]]| write_lines(&mut lines, pairs, ids, labels).in_file(path);
    Whole::new(at_once, write).append_all(parts)?;
    let file = lines.into_inner().map_err(|error| error.into_error());
    file.in_file(path)?.sync_all().in_file(path)
}

fn text(labels: &Labels, row: u64) -> io::Result<&str> {
    let problem = || io::Error::other(format!("there is no text of row {row}"));
    labels.get(row).ok_or_else(problem)
}

struct Columns<'a> {
    writer: SerializedFileWriter<File>,
    labels: PairLabels<'a>,
}

impl Columns<'_> {
    fn write(&mut self, pairs: &[[u64; 2]]) -> ParquetResult<()> {
        let mut group = self.writer.next_row_group()?;
        for (which, labels) in self.labels.into_iter().enumerate() {
            match labels {
                Some(labels) => write_texts(&mut group, pairs, which, labels)?,
                None => write_integers(&mut group, pairs, which)?,
            }
        }
        group.close()?;
        Ok(())
    }
}

fn write_texts(
    group: &mut SerializedRowGroupWriter<'_, File>,
    pairs: &[[u64; 2]],
    which: usize,
    labels: &Labels,
) -> ParquetResult<()> {
    let Some(mut column) = group.next_column()? else {
        return Ok(());
    };
    let (mut batch, mut bytes) = (Vec::new(), 0);
    for pair in pairs {
        let text = text(labels, pair[which])?;
        bytes += text.len();
        batch.push(ByteArray::from(text));
        if bytes >= BATCH_BYTES || batch.len() == BATCH {
            let typed = column.typed::<ByteArrayType>();
            typed.write_batch(&batch, None, None)?;
            batch.clear();
            bytes = 0;
        }
    }
    let typed = column.typed::<ByteArrayType>();
    typed.write_batch(&batch, None, None)?;
    column.close()
}

fn write_lines(
    out: &mut BufWriter<File>,
    pairs: &[[u64; 2]],
    ids: [IdKind; 2],
    labels: PairLabels<'_>,
) -> io::Result<()> {
    for pair in pairs {
        for which in 0..2 {
            match labels[which] {
                Some(labels) => write_text(out, text(labels, pair[which])?)?,
                None => write_id(out, ids[which], pair[which])?,
            }
            out.write_all(if which == 0 { b"," } else { b"\n" })?;
        }
    }
    Ok(())
}

/// Writes a field, quoted if other readers, or the one of this crate, would misread it.
fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    let is_plain = !text.is_empty()
        && !text.starts_with('#')
        && text.trim() == text
        && !text.contains([',', '"', '\n', '\r']);
    if is_plain {
        return out.write_all(text.as_bytes());
    }
    write!(out, "\"{}\"", text.replace('"', "\"\""))
}
