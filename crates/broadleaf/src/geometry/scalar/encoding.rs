//! The encoding of coordinates in files.

use core::fmt;

/// The meaning of a coordinate's word in a file. Number types with the same encoding have the same
/// values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// An IEEE float.
    Float {
        /// The width in bits: 32 or 64.
        bits: u32,
    },
    /// A signed whole number that counts steps of 2<sup>-`fraction`</sup>.
    Fixed {
        /// The width in bits: 8, 16, 32 or 64.
        bits: u32,
        /// The number of bits after the binary point, at most `bits`; 0 for integers.
        fraction: u32,
    },
    /// An unsigned integer.
    Unsigned {
        /// The width in bits: 8, 16, 32 or 64.
        bits: u32,
    },
}

impl Encoding {
    /// The kind, the width and the number of fractional bits, as in the header of a file.
    pub(crate) fn to_numbers(self) -> [u32; 3] {
        match self {
            Self::Float { bits } => [0, bits, 0],
            Self::Fixed { bits, fraction } => [1, bits, fraction],
            Self::Unsigned { bits } => [2, bits, 0],
        }
    }

    /// The encoding with these numbers in the header; `None` if there is none.
    pub(crate) fn from_numbers(numbers: [u32; 3]) -> Option<Self> {
        match numbers {
            [0, bits @ (32 | 64), 0] => Some(Self::Float { bits }),
            [1, bits @ (8 | 16 | 32 | 64), fraction] if fraction <= bits => {
                Some(Self::Fixed { bits, fraction })
            }
            [2, bits @ (8 | 16 | 32 | 64), 0] => Some(Self::Unsigned { bits }),
            _ => None,
        }
    }

    /// Whether the word is in the range of the encoding.
    pub(crate) fn holds(self, word: i64) -> bool {
        match self {
            Self::Float { bits: 64 }
            | Self::Fixed { bits: 64, .. }
            | Self::Unsigned { bits: 64 } => true,
            Self::Float { bits } | Self::Fixed { bits, .. } => {
                let end = 1_i64 << (bits - 1);
                (-end..end).contains(&word)
            }
            Self::Unsigned { bits } => (0..1_i64 << bits).contains(&word),
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Float { bits } => write!(f, "{bits}-bit float"),
            Self::Fixed { bits, fraction: 0 } => write!(f, "{bits}-bit integer"),
            Self::Fixed { bits, fraction } => write!(
                f,
                "{bits}-bit fixed-point number with {fraction} fractional bits"
            ),
            Self::Unsigned { bits } => write!(f, "{bits}-bit unsigned integer"),
        }
    }
}
