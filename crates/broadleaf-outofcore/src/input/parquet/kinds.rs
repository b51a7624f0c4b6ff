//! The types of columns.

use parquet::basic::{ConvertedType, LogicalType, Type};
use parquet::schema::types::ColumnDescriptor;

use crate::id::IdKind;
use crate::number::ColumnKind;

/// The type of a column of coordinates.
pub(super) fn kind(column: &ColumnDescriptor) -> Result<ColumnKind, String> {
    let name = column.path().string();
    if column.max_rep_level() > 0 {
        return Err(format!("column {name} has lists, not numbers"));
    }
    match (column.physical_type(), is_signed(column)) {
        (Type::FLOAT, _) => Ok(ColumnKind::Float32),
        (Type::DOUBLE, _) => Ok(ColumnKind::Float64),
        (Type::INT32, Some(is_signed)) => Ok(ColumnKind::Int32 { is_signed }),
        (Type::INT64, Some(is_signed)) => Ok(ColumnKind::Int64 { is_signed }),
        _ => Err(format!("column {name} has neither floats nor integers")),
    }
}

pub(super) fn id_kind(column: &ColumnDescriptor) -> Result<IdKind, String> {
    match kind(column) {
        Ok(ColumnKind::Int32 { is_signed } | ColumnKind::Int64 { is_signed }) => Ok(if is_signed {
            IdKind::Signed
        } else {
            IdKind::Unsigned
        }),
        _ => Err(format!(
            "column {} has no integers, which ids are",
            column.path().string()
        )),
    }
}

/// Whether integers have a sign; `None` for dates and other things that are stored as integers.
pub(super) fn is_signed(column: &ColumnDescriptor) -> Option<bool> {
    match (column.logical_type_ref(), column.converted_type()) {
        (Some(LogicalType::Integer(integer)), _) => Some(integer.is_signed),
        (None, ConvertedType::NONE) => Some(true),
        _ => None,
    }
}
