//! Pairs as Parquet: two columns of integers, `a` and `b`.

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
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use crate::error::{InFile, Result};
use crate::id::IdKind;

pub(super) struct ParquetPart {
    writer: SerializedFileWriter<File>,
    column: Vec<i64>,
}

impl fmt::Debug for ParquetPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetPart").finish_non_exhaustive()
    }
}

impl ParquetPart {
    pub(super) fn new(file: File, ids: [IdKind; 2]) -> ParquetResult<Self> {
        Ok(Self {
            writer: SerializedFileWriter::new(file, schema(ids)?, properties())?,
            column: Vec::new(),
        })
    }

    /// Writes a row group.
    pub(super) fn write(&mut self, pairs: &[[u64; 2]]) -> ParquetResult<()> {
        let mut group = self.writer.next_row_group()?;
        for which in 0..2 {
            self.column.clear();
            let ids = pairs.iter().map(|pair| pair[which].cast_signed());
            self.column.extend(ids);
            if let Some(mut column) = group.next_column()? {
                let typed = column.typed::<Int64Type>();
                typed.write_batch(&self.column, None, None)?;
                column.close()?;
            }
        }
        group.close()?;
        Ok(())
    }

    pub(super) fn finish(self) -> ParquetResult<()> {
        self.writer.close()?;
        Ok(())
    }
}

/// Ids near each other have short differences, which takes less time and less space than
/// compression.
fn properties() -> WriterPropertiesPtr {
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::DELTA_BINARY_PACKED)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true);
    Arc::new(properties.build())
}

fn schema(ids: [IdKind; 2]) -> ParquetResult<TypePtr> {
    let columns: ParquetResult<Vec<TypePtr>> = ["a", "b"]
        .into_iter()
        .zip(ids)
        .map(|(name, kind)| {
            let column = Type::primitive_type_builder(name, PhysicalType::INT64)
                .with_repetition(Repetition::REQUIRED)
                .with_logical_type(Some(LogicalType::integer(64, kind == IdKind::Signed)));
            Ok(Arc::new(column.build()?))
        })
        .collect();
    let pairs = Type::group_type_builder("pairs").with_fields(columns?);
    Ok(Arc::new(pairs.build()?))
}

/// Writes all parts to one file, in row groups of `at_once` pairs, whatever those of the parts are:
/// readers want few of them, and a file has at most 32,767.
pub(super) fn join(
    parts: impl Iterator<Item = PathBuf>,
    file: File,
    path: &Path,
    ids: [IdKind; 2],
    at_once: usize,
) -> Result<()> {
    let mut whole = Whole {
        part: ParquetPart::new(file, ids).in_file(path)?,
        pairs: Vec::new(),
        at_once,
    };
    for part in parts {
        let from = File::open(&part).in_file(&part)?;
        whole.append(from).in_file(&part)?;
    }
    whole.write().in_file(path)?;
    let file = whole.part.writer.into_inner().in_file(path)?;
    file.sync_all().in_file(path)
}

/// The file of all pairs.
struct Whole {
    part: ParquetPart,
    /// Pairs that are not written yet.
    pairs: Vec<[u64; 2]>,
    at_once: usize,
}

impl Whole {
    fn append(&mut self, from: File) -> ParquetResult<()> {
        let reader = SerializedFileReader::new(from)?;
        for number in 0..reader.metadata().num_row_groups() {
            self.read(reader.get_row_group(number)?.as_ref())?;
            while self.pairs.len() >= self.at_once {
                let rest = self.pairs.split_off(self.at_once);
                self.write()?;
                self.pairs = rest;
            }
        }
        Ok(())
    }

    /// Writes a row group, if there are pairs.
    fn write(&mut self) -> ParquetResult<()> {
        if !self.pairs.is_empty() {
            self.part.write(&self.pairs)?;
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
