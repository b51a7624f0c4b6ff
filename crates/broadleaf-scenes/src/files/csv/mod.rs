//! Tables as text: a header row, and one box, point, or lower end and size in each further row. The
//! names of the columns say which ([`broadleaf_columns`]).
//!
//! Lines are cut here, and only those with quotes by `csv-core`: messages name lines exactly, blank
//! lines and comments are counted, and a million rows take half the time of the crate `csv`, which
//! checks, trims and copies every field.

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
