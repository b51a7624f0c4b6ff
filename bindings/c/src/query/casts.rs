//! Rays and moving boxes.

use std::ffi::c_void;
use std::mem::{align_of, size_of};
use std::slice;

use library::geometry::{BoxCast, BoxSource, Real, Scalar};

use super::answers::{Asked, answer_all};
use super::hits;
use super::masked::Masked;
use super::options::{BroadleafHit, BroadleafQueryOptions};
use super::searched::Aim;
use crate::boxes::{Boxes, BroadleafBoxes, Described};
use crate::buffers::Lists;
use crate::caller::{Caller, misaligned, too_large};
use crate::failure::Failure;
use crate::line::Second;
use crate::number::{Number, limit_of};
use crate::status::Status;

/// The header's descriptor of casts.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafCasts {
    start: BroadleafBoxes,
    directions: *const c_void,
    direction_stride: usize,
    length: f64,
    lengths: *const f64,
}

/// A descriptor that was read.
pub(crate) struct DescribedCasts {
    casts: BroadleafCasts,
    pub(crate) start: Described,
}

impl Caller {
    /// Reads a descriptor of casts.
    pub(crate) fn describe_casts(
        &self,
        casts: *const BroadleafCasts,
    ) -> Result<DescribedCasts, Failure> {
        let casts = self.read(casts, "casts")?;
        Ok(DescribedCasts {
            start: casts.start.described("start")?,
            casts,
        })
    }
}

/// Casts of a caller, not yet checked.
pub(crate) struct Casts<'a, S: Number, const D: usize> {
    start: Boxes<'a, S, D>,
    directions: *const u8,
    stride: usize,
    length: f64,
    lengths: Option<&'a [f64]>,
}

/// A cast of the library, and its length.
pub(crate) struct Shot<S: Number, const D: usize> {
    pub(crate) aim: Masked<Aim<S, D>>,
    pub(crate) length: S::Real,
}

impl DescribedCasts {
    /// The casts, which have this kind: all of them checked.
    pub(crate) fn open<S: Number, const D: usize>(
        &self,
        caller: &Caller,
        mask: u32,
    ) -> Result<Vec<Shot<S, D>>, Failure> {
        let casts = self.raw::<S, D>(caller)?;
        (0..casts.start.count())
            .map(|row| casts.shot(row, mask))
            .collect()
    }

    fn raw<'a, S: Number, const D: usize>(
        &self,
        caller: &'a Caller,
    ) -> Result<Casts<'a, S, D>, Failure> {
        let start = self.start.open::<S, D>(caller, Second::Point)?;
        let BroadleafCasts {
            directions,
            direction_stride: stride,
            length,
            lengths,
            ..
        } = self.casts;
        let count = start.count();
        if count > 0 {
            let corner = start.axes() * size_of::<S::Real>();
            check_directions::<S::Real>(caller, directions, [stride, count, corner])?;
        }
        Ok(Casts {
            lengths: caller.optional(lengths, count, "lengths")?,
            start,
            directions: directions.cast(),
            stride,
            length,
        })
    }
}

fn check_directions<R>(
    caller: &Caller,
    directions: *const c_void,
    [stride, count, corner]: [usize; 3],
) -> Result<(), Failure> {
    let name = "directions";
    if directions.is_null() {
        return Err(Failure::new(Status::Null, "directions: null"));
    }
    if !(directions.addr() | stride).is_multiple_of(align_of::<R>()) {
        return Err(misaligned(name));
    }
    let bytes = (count - 1)
        .checked_mul(stride)
        .and_then(|last| last.checked_add(corner))
        .filter(|&bytes| isize::try_from(bytes).is_ok())
        .ok_or_else(|| too_large(name))?;
    caller.enter(directions.addr(), bytes, false, name)
}

impl<S: Number, const D: usize> Casts<'_, S, D> {
    /// A cast, if it is one.
    fn shot(&self, row: usize, mask: u32) -> Result<Shot<S, D>, Failure> {
        let first = self.directions.wrapping_add(row * self.stride);
        // SAFETY: the row is below the count of starts, for which the memory was checked not to be
        // null nor larger than memory can be, and to be aligned. Any bits are numbers.
        let numbers: &[S::Real] = unsafe { slice::from_raw_parts(first.cast(), self.start.axes()) };
        let mut direction = [S::Real::ZERO; D];
        direction[..numbers.len()].copy_from_slice(numbers);
        let length = self.lengths.map_or(self.length, |lengths| lengths[row]);
        if length.is_nan() {
            return Err(invalid(row, "the length is not a number"));
        }
        let cast = BoxCast::new(self.start.get(row), direction);
        let cast = cast.map_err(|error| invalid(row, error))?;
        let cast = cast.up_to(limit_of(length));
        let of = Aim::Cast(cast);
        Ok(Shot {
            aim: Masked { of, mask },
            length: cast.length(),
        })
    }
}

#[cold]
fn invalid(row: usize, problem: impl std::fmt::Display) -> Failure {
    Failure::new(Status::Cast, format_args!("casts: row {row}: {problem}")).row(row)
}

/// Writes what each cast hits.
pub(crate) fn casts<S: Number, const D: usize>(
    asked: Asked<'_, S, D>,
    casts: &[Shot<S, D>],
    options: &BroadleafQueryOptions,
    lists: &mut Lists<'_, BroadleafHit>,
) -> Result<(), Failure> {
    let wanted = options.wanted();
    let answer = |query: usize, answers: &mut Vec<BroadleafHit>| {
        let (shot, mut found) = (&casts[query], Vec::new());
        hits::first(asked.index, &shot.aim, shot.length, wanted, &mut found);
        answers.extend(found.into_iter().map(|hit| BroadleafHit {
            reach: hit.reach.to_f64(),
            id: asked.id(hit.id),
        }));
    };
    answer_all(casts.len(), options.threads, lists, &answer)
}

/// The parameter that counts from now on, as a visitor in C returned it; `None` to stop.
pub(crate) fn new_limit<S: Scalar>(limit: f64) -> Option<S::Real> {
    (limit >= 0.0).then(|| limit_of(limit))
}
