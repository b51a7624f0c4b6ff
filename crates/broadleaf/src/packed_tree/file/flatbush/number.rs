//! The number types of the format.

use alloc::vec::Vec;

use crate::geometry::{Encoding, Scalar};

/// A coordinate type of flatbush files: `f64`, `f32`, `i32`, `u32`, `i16`, `u16`, `i8` or `u8`.
///
/// Sealed, like [`Scalar`].
pub trait FlatbushNumber: Scalar + Into<f64> {
    /// The number of the type in the header.
    #[doc(hidden)]
    const TYPE: u8;
    /// The number of bytes of a coordinate.
    #[doc(hidden)]
    const BYTES: usize;

    /// Reads a coordinate from the first bytes of `bytes`; 0 if they are too few.
    #[doc(hidden)]
    fn read(bytes: &[u8]) -> Self;

    /// Appends the bytes of the coordinate.
    #[doc(hidden)]
    fn write(self, out: &mut Vec<u8>);
}

macro_rules! flatbush_number {
    ($($Number:ty: $code:literal;)*) => { $(
        impl FlatbushNumber for $Number {
            const TYPE: u8 = $code;
            const BYTES: usize = size_of::<Self>();

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or_else(Self::default, |&bytes| Self::from_le_bytes(bytes))
            }

            #[inline]
            fn write(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
        }
    )* };
}

flatbush_number! {
    i8: 0;
    u8: 1;
    i16: 3;
    u16: 4;
    i32: 5;
    u32: 6;
    f32: 7;
    f64: 8;
}

/// The encoding of the type with a number; `None` if there is no such type. Type 2 is JavaScript's
/// `Uint8ClampedArray`, which has the same values as type 1.
pub(super) fn encoding(code: u8) -> Option<Encoding> {
    Some(match code {
        0 => i8::ENCODING,
        1 | 2 => u8::ENCODING,
        3 => i16::ENCODING,
        4 => u16::ENCODING,
        5 => i32::ENCODING,
        6 => u32::ENCODING,
        7 => f32::ENCODING,
        8 => f64::ENCODING,
        _ => return None,
    })
}
