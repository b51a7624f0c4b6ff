//! The first row: its separator and the meaning of its names.

use std::io::Read;

use broadleaf_columns::Columns;

use super::columns::TableColumns;
use super::lines::Lines;
use super::number::shown;
use super::record::Record;
use crate::error::SceneError;

/// Separators of fields, the most common first.
const SEPARATORS: [(u8, &str); 4] = [
    (b',', "commas"),
    (b';', "semicolons"),
    (b'\t', "tabs"),
    (b'|', "bars"),
];

/// The first row of a table.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) separator: u8,
    pub(super) columns: Columns,
    /// The column of the ids.
    pub(super) id: Option<usize>,
    /// The further columns that the caller wants.
    pub(super) others: Vec<usize>,
    pub(super) names: Vec<String>,
    /// Whether the header is in a comment line, so that the first row is data.
    pub(super) is_comment: bool,
}

impl Header {
    /// Finds the header at the start of a file.
    pub(super) fn find(head: &[u8], wanted: &TableColumns) -> Result<Self, SceneError> {
        let mut best: Option<(usize, SceneError)> = None;
        for (separator, plural) in SEPARATORS {
            let names = first_row(head, separator)?;
            // numpy.savetxt and others write the names as a comment.
            let commented = first_comment(head, separator);
            for (names, is_comment) in [(names, false), (commented, true)] {
                let width = names.len();
                match Self::of(separator, names, wanted) {
                    Ok(header) => {
                        return Ok(Self {
                            is_comment,
                            ..header
                        });
                    }
                    Err(_) if is_comment => {}
                    Err(problem) if best.as_ref().is_none_or(|best| best.0 < width) => {
                        let problem =
                            format!("{problem} (fields are separated by {plural}); {HOW}");
                        best = Some((width, SceneError::new(problem)));
                    }
                    Err(_) => {}
                }
            }
        }
        Err(best.map_or_else(|| SceneError::new("the file is empty"), |best| best.1))
    }

    fn of(separator: u8, names: Vec<String>, wanted: &TableColumns) -> Result<Self, String> {
        let columns = if wanted.boxes.is_empty() {
            Columns::of(&names)
        } else {
            Columns::chosen(&names, &wanted.boxes)
        };
        let columns = columns.map_err(|error| match is_data(&names) {
            true => format!(
                "the first row has numbers in place of names: {}; write a row such as \
                 xmin,ymin,xmax,ymax before it",
                names.join(", ")
            ),
            false => error.with_intervals(wanted.intervals).to_string(),
        })?;
        let id = wanted.id.as_ref().map(|id| find(&names, id)).transpose()?;
        let others = wanted.others.iter().map(|other| find(&names, other));
        let others = others.collect::<Result<_, _>>()?;
        Ok(Self {
            separator,
            columns,
            id,
            others,
            names,
            is_comment: false,
        })
    }
}

/// The column with a name.
fn find(names: &[String], wanted: &str) -> Result<usize, String> {
    let mut same = (0..names.len()).filter(|&column| names[column] == wanted);
    let here = names.join(", ");
    match (same.next(), same.next()) {
        (Some(column), None) => Ok(column),
        (None, _) => Err(format!("there is no column {wanted}: there are {here}")),
        (Some(_), Some(_)) => Err(format!(
            "several columns are named {wanted}: there are {here}"
        )),
    }
}

pub(super) const HOW: &str = "name columns with --boxes, as in --boxes xmin,ymin,xmax,ymax";

/// Whether the names are numbers, so that the row is data.
fn is_data(names: &[String]) -> bool {
    !names.is_empty()
        && names
            .iter()
            .all(|name| name.replace(',', ".").parse::<f64>().is_ok())
}

fn first_row(head: &[u8], separator: u8) -> Result<Vec<String>, SceneError> {
    let (mut lines, _) = Lines::new(head)?;
    names(&mut lines, separator)
}

fn names(lines: &mut Lines<impl Read>, separator: u8) -> Result<Vec<String>, SceneError> {
    let mut record = Record::new(separator);
    if !record.read(lines)? {
        return Ok(Vec::new());
    }
    if record.field(0).contains(&0) {
        let start = shown(record.field(0));
        let problem = format!("this is not text: it begins with \"{start}\"");
        return Err(SceneError::new(problem));
    }
    Ok((0..record.len())
        .map(|column| record.text(column))
        .collect())
}

/// The names in the last comment before the first row.
fn first_comment(head: &[u8], separator: u8) -> Vec<String> {
    let lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
    let lines = lines
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty());
    let comment = lines.take_while(|line| line.starts_with(b"#")).last();
    let Some(comment) = comment else {
        return Vec::new();
    };
    let fields = comment[1..].split(|byte| *byte == separator);
    let name = |field: &[u8]| String::from_utf8_lossy(field.trim_ascii()).into_owned();
    fields.map(name).collect()
}
