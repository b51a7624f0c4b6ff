//! The columns that a caller wants.

/// The wanted columns of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableColumns {
    /// The names of the columns of the boxes; if empty, columns are recognized by name with
    /// [`broadleaf_columns`].
    pub boxes: Vec<String>,
    /// The name of the column of the ids; without one, the id of a box is its row number, from 0.
    pub id: Option<String>,
    /// The names of further columns, whose fields [`CsvReader::field`](super::CsvReader::field)
    /// returns.
    pub others: Vec<String>,
    /// Whether boxes may be intervals, with one axis, which is otherwise an error.
    pub intervals: bool,
}
