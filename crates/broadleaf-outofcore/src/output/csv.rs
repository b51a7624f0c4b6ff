//! Pairs as CSV, one on each line.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::{InFile, Result};
use crate::id::IdKind;

#[derive(Debug)]
pub(super) struct CsvPart {
    file: BufWriter<File>,
    ids: [IdKind; 2],
}

impl CsvPart {
    pub(super) fn new(file: File, ids: [IdKind; 2]) -> Self {
        Self {
            file: BufWriter::new(file),
            ids,
        }
    }

    pub(super) fn write(&mut self, pairs: &[[u64; 2]]) -> io::Result<()> {
        for [a, b] in pairs {
            write_id(&mut self.file, self.ids[0], *a)?;
            self.file.write_all(b",")?;
            write_id(&mut self.file, self.ids[1], *b)?;
            self.file.write_all(b"\n")?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a number.
pub(super) fn write_id(out: &mut impl Write, kind: IdKind, id: u64) -> io::Result<()> {
    match kind {
        IdKind::Signed => write!(out, "{}", id.cast_signed()),
        IdKind::Unsigned | IdKind::Text => write!(out, "{id}"),
    }
}

/// Writes a header row and all parts.
pub(super) fn join(
    parts: impl Iterator<Item = PathBuf>,
    mut file: File,
    path: &Path,
) -> Result<()> {
    file.write_all(b"a,b\n").in_file(path)?;
    for part in parts {
        let mut from = File::open(&part).in_file(&part)?;
        io::copy(&mut from, &mut file).in_file(path)?;
    }
    file.sync_all().in_file(path)
}
