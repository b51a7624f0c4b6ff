//! Boxes in memory of the caller.

use std::array;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::{align_of, size_of};
use std::slice;

use library::Aabb;
use library::geometry::{BoxSource, Scalar};

use crate::caller::{Caller, misaligned, too_large};
use crate::failure::Failure;
use crate::kind::Kind;
use crate::line::Second;
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

    /// The boxes, which have this kind. Each of them was checked. `second` is the second axis of
    /// boxes of one dimension.
    #[inline]
    pub(crate) fn open<'a, S: Number, const D: usize>(
        &self,
        caller: &'a Caller,
        second: Second,
    ) -> Result<Boxes<'a, S, D>, Failure> {
        let rows = self.rows(caller, second)?;
        match rows.first_invalid() {
            None => Ok(rows),
            Some(row) => Err(invalid(&rows, row, self.name)),
        }
    }

    /// The same as a slice: where it is if the boxes are one behind the other, and otherwise copied
    /// to `memory`, since the library reads each box several times.
    pub(crate) fn open_slice<'b, S: Number, const D: usize>(
        &self,
        caller: &'b Caller,
        second: Second,
        memory: &'b mut Vec<Aabb<S, D>>,
    ) -> Result<&'b [Aabb<S, D>], Failure> {
        let rows = self.rows::<S, D>(caller, second)?;
        let (boxes, invalid_row) = match rows.dense() {
            Some(boxes) => (boxes, first_invalid(boxes)),
            None => {
                let invalid_row = rows.copy_to(memory);
                (&memory[..], invalid_row)
            }
        };
        match invalid_row {
            None => Ok(boxes),
            Some(row) => Err(invalid(&rows, row, self.name)),
        }
    }

    /// The boxes after a check of the descriptor.
    fn rows<'a, S: Number, const D: usize>(
        &self,
        caller: &'a Caller,
        second: Second,
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
            line: self.kind.is_line().then(|| second.ends()),
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
        let corner = self.kind.axes() * size_of::<S>();
        let bytes = (count - 1)
            .checked_mul(stride)
            .and_then(|last| last.checked_add(upper)?.checked_add(corner))
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
    /// The second axis, if the memory has only one.
    line: Option<[S; 2]>,
    marker: PhantomData<&'a [S; D]>,
}

// SAFETY: only read, and only memory that does not change while this lives.
unsafe impl<S: Sync, const D: usize> Send for Boxes<'_, S, D> {}
// SAFETY: as above.
unsafe impl<S: Sync, const D: usize> Sync for Boxes<'_, S, D> {}

/// As many boxes are checked before the result is read.
const CHECKED_AT_ONCE: usize = 64;

impl<'a, S: Scalar, const D: usize> Boxes<'a, S, D> {
    /// The number of boxes.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The number of axes in memory.
    pub(crate) fn axes(&self) -> usize {
        if self.line.is_some() { 1 } else { D }
    }

    /// The corners of a box.
    #[inline(always)]
    fn corners(&self, row: usize) -> [[S; D]; 2] {
        assert!(row < self.count, "a row of the list");
        // SAFETY: the memory of all rows is the caller's, was checked not to be null nor larger
        // than memory can be, and its addresses are multiples of the alignment. Any bits are
        // numbers. Of a line there is one number at each corner.
        unsafe {
            let lower = self.data.add(row * self.stride);
            if let Some(second) = self.line {
                let first = [lower.cast(), lower.add(self.upper).cast()].map(|end| *end);
                return [0, 1].map(|end| array::from_fn(|axis| [first, second][axis % 2][end]));
            }
            [
                lower.cast::<[S; D]>().read(),
                lower.add(self.upper).cast::<[S; D]>().read(),
            ]
        }
    }

    /// The first row that is not a box.
    #[inline]
    fn first_invalid(&self) -> Option<usize> {
        if let Some(boxes) = self.dense() {
            return first_invalid(boxes);
        }
        (0..self.count).find(|&row| !is_box(&self.unchecked(row)))
    }

    /// Copies all boxes, and returns the first row that is not one.
    fn copy_to(&self, memory: &mut Vec<Aabb<S, D>>) -> Option<usize> {
        memory.clear();
        memory.reserve(self.count);
        for start in (0..self.count).step_by(CHECKED_AT_ONCE) {
            let end = self.count.min(start + CHECKED_AT_ONCE);
            memory.extend((start..end).map(|row| self.unchecked(row)));
            if let Some(row) = first_invalid(&memory[start..]) {
                return Some(start + row);
            }
        }
        None
    }

    /// The numbers of a row as a box, which they may not be.
    #[inline(always)]
    fn unchecked(&self, row: usize) -> Aabb<S, D> {
        let corners = self.corners(row);
        // SAFETY: a box is `repr(C)`: its lower and its upper corner, of which any bits are
        // numbers. Whoever hands boxes on has checked their order.
        unsafe { (&raw const corners).cast::<Aabb<S, D>>().read() }
    }

    /// All rows, if they lie one behind the other.
    #[inline]
    fn dense(&self) -> Option<&'a [Aabb<S, D>]> {
        if !self.is_dense() || self.count == 0 {
            return None;
        }
        // SAFETY: dense rows have the layout of a slice of boxes, which are `repr(C)`; the memory
        // was checked and does not change while this lives. Whoever hands boxes on has checked the
        // order of their numbers.
        Some(unsafe { slice::from_raw_parts(self.data.cast(), self.count) })
    }

    /// Whether the boxes lie one behind the other.
    fn is_dense(&self) -> bool {
        let corner = D * size_of::<S>();
        self.line.is_none() && self.upper == corner && self.stride == 2 * corner
    }
}

impl<S: Scalar, const D: usize> BoxSource<S, D> for Boxes<'_, S, D> {
    #[inline]
    fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Aabb<S, D> {
        self.unchecked(index)
    }

    #[inline]
    fn as_slice(&self) -> Option<&[Aabb<S, D>]> {
        self.dense()
    }
}

/// Whether the corners are in order. Without branches; a comparison with NaN is false.
#[inline(always)]
fn is_box<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> bool {
    let (lower, upper) = (aabb.min(), aabb.max());
    (0..D).fold(true, |good, axis| good & (lower[axis] <= upper[axis]))
}

/// The first row that is not a box.
#[inline]
fn first_invalid<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) -> Option<usize> {
    let is_good = |boxes: &[Aabb<S, D>]| boxes.iter().fold(true, |good, aabb| good & is_box(aabb));
    if boxes.chunks(CHECKED_AT_ONCE).all(is_good) {
        return None;
    }
    boxes.iter().position(|aabb| !is_box(aabb))
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
