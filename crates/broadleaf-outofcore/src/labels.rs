//! The values of one column as texts, in memory.

use std::sync::Arc;

use broadleaf_scenes::Missing;
use parquet::basic::Repetition;
use parquet::schema::types::{ColumnDescPtr, SchemaDescriptor, Type};

use crate::error::{InFile, Result};
use crate::input::{Input, Reading, Source, ValueType, Wanted};
use crate::output::write_field;
use crate::values::Value;

/// Reads a column of a table as texts, one for each row that [`read_boxes`](crate::read_boxes)
/// numbers; empty where a value is missing.
///
/// Texts are as they are; numbers, dates and times are written as in a CSV output.
///
/// # Errors
/// If the file cannot be read, or is not a table with the column.
///
/// ```
/// use broadleaf_outofcore::{Input, read_labels};
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("boxes.csv");
/// std::fs::write(&file, "name,x,y\nAsh,0,0\n\"Elm, 2\",1,1\n")?;
/// assert_eq!(read_labels(&Input::new(file), "name")?, ["Ash", "Elm, 2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_labels(input: &Input, column: &str) -> Result<Vec<String>> {
    let input = Input {
        id: None,
        by: None,
        keep: vec![column.to_owned()],
        // Rows without a box have labels, too.
        options: input.options.with_missing(Missing::Skip),
        ..input.clone()
    };
    let source = Source::open_for(&input, Wanted::default())?;
    match source.dimensions() {
        2 => labels::<2>(&source),
        _ => labels::<3>(&source),
    }
}

fn labels<const D: usize>(source: &Source) -> Result<Vec<String>> {
    let mut labels = Vec::new();
    let Some(carried) = source.carried(false).pop() else {
        return Ok(labels);
    };
    let shape = descriptor(&carried.value).in_file(source.path())?;
    let reading = Reading { values: true };
    for part in 0..source.parts() {
        let mut reader = source.read_part::<f64, D>(part, reading)?;
        let mut boxes = Vec::new();
        while reader.read(&mut boxes)?.rows > 0 {
            boxes.clear();
            for value in reader.beside().values.iter().flatten() {
                let label = label(&shape, &carried.value, value);
                labels.push(label.in_file(source.path())?);
            }
        }
    }
    Ok(labels)
}

/// The description of a column with values of this type.
fn descriptor(value: &ValueType) -> parquet::errors::Result<ColumnDescPtr> {
    let column = value.column("label", Repetition::OPTIONAL)?;
    let schema = Type::group_type_builder("labels").with_fields(vec![column]);
    Ok(SchemaDescriptor::new(Arc::new(schema.build()?)).column(0))
}

fn label(
    shape: &ColumnDescPtr,
    kind: &ValueType,
    value: &Value,
) -> std::result::Result<String, String> {
    let Some(bytes) = value else {
        return Ok(String::new());
    };
    let mut text = Vec::new();
    match kind.is_text() {
        true => text.extend_from_slice(bytes.data()),
        false => write_field(&mut text, shape, kind, bytes.data()).map_err(|e| e.to_string())?,
    }
    String::from_utf8(text).map_err(|error| error.to_string())
}
