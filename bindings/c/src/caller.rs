//! The door through which every call comes, and the memory of the caller behind it.

use std::cell::RefCell;
use std::mem::{MaybeUninit, size_of};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use crate::failure::Failure;
use crate::status::{BroadleafStatus, Status};

/// How a call ends.
pub(crate) type Outcome = Result<Status, Failure>;

/// The caller of a function, whose pointers this reads and writes.
///
/// Whoever has one knows that all pointers passed to its methods are arguments of that function, or
/// members of its structs, and that the caller keeps the contract of the header: memory that a
/// pointer and a count describe may be read or written during the call, and inputs do not change.
/// What a caller may get wrong and the library can tell is checked here.
pub(crate) struct Caller {
    /// Addresses of inputs and of buffers: the first, that behind the last, and whether the memory
    /// is written.
    ranges: RefCell<Ranges>,
}

/// More ranges than a function has pointers.
const MAX_RANGES: usize = 12;

/// Only the first `len` of the list are set: to clear all of them would take longer than the rest
/// of a short call.
struct Ranges {
    list: [MaybeUninit<(usize, usize, bool)>; MAX_RANGES],
    len: usize,
}

/// Does the work of a function for its caller. No panic gets out.
///
/// # Safety
/// The work passes only pointers to the caller's methods that the function was given, and the
/// function's caller keeps the contract of the header.
#[inline]
pub(crate) unsafe fn door(work: impl FnOnce(&Caller) -> Outcome) -> BroadleafStatus {
    let caller = Caller {
        ranges: RefCell::new(Ranges {
            list: [MaybeUninit::uninit(); MAX_RANGES],
            len: 0,
        }),
    };
    let status = match catch_unwind(AssertUnwindSafe(|| work(&caller))) {
        Ok(Ok(status)) => status,
        Ok(Err(failure)) => failure.report(),
        Err(_) => Failure::new(Status::Internal, "a defect of the library").report(),
    };
    status as BroadleafStatus
}

impl Caller {
    /// A copy of what a pointer points to.
    #[inline]
    pub(crate) fn read<T: Copy>(&self, pointer: *const T, name: &str) -> Result<T, Failure> {
        Ok(self.list(pointer, 1, name)?[0])
    }

    /// The elements of an array of the caller. It may be null if there are none.
    #[inline]
    pub(crate) fn list<T: Copy>(
        &self,
        pointer: *const T,
        count: usize,
        name: &str,
    ) -> Result<&[T], Failure> {
        if count == 0 {
            return Ok(&[]);
        }
        self.check(pointer, count, false, name)?;
        // SAFETY: not null, aligned, and of a size that memory can have. By the contract of the
        // caller it may be read during the call and does not change; the types of this interface
        // have no bits that are invalid.
        Ok(unsafe { slice::from_raw_parts(pointer, count) })
    }

    /// An array of the caller, or `None` if there is none.
    pub(crate) fn optional<T: Copy>(
        &self,
        pointer: *const T,
        count: usize,
        name: &str,
    ) -> Result<Option<&[T]>, Failure> {
        let is_there = !pointer.is_null();
        is_there
            .then(|| self.list(pointer, count, name))
            .transpose()
    }

    /// Memory of the caller for an answer. It may be null if it is of no size.
    #[inline]
    #[expect(clippy::mut_from_ref, reason = "the memory is the caller's")]
    pub(crate) fn buffer<T: Copy>(
        &self,
        pointer: *mut T,
        capacity: usize,
        name: &str,
    ) -> Result<&mut [MaybeUninit<T>], Failure> {
        if capacity == 0 {
            return Ok(&mut []);
        }
        self.check(pointer, capacity, true, name)?;
        // SAFETY: not null, aligned, and of a size that memory can have. By the contract of the
        // caller it may be written during the call. It overlaps no other memory of the call: each
        // is entered in `ranges`.
        Ok(unsafe { slice::from_raw_parts_mut(pointer.cast(), capacity) })
    }

    /// Where a single answer goes, set to a first value.
    #[inline]
    pub(crate) fn place<T: Copy>(
        &self,
        pointer: *mut T,
        first: T,
        name: &str,
    ) -> Result<&mut T, Failure> {
        Ok(self.buffer(pointer, 1, name)?[0].write(first))
    }

    /// Checks memory of the caller.
    #[inline]
    pub(crate) fn check<T>(
        &self,
        pointer: *const T,
        count: usize,
        is_written: bool,
        name: &str,
    ) -> Result<(), Failure> {
        if pointer.is_null() {
            return Err(Failure::new(Status::Null, format_args!("{name}: null")));
        }
        if !pointer.is_aligned() {
            return Err(misaligned(name));
        }
        let bytes = count.checked_mul(size_of::<T>());
        let Some(bytes) = bytes.filter(|&bytes| isize::try_from(bytes).is_ok()) else {
            return Err(too_large(name));
        };
        self.enter(pointer.addr(), bytes, is_written, name)
    }

    /// Notes memory of the call, which no buffer of another answer may overlap.
    pub(crate) fn enter(
        &self,
        start: usize,
        bytes: usize,
        is_written: bool,
        name: &str,
    ) -> Result<(), Failure> {
        let Some(end) = start.checked_add(bytes) else {
            return Err(too_large(name));
        };
        let ranges = &mut *self.ranges.borrow_mut();
        let entered = &ranges.list[..ranges.len];
        let clash = |entered: &MaybeUninit<_>| {
            // SAFETY: the first `len` are set.
            let (first, behind, written) = unsafe { entered.assume_init() };
            (is_written || written) && start < behind && first < end
        };
        if entered.iter().any(clash) {
            let text = format_args!("{name}: overlaps other memory of the call");
            return Err(Failure::new(Status::Overlap, text));
        }
        // Panics where there are more, since an overlap with one that is not noted would be missed.
        ranges.list[ranges.len].write((start, end, is_written));
        ranges.len += 1;
        Ok(())
    }
}

#[cold]
pub(crate) fn misaligned(name: &str) -> Failure {
    Failure::new(Status::Misaligned, format_args!("{name}: misaligned"))
}

#[cold]
pub(crate) fn too_large(name: &str) -> Failure {
    let text = format_args!("{name}: larger than memory can be");
    Failure::new(Status::Size, text)
}
