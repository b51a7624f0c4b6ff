//! Text tables: a header row, followed by rows with a box, a point, or a lower end and a size. The
//! names of the columns tell which ([`broadleaf_columns`]).
//!
//! This module splits lines; `csv-core` splits only lines with quotes. Thus messages name lines
//! exactly, blank lines and comments are counted, and a million rows take half as long as with the
//! crate `csv`, which checks, trims and copies every field.

mod columns;
mod header;
mod lines;
mod number;
mod reader;
mod record;
mod rows;

pub use self::columns::TableColumns;
pub use self::reader::{Corners, CsvReader, CsvRow};
pub(super) use self::rows::read_rows;
