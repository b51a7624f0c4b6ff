//! A tiling as bytes, the same on every machine.
//!
//! ```text
//!   magic (8)  version  kind, bits and fractional bits of coordinates  dimensions  tiles
//!   giant limit  and for each cut in heap order: axis, word of the coordinate (8)
//! ```
//!
//! Numbers are little endian and have four bytes if nothing is said.

use alloc::vec::Vec;

use super::invalid::InvalidTiling;
use super::tile::MAX_CUT_AXES;
use super::tiling::{Cut, Tiling};
use crate::geometry::{Encoding, Scalar};
use crate::store::to_u32;

const MAGIC: [u8; 8] = *b"BRDTILES";
const VERSION: u32 = 1;
/// The number of fields after the magic.
const FIELDS: usize = 7;
const HEADER_BYTES: usize = MAGIC.len() + 4 * FIELDS;
pub(super) const CUT_BYTES: usize = 12;

impl<S: Scalar, const D: usize> Tiling<S, D> {
    /// The tiling as bytes, 12 for each tile. They depend on the tiling alone.
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

    /// The tiling with these bytes. Any tiling that is returned is exact.
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
        if !tiles.is_power_of_two() || tiles as usize > Self::MAX_TILES {
            return Err(InvalidTiling::TileCount(tiles.into()));
        }
        if limit == 0 {
            return Err(InvalidTiling::NoGiantLimit);
        }
        let needed = HEADER_BYTES + CUT_BYTES * (tiles as usize - 1);
        if bytes.len() != needed {
            let bytes = bytes.len();
            return Err(InvalidTiling::OtherLength { bytes, needed });
        }
        let cuts = cuts.as_chunks().0.iter().zip(1..);
        let cuts = cuts.map(|(cut, number)| {
            let cut = read_cut::<S>(cut).ok_or(InvalidTiling::Cut { number })?;
            Self::check_cut(cut, number)
        });
        let tree: Result<Vec<_>, _> = core::iter::once(Ok(Cut::NONE)).chain(cuts).collect();
        Ok(Self::from_cuts(tree?).with_giant_limit(limit))
    }

    /// The cut, if its axis may be cut and its coordinate is a number.
    pub(crate) fn check_cut(cut: Cut<S>, number: usize) -> Result<Cut<S>, InvalidTiling> {
        if cut.axis < D.min(MAX_CUT_AXES) && !cut.at.is_nan() {
            Ok(cut)
        } else {
            Err(InvalidTiling::Cut { number })
        }
    }
}

/// The fields of the header, and the bytes after it.
fn split_header(bytes: &[u8]) -> Result<([u32; FIELDS], &[u8]), InvalidTiling> {
    if !bytes.starts_with(&MAGIC) {
        return Err(InvalidTiling::NotATiling);
    }
    let Some((header, rest)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        return Err(InvalidTiling::OtherLength {
            bytes: bytes.len(),
            needed: HEADER_BYTES,
        });
    };
    let mut fields = [0; FIELDS];
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

/// `None` if no coordinate has the word.
fn read_cut<S: Scalar>(&[a, b, c, d, ref word @ ..]: &[u8; CUT_BYTES]) -> Option<Cut<S>> {
    let word = i64::from_le_bytes(*word);
    S::ENCODING.holds(word).then(|| Cut {
        axis: u32::from_le_bytes([a, b, c, d]) as usize,
        at: S::from_word(word),
    })
}
