//! GeoJSON: the bounding box of each feature, in one document or in several consecutive ones.
//!
//! The crate `geojson` 1.0 is not used: it reads neither a feature on each line, nor record
//! separators, nor lists of features, nor NaN, and it keeps every property and position of a
//! document in memory.

mod bytes;
mod extent;
mod object;
mod position;
mod sink;

use std::io::{BufRead, BufReader};

use serde::de::DeserializeSeed;
use serde_json::Deserializer;
use serde_json::error::Category;

use self::bytes::JsonBytes;
use self::object::Document;
use self::sink::Sink;
use super::rows::Rows;
use super::text::skip_mark;
use crate::error::SceneError;
use crate::read_options::ReadOptions;

/// Reads all features of a file, which has one document, or several separated by line ends or
/// record separators.
pub(super) fn read(mut file: impl BufRead, options: &ReadOptions) -> Result<Rows<2>, SceneError> {
    skip_mark(&mut file)?;
    let mut sink = Sink {
        rows: Rows::new(*options),
        longitude: options.longitude.is_some(),
        features: 0,
        error: None,
    };
    // The parser reads single bytes, which is fast only from a buffer.
    let mut json = Deserializer::from_reader(BufReader::new(JsonBytes::new(file)));
    loop {
        let done = Document(&mut sink).deserialize(&mut json);
        if let Some(error) = sink.error {
            return Err(error);
        }
        done.map_err(|error| located(&error, sink.features))?;
        // This fails if anything follows, such as the next document.
        match json.end() {
            Ok(()) => return Ok(sink.rows),
            Err(error) if error.classify() == Category::Io => {
                return Err(located(&error, sink.features));
            }
            Err(_) => {}
        }
    }
}

/// The error of the parser, preceded by its location: the feature, or the line and column.
fn located(error: &serde_json::Error, feature: u64) -> SceneError {
    let (line, column) = (error.line(), error.column());
    let message = match error.classify() {
        Category::Eof => "the file ends within a document".to_owned(),
        _ => error.to_string(),
    };
    let place = format!(" at line {line} column {column}");
    let error = SceneError::new(message.strip_suffix(&place).unwrap_or(&message));
    let error = error.within(format!("feature {feature}"));
    match line {
        0 => error,
        _ => error.within(format!("line {line}, column {column}")),
    }
}
