//! The number types of the format.

use alloc::vec::Vec;

use crate::geometry::{Encoding, Scalar};

/// A coordinate that flatbush files have: `f64`, `f32`, `i32`, `u32`, `i16`, `u16`, `i8` or `u8`.
///
/// Sealed, like [`Scalar`].
pub trait FlatbushNumber: Scalar + Into<f64> {
    /// The number of the type in the header.
    #[doc(hidden)]
    const TYPE: u8;
    /// The number of bytes of a coordinate.
    #[doc(hidden)]
    const BYTES: usize;

    /// The coordinate whose bytes are the first ones of `bytes`; 0 if they are too few.
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

/// The encoding of the type with a number; `None` if there is no such type. Type 2 is that of
/// JavaScript's `Uint8ClampedArray`, whose values are those of type 1.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check<S: FlatbushNumber>(number: S) {
        assert_eq!(encoding(S::TYPE), Some(S::ENCODING));
        let mut out = Vec::new();
        number.write(&mut out);
        assert_eq!(out.len(), S::BYTES);
        assert!(S::read(&out) == number);
        assert!(S::read(&out[1..]) == S::default());
    }

    #[test]
    fn numbers_are_read_as_written() {
        check(-7_i8);
        check(200_u8);
        check(-300_i16);
        check(60_000_u16);
        check(-70_000_i32);
        check(3_000_000_000_u32);
        check(-0.1_f32);
        check(1e300_f64);
        assert_eq!(encoding(2), encoding(1));
        assert_eq!(encoding(9), None);
    }
}
