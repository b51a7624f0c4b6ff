//! The types of columns.

use parquet::basic::{ConvertedType, LogicalType, Type};
use parquet::schema::types::ColumnDescriptor;

use crate::id::IdKind;
use crate::number::ColumnKind;

/// How the numbers of a column are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    Half,
    Float,
    Double,
    Integer {
        is_signed: bool,
    },
    /// Integers divided by a power of ten.
    Decimal {
        scale: u32,
    },
}

impl Stored {
    /// The storage of a column of numbers.
    ///
    /// # Errors
    /// If it has no numbers; the message names its type.
    pub(super) fn of(column: &ColumnDescriptor) -> Result<Self, String> {
        if let Some(scale) = decimal_scale(column) {
            return Ok(Self::Decimal { scale });
        }
        match (column.physical_type(), column.logical_type_ref()) {
            (Type::FLOAT, _) => Ok(Self::Float),
            (Type::DOUBLE, _) => Ok(Self::Double),
            (Type::FIXED_LEN_BYTE_ARRAY, Some(LogicalType::Float16)) => Ok(Self::Half),
            (Type::INT32 | Type::INT64, Some(LogicalType::Integer(integer))) => Ok(Self::Integer {
                is_signed: integer.is_signed,
            }),
            (Type::INT32 | Type::INT64, None) => old_integer(column),
            _ => Err(no_numbers(column)),
        }
    }
}

/// The integers of a column without a logical type.
fn old_integer(column: &ColumnDescriptor) -> Result<Stored, String> {
    use ConvertedType as Old;
    match column.converted_type() {
        Old::NONE | Old::INT_8 | Old::INT_16 | Old::INT_32 | Old::INT_64 => {
            Ok(Stored::Integer { is_signed: true })
        }
        Old::UINT_8 | Old::UINT_16 | Old::UINT_32 | Old::UINT_64 => {
            Ok(Stored::Integer { is_signed: false })
        }
        _ => Err(no_numbers(column)),
    }
}

fn decimal_scale(column: &ColumnDescriptor) -> Option<u32> {
    let is_decimal = matches!(column.logical_type_ref(), Some(LogicalType::Decimal(_)))
        || column.converted_type() == ConvertedType::DECIMAL;
    let scale = || u32::try_from(column.type_scale()).ok();
    is_decimal.then(scale).flatten()
}

fn no_numbers(column: &ColumnDescriptor) -> String {
    let what = match (column.logical_type_ref(), column.physical_type()) {
        (Some(LogicalType::Timestamp(_)), _) | (_, Type::INT96) => "timestamps",
        (Some(LogicalType::Date), _) => "dates",
        (Some(LogicalType::Time(_)), _) => "times",
        (Some(LogicalType::String), _) => "texts",
        (_, Type::BOOLEAN) => "truth values",
        (_, Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY) => "bytes",
        _ => "other values",
    };
    format!("column {} has {what}, not numbers", column.path().string())
}

/// The type that the numbers of a column need.
pub(super) fn kind(column: &ColumnDescriptor) -> Result<ColumnKind, String> {
    Ok(match Stored::of(column)? {
        Stored::Half | Stored::Float => ColumnKind::Float32,
        Stored::Double | Stored::Decimal { .. } => ColumnKind::Float64,
        Stored::Integer { is_signed } => match column.physical_type() {
            Type::INT32 => ColumnKind::Int32 { is_signed },
            _ => ColumnKind::Int64 { is_signed },
        },
    })
}

pub(super) fn id_kind(column: &ColumnDescriptor) -> Result<IdKind, String> {
    let name = column.path().string();
    if column.max_rep_level() > 0 {
        return Err(format!("column {name} has lists, not ids"));
    }
    match Stored::of(column) {
        Ok(Stored::Integer { is_signed: true }) => Ok(IdKind::Signed),
        Ok(Stored::Integer { is_signed: false }) => Ok(IdKind::Unsigned),
        _ if is_text(column) => Ok(IdKind::Text),
        _ => Err(format!(
            "ids must be integers or texts, and column {name} has neither"
        )),
    }
}

/// Whether a column may hold texts, which some writers do not mark.
fn is_text(column: &ColumnDescriptor) -> bool {
    use ConvertedType as Old;
    let is_text = match column.logical_type_ref() {
        Some(logical) => matches!(logical, LogicalType::String | LogicalType::Enum),
        None => matches!(column.converted_type(), Old::NONE | Old::UTF8 | Old::ENUM),
    };
    column.physical_type() == Type::BYTE_ARRAY && is_text
}
