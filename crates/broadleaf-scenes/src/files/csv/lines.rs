//! The lines of a table, without blank ones and comments.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use super::number::is_missing;
use crate::error::SceneError;
use crate::skipped::Skipped;

/// The most bytes before the first row, and of one line.
const MAX_HEAD: usize = 1 << 20;
const MAX_LINE: usize = 1 << 24;
/// A read of this size takes long compared with the overhead of the call.
const BUFFER: usize = 1 << 16;

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    Blank,
    Comment,
    Row,
}

impl LineKind {
    /// The kind of a line before the separator is known; the first row has names.
    fn before_names(line: &[u8]) -> Self {
        match line.trim_ascii() {
            [] => Self::Blank,
            [b'#', ..] => Self::Comment,
            // Spreadsheets declare the separator in a first line.
            [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', _] => Self::Comment,
            _ => Self::Row,
        }
    }

    /// The kind of a line in a table with this separator. White space that separates fields is not
    /// indentation: a line of tabs is a row of empty fields.
    fn of(line: &[u8], separator: u8) -> Self {
        let is_space = |byte: &u8| byte.is_ascii_whitespace() && *byte != separator;
        let start = line.iter().position(|byte| !is_space(byte));
        match &line[start.unwrap_or(line.len())..] {
            [] => Self::Blank,
            rest @ [b'#', ..] if !begins_without_value(rest, separator) => Self::Comment,
            _ => Self::Row,
        }
    }
}

/// Whether the first field is an error value of a spreadsheet, such as `#N/A`, not a comment.
fn begins_without_value(line: &[u8], separator: u8) -> bool {
    let mut fields = line.split(|byte| *byte == separator);
    let first = fields.next().unwrap_or_default();
    is_missing(first.trim_ascii()) && fields.next().is_some()
}

/// The lines of a table.
#[derive(Debug)]
pub(super) struct Lines<R> {
    file: BufReader<Chain<Cursor<Vec<u8>>, R>>,
    /// The last byte of a line: CR in old files, otherwise LF.
    end: u8,
    /// The separator of fields, once the names have been read.
    pub(super) separator: Option<u8>,
    /// The number of the current line, from 1.
    pub(super) number: u64,
    blank: u64,
    comments: u64,
}

impl<R: Read> Lines<R> {
    /// Reads the start of a file, and skips its byte order mark.
    pub(super) fn new(mut file: R) -> Result<(Self, Vec<u8>), SceneError> {
        let mut head = Vec::new();
        file.by_ref().take(MAX_HEAD as u64).read_to_end(&mut head)?;
        // In UTF-16, every other byte of an ASCII letter is zero.
        let is_wide = matches!(head[..], [0, other, ..] | [other, 0, ..] if other != 0);
        if is_wide || head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
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
            separator: None,
            number: 0,
            blank: 0,
            comments: 0,
        };
        Ok((lines, head))
    }

    /// Reads the next line that is a row, without its line end; false at the end of the file.
    pub(super) fn next(&mut self, line: &mut Vec<u8>) -> Result<bool, SceneError> {
        loop {
            line.clear();
            if !self.more(line)? {
                return Ok(false);
            }
            let kind = match self.separator {
                None => LineKind::before_names(line),
                Some(separator) => LineKind::of(line, separator),
            };
            match kind {
                LineKind::Row => return Ok(true),
                LineKind::Blank => self.blank += 1,
                LineKind::Comment => self.comments += 1,
            }
        }
    }

    /// Appends the next line of any kind, without its line end; false at the end of the file.
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

    /// What was skipped, without this number of comments.
    pub(super) fn skipped(&self, comments: u64) -> Skipped {
        let mut skipped = Skipped::default();
        skipped.add("blank lines", self.blank);
        skipped.add("comment lines", self.comments.saturating_sub(comments));
        skipped
    }
}
