//! Pairs as Parquet: two columns of integers, `a` and `b`.

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Encoding, LogicalType, Repetition, Type as PhysicalType};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::Int64Type;
use parquet::errors::Result as ParquetResult;
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
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

/// Copies the row groups of all parts, as they are.
pub(super) fn join(
    parts: impl Iterator<Item = PathBuf>,
    file: File,
    path: &Path,
    ids: [IdKind; 2],
) -> Result<()> {
    let schema = schema(ids).in_file(path)?;
    let mut writer = SerializedFileWriter::new(file, schema, properties()).in_file(path)?;
    for part in parts {
        let from = File::open(&part).in_file(&part)?;
        copy(&from, &mut writer).in_file(&part)?;
    }
    let file = writer.into_inner().in_file(path)?;
    file.sync_all().in_file(path)
}

fn copy(from: &File, writer: &mut SerializedFileWriter<File>) -> ParquetResult<()> {
    let metadata = ParquetMetaDataReader::new().parse_and_finish(from)?;
    for group in metadata.row_groups() {
        let mut copy = writer.next_row_group()?;
        for column in group.columns() {
            let result = ColumnCloseResult {
                bytes_written: column.compressed_size().unsigned_abs(),
                rows_written: group.num_rows().unsigned_abs(),
                metadata: column.clone(),
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            };
            copy.append_column(from, result)?;
        }
        copy.close()?;
    }
    Ok(())
}
