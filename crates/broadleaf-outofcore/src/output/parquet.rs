//! Pairs as Parquet: two columns `a` and `b`, which are integers in parts.

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Encoding, LogicalType, Repetition, Type as PhysicalType};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::Int64Type;
use parquet::errors::Result as ParquetResult;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{FileReader, RowGroupReader};
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::error::{InFile, Result};
use crate::id::IdKind;

pub(super) struct ParquetPart {
    writer: SerializedFileWriter<File>,
}

impl fmt::Debug for ParquetPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetPart").finish_non_exhaustive()
    }
}

impl ParquetPart {
    pub(super) fn new(file: File, ids: [IdKind; 2]) -> ParquetResult<Self> {
        Ok(Self {
            writer: SerializedFileWriter::new(file, schema(ids)?, properties(false))?,
        })
    }

    pub(super) fn write(&mut self, pairs: &[[u64; 2]]) -> ParquetResult<()> {
        let mut group = self.writer.next_row_group()?;
        for which in 0..2 {
            write_integers(&mut group, pairs, which)?;
        }
        group.close()?;
        Ok(())
    }

    pub(super) fn finish(self) -> ParquetResult<()> {
        self.writer.close()?;
        Ok(())
    }
}

/// Writes the next column: the first ids of all pairs, or the second ones.
pub(super) fn write_integers(
    group: &mut SerializedRowGroupWriter<'_, File>,
    pairs: &[[u64; 2]],
    which: usize,
) -> ParquetResult<()> {
    let ids = pairs.iter().map(|pair| pair[which].cast_signed());
    if let Some(mut column) = group.next_column()? {
        let typed = column.typed::<Int64Type>();
        typed.write_batch(&ids.collect::<Vec<_>>(), None, None)?;
        column.close()?;
    }
    Ok(())
}

/// Consecutive ids are close to each other, so encoding their differences is faster and smaller
/// than compression. Texts use a dictionary instead.
pub(super) fn properties(has_texts: bool) -> WriterPropertiesPtr {
    let mut properties = WriterProperties::builder().set_dictionary_enabled(has_texts);
    if !has_texts {
        properties = properties.set_encoding(Encoding::DELTA_BINARY_PACKED);
    }
    let properties = properties
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true);
    Arc::new(properties.build())
}

pub(super) fn schema(ids: [IdKind; 2]) -> ParquetResult<TypePtr> {
    let columns: ParquetResult<Vec<TypePtr>> = ["a", "b"]
        .into_iter()
        .zip(ids)
        .map(|(name, kind)| {
            let (physical, logical) = match kind {
                IdKind::Text => (PhysicalType::BYTE_ARRAY, LogicalType::String),
                IdKind::Signed => (PhysicalType::INT64, LogicalType::integer(64, true)),
                IdKind::Unsigned => (PhysicalType::INT64, LogicalType::integer(64, false)),
            };
            let column = Type::primitive_type_builder(name, physical)
                .with_repetition(Repetition::REQUIRED)
                .with_logical_type(Some(logical));
            Ok(Arc::new(column.build()?))
        })
        .collect();
    let pairs = Type::group_type_builder("pairs").with_fields(columns?);
    Ok(Arc::new(pairs.build()?))
}

/// Writes all parts to one file, in row groups of `at_once` pairs, regardless of the row groups of
/// the parts: readers prefer few groups, and a file has at most 32,767.
pub(super) fn join(
    parts: impl Iterator<Item = PathBuf>,
    file: File,
    path: &Path,
    ids: [IdKind; 2],
    at_once: usize,
) -> Result<()> {
    let mut whole = ParquetPart::new(file, ids).in_file(path)?;
    Whole::new(at_once, |pairs| whole.write(pairs).in_file(path)).append_all(parts)?;
    let file = whole.writer.into_inner().in_file(path)?;
    file.sync_all().in_file(path)
}

/// The file of all pairs.
pub(super) struct Whole<W> {
    /// Writes one row group.
    writes: W,
    /// Pairs that are not written yet.
    pairs: Vec<[u64; 2]>,
    at_once: usize,
}

impl<W: FnMut(&[[u64; 2]]) -> Result<()>> Whole<W> {
    pub(super) fn new(at_once: usize, writes: W) -> Self {
        Self {
            writes,
            pairs: Vec::new(),
            at_once,
        }
    }

    /// Writes all parts, in groups of `at_once` pairs.
    pub(super) fn append_all(mut self, parts: impl Iterator<Item = PathBuf>) -> Result<()> {
        for part in parts {
            self.append(&part)?;
        }
        self.write()
    }

    fn append(&mut self, part: &Path) -> Result<()> {
        let from = File::open(part).in_file(part)?;
        let reader = SerializedFileReader::new(from).in_file(part)?;
        for number in 0..reader.metadata().num_row_groups() {
            let group = reader.get_row_group(number).in_file(part)?;
            self.read(group.as_ref()).in_file(part)?;
            while self.pairs.len() >= self.at_once {
                let rest = self.pairs.split_off(self.at_once);
                self.write()?;
                self.pairs = rest;
            }
        }
        Ok(())
    }

    /// Writes a row group, if there are pairs.
    fn write(&mut self) -> Result<()> {
        if !self.pairs.is_empty() {
            (self.writes)(&self.pairs)?;
            self.pairs.clear();
        }
        Ok(())
    }

    fn read(&mut self, group: &dyn RowGroupReader) -> ParquetResult<()> {
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let mut ids = [Vec::new(), Vec::new()];
        for (which, ids) in ids.iter_mut().enumerate() {
            let column = group.get_column_reader(which)?;
            let mut column = get_typed_column_reader::<Int64Type>(column);
            while column.read_records(rows, None, None, ids)?.0 > 0 {}
        }
        let [a, b] = ids.map(|ids| ids.into_iter().map(i64::cast_unsigned));
        self.pairs.extend(a.zip(b).map(|(a, b)| [a, b]));
        Ok(())
    }
}
