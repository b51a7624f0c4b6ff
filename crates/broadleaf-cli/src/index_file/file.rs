//! A file of boxes at rest, in one of two formats.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use broadleaf::geometry::Encoding;
use broadleaf::packed_tree::{PackedTreeHeader, flatbush_encoding};
use memmap2::Mmap;

use super::map::map;
use crate::error::CliError;

/// The first byte of a flatbush file.
const FLATBUSH: u8 = 0xfb;

/// The format of a file, from its header.
#[derive(Clone, Copy, Debug)]
pub(crate) enum IndexFormat {
    Packed(PackedTreeHeader),
    Flatbush(Encoding),
}

/// A file of boxes at rest, mapped into memory.
pub(crate) struct IndexFile {
    path: PathBuf,
    map: Mmap,
    pub(crate) format: IndexFormat,
}

impl IndexFile {
    /// Opens a file and reads its header.
    pub(crate) fn open(path: &Path) -> Result<Self, CliError> {
        let map = map(path).map_err(|error| CliError::in_file(path, error))?;
        let format = match map.first() {
            Some(&FLATBUSH) => flatbush_encoding(&map)
                .map(IndexFormat::Flatbush)
                .map_err(|error| CliError::in_file(path, error)),
            _ if !PackedTreeHeader::begins(&map) => Err(CliError::in_file(
                path,
                "this is not an index: broadleaf index build writes one",
            )),
            _ => PackedTreeHeader::from_bytes(&map)
                .map(IndexFormat::Packed)
                .map_err(|error| CliError::in_file(path, error)),
        }?;
        Ok(Self {
            path: path.to_owned(),
            map,
            format,
        })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.map
    }

    pub(super) fn error(&self, problem: impl std::fmt::Display) -> CliError {
        CliError::in_file(&self.path, problem)
    }
}

/// Whether a file begins like a packed tree or a flatbush file.
pub(crate) fn is_index_file(path: &Path) -> bool {
    let mut start = [0; 8];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && (start[0] == FLATBUSH || PackedTreeHeader::begins(&start))
}

/// Writes a file atomically: until it is complete, the path has the previous file or none. A map of
/// the previous file keeps its bytes.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}
