//! What a coordinate is on its way through a file or another machine.

use core::fmt;

/// What the word of a coordinate means: two number types with the same encoding have the same
/// values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// An IEEE float of so many bits.
    Float {
        /// 32 or 64.
        bits: u32,
    },
    /// A whole number of so many bits that counts steps of 2<sup>-`fraction`</sup>.
    Fixed {
        /// At most 64.
        bits: u32,
        /// How many of the bits are behind the point; 0 for integers.
        fraction: u32,
    },
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
        }
    }
}
