//! The lines of a table, without blank ones and comments.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use crate::error::SceneError;
use crate::skipped::Skipped;

/// The greatest number of bytes before the first row, and of one line.
const MAX_HEAD: usize = 1 << 20;
const MAX_LINE: usize = 1 << 24;
/// A read of this size takes long compared with the call.
const BUFFER: usize = 1 << 16;

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    Blank,
    Comment,
    Row,
}

impl LineKind {
    fn of(line: &[u8]) -> Self {
        match line.trim_ascii_start() {
            [] => Self::Blank,
            [b'#', ..] => Self::Comment,
            _ => Self::Row,
        }
    }
}

/// The lines of a table.
#[derive(Debug)]
pub(super) struct Lines<R> {
    file: BufReader<Chain<Cursor<Vec<u8>>, R>>,
    /// The last byte of a line: CR in files of old, else LF.
    end: u8,
    /// The number of the line that was read last, from 1.
    pub(super) number: u64,
    blank: u64,
    comments: u64,
}

impl<R: Read> Lines<R> {
    /// Reads the beginning of a file, and passes over its mark.
    pub(super) fn new(mut file: R) -> Result<(Self, Vec<u8>), SceneError> {
        let mut head = Vec::new();
        file.by_ref().take(MAX_HEAD as u64).read_to_end(&mut head)?;
        if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
            return Err(SceneError::new(
                "the text is UTF-16: save it as UTF-8, or run iconv -f UTF-16 -t UTF-8",
            ));
        }
        if head.starts_with(b"\xef\xbb\xbf") {
            head.drain(..3);
        }
        let is_old = head.contains(&b'\r') && !head.contains(&b'\n');
        let lines = Self {
            file: BufReader::with_capacity(BUFFER, Cursor::new(head.clone()).chain(file)),
            end: if is_old { b'\r' } else { b'\n' },
            number: 0,
            blank: 0,
            comments: 0,
        };
        Ok((lines, head))
    }

    /// Reads the next line that is a row, without its end; false at the end of the file.
    pub(super) fn next(&mut self, line: &mut Vec<u8>) -> Result<bool, SceneError> {
        loop {
            line.clear();
            if !self.more(line)? {
                return Ok(false);
            }
            match LineKind::of(line) {
                LineKind::Row => return Ok(true),
                LineKind::Blank => self.blank += 1,
                LineKind::Comment => self.comments += 1,
            }
        }
    }

    /// Appends one more line, whatever it is, without its end; false at the end of the file.
    pub(super) fn more(&mut self, line: &mut Vec<u8>) -> Result<bool, SceneError> {
        let start = line.len();
        let mut limited = (&mut self.file).take((MAX_LINE - start.min(MAX_LINE)) as u64 + 1);
        if limited.read_until(self.end, line)? == 0 {
            return Ok(false);
        }
        self.number += 1;
        if line.len() > MAX_LINE {
            return Err(io::Error::other("the line has more than 16 MiB").into());
        }
        if line.last() == Some(&self.end) {
            line.pop();
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(true)
    }

    /// What was passed over, except for a number of comments.
    pub(super) fn skipped(&self, comments: u64) -> Skipped {
        let mut skipped = Skipped::default();
        skipped.add("blank lines", self.blank);
        skipped.add("comment lines", self.comments.saturating_sub(comments));
        skipped
    }
}
