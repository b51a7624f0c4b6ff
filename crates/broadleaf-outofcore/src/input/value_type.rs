//! The types of columns that are carried along.

use parquet::basic::{ConvertedType, LogicalType, Repetition, Type as PhysicalType};
use parquet::errors::Result as ParquetResult;
use parquet::schema::types::{ColumnDescriptor, Type, TypePtr};

/// The type of a column, which is also that of the column in the output.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ValueType {
    physical: PhysicalType,
    logical: Option<LogicalType>,
    converted: ConvertedType,
    /// The length of values with a fixed length, and the digits of decimals.
    numbers: [i32; 3],
}

impl ValueType {
    pub(crate) const TEXT: Self = Self {
        physical: PhysicalType::BYTE_ARRAY,
        logical: Some(LogicalType::String),
        converted: ConvertedType::UTF8,
        numbers: [-1; 3],
    };

    pub(crate) fn integer(is_signed: bool) -> Self {
        Self {
            physical: PhysicalType::INT64,
            logical: Some(LogicalType::integer(64, is_signed)),
            ..Self::TEXT
        }
    }

    /// The type of a column.
    ///
    /// # Errors
    /// If its values are lists, or of a type that no other reader needs to know.
    pub(crate) fn of(column: &ColumnDescriptor) -> Result<Self, String> {
        let problem = match (column.max_rep_level() > 0, column.physical_type()) {
            (true, _) => "lists",
            (_, PhysicalType::INT96) => "timestamps of 96 bits",
            _ => {
                return Ok(Self {
                    physical: column.physical_type(),
                    logical: column.logical_type_ref().cloned(),
                    converted: column.converted_type(),
                    numbers: [
                        column.type_length(),
                        column.type_precision(),
                        column.type_scale(),
                    ],
                });
            }
        };
        let name = column.path().string();
        Err(format!(
            "column {name} has {problem}, which are not carried along"
        ))
    }

    pub(crate) fn physical(&self) -> PhysicalType {
        self.physical
    }

    /// Whether values are texts. Some writers do not mark them.
    pub(crate) fn is_text(&self) -> bool {
        matches!(
            self.logical,
            Some(LogicalType::String | LogicalType::Enum | LogicalType::Json)
        ) || matches!(self.converted, ConvertedType::UTF8 | ConvertedType::ENUM)
            && self.physical == PhysicalType::BYTE_ARRAY
    }

    /// The column of the output.
    pub(crate) fn column(&self, name: &str, repetition: Repetition) -> ParquetResult<TypePtr> {
        let [length, precision, scale] = self.numbers;
        let column = Type::primitive_type_builder(name, self.physical)
            .with_repetition(repetition)
            .with_logical_type(self.logical.clone())
            .with_length(length)
            .with_precision(precision)
            .with_scale(scale);
        let column = match self.logical {
            Some(_) => column,
            None => column.with_converted_type(self.converted),
        };
        Ok(column.build()?.into())
    }
}

/// A column that is carried along.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Carried {
    /// The name in the input; `None` for the ids.
    pub(crate) name: Option<String>,
    pub(crate) value: ValueType,
}
