//! The pairs that begin and end: found between two lists, and written to a file.

use std::fs::File;
use std::path::Path;

use broadleaf::Id;

use crate::error::CliError;

/// The events between two sorted lists of pairs, in the order of the pairs.
pub(crate) fn changes<'a>(
    from: &'a [[Id; 2]],
    to: &'a [[Id; 2]],
) -> impl Iterator<Item = (&'static str, [Id; 2])> + 'a {
    let (mut from, mut to) = (
        from.iter().copied().peekable(),
        to.iter().copied().peekable(),
    );
    std::iter::from_fn(move || {
        loop {
            match (from.peek().copied(), to.peek().copied()) {
                (Some(old), Some(new)) if old == new => {
                    from.next();
                    to.next();
                }
                (Some(old), new) if new.is_none_or(|new| old < new) => {
                    return from.next().map(|pair| ("end", pair));
                }
                _ => return to.next().map(|pair| ("begin", pair)),
            }
        }
    })
}

pub(crate) struct EventFile<'a> {
    path: &'a Path,
    writer: csv::Writer<File>,
}

impl<'a> EventFile<'a> {
    pub(crate) fn create(path: &'a Path) -> Result<Self, CliError> {
        let file = File::create(path).map_err(|error| CliError::in_file(path, error))?;
        let mut created = Self {
            path,
            writer: csv::Writer::from_writer(file),
        };
        created.write_record(&["frame", "event", "a", "b"])?;
        Ok(created)
    }

    pub(crate) fn write(
        &mut self,
        frame: usize,
        event: &str,
        [a, b]: [Id; 2],
    ) -> Result<(), CliError> {
        self.write_record(&[&frame.to_string(), event, &a.to_string(), &b.to_string()])
    }

    fn write_record(&mut self, record: &[&str]) -> Result<(), CliError> {
        self.writer
            .write_record(record)
            .map_err(|error| CliError::in_file(self.path, error))
    }

    pub(crate) fn finish(mut self) -> Result<(), CliError> {
        self.writer
            .flush()
            .map_err(|error| CliError::in_file(self.path, error))
    }
}
