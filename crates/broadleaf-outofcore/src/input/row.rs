//! The boxes of a row: one, none, or two over the antimeridian.

use broadleaf::Aabb;
use broadleaf_scenes::{Missing, ReadOptions};

use super::box_reader::Rows;
use crate::longitude::Longitude;
use crate::number::Number;
use crate::record::Record;

/// The corners of a row, in any order; `None` if it has none.
pub(super) type Corners<S, const D: usize> = Option<([S; D], [S; D])>;

/// Appends the boxes of a row, and counts it.
///
/// # Errors
/// If the row has no box and the options do not skip it, or if its box is invalid. The message does
/// not name the row.
pub(super) fn push<S: Number, const D: usize>(
    options: ReadOptions,
    corners: Corners<S, D>,
    id: u64,
    boxes: &mut Vec<Record<S, D>>,
    rows: &mut Rows,
) -> Result<(), String> {
    rows.rows += 1;
    let Some((min, max)) = corners.filter(is_there) else {
        return match options.missing {
            Missing::Skip => {
                rows.without_box += 1;
                Ok(())
            }
            Missing::Error => Err(Missing::REFUSAL.to_owned()),
        };
    };
    let pieces = match options.longitude {
        Some(axis) => Longitude(axis).split(min, max)?,
        None => [Some((min, max)), None],
    };
    for (min, max) in pieces.into_iter().flatten() {
        let aabb = Aabb::try_new(min, max).map_err(|error| error.to_string())?;
        boxes.push(Record { aabb, id, key: 0 });
    }
    Ok(())
}

/// Appends the key of the boxes that a row added, or removes these boxes if it has no key.
pub(super) fn push_key<S: Number, const D: usize>(
    key: Option<Vec<u8>>,
    before: usize,
    boxes: &mut Vec<Record<S, D>>,
    keys: &mut Vec<Vec<u8>>,
    rows: &mut Rows,
) {
    match key {
        Some(key) => keys.extend(boxes[before..].iter().map(|_| key.clone())),
        None => {
            rows.without_key += u64::from(boxes.len() > before);
            boxes.truncate(before);
        }
    }
}

/// Whether corners define a box: no number is NaN, and they are not the inverted infinite bounds
/// that some writers give to an empty geometry.
fn is_there<S: Number, const D: usize>(&(min, max): &([S; D], [S; D])) -> bool {
    let is_nothing =
        |axis: usize| !min[axis].is_finite() && min[axis] == S::MAX && max[axis] == S::MIN;
    !min.iter().chain(&max).any(|x| x.is_nan()) && !(0..D).all(is_nothing)
}
