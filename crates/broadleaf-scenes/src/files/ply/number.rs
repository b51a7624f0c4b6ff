//! The numbers of a PLY file, in text or binary form.

use std::io::BufRead;

use crate::error::SceneError;
use crate::files::number::{integer_of, parse_integer, parse_number, shown};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Kind {
    pub(super) fn named(name: &[u8]) -> Result<Self, SceneError> {
        Ok(match name {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"int64" => Self::I64,
            b"uint64" => Self::U64,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => {
                let problem = format!("\"{}\" is not a type of property", shown(name));
                return Err(SceneError::new(problem));
            }
        })
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// The number of bytes in a binary file.
    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }
}

/// A number as stored in the file.
#[derive(Clone, Copy, Debug)]
enum Value {
    Integer(i64),
    Real(f64),
}

/// Reads the numbers after the header.
#[derive(Debug)]
pub(super) struct Numbers<R> {
    pub(super) file: R,
    encoding: Encoding,
    word: Vec<u8>,
}

/// The longest word of a text file. A double with all its digits has up to 1,100.
const MAX_WORD: usize = 4_096;

impl<R: BufRead> Numbers<R> {
    pub(super) fn new(file: R, encoding: Encoding) -> Self {
        Self {
            file,
            encoding,
            word: Vec::new(),
        }
    }

    /// The next number, which may be NaN.
    pub(super) fn real(&mut self, kind: Kind) -> Result<f64, SceneError> {
        if self.encoding == Encoding::Text {
            return parse_number(self.next_word()?);
        }
        Ok(match self.binary(kind)? {
            Value::Integer(number) => number as f64,
            Value::Real(number) => number,
        })
    }

    /// The next number, which must be an integer.
    pub(super) fn integer(&mut self, kind: Kind) -> Result<i64, SceneError> {
        if self.encoding == Encoding::Text {
            return parse_integer(self.next_word()?);
        }
        match self.binary(kind)? {
            Value::Integer(number) => Ok(number),
            Value::Real(number) => integer_of(number)
                .ok_or_else(|| SceneError::new(format!("{number} is not an integer"))),
        }
    }

    /// Skips numbers of any value.
    pub(super) fn skip(&mut self, kind: Kind, count: u64) -> Result<(), SceneError> {
        if self.encoding == Encoding::Text {
            return (0..count).try_for_each(|_| self.next_word().map(drop));
        }
        let mut left = count.saturating_mul(kind.size() as u64);
        while left > 0 {
            let len = self
                .some_bytes()?
                .min(usize::try_from(left).unwrap_or(usize::MAX));
            self.file.consume(len);
            left -= len as u64;
        }
        Ok(())
    }

    /// Ends an element, which in a text file must be at the end of a line.
    pub(super) fn end_element(&mut self) -> Result<(), SceneError> {
        if self.encoding != Encoding::Text {
            return Ok(());
        }
        loop {
            match self.file.fill_buf()?.first() {
                Some(b' ' | b'\t') => self.file.consume(1),
                None | Some(b'\n' | b'\r') => return Ok(()),
                Some(_) => {
                    let problem = "the line has more numbers than the header has properties";
                    return Err(SceneError::new(problem));
                }
            }
        }
    }

    fn binary(&mut self, kind: Kind) -> Result<Value, SceneError> {
        Ok(match kind {
            Kind::I8 => Value::Integer(i8::from_le_bytes(self.bytes()?).into()),
            Kind::U8 => Value::Integer(u8::from_le_bytes(self.bytes()?).into()),
            Kind::I16 => Value::Integer(i16::from_le_bytes(self.bytes()?).into()),
            Kind::U16 => Value::Integer(u16::from_le_bytes(self.bytes()?).into()),
            Kind::I32 => Value::Integer(i32::from_le_bytes(self.bytes()?).into()),
            Kind::U32 => Value::Integer(u32::from_le_bytes(self.bytes()?).into()),
            Kind::I64 => Value::Integer(i64::from_le_bytes(self.bytes()?)),
            // A value above the range of i64 is not a vertex, and a coordinate is rounded anyway.
            Kind::U64 => match u64::from_le_bytes(self.bytes()?) {
                number if number > i64::MAX as u64 => Value::Real(number as f64),
                number => Value::Integer(number as i64),
            },
            Kind::F32 => Value::Real(f32::from_le_bytes(self.bytes()?).into()),
            Kind::F64 => Value::Real(f64::from_le_bytes(self.bytes()?)),
        })
    }

    /// The next bytes, in little-endian order.
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], SceneError> {
        let mut bytes = [0; N];
        let mut filled = 0;
        while filled < N {
            let len = self.some_bytes()?.min(N - filled);
            bytes[filled..filled + len].copy_from_slice(&self.file.fill_buf()?[..len]);
            self.file.consume(len);
            filled += len;
        }
        if self.encoding == Encoding::BigEndian {
            bytes.reverse();
        }
        Ok(bytes)
    }

    /// The number of bytes that are available at once, at least one.
    fn some_bytes(&mut self) -> Result<usize, SceneError> {
        match self.file.fill_buf()?.len() {
            0 => Err(end()),
            len => Ok(len),
        }
    }

    fn next_word(&mut self) -> Result<&[u8], SceneError> {
        self.word.clear();
        loop {
            let bytes = self.file.fill_buf()?;
            if bytes.is_empty() {
                break;
            }
            let blank = if self.word.is_empty() {
                bytes
                    .iter()
                    .take_while(|byte| byte.is_ascii_whitespace())
                    .count()
            } else {
                0
            };
            let rest = &bytes[blank..];
            let end = rest.iter().position(u8::is_ascii_whitespace);
            let len = end.unwrap_or(rest.len());
            self.word.extend_from_slice(&rest[..len]);
            self.file.consume(blank + len);
            if self.word.len() > MAX_WORD {
                let problem = format!("\"{}\" is not a number", shown(&self.word));
                return Err(SceneError::new(problem));
            }
            if end.is_some() && !self.word.is_empty() {
                break;
            }
        }
        if self.word.is_empty() {
            return Err(end());
        }
        Ok(&self.word)
    }
}

fn end() -> SceneError {
    SceneError::new("the file ends here")
}
