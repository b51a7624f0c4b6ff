//! Writes and reads files for tests.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{
    ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type,
};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::RowAccessor;
use parquet::schema::parser::parse_message_type;

/// The values of a column; `None` for missing ones.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    Float(Vec<Option<f32>>),
    Double(Vec<Option<f64>>),
    Int32(Vec<Option<i32>>),
    Int64(Vec<Option<i64>>),
    Bytes(Vec<Option<Vec<u8>>>),
    /// Lists of three levels without nulls.
    List(Vec<Vec<f64>>),
}

impl Values {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Float(values) => values.len(),
            Self::Double(values) => values.len(),
            Self::Int32(values) => values.len(),
            Self::Int64(values) => values.len(),
            Self::Bytes(values) => values.len(),
            Self::List(values) => values.len(),
        }
    }
}

/// Writes a Parquet file with row groups of `group` rows. The schema is in Parquet's own language,
/// and has the columns in this order.
pub(crate) fn write_parquet(path: &Path, schema: &str, columns: &[Values], group: usize) {
    write_compressed(path, schema, columns, group, Compression::UNCOMPRESSED);
}

pub(crate) fn write_compressed(
    path: &Path,
    schema: &str,
    columns: &[Values],
    group: usize,
    compression: Compression,
) {
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let properties = Arc::new(
        WriterProperties::builder()
            .set_compression(compression)
            .build(),
    );
    let file = File::create(path).unwrap();
    let mut writer = SerializedFileWriter::new(file, schema, properties).unwrap();
    let rows = columns[0].len();
    for start in (0..rows).step_by(group) {
        let rows = start..rows.min(start + group);
        let mut row_group = writer.next_row_group().unwrap();
        for column in columns {
            let mut next = row_group.next_column().unwrap().unwrap();
            match column {
                Values::Float(values) => put::<FloatType>(&mut next, &values[rows.clone()]),
                Values::Double(values) => put::<DoubleType>(&mut next, &values[rows.clone()]),
                Values::Int32(values) => put::<Int32Type>(&mut next, &values[rows.clone()]),
                Values::Int64(values) => put::<Int64Type>(&mut next, &values[rows.clone()]),
                Values::Bytes(values) => {
                    let bytes = values[rows.clone()].iter().cloned();
                    let bytes: Vec<_> = bytes.map(|bytes| bytes.map(ByteArray::from)).collect();
                    put::<ByteArrayType>(&mut next, &bytes);
                }
                Values::List(values) => put_lists(&mut next, &values[rows.clone()]),
            }
            next.close().unwrap();
        }
        row_group.close().unwrap();
    }
    writer.close().unwrap();
}

fn put<T: DataType>(
    column: &mut parquet::file::writer::SerializedColumnWriter<'_>,
    values: &[Option<T::T>],
) {
    let there: Vec<_> = values.iter().flatten().cloned().collect();
    let typed = column.typed::<T>();
    let most = typed.get_descriptor().max_def_level();
    let levels: Vec<_> = values
        .iter()
        .map(|value| if value.is_some() { most } else { 0 })
        .collect();
    typed.write_batch(&there, Some(&levels), None).unwrap();
}

fn put_lists(column: &mut parquet::file::writer::SerializedColumnWriter<'_>, lists: &[Vec<f64>]) {
    let typed = column.typed::<DoubleType>();
    let most = typed.get_descriptor().max_def_level();
    let (mut definition, mut repetition) = (Vec::new(), Vec::new());
    for list in lists {
        // An empty list is one level below a value, since elements are required.
        definition.extend(list.iter().map(|_| most));
        repetition.extend(list.iter().enumerate().map(|(at, _)| i16::from(at > 0)));
        if list.is_empty() {
            definition.push(most - 1);
            repetition.push(0);
        }
    }
    let values = lists.concat();
    typed
        .write_batch(&values, Some(&definition), Some(&repetition))
        .unwrap();
}

/// The numbers of rows in the row groups of a Parquet file.
pub(crate) fn row_groups(path: &Path) -> Vec<i64> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let groups = reader.metadata().row_groups().iter();
    groups.map(|group| group.num_rows()).collect()
}

/// The sorted pairs of a Parquet file. Ids are read as bits.
pub(crate) fn read_pairs(path: &PathBuf) -> Vec<[u64; 2]> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let rows = reader.get_row_iter(None).unwrap();
    let id = |row: &parquet::record::Row, column| {
        let signed = row.get_long(column).map(i64::cast_unsigned);
        signed.or_else(|_| row.get_ulong(column)).unwrap()
    };
    let mut pairs: Vec<_> = rows
        .map(|row| row.unwrap())
        .map(|row| [id(&row, 0), id(&row, 1)])
        .collect();
    pairs.sort_unstable();
    pairs
}
