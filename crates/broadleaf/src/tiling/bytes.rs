//! A tiling as bytes, the same on every machine.
//!
//! ```text
//!   magic (8)  version  kind, bits and fractional bits of coordinates  dimensions  tiles
//!   giant limit  and for each cut in heap order: axis, word of the coordinate (8)
//! ```
//!
//! Numbers are little-endian and have four bytes unless marked otherwise.

use alloc::vec::Vec;

use super::invalid::InvalidTiling;
use super::tiling::{TileCut, Tiling};
use crate::geometry::{Encoding, Scalar};
use crate::store::to_u32;

const MAGIC: [u8; 8] = *b"BRDTILES";
/// Raised when the meaning of any byte changes, so that older libraries refuse what they would
/// misread.
const VERSION: u32 = 1;
/// The magic and seven numbers of four bytes, as the figure at the top of this file shows.
const HEADER_BYTES: usize = MAGIC.len() + 4 * 7;
/// An axis of four bytes and the word of a coordinate of eight: fixed by the format.
pub(super) const CUT_BYTES: usize = 12;

impl<S: Scalar, const D: usize> Tiling<S, D> {
    /// The tiling as bytes, 12 per tile. They depend on the tiling alone.
    ///
    /// ```
    /// use broadleaf::Aabb;
    /// use broadleaf::tiling::{InvalidTiling, Tiling};
    /// let row: Vec<_> = (0..100).map(|x| Aabb::point([x, 0])).collect();
    /// let tiling = Tiling::from_sample(&row, 8);
    /// assert_eq!(Tiling::from_bytes(&tiling.to_bytes()), Ok(tiling));
    /// assert_eq!(Tiling::<i32, 2>::from_bytes(b"anything"), Err(InvalidTiling::NotATiling));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + CUT_BYTES * self.cuts().len());
        bytes.extend(MAGIC);
        let [kind, bits, fraction] = S::ENCODING.to_numbers();
        let tiles = to_u32(self.len());
        let limit = self.giant_limit();
        for field in [VERSION, kind, bits, fraction, to_u32(D), tiles, limit] {
            bytes.extend(field.to_le_bytes());
        }
        for cut in self.cuts() {
            bytes.extend(to_u32(cut.axis).to_le_bytes());
            bytes.extend(cut.at.to_word().to_le_bytes());
        }
        bytes
    }

    /// Reads and checks a tiling. Any tiling that is returned gives exact answers.
    ///
    /// # Errors
    /// If the bytes are not a tiling of this type.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidTiling> {
        let (fields, cuts) = split_header(bytes)?;
        let [version, kind, bits, fraction, dimensions, tiles, limit] = fields;
        if version != VERSION {
            return Err(InvalidTiling::UnknownVersion(version));
        }
        check_type::<S, D>([kind, bits, fraction], dimensions)?;
        let tiles = tiles as usize;
        Self::check_parts(tiles, limit)?;
        let needed = HEADER_BYTES + CUT_BYTES * (tiles - 1);
        if bytes.len() != needed {
            let bytes = bytes.len();
            return Err(InvalidTiling::OtherLength { bytes, needed });
        }
        Self::from_parts(tiles, limit, cuts.as_chunks().0.iter().map(read_cut))
    }
}

/// The fields of the header, and the bytes after it.
fn split_header(bytes: &[u8]) -> Result<([u32; 7], &[u8]), InvalidTiling> {
    if !bytes.starts_with(&MAGIC) {
        return Err(InvalidTiling::NotATiling);
    }
    let Some((header, rest)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        return Err(InvalidTiling::OtherLength {
            bytes: bytes.len(),
            needed: HEADER_BYTES,
        });
    };
    let mut fields = [0; 7];
    let (numbers, _) = header[MAGIC.len()..].as_chunks();
    for (field, &number) in fields.iter_mut().zip(numbers) {
        *field = u32::from_le_bytes(number);
    }
    Ok((fields, rest))
}

/// Checks that coordinates and dimensions are those of the type.
fn check_type<S: Scalar, const D: usize>(
    numbers: [u32; 3],
    dimensions: u32,
) -> Result<(), InvalidTiling> {
    let found = Encoding::from_numbers(numbers).ok_or(InvalidTiling::UnknownEncoding(numbers))?;
    let expected = S::ENCODING;
    if found != expected {
        return Err(InvalidTiling::OtherScalar { found, expected });
    }
    if dimensions as usize != D {
        let (found, expected) = (dimensions, D);
        return Err(InvalidTiling::OtherDimensions { found, expected });
    }
    Ok(())
}

/// `None` if the word does not encode a coordinate.
fn read_cut<S: Scalar>(&[a, b, c, d, ref word @ ..]: &[u8; CUT_BYTES]) -> Option<TileCut<S>> {
    let word = i64::from_le_bytes(*word);
    S::ENCODING.holds(word).then(|| TileCut {
        axis: u32::from_le_bytes([a, b, c, d]) as usize,
        at: S::from_word(word),
    })
}
