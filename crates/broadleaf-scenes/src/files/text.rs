//! Text files: byte order marks, and lines that end in LF, CR LF or CR.

use std::io::{self, BufRead, Read};

use super::bounded::MAX_PIECE;
use crate::error::SceneError;

/// Skips the UTF-8 byte order mark at the start of a text file, if there is one.
///
/// # Errors
/// If the file begins with the mark of UTF-16, or looks like UTF-16 without a mark; the message
/// says how to convert it.
pub fn skip_mark(file: &mut impl BufRead) -> Result<(), SceneError> {
    let start = file.fill_buf()?;
    // In UTF-16, every other byte of an ASCII letter is zero.
    let is_wide = matches!(start, [0, other, ..] | [other, 0, ..] if *other != 0);
    if is_wide {
        return Err(utf16());
    }
    refuse_utf16_mark(start)?;
    if start.starts_with(UTF8_MARK) {
        file.consume(UTF8_MARK.len());
    }
    Ok(())
}

/// An error if a file begins with the mark of UTF-16.
pub(super) fn refuse_utf16_mark(start: &[u8]) -> Result<(), SceneError> {
    match start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]) {
        true => Err(utf16()),
        false => Ok(()),
    }
}

fn utf16() -> SceneError {
    SceneError::new("the text is UTF-16: save it as UTF-8, or run iconv -f UTF-16 -t UTF-8")
}

/// The UTF-8 byte order mark.
pub(super) const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// The lines of a text file in any encoding that extends ASCII.
#[derive(Debug)]
pub(super) struct Lines<R> {
    file: R,
    line: Vec<u8>,
    /// The number of the current line, from 1.
    pub(super) number: usize,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(file: R) -> Self {
        Self {
            file,
            line: Vec::new(),
            number: 0,
        }
    }

    /// Reads the next line.
    ///
    /// # Errors
    /// If it has more than 16 MiB, or a zero byte, which text does not contain.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, SceneError> {
        self.line.clear();
        Ok(self.extend()?.then_some(&self.line))
    }

    /// Reads one more line and appends it to the current one, with a space instead of the
    /// backslash at its end. Returns the appended part.
    pub(super) fn continue_line(&mut self) -> Result<&[u8], SceneError> {
        if let Some(last) = self.line.last_mut() {
            *last = b' ';
        }
        let old_len = self.line.len();
        self.extend()?;
        Ok(&self.line[old_len..])
    }

    /// The current line, including its continuations.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }

    /// Appends a line without its end; false at the end of the file.
    fn extend(&mut self) -> Result<bool, SceneError> {
        self.number += 1;
        let old_len = self.line.len();
        let found = read_line(&mut self.file, &mut self.line)
            .map_err(|error| SceneError::new(error).within(format!("line {}", self.number)))?;
        if self.line[old_len..].contains(&0) {
            let problem = "this is not text: it has a byte of zero";
            return Err(SceneError::new(problem).within(format!("line {}", self.number)));
        }
        Ok(found)
    }
}

/// Appends a line without its end to a list of bytes; false at the end of the file.
fn read_line(file: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let mut found = false;
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(found);
        }
        found = true;
        let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let len = end.unwrap_or(bytes.len());
        if line.len() + len > MAX_PIECE {
            return Err(io::Error::other("the line has more than 16 MiB"));
        }
        line.extend_from_slice(&bytes[..len]);
        let Some(end) = end else {
            file.consume(len);
            continue;
        };
        let is_return = bytes[end] == b'\r';
        file.consume(len + 1);
        if is_return && file.fill_buf()?.first() == Some(&b'\n') {
            file.consume(1);
        }
        return Ok(true);
    }
}

/// Reads a file to its end and counts the bytes that are not white space.
pub(super) fn count_rest(file: &mut impl BufRead) -> Result<u64, SceneError> {
    let mut count = 0;
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(count);
        }
        count += bytes
            .iter()
            .filter(|byte| !byte.is_ascii_whitespace())
            .count() as u64;
        let len = bytes.len();
        file.consume(len);
    }
}

/// Reads a UTF-8 text file.
pub(super) fn read_text(mut file: impl Read) -> Result<String, SceneError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        SceneError::new(format!(
            "byte {}: not UTF-8",
            error.utf8_error().valid_up_to()
        ))
    })
}
