//! Decompression, detected by the first bytes of a file, not by its ending.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

/// Every reader gets this many bytes at once, if the file has them: enough to detect any format.
const START: u64 = 64;

/// The bytes of a file; a gzip file of one or more members is decompressed.
///
/// ```
/// use std::io::Read;
/// use broadleaf_scenes::Unpacked;
/// let mut text = String::new();
/// Unpacked::new(&b"x,y\n1,2\n"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "x,y\n1,2\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Unpacked<R: Read> {
    file: BufReader<Started<Packed<R>>>,
    is_compressed: bool,
}

/// A file whose first bytes are in memory.
type Started<R> = Chain<Cursor<Vec<u8>>, R>;

enum Packed<R: Read> {
    Plain(Started<R>),
    Gzip(Box<MultiGzDecoder<BufReader<Started<R>>>>),
}

impl<R: Read> Unpacked<R> {
    /// Reads the first bytes to detect compression.
    ///
    /// # Errors
    /// If they cannot be read or decompressed.
    pub fn new(file: R) -> io::Result<Self> {
        let (start, file) = started(file)?;
        let is_compressed = start.starts_with(&[0x1f, 0x8b]);
        let file = if is_compressed {
            let file = BufReader::new(Cursor::new(start).chain(file));
            Packed::Gzip(Box::new(MultiGzDecoder::new(file)))
        } else {
            Packed::Plain(Cursor::new(start).chain(file))
        };
        let (start, file) = started(file)?;
        Ok(Self {
            file: BufReader::new(Cursor::new(start).chain(file)),
            is_compressed,
        })
    }

    /// Whether the file is compressed.
    #[must_use]
    pub fn is_compressed(&self) -> bool {
        self.is_compressed
    }
}

/// Reads the first bytes of a file.
fn started<R: Read>(mut file: R) -> io::Result<(Vec<u8>, R)> {
    let mut start = Vec::new();
    file.by_ref().take(START).read_to_end(&mut start)?;
    Ok((start, file))
}

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.read(out),
            Self::Gzip(file) => file.read(out),
        }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.file.read(out)
    }
}

impl<R: Read> BufRead for Unpacked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.file.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.file.consume(count);
    }
}

impl<R: Read> std::fmt::Debug for Unpacked<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacked")
            .field("is_compressed", &self.is_compressed)
            .finish_non_exhaustive()
    }
}
