//! Encodes scalars, boxes and filters as bytes.

use alloc::vec::Vec;

use super::bytes::{Malformed, Reader, put_number, put_signed};
use crate::broad_phase::state::margin::Margin;
use crate::filter::Filter;
use crate::geometry::{Aabb, Scalar};

pub(crate) fn put_filter(out: &mut Vec<u8>, filter: &Filter) {
    put_number(out, filter.category.into());
    put_number(out, filter.mask.into());
    put_signed(out, filter.group.into());
}

pub(crate) fn read_filter(reader: &mut Reader) -> Result<Filter, Malformed> {
    let (category, mask) = (reader.number32()?, reader.number32()?);
    let group = i32::try_from(reader.signed()?)
        .map_err(|_| reader.wrong("a group has more than 32 bits"))?;
    Ok(Filter::new(category, mask).with_group(group))
}

/// The box at the origin, for boxes without another one near them. Without [`Aabb::point`], whose
/// panic needs the functions that format decimals, 3 % of the npm module.
pub(crate) fn origin<S: Scalar, const D: usize>() -> Aabb<S, D> {
    Aabb::from_ordered([S::default(); D], [S::default(); D])
}

/// Writes a box as its difference from `near`. A box of the same size elsewhere is short.
pub(crate) fn put_box<S: Scalar, const D: usize>(
    out: &mut Vec<u8>,
    aabb: &Aabb<S, D>,
    near: &Aabb<S, D>,
) {
    for axis in 0..D {
        let [(min, max), (near_min, near_max)] =
            [aabb, near].map(|aabb| aabb.ends(axis).map(S::to_word).into());
        let shift = min.wrapping_sub(near_min);
        put_signed(out, shift);
        put_signed(out, max.wrapping_sub(near_max).wrapping_sub(shift));
    }
}

pub(crate) fn read_box<S: Scalar, const D: usize>(
    reader: &mut Reader,
    near: &Aabb<S, D>,
) -> Result<Aabb<S, D>, Malformed> {
    let (mut min, mut max) = (near.min(), near.max());
    for axis in 0..D {
        let shift = reader.signed()?;
        let growth = reader.signed()?;
        min[axis] = scalar(reader, min[axis].to_word().wrapping_add(shift))?;
        let moved = max[axis].to_word().wrapping_add(shift);
        max[axis] = scalar(reader, moved.wrapping_add(growth))?;
    }
    Aabb::try_new(min, max).map_err(|_| reader.wrong("the corners are not a box"))
}

/// The scalar that a word encodes.
fn scalar<S: Scalar>(reader: &Reader, word: i64) -> Result<S, Malformed> {
    let value = S::from_word(word);
    reader.check(value.to_word() == word, "a coordinate is out of range")?;
    Ok(value)
}

/// Converts a margin from words to scalars.
pub(crate) fn margin_from_words<S: Scalar>(
    reader: &Reader,
    words: Margin<i64>,
) -> Result<Margin<S>, Malformed> {
    if let Margin::Fatten {
        extension: word, ..
    }
    | Margin::Snap { cell: word } = words
    {
        scalar::<S>(reader, word)?;
    }
    Ok(words.map(S::from_word))
}

/// Whether two boxes have the same bits: -0 and 0 differ.
pub(crate) fn is_same<S: Scalar, const D: usize>(a: &Aabb<S, D>, b: &Aabb<S, D>) -> bool {
    (0..D).all(|axis| a.ends(axis).map(S::to_word) == b.ends(axis).map(S::to_word))
}
