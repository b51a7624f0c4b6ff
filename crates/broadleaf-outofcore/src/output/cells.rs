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

use super::times::Clock;
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
pub(crate) fn write_field(
    out: &mut impl Write,
    column: &ColumnDescPtr,
    value: &ValueType,
    bytes: &[u8],
) -> io::Result<()> {
    if let Some(clock) = Clock::of(column) {
        let value = match value.physical() {
            PhysicalType::INT32 => i64::from(i32::from_le_bytes(number(bytes))),
            _ => i64::from_le_bytes(number(bytes)),
        };
        return clock.write(out, value);
    }
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

/// Writes a number. A decimal without decimals ends without a point.
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

    fn text(kind: &str, bytes: &[u8]) -> String {
        let schema = parse_message_type(&format!("message m {{ required {kind}; }}"));
        let column = SchemaDescriptor::new(Arc::new(schema.unwrap())).column(0);
        let (mut out, value) = (Vec::new(), ValueType::of(&column).unwrap());
        write_field(&mut out, &column, &value, bytes).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// The texts of the crate `parquet` are the oracle; it writes every timestamp as one in UTC.
    #[test]
    fn times_keep_their_zone_or_none() {
        let mut values = vec![0, 1, -1, 86_399_999, -86_400_001, 1_541_186_529_153];
        let mut next = 1_u64;
        values.extend((0..2000).map(|_| {
            next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            next.cast_signed() >> (14 + next % 40)
        }));
        for value in values {
            let micros = Field::TimestampMicros(value).to_string();
            let micros = micros.strip_suffix(" +00:00").unwrap();
            let bytes = value.to_le_bytes();
            let of = |kind: &str| text(&format!("int64 x ({kind})"), &bytes);
            assert_eq!(of("TIMESTAMP(MICROS,false)"), micros);
            assert_eq!(of("TIMESTAMP(MICROS,true)"), format!("{micros}+00:00"));
            assert_eq!(of("TIMESTAMP_MICROS"), format!("{micros}+00:00"));
            let nanos = value.saturating_mul(1000).to_le_bytes();
            if i64::from_le_bytes(nanos) / 1000 == value {
                let nanos = text("int64 x (TIMESTAMP(NANOS,false))", &nanos);
                assert_eq!(nanos, format!("{micros}000"));
            }
            let millis = value >> 10;
            let wanted = Field::TimestampMillis(millis).to_string();
            let wanted = wanted.strip_suffix(" +00:00").unwrap();
            let millis = text("int64 x (TIMESTAMP(MILLIS,false))", &millis.to_le_bytes());
            assert_eq!(millis, wanted);
            let days = i32::try_from(value % 90_000_000).unwrap();
            let wanted = Field::Date(days).to_string();
            assert_eq!(text("int32 x (DATE)", &days.to_le_bytes()), wanted);
            let time = value.rem_euclid(86_400_000_000);
            let wanted = Field::TimeMicros(time).to_string();
            assert_eq!(
                text("int64 x (TIME(MICROS,false))", &time.to_le_bytes()),
                wanted
            );
        }
        // The crate `parquet` panics, or writes nonsense.
        for (kind, value) in [
            ("int64 x (TIMESTAMP(MILLIS,true))", i64::MAX),
            ("int64 x (TIMESTAMP(MICROS,false))", i64::MIN),
            ("int64 x (TIME(MICROS,true))", -1),
            ("int64 x (TIME(NANOS,true))", 86_400_000_000_000),
        ] {
            assert_eq!(
                text(kind, &value.to_le_bytes()),
                value.to_string(),
                "{kind}"
            );
        }
        let days = i32::MIN;
        assert_eq!(
            text("int32 x (DATE)", &days.to_le_bytes()),
            days.to_string()
        );
        let nanos = text("int64 x (TIMESTAMP(NANOS,false))", &i64::MAX.to_le_bytes());
        assert_eq!(nanos, "2262-04-11 23:47:16.854775807");
    }

    #[test]
    fn values_of_every_kind_have_a_text() {
        for (kind, bytes, wanted) in [
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
            assert_eq!(text(kind, bytes), wanted, "{kind}");
        }
    }
}
