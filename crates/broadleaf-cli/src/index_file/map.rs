//! The one place where a file becomes memory.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// Maps a file into memory, read-only. Pages are read on first access.
///
/// A directory, a device or a pipe is refused: only a regular file has a known length.
#[expect(unsafe_code, reason = "a memory map has no safe interface")]
pub(super) fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("this is not a regular file"));
    }
    // SAFETY: The bytes of a map must not change while they are borrowed, and no program can rule
    // out that another one changes them. This program never does: it writes an index under another
    // name and then renames it, so a mapped file keeps its bytes (`index_file/file.rs`). The help
    // forbids other programs to change it in place. Code that reads the map makes no assumption
    // about the bytes: `PackedTreeView` and the reader of flatbush files check or mask every number
    // they read, and never trust a number across two reads.
    unsafe { Mmap::map(&file) }
}
