//! Boxes in memory of the caller.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::{align_of, size_of};
use std::slice;

use library::Aabb;
use library::geometry::{BoxSource, Scalar};

use crate::caller::{Caller, misaligned, too_large};
use crate::failure::Failure;
use crate::kind::Kind;
use crate::number::Number;
use crate::status::Status;

/// The header's descriptor of boxes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafBoxes {
    data: *const c_void,
    count: usize,
    stride: usize,
    upper: usize,
    scalar: u32,
    dimensions: u32,
}

/// A descriptor that was read, with its kind, and its name for errors.
pub(crate) struct Described {
    boxes: BroadleafBoxes,
    pub(crate) kind: Kind,
    name: &'static str,
}

impl Caller {
    /// Reads a descriptor.
    #[inline]
    pub(crate) fn describe(
        &self,
        boxes: *const BroadleafBoxes,
        name: &'static str,
    ) -> Result<Described, Failure> {
        self.read(boxes, name)?.described(name)
    }
}

impl BroadleafBoxes {
    /// The descriptor with its kind.
    #[inline]
    pub(crate) fn described(self, name: &'static str) -> Result<Described, Failure> {
        Ok(Described {
            boxes: self,
            kind: Kind::new(self.scalar, self.dimensions)?,
            name,
        })
    }
}

impl Described {
    /// The number of boxes.
    pub(crate) fn count(&self) -> usize {
        self.boxes.count
    }

    /// The boxes, which have this kind. Each of them was checked.
    #[inline]
    pub(crate) fn open<'a, S: Number, const D: usize>(
        &self,
        caller: &'a Caller,
    ) -> Result<Boxes<'a, S, D>, Failure> {
        let rows = self.rows(caller)?;
        match rows.first_invalid() {
            None => Ok(rows),
            Some(row) => Err(invalid(&rows, row, self.name)),
        }
    }

    /// The boxes after a check of the descriptor.
    fn rows<'a, S: Number, const D: usize>(
        &self,
        caller: &'a Caller,
    ) -> Result<Boxes<'a, S, D>, Failure> {
        let BroadleafBoxes {
            data,
            count,
            stride,
            upper,
            ..
        } = self.boxes;
        let rows = Boxes {
            data: data.cast(),
            count,
            stride,
            upper,
            marker: PhantomData,
        };
        if count == 0 {
            return Ok(rows);
        }
        if data.is_null() {
            let text = format_args!("{}: `data` is null", self.name);
            return Err(Failure::new(Status::Null, text));
        }
        if (data.addr() | stride | upper) % align_of::<S>() != 0 {
            return Err(misaligned(self.name));
        }
        let bytes = (count - 1)
            .checked_mul(stride)
            .and_then(|last| last.checked_add(upper)?.checked_add(D * size_of::<S>()))
            .filter(|&bytes| isize::try_from(bytes).is_ok())
            .ok_or_else(|| too_large(self.name))?;
        caller.enter(data.addr(), bytes, false, self.name)?;
        Ok(rows)
    }
}

/// Boxes in memory of the caller, all checked.
#[derive(Clone, Copy)]
pub(crate) struct Boxes<'a, S, const D: usize> {
    data: *const u8,
    count: usize,
    stride: usize,
    upper: usize,
    marker: PhantomData<&'a [S; D]>,
}

// SAFETY: only read, and only memory that does not change while this lives.
unsafe impl<S: Sync, const D: usize> Send for Boxes<'_, S, D> {}
// SAFETY: as above.
unsafe impl<S: Sync, const D: usize> Sync for Boxes<'_, S, D> {}

/// As many boxes are checked before the answer is looked at.
const CHECKED_AT_ONCE: usize = 64;

impl<S: Scalar, const D: usize> Boxes<'_, S, D> {
    /// The number of boxes.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The corners of a box.
    #[inline(always)]
    fn corners(&self, row: usize) -> [[S; D]; 2] {
        assert!(row < self.count, "a row of the list");
        // SAFETY: the memory of all rows is the caller's, was checked not to be null nor larger than
        // memory can be, and its addresses are multiples of the alignment. Any bits are numbers.
        unsafe {
            let lower = self.data.add(row * self.stride);
            [
                lower.cast::<[S; D]>().read(),
                lower.add(self.upper).cast::<[S; D]>().read(),
            ]
        }
    }

    /// The first row that is not a box.
    #[inline]
    fn first_invalid(&self) -> Option<usize> {
        let is_box = |row| {
            let [lower, upper] = self.corners(row);
            // Without branches. A comparison with NaN is false.
            (0..D).fold(true, |good, axis| good & (lower[axis] <= upper[axis]))
        };
        let starts = (0..self.count).step_by(CHECKED_AT_ONCE);
        for start in starts {
            let end = self.count.min(start + CHECKED_AT_ONCE);
            if !(start..end).fold(true, |good, row| good & is_box(row)) {
                return (start..end).find(|&row| !is_box(row));
            }
        }
        None
    }

    /// Whether the boxes lie one behind the other.
    fn is_dense(&self) -> bool {
        let corner = D * size_of::<S>();
        self.upper == corner && self.stride == 2 * corner
    }
}

impl<S: Scalar, const D: usize> BoxSource<S, D> for Boxes<'_, S, D> {
    #[inline]
    fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Aabb<S, D> {
        let corners = self.corners(index);
        // SAFETY: a box is `repr(C)`: its lower and its upper corner. The numbers were checked to
        // be in order.
        unsafe { (&raw const corners).cast::<Aabb<S, D>>().read() }
    }

    #[inline]
    fn as_slice(&self) -> Option<&[Aabb<S, D>]> {
        if !self.is_dense() || self.count == 0 {
            return None;
        }
        // SAFETY: dense rows have the layout of a slice of boxes, which are `repr(C)`; the memory
        // and the numbers were checked, and neither changes while this lives.
        Some(unsafe { slice::from_raw_parts(self.data.cast(), self.count) })
    }
}

#[cold]
fn invalid<S: Number, const D: usize>(boxes: &Boxes<'_, S, D>, row: usize, name: &str) -> Failure {
    let [lower, upper] = boxes.corners(row);
    let is_wrong = |axis: &usize| {
        let ordered = lower[*axis] <= upper[*axis];
        !ordered
    };
    let axis = (0..D).find(is_wrong).unwrap_or(0);
    let (low, high) = (lower[axis], upper[axis]);
    let (problem, wrong) = if low.is_nan() {
        ("not a number", low)
    } else if high.is_nan() {
        ("not a number", high)
    } else {
        ("the lower end is above the upper one", low)
    };
    use library::geometry::Real;
    Failure::new(
        Status::Box,
        format_args!("{name}: row {row}, axis {axis}: {problem}: {low} to {high}"),
    )
    .row(row)
    .axis(axis)
    .value(wrong.to_real().to_f64())
}
