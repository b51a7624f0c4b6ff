//! The boxes of the rows of a file.

use std::array;

use broadleaf::Aabb;

use super::bounded::reserve;
use crate::error::SceneError;
use crate::read_options::{Missing, ReadOptions};
use crate::scene::Frames;
use crate::skipped::Skipped;

/// The boxes of a file without frames, as `f64`, and the rows that they belong to.
///
/// ```
/// use broadleaf_scenes::{Missing, ReadOptions, Rows};
/// let mut rows = Rows::<2>::new(ReadOptions::default().with_missing(Missing::Skip).with_longitude(0));
/// rows.push(Some(([3.0, 0.0], [4.0, 1.0])))?;
/// rows.push(None)?;
/// rows.push(Some(([177.0, -20.0], [-178.0, -16.0])))?;
/// assert_eq!(rows.numbers(), [0, 2, 2]);
/// assert_eq!(rows.boxes()[1].min(), [177.0, -20.0]);
/// assert_eq!(rows.boxes()[1].max(), [180.0, -16.0]);
/// assert_eq!(rows.boxes()[2].min(), [-180.0, -20.0]);
/// assert_eq!(rows.skipped.to_string(), "passed over: rows without a box (1)");
/// # Ok::<(), broadleaf_scenes::SceneError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows<const D: usize> {
    options: ReadOptions,
    boxes: Vec<Aabb<f64, D>>,
    numbers: Vec<u32>,
    next: usize,
    /// What the reader skipped.
    pub skipped: Skipped,
}

impl<const D: usize> Rows<D> {
    /// Without rows.
    #[must_use]
    pub fn new(options: ReadOptions) -> Self {
        Self {
            options,
            ..Self::default()
        }
    }

    /// The boxes, in the order of the rows. A row without a box has none here; a row over the
    /// antimeridian has two.
    #[must_use]
    pub fn boxes(&self) -> &[Aabb<f64, D>] {
        &self.boxes
    }

    /// The row number of each box, from 0.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Adds the next row: the corners of its box, or `None` if it has no box.
    ///
    /// # Errors
    /// If the row has no box or a corner is NaN, unless the options skip such rows; if the box is
    /// invalid; if a longitude is out of range. The message does not name the row.
    pub fn push(&mut self, corners: Option<([f64; D], [f64; D])>) -> Result<(), SceneError> {
        let number = u32::try_from(self.next)
            .map_err(|_| SceneError::new("the file has more than 2^32 rows"))?;
        self.next += 1;
        let is_nan = |corner: [f64; D]| corner.iter().any(|x| x.is_nan());
        let Some((min, max)) = corners.filter(|&(min, max)| !is_nan(min) && !is_nan(max)) else {
            return self.push_missing();
        };
        for (min, max) in self.split(min, max)?.into_iter().flatten() {
            let aabb = Aabb::try_new(min, max).map_err(SceneError::new)?;
            reserve(&mut self.boxes, 1)?;
            reserve(&mut self.numbers, 1)?;
            self.boxes.push(aabb);
            self.numbers.push(number);
        }
        Ok(())
    }

    /// Adds the box around points as the next row.
    pub(super) fn push_around(&mut self, points: &[[f64; D]]) -> Result<(), SceneError> {
        let coordinates = || points.as_flattened().iter();
        if coordinates().any(|x| x.is_nan()) {
            return self.push(None);
        }
        if let Some(x) = coordinates().find(|x| x.is_infinite()) {
            return Err(SceneError::new(format!("the coordinate {x} is not finite")));
        }
        let corner = |pick: fn(f64, f64) -> f64| {
            let all = points.iter().copied();
            all.reduce(|a, b| array::from_fn(|axis| pick(a[axis], b[axis])))
        };
        self.push(corner(f64::min).zip(corner(f64::max)))
    }

    fn push_missing(&mut self) -> Result<(), SceneError> {
        match self.options.missing {
            Missing::Skip => {
                self.skipped.add("rows without a box", 1);
                Ok(())
            }
            Missing::Error => Err(SceneError::new(Missing::REFUSAL)),
        }
    }

    /// The one or two boxes of a row.
    #[expect(clippy::type_complexity, reason = "two pairs of corners")]
    fn split(
        &self,
        min: [f64; D],
        max: [f64; D],
    ) -> Result<[Option<([f64; D], [f64; D])>; 2], SceneError> {
        let Some(axis) = self.options.longitude else {
            return Ok([Some((min, max)), None]);
        };
        if axis >= D {
            return Err(SceneError::new(format!(
                "axis {axis} cannot be the longitude: the boxes have {D} axes"
            )));
        }
        if let Some(x) = [min[axis], max[axis]].into_iter().find(|x| x.abs() > 180.0) {
            return Err(SceneError::new(format!(
                "{x} is not a longitude: the range is -180 to 180"
            )));
        }
        if min[axis] <= max[axis] {
            return Ok([Some((min, max)), None]);
        }
        let (mut east, mut west) = ((min, max), (min, max));
        (east.1[axis], west.0[axis]) = (180.0, -180.0);
        Ok([Some(east), Some(west)])
    }

    /// A scene of one frame with these boxes.
    #[must_use]
    pub fn into_frames(self, name: impl Into<String>) -> Frames<D, f64> {
        let mut frames = Frames::still(name, self.boxes);
        frames.skipped = self.skipped;
        frames.rows = rows_of(self.numbers);
        frames
    }

    /// A scene of one frame with these boxes in `f32`, rounded outward so that no overlap is lost.
    #[must_use]
    pub fn frames(self, name: impl Into<String>) -> Frames<D> {
        let boxes = self.boxes.iter().map(outward).collect();
        let mut frames = Frames::still(name, boxes);
        frames.skipped = self.skipped;
        frames.rows = rows_of(self.numbers);
        frames
    }
}

/// The rows of boxes; `None` if box `i` is row `i`.
fn rows_of(numbers: Vec<u32>) -> Option<Vec<u32>> {
    let differ = numbers.iter().zip(0..).any(|(row, number)| *row != number);
    differ.then_some(numbers)
}

/// The smallest box of `f32` that contains a box.
fn outward<const D: usize>(aabb: &Aabb<f64, D>) -> Aabb<f32, D> {
    let down = |x: f64| match x as f32 {
        near if f64::from(near) > x => near.next_down(),
        near => near,
    };
    Aabb::new(aabb.min().map(down), aabb.max().map(|x| -down(-x)))
}
