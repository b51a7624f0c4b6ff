//! Limits of memory, since data may be endless or larger than the memory.

use std::io::{self, BufRead, Read};

use crate::error::SceneError;

/// The most bytes of one piece of a file: a header, a record, a chunk of elements.
pub(super) const MAX_PIECE: usize = 1 << 24;

/// A reader that fails if a piece of the file, such as a record of a CSV file, exceeds 16 MiB.
///
/// Parsers hold a whole piece in memory, and a stream may never end one.
#[derive(Debug)]
pub struct Pieces<R> {
    inner: R,
    left: usize,
}

impl<R> Pieces<R> {
    /// Begins the first piece.
    pub fn new(inner: R) -> Self {
        Self {
            inner,
            left: MAX_PIECE,
        }
    }

    /// Begins the next piece.
    pub fn begin(&mut self) {
        self.left = MAX_PIECE;
    }

    fn check(&self) -> io::Result<()> {
        if self.left > 0 {
            return Ok(());
        }
        Err(io::Error::other(format!(
            "a record has more than {MAX_PIECE} bytes"
        )))
    }
}

impl<R: Read> Read for Pieces<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.check()?;
        let len = out.len().min(self.left);
        let read = self.inner.read(&mut out[..len])?;
        self.left -= read;
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Pieces<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.check()?;
        let bytes = self.inner.fill_buf()?;
        Ok(&bytes[..bytes.len().min(self.left)])
    }

    fn consume(&mut self, count: usize) {
        self.left -= count;
        self.inner.consume(count);
    }
}

/// Reserves memory for more items; an error if they do not fit.
pub(super) fn reserve<T>(list: &mut Vec<T>, additional: usize) -> Result<(), SceneError> {
    list.try_reserve(additional).map_err(|_| {
        let len = list.len() + additional;
        SceneError::new(format!("{len} objects do not fit into memory"))
    })
}
