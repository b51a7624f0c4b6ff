//! A file that is written from front to back, compressed or not, whose header is known only at the
//! end.
//!
//! In a compressed file, the header is a separate gzip member of stored blocks. Its length does not
//! depend on its contents, so it can be replaced in place. Readers of gzip concatenate the members.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::path::ending;

#[derive(Debug)]
pub(super) enum Sink {
    Plain(BufWriter<File>),
    Compressed(GzEncoder<BufWriter<File>>),
}

impl Sink {
    /// Creates a file that begins with `header`; compressed if its name ends in `.gz`.
    pub(super) fn create(path: &Path, header: &[u8]) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        if ending(path) != "gz" {
            file.write_all(header)?;
            return Ok(Self::Plain(file));
        }
        file.write_all(&stored(header)?)?;
        let encoder = GzEncoder::new(file, Compression::default());
        Ok(Self::Compressed(encoder))
    }

    /// Replaces the header by another one of the same length and completes the file.
    pub(super) fn finish(self, header: &[u8]) -> io::Result<()> {
        let (mut file, header) = match self {
            Self::Plain(file) => (file, header.to_vec()),
            Self::Compressed(encoder) => (encoder.finish()?, stored(header)?),
        };
        file.rewind()?;
        file.write_all(&header)?;
        file.flush()
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Compressed(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Compressed(encoder) => encoder.flush(),
        }
    }
}

/// A gzip member whose length depends only on the number of bytes in it.
fn stored(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(bytes)?;
    encoder.finish()
}
