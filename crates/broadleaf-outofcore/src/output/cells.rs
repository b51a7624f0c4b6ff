//! Cells of the output, as Parquet or as text.

use std::io::{self, Write};

use parquet::basic::{ConvertedType, LogicalType, Type as PhysicalType};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray,
    FixedLenByteArrayType, FloatType, Int32Type, Int64Type,
};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::writer::SerializedColumnWriter;
use parquet::record::Field;
use parquet::schema::types::ColumnDescPtr;

use crate::input::ValueType;

/// The bytes of values to write at a time, about as many as a page has.
const BATCH_BYTES: usize = 1 << 20;
/// The number of values to write at a time.
const BATCH: usize = 1024;

pub(super) fn write_ids(
    column: &mut SerializedColumnWriter<'_>,
    ids: impl Iterator<Item = Option<u64>>,
) -> ParquetResult<()> {
    put::<Int64Type>(column, ids.map(|id| id.map(u64::cast_signed)), |_| 8)
}

/// Writes values, which are bytes, as a column of this type.
pub(super) fn write_values<'a>(
    column: &mut SerializedColumnWriter<'_>,
    physical: PhysicalType,
    values: impl Iterator<Item = Option<&'a [u8]>>,
) -> ParquetResult<()> {
    match physical {
        PhysicalType::BOOLEAN => {
            let values = values.map(|value| value.map(|value| value.first() == Some(&1)));
            put::<BoolType>(column, values, |_| 1)
        }
        PhysicalType::INT32 => {
            let values = values.map(|value| value.map(|value| i32::from_le_bytes(number(value))));
            put::<Int32Type>(column, values, |_| 4)
        }
        PhysicalType::INT64 => {
            let values = values.map(|value| value.map(|value| i64::from_le_bytes(number(value))));
            put::<Int64Type>(column, values, |_| 8)
        }
        PhysicalType::FLOAT => {
            let values = values.map(|value| value.map(|value| f32::from_le_bytes(number(value))));
            put::<FloatType>(column, values, |_| 4)
        }
        PhysicalType::DOUBLE => {
            let values = values.map(|value| value.map(|value| f64::from_le_bytes(number(value))));
            put::<DoubleType>(column, values, |_| 8)
        }
        PhysicalType::BYTE_ARRAY => {
            let values = values.map(|value| value.map(|value| ByteArray::from(value.to_vec())));
            put::<ByteArrayType>(column, values, ByteArray::len)
        }
        PhysicalType::FIXED_LEN_BYTE_ARRAY => {
            let values =
                values.map(|value| value.map(|value| FixedLenByteArray::from(value.to_vec())));
            put::<FixedLenByteArrayType>(column, values, |value| value.len())
        }
        // Refused when the input is opened.
        PhysicalType::INT96 => Err(ParquetError::NYI("timestamps of 96 bits".to_owned())),
    }
}

fn put<T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<T::T>>,
    size: impl Fn(&T::T) -> usize,
) -> ParquetResult<()> {
    let typed = column.typed::<T>();
    let present = typed.get_descriptor().max_def_level();
    let (mut batch, mut levels, mut bytes) = (Vec::new(), Vec::new(), 0);
    for value in values {
        levels.push(if value.is_some() { present } else { 0 });
        bytes += value.as_ref().map_or(0, &size);
        batch.extend(value);
        if levels.len() == BATCH || bytes >= BATCH_BYTES {
            typed.write_batch(&batch, Some(&levels), None)?;
            batch.clear();
            levels.clear();
            bytes = 0;
        }
    }
    typed.write_batch(&batch, Some(&levels), None)?;
    Ok(())
}

/// The first bytes; zeros if there are fewer.
fn number<const N: usize>(value: &[u8]) -> [u8; N] {
    value.first_chunk().copied().unwrap_or([0; N])
}

/// Writes a value as a field of CSV.
pub(super) fn write_field(
    out: &mut impl Write,
    column: &ColumnDescPtr,
    value: &ValueType,
    bytes: &[u8],
) -> io::Result<()> {
    match value.physical() {
        PhysicalType::BYTE_ARRAY if value.is_text() => {
            write_text(out, std::str::from_utf8(bytes).unwrap_or_default())
        }
        PhysicalType::BOOLEAN => write!(out, "{}", bytes.first() == Some(&1)),
        PhysicalType::FLOAT => write!(out, "{}", f32::from_le_bytes(number(bytes))),
        PhysicalType::DOUBLE => write!(out, "{}", f64::from_le_bytes(number(bytes))),
        PhysicalType::INT32 => write_value(
            out,
            &Field::convert_int32(column, i32::from_le_bytes(number(bytes))),
        ),
        PhysicalType::INT64 => write_value(
            out,
            &Field::convert_int64(column, i64::from_le_bytes(number(bytes))),
        ),
        _ if is_number(column) => {
            let field = Field::convert_byte_array(column, ByteArray::from(bytes.to_vec()));
            write_value(out, &field.map_err(io::Error::other)?)
        }
        _ => bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}")),
    }
}

/// Whether bytes are a decimal or half a float. `Field` converts few other types of bytes, and
/// panics where it does not.
fn is_number(column: &ColumnDescPtr) -> bool {
    column.converted_type() == ConvertedType::DECIMAL
        || column.logical_type_ref() == Some(&LogicalType::Float16)
}

/// Writes a number or a time. A decimal without decimals ends without a point.
fn write_value(out: &mut impl Write, field: &Field) -> io::Result<()> {
    let text = field.to_string();
    write!(out, "{}", text.strip_suffix('.').unwrap_or(&text))
}

/// Writes a text, quoted if other readers, or the one of this crate, would misread it.
pub(super) fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    let is_plain = !text.is_empty()
        && !text.starts_with('#')
        && text.trim() == text
        && !text.contains([',', '"', '\n', '\r']);
    if is_plain {
        return out.write_all(text.as_bytes());
    }
    write!(out, "\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parquet::schema::parser::parse_message_type;
    use parquet::schema::types::SchemaDescriptor;

    use super::*;

    #[test]
    fn values_of_every_kind_have_a_text() {
        for (kind, bytes, text) in [
            ("int32 x (DECIMAL(9, 0))", &12_i32.to_le_bytes()[..], "12"),
            ("int64 x (DECIMAL(9, 2))", &(-5_i64).to_le_bytes(), "-0.05"),
            ("binary x (DECIMAL(9, 0))", &[0xff], "-1"),
            ("fixed_len_byte_array(2) x (DECIMAL(4, 1))", &[0, 15], "1.5"),
            ("fixed_len_byte_array(2) x (FLOAT16)", &[0, 0x3e], "1.5"),
            ("fixed_len_byte_array(2) x", &[0, 0x3e], "003e"),
            (
                "fixed_len_byte_array(12) x (INTERVAL)",
                &[1; 12],
                &"01".repeat(12),
            ),
            ("binary x (BSON)", &[1, 2], "0102"),
        ] {
            let schema = parse_message_type(&format!("message m {{ required {kind}; }}"));
            let column = SchemaDescriptor::new(Arc::new(schema.unwrap())).column(0);
            let (mut out, value) = (Vec::new(), ValueType::of(&column).unwrap());
            write_field(&mut out, &column, &value, bytes).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), text, "{kind}");
        }
    }
}
