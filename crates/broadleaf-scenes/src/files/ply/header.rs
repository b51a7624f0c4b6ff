//! The header of a PLY file.

use std::io::BufRead;

use super::number::{Encoding, Kind};
use crate::error::SceneError;
use crate::files::number::shown;

/// The most bytes of a header. Headers of Gaussian splats have some 60 properties; this is enough
/// for 20,000.
const MAX_HEADER: usize = 1 << 20;
/// The most kinds of elements, each of which may be counted as skipped.
const MAX_ELEMENTS: usize = 64;

#[derive(Debug)]
pub(super) struct Header {
    pub(super) encoding: Encoding,
    pub(super) elements: Vec<Element>,
}

#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
}

#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: String,
    /// The type of the number of items, if this is a list.
    pub(super) list: Option<Kind>,
    pub(super) kind: Kind,
}

impl Header {
    /// Reads a header to its end. All its lines must end in the same way.
    pub(super) fn read(file: &mut impl BufRead) -> Result<Self, SceneError> {
        if !file.fill_buf()?.starts_with(b"ply") {
            return Err(SceneError::new("the file does not begin with \"ply\""));
        }
        let mut lines = HeaderLines::new(file);
        lines.next()?;
        let (mut encoding, mut elements) = (None, Vec::new());
        loop {
            let number = lines.number + 1;
            let done = read_line(lines.next()?, &mut encoding, &mut elements)
                .map_err(|error| error.within(format!("line {number}")))?;
            if done {
                break;
            }
        }
        let encoding = encoding.ok_or_else(|| SceneError::new("no line \"format\""))?;
        Ok(Self { encoding, elements })
    }
}

/// Reads one line; true at the end of the header.
fn read_line(
    line: &[u8],
    encoding: &mut Option<Encoding>,
    elements: &mut Vec<Element>,
) -> Result<bool, SceneError> {
    let (keyword, rest) = split_word(line);
    match keyword {
        b"comment" | b"obj_info" | b"" => {}
        b"end_header" => return Ok(true),
        b"format" => *encoding = Some(read_format(rest)?),
        b"element" => {
            let element = read_element(rest)?;
            if elements.iter().any(|other| other.name == element.name) {
                let problem = format!("the element \"{}\" occurs twice", element.name);
                return Err(SceneError::new(problem));
            }
            if elements.len() == MAX_ELEMENTS {
                let problem = format!("the file has more than {MAX_ELEMENTS} kinds of elements");
                return Err(SceneError::new(problem));
            }
            elements.push(element);
        }
        b"property" => elements
            .last_mut()
            .ok_or_else(|| SceneError::new("a property stands before the first element"))?
            .properties
            .push(read_property(rest)?),
        other => {
            let problem = format!("\"{}\" is not a keyword of a PLY header", shown(other));
            return Err(SceneError::new(problem));
        }
    }
    Ok(false)
}

fn read_format(rest: &[u8]) -> Result<Encoding, SceneError> {
    match split_word(rest).0 {
        b"ascii" => Ok(Encoding::Text),
        b"binary_little_endian" => Ok(Encoding::LittleEndian),
        b"binary_big_endian" => Ok(Encoding::BigEndian),
        other => Err(SceneError::new(format!(
            "the format \"{}\" is not one of ascii, binary_little_endian and binary_big_endian",
            shown(other)
        ))),
    }
}

fn read_element(rest: &[u8]) -> Result<Element, SceneError> {
    let (name, count) = split_word(rest);
    let count = count.trim_ascii();
    let number = std::str::from_utf8(count).ok();
    let count = number
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| {
            SceneError::new(format!("\"{}\" is not a number of elements", shown(count)))
        })?;
    Ok(Element {
        name: shown(name),
        count,
        properties: Vec::new(),
    })
}

/// Reads the type and the name of a property. A name may have any characters.
fn read_property(rest: &[u8]) -> Result<Property, SceneError> {
    let (word, mut rest) = split_word(rest);
    let mut kind = word;
    let mut list = None;
    if word == b"list" {
        let (count, after) = split_word(rest);
        list = Some(Kind::named(count)?);
        (kind, rest) = split_word(after);
    }
    let property = Property {
        kind: Kind::named(kind)?,
        name: String::from_utf8_lossy(rest.trim_ascii()).into_owned(),
        list,
    };
    match property.list {
        Some(count) if count.is_float() => Err(SceneError::new(
            "the number of items of a list has to be an integer",
        )),
        _ => Ok(property),
    }
}

/// The first word of a line and what follows it.
fn split_word(line: &[u8]) -> (&[u8], &[u8]) {
    let line = line.trim_ascii();
    let end = line.iter().position(u8::is_ascii_whitespace);
    line.split_at(end.unwrap_or(line.len()))
}

/// The lines of a header. In a binary file, the byte after the last one may look like a line end,
/// so all lines must end in the same way.
struct HeaderLines<'a, R> {
    file: &'a mut R,
    line: Vec<u8>,
    number: usize,
    left: usize,
    end: Option<u8>,
}

impl<'a, R: BufRead> HeaderLines<'a, R> {
    fn new(file: &'a mut R) -> Self {
        Self {
            file,
            line: Vec::new(),
            number: 0,
            left: MAX_HEADER,
            end: None,
        }
    }

    /// Reads the next line.
    fn next(&mut self) -> Result<&[u8], SceneError> {
        self.number += 1;
        self.line.clear();
        loop {
            if self.left == 0 {
                let problem = format!("the header has more than {MAX_HEADER} bytes");
                return Err(SceneError::new(problem));
            }
            let Some(&byte) = self.file.fill_buf()?.first() else {
                return Err(SceneError::new("the file ends within the header"));
            };
            self.file.consume(1);
            self.left -= 1;
            if self.ends_line(byte)? {
                return Ok(&self.line);
            }
            self.line.push(byte);
        }
    }

    fn ends_line(&mut self, byte: u8) -> Result<bool, SceneError> {
        let Some(end) = self.end else {
            if byte == b'\r' {
                let next = self.file.fill_buf()?.first().copied();
                self.end = Some(if next == Some(b'\n') { b'\n' } else { b'\r' });
            } else if byte == b'\n' {
                self.end = Some(b'\n');
            }
            return Ok(self.end == Some(byte));
        };
        Ok(byte == end)
    }
}
