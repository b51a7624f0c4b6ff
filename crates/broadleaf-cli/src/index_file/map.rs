//! The one place where a file becomes memory.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// Maps a file into memory, read-only. Pages are read when they are looked at.
///
/// A directory, a device or a pipe is refused: only the length of a regular file is known.
#[expect(unsafe_code, reason = "a memory map has no safe interface")]
pub(super) fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("this is not a regular file"));
    }
    // SAFETY: The bytes of a map must not change while they are borrowed, and no program can rule
    // out that another one changes them. This program never does: it writes an index under another
    // name and then renames it, so a file that is mapped keeps its bytes (`index_file/file.rs`).
    // The help says that nobody else may change it in place. Who reads the map takes any bytes for
    // possible: `PackedTreeView` and the reader of flatbush files check or mask every number they
    // read, and they keep none of them across two reads to trust it.
    unsafe { Mmap::map(&file) }
}
