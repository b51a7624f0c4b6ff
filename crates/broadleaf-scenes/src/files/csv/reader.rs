//! The rows of a table.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use broadleaf_columns::Kind;

use super::columns::TableColumns;
use super::header::{HOW, Header};
use super::lines::Lines;
use super::number::{Decimal, shown};
use super::record::Record;
use crate::error::SceneError;
use crate::files::foreign::refuse_foreign;
use crate::files::path::open_file;
use crate::files::unpack::Unpacked;
use crate::skipped::Skipped;

/// The lower and the upper corner of a row, unless a coordinate is missing.
pub type Corners<const D: usize> = Option<([f64; D], [f64; D])>;

/// One row of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CsvRow<const D: usize> {
    /// The number of the row, from 0, without the header, blank lines and comments.
    pub number: u64,
    /// The number of its first line in the file, from 1.
    pub line: u64,
    /// The lower and the upper corner, in any order; `None` if a coordinate is missing or NaN.
    pub corners: Corners<D>,
}

/// Reads a text table row by row: with commas, semicolons, tabs or bars between fields, quotes, LF,
/// CR LF or CR, a byte order mark, `#` comments.
///
/// The decimal mark is a point; it may be a comma if fields are separated by another character and
/// no field has a point. Numbers are read as `f64`; an integer that `f64` does not hold is an
/// error.
///
/// ```
/// use broadleaf_scenes::{CsvReader, TableColumns};
/// let table = b"name;x;y;width;height\n\nA;1,5;2;1;1\nB;;;;\n";
/// let mut table = CsvReader::new(&table[..], &TableColumns::default())?;
/// assert_eq!(table.dimensions(), 2);
/// assert_eq!(table.box_names(), ["x", "y", "width", "height"]);
/// let row = table.next_row::<2>()?.unwrap();
/// assert_eq!((row.number, row.line), (0, 3));
/// assert_eq!(row.corners, Some(([1.5, 2.0], [2.5, 3.0])));
/// assert_eq!(table.next_row::<2>()?.unwrap().corners, None);
/// assert_eq!(table.next_row::<2>()?, None);
/// assert_eq!(table.skipped().to_string(), "passed over: blank lines (1), columns (1)");
/// # Ok::<(), broadleaf_scenes::SceneError>(())
/// ```
pub struct CsvReader<R> {
    lines: Lines<R>,
    header: Header,
    record: Record,
    decimal: Decimal,
    next: u64,
}

impl<R> std::fmt::Debug for CsvReader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CsvReader")
            .field("header", &self.header)
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

impl CsvReader<Unpacked<File>> {
    /// Opens a file, compressed with gzip or not.
    ///
    /// # Errors
    /// If it cannot be read, or its column names are not recognized. The message does not name the
    /// file.
    pub fn open(path: &Path, wanted: &TableColumns) -> Result<Self, SceneError> {
        Self::new(Unpacked::new(open_file(path)?)?, wanted)
    }
}

impl<R: Read> CsvReader<R> {
    /// Reads the header of a table.
    ///
    /// # Errors
    /// If it cannot be read, its column names are not recognized, or they have one axis only,
    /// unless [`TableColumns::intervals`] allows that.
    pub fn new(file: R, wanted: &TableColumns) -> Result<Self, SceneError> {
        let (mut lines, head) = Lines::new(file)?;
        if head.is_empty() {
            return Err(SceneError::new("the file is empty"));
        }
        refuse_foreign("", &head)?;
        let header = Header::find(&head, wanted)?;
        if header.columns.dimensions() == 1 && !wanted.intervals {
            let name = &header.names[header.columns.first()[0]];
            return Err(SceneError::new(format!(
                "the boxes have one axis, from the column {name}: there are {}; {HOW}",
                header.names.join(", ")
            )));
        }
        let mut record = Record::new(header.separator);
        // Skip the row of names.
        if !header.is_comment {
            record.read(&mut lines)?;
        }
        lines.separator = Some(header.separator);
        let decimal = if header.separator == b',' {
            Decimal::Point
        } else {
            Decimal::Any
        };
        Ok(Self {
            lines,
            header,
            record,
            decimal,
            next: 0,
        })
    }

    /// The number of axes of the boxes: 2 or 3, or 1 for intervals.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.header.columns.dimensions()
    }

    /// The names of the columns of the boxes: lower ends, or points, then upper ends, sizes, or
    /// the points again.
    #[must_use]
    pub fn box_names(&self) -> Vec<&str> {
        let columns = &self.header.columns;
        let columns = columns.first().iter().chain(columns.second());
        columns.map(|&column| &*self.header.names[column]).collect()
    }

    /// The blank lines, comments and columns skipped so far.
    #[must_use]
    pub fn skipped(&self) -> Skipped {
        let mut skipped = self.lines.skipped(u64::from(self.header.is_comment));
        let columns = &self.header.columns;
        let ignored = columns.ignored(self.header.names.len());
        let ignored = ignored.filter(|column| {
            self.header.id != Some(*column) && !self.header.others.contains(column)
        });
        skipped.add("columns", ignored.count() as u64);
        skipped
    }

    /// Reads the next row, with `D` equal to the number of axes of the table; `None` at the end.
    ///
    /// # Errors
    /// If the file cannot be read, or a field is invalid. The message names the line.
    pub fn next_row<const D: usize>(&mut self) -> Result<Option<CsvRow<D>>, SceneError> {
        let read = self.record.read(&mut self.lines);
        let line = self.record.number;
        let in_line = |error: SceneError| error.within(format!("line {line}"));
        if !read.map_err(in_line)? {
            return Ok(None);
        }
        let corners = self.corners().map_err(in_line)?;
        let number = self.next;
        self.next += 1;
        Ok(Some(CsvRow {
            number,
            line,
            corners,
        }))
    }

    /// The id field of the current row; empty without an id column.
    #[must_use]
    pub fn id(&self) -> &[u8] {
        self.header
            .id
            .map_or(&[], |column| self.record.field(column))
    }

    /// The field of the current row in a column of [`TableColumns::others`]; empty beyond them.
    #[must_use]
    pub fn field(&self, other: usize) -> &[u8] {
        let column = self.header.others.get(other);
        column.map_or(&[], |&column| self.record.field(column))
    }

    fn corners<const D: usize>(&mut self) -> Result<Corners<D>, SceneError> {
        self.check_width()?;
        let columns = &self.header.columns;
        let mut corners = [[0.0; D]; 2];
        let mut is_missing = false;
        for (corner, columns) in corners.iter_mut().zip([columns.first(), columns.second()]) {
            for (end, &column) in corner.iter_mut().zip(columns) {
                match self.decimal.read(self.record.field(column)) {
                    Ok(Some(number)) => *end = number,
                    Ok(None) => is_missing = true,
                    Err(error) => {
                        return Err(error.within(format!("column {}", self.header.names[column])));
                    }
                }
            }
        }
        let [first, second] = corners;
        let second = match columns.kind() {
            Kind::Corners | Kind::Points => second,
            Kind::Sizes => std::array::from_fn(|axis| first[axis] + second[axis]),
        };
        Ok((!is_missing).then_some((first, second)))
    }

    /// A row must have as many fields as the header. Empty fields may follow, as spreadsheets write
    /// them.
    fn check_width(&self) -> Result<(), SceneError> {
        let (found, wanted) = (self.record.len(), self.header.names.len());
        let is_wider = (wanted..found).any(|column| !self.record.field(column).is_empty());
        if found < wanted || is_wider {
            let first = shown(self.record.field(0));
            return Err(SceneError::new(format!(
                "{found} fields in the row that begins with \"{first}\", {wanted} in the header"
            )));
        }
        Ok(())
    }
}
