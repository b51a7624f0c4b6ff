//! The columns of a file besides those of the boxes: ids, values that are carried along, keys.

use parquet::basic::{LogicalType, Type};
use parquet::errors::Result as ParquetResult;
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor};

use super::choice::Table;
use super::column::Column;
use super::kinds::id_kind;
use crate::id::IdKind;
use crate::input::box_reader::{Beside, Reading, Rows};
use crate::input::description::{Input, Wanted};
use crate::input::row;
use crate::input::value_type::{Carried, ValueType};
use crate::number::Number;
use crate::record::Record;

/// Which columns these are.
#[derive(Debug)]
pub(super) struct Others {
    /// The ids of the join.
    pub(super) id_kind: IdKind,
    id: Option<usize>,
    /// The columns that are carried along; the first one has the ids if `id` has none.
    carried: Vec<usize>,
    /// Their types.
    pub(super) types: Vec<Carried>,
    /// The column of the keys, and the type by which two inputs compare them.
    pub(super) key: Option<(usize, &'static str)>,
}

impl Others {
    pub(super) fn choose(
        table: &Table<'_>,
        columns: &[ColumnDescPtr],
        input: &Input,
        wanted: Wanted,
    ) -> Result<Self, String> {
        let find = |name: &Option<String>| name.as_ref().map(|name| table.find(name)).transpose();
        let id = find(&input.id)?;
        let id_kind = id.map_or(Ok(IdKind::Signed), |id| id_kind(&columns[id]))?;
        let is_looked_up = wanted.row_numbers || id_kind == IdKind::Text;
        let mut others = Self {
            id_kind: if is_looked_up { IdKind::Text } else { id_kind },
            id: id.filter(|_| !is_looked_up),
            carried: Vec::new(),
            types: Vec::new(),
            key: None,
        };
        if let Some(id) = id.filter(|_| is_looked_up) {
            let value = match id_kind {
                IdKind::Text => ValueType::TEXT,
                _ => ValueType::of(&columns[id])?,
            };
            others.carry(id, None, value);
        }
        for name in &input.keep {
            let column = table.find(name)?;
            others.carry(column, Some(name.clone()), ValueType::of(&columns[column])?);
        }
        let key = find(&input.by)?;
        let key = key.map(|key| key_type(&columns[key]).map(|name| (key, name)));
        others.key = key.transpose()?;
        Ok(others)
    }

    fn carry(&mut self, column: usize, name: Option<String>, value: ValueType) {
        self.carried.push(column);
        self.types.push(Carried { name, value });
    }

    pub(super) fn contains(&self, column: usize) -> bool {
        let is_key = self.key.is_some_and(|(key, _)| key == column);
        self.id == Some(column) || self.carried.contains(&column) || is_key
    }

    /// Opens the columns that a pass reads.
    pub(super) fn open<S: Number>(
        &self,
        reading: Reading,
        column: impl Fn(&usize) -> ParquetResult<Column<S>>,
    ) -> ParquetResult<Reader<S>> {
        let carried = self.carried.iter().filter(|_| reading.values);
        Ok(Reader {
            id: self.id.as_ref().map(&column).transpose()?,
            carried: carried.map(&column).collect::<ParquetResult<_>>()?,
            types: self.types.clone(),
            key: self.key.map(|(key, _)| column(&key)).transpose()?,
            beside: Beside::default(),
        })
    }
}

/// The type of a column of keys.
fn key_type(column: &ColumnDescriptor) -> Result<&'static str, String> {
    let is_text = ValueType::of(column)?.is_text();
    Ok(match (column.physical_type(), column.logical_type_ref()) {
        (Type::BYTE_ARRAY, _) if is_text => "texts",
        (Type::BYTE_ARRAY, None) => "texts",
        (Type::BOOLEAN, _) => "truth values",
        (Type::INT32, Some(LogicalType::Date)) => "dates",
        (Type::INT32 | Type::INT64, Some(LogicalType::Integer(_)) | None) => "integers",
        _ => {
            let name = column.path().string();
            return Err(format!(
                "column {name} has no keys: these are integers, texts, dates or truth values"
            ));
        }
    })
}

/// Reads these columns, some rows at a time.
pub(super) struct Reader<S> {
    id: Option<Column<S>>,
    carried: Vec<Column<S>>,
    types: Vec<Carried>,
    key: Option<Column<S>>,
    pub(super) beside: Beside,
}

impl<S: Number> Reader<S> {
    /// Loads the columns of the next rows.
    pub(super) fn load(&mut self, rows: usize) -> Result<(), String> {
        if let Some(id) = &mut self.id {
            id.read_ids(rows)?;
        }
        if let Some(key) = &mut self.key {
            key.read_bytes(rows)?;
        }
        self.beside.values.clear();
        for column in &mut self.carried {
            column.read_bytes(rows)?;
            let values = (0..rows).map(|index| column.value(index));
            self.beside.values.push(values.collect());
        }
        Ok(())
    }

    /// The id of a row; the row number if ids are looked up.
    pub(super) fn id(&self, index: usize, row: u64, has_box: bool) -> Result<u64, String> {
        if let Some(column) = &self.id {
            return match column.id(index) {
                Some(id) => Ok(id),
                None if has_box => Err("the id is missing".to_owned()),
                None => Ok(row),
            };
        }
        for (values, kind) in self.beside.values.iter().zip(&self.types) {
            let what = kind.name.as_ref().map_or("id", |_| "value");
            match &values[index] {
                Some(text) if kind.value.is_text() => {
                    let problem = |_| format!("the {what} is not a text: it is not UTF-8");
                    std::str::from_utf8(text.data()).map_err(problem)?;
                }
                // A row without a box needs no id.
                None if has_box && kind.name.is_none() => {
                    return Err("the id is missing".to_owned());
                }
                _ => {}
            }
        }
        Ok(row)
    }

    /// Appends the key of the boxes that a row added.
    pub(super) fn push_key<const D: usize>(
        &mut self,
        index: usize,
        before: usize,
        boxes: &mut Vec<Record<S, D>>,
        rows: &mut Rows,
    ) -> Result<(), String> {
        let Some(column) = &self.key else {
            return Ok(());
        };
        let key = column
            .value(index)
            .map(|value| text_of(column, value.data()));
        row::push_key(key, before, boxes, &mut self.beside.keys, rows);
        Ok(())
    }
}

/// A key as text, as a text table has it.
fn text_of<S: Number>(column: &Column<S>, value: &[u8]) -> Vec<u8> {
    match column.integer(value) {
        Some(integer) => integer.to_string().into_bytes(),
        None => value.to_vec(),
    }
}
