//! The header of saved broad phases and logs: writing and reading.
//!
//! ```text
//!   magic (4)  version (1)  coordinates: float or fixed (1), bits, fraction  dimensions  margin
//!   margin: kind (1), one or two numbers, multipliers in 256ths
//! ```

use alloc::vec::Vec;
use core::fmt;

use super::bytes::{Malformed, Reader, put_number, put_signed};
use super::mixer::canonical_word;
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::multiplier::Multiplier;
use crate::geometry::{Encoding, Scalar};

/// The byte that identifies the kind of a margin. Part of a file format: a variant keeps its
/// number.
#[derive(Clone, Copy)]
#[repr(u8)]
enum MarginCode {
    Fatten,
    Snap,
    Tight,
    Proportional,
    /// Instead of the margin of a single proxy: it has none of its own.
    Missing = u8::MAX,
}

impl MarginCode {
    fn of(byte: u8) -> Option<Self> {
        use MarginCode::{Fatten, Missing, Proportional, Snap, Tight};
        let mut all = [Fatten, Snap, Tight, Proportional, Missing].into_iter();
        all.find(|&code| code as u8 == byte)
    }
}

/// The magic and the version with which the bytes of a format begin.
pub(crate) struct Format {
    pub(crate) magic: [u8; 4],
    pub(crate) version: u8,
}

impl Format {
    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        out.extend(self.magic);
        out.push(self.version);
    }

    pub(crate) fn matches(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(&self.magic)
    }

    /// Skips the magic and reads the version.
    pub(crate) fn read_version(&self, reader: &mut Reader) -> Result<u8, Malformed> {
        reader.take(self.magic.len())?;
        reader.byte()
    }
}

/// The type and the margin of an encoded broad phase. Under equal headers, equal words have equal
/// meanings.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Header {
    pub(crate) encoding: Encoding,
    pub(crate) dimensions: u64,
    /// The margin, in words of the coordinates.
    pub(crate) margin: Margin<i64>,
}

impl Header {
    pub(crate) fn new<S: Scalar, const D: usize>(margin: Margin<S>) -> Self {
        Self {
            encoding: S::ENCODING,
            dimensions: D as u64,
            margin: margin.map(canonical_word),
        }
    }

    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        for number in self.encoding.to_numbers() {
            put_number(out, number.into());
        }
        put_number(out, self.dimensions);
        put_margin(out, &self.margin);
    }

    pub(crate) fn read(reader: &mut Reader) -> Result<Self, Malformed> {
        let encoding = read_encoding(reader)?;
        let dimensions = reader.number()?;
        reader.check(
            (1..=255).contains(&dimensions),
            "a broad phase has 1 to 255 dimensions",
        )?;
        Ok(Self {
            encoding,
            dimensions,
            margin: read_margin(reader, encoding)?,
        })
    }
}

fn read_encoding(reader: &mut Reader) -> Result<Encoding, Malformed> {
    let kind = reader.byte()?;
    let numbers = [kind.into(), reader.number32()?, reader.number32()?];
    Encoding::from_numbers(numbers).ok_or_else(|| reader.wrong("an unknown type of coordinates"))
}

pub(crate) fn put_margin(out: &mut Vec<u8>, margin: &Margin<i64>) {
    match *margin {
        Margin::Fatten {
            extension,
            prediction,
        } => {
            out.push(MarginCode::Fatten as u8);
            put_signed(out, extension);
            put_number(out, prediction.to_256ths().into());
        }
        Margin::Snap { cell } => {
            out.push(MarginCode::Snap as u8);
            put_signed(out, cell);
        }
        Margin::Tight => out.push(MarginCode::Tight as u8),
        Margin::Proportional {
            sixteenths,
            prediction,
        } => {
            out.push(MarginCode::Proportional as u8);
            put_number(out, sixteenths.into());
            put_number(out, prediction.to_256ths().into());
        }
    }
}

/// Reads a margin in words of an encoding.
pub(crate) fn read_margin(
    reader: &mut Reader,
    encoding: Encoding,
) -> Result<Margin<i64>, Malformed> {
    match MarginCode::of(reader.byte()?) {
        Some(MarginCode::Fatten) => Ok(Margin::Fatten {
            extension: read_word(reader, encoding)?,
            prediction: Multiplier::from_256ths(reader.number32()?),
        }),
        Some(MarginCode::Snap) => Ok(Margin::Snap {
            cell: read_word(reader, encoding)?,
        }),
        Some(MarginCode::Tight) => Ok(Margin::Tight),
        Some(MarginCode::Proportional) => Ok(Margin::Proportional {
            sixteenths: reader.number32()?,
            prediction: Multiplier::from_256ths(reader.number32()?),
        }),
        _ => Err(reader.wrong("an unknown margin")),
    }
}

/// Writes the margin of a single proxy, or that it has none of its own.
pub(crate) fn put_own_margin<S: Scalar>(out: &mut Vec<u8>, margin: Option<Margin<S>>) {
    match margin {
        Some(margin) => put_margin(out, &margin.map(canonical_word)),
        None => out.push(MarginCode::Missing as u8),
    }
}

/// The inverse of [`put_own_margin`], in words of an encoding.
pub(crate) fn read_own_margin(
    reader: &mut Reader,
    encoding: Encoding,
) -> Result<Option<Margin<i64>>, Malformed> {
    if reader.next_is(MarginCode::Missing as u8) {
        reader.byte()?;
        return Ok(None);
    }
    read_margin(reader, encoding).map(Some)
}

pub(crate) fn read_word(reader: &mut Reader, encoding: Encoding) -> Result<i64, Malformed> {
    let word = reader.signed()?;
    check_word(reader, encoding, word)
}

/// A word, if it has no more bits than a coordinate.
pub(crate) fn check_word(reader: &Reader, encoding: Encoding, word: i64) -> Result<i64, Malformed> {
    reader.check(encoding.holds(word), "a coordinate is out of range")?;
    Ok(word)
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}D, ", self.encoding, self.dimensions)?;
        write_margin(f, &self.margin, self.encoding)
    }
}

/// Describes a margin in words of an encoding.
pub(crate) fn write_margin(
    f: &mut impl fmt::Write,
    margin: &Margin<i64>,
    encoding: Encoding,
) -> fmt::Result {
    match margin {
        Margin::Tight => write!(f, "without a margin"),
        Margin::Fatten {
            extension,
            prediction,
        } => write!(
            f,
            "fattened by {}, predicted {prediction} ahead",
            encoding.decimal(*extension)
        ),
        Margin::Proportional {
            sixteenths,
            prediction,
        } => write!(
            f,
            "fattened by {sixteenths}/16 of its size, predicted {prediction} ahead"
        ),
        Margin::Snap { cell } => write!(f, "snapped to {}", encoding.decimal(*cell)),
    }
}

#[cfg(test)]
#[path = "tests/header.rs"]
mod tests;
