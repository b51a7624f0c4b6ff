//! Which columns a caller wants.

/// Which columns of a table are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableColumns {
    /// The names of the columns of the boxes; if there are none, the names of the table decide, as
    /// [`broadleaf_columns`] says.
    pub boxes: Vec<String>,
    /// The name of the column of the ids; if there is none, the id of a box is the number of its
    /// row, from 0.
    pub id: Option<String>,
}
