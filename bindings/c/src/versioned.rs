//! Structs that begin with their size, so that they may grow.

use std::marker::PhantomData;
use std::mem::{MaybeUninit, size_of};
use std::ptr;

use crate::caller::Caller;
use crate::failure::Failure;
use crate::status::Status;

/// No struct of this interface will be as large.
const MAX_SIZE: usize = 4096;

/// A struct whose first member is a `usize`: the size that it has in the caller's program.
///
/// # Safety
/// The struct is `repr(C)`, begins with a `usize`, and every combination of bits in its members is
/// valid.
pub(crate) unsafe trait Versioned: Copy {
    /// What a null pointer and the members that an older caller does not have stand for.
    const DEFAULT: Self;
    /// The size that it had in the first version.
    const FIRST_SIZE: usize;
}

/// Where an answer goes. The caller has set its first member, which is kept.
pub(crate) struct Place<'a, T> {
    bytes: &'a mut [MaybeUninit<u8>],
    answer: PhantomData<T>,
}

impl<T: Versioned> Place<'_, T> {
    /// Writes the members that the caller knows.
    pub(crate) fn set(&mut self, value: T) {
        let (first, known) = (size_of::<usize>(), self.bytes.len().min(size_of::<T>()));
        // SAFETY: the bytes of the members behind the first one, of which both have as many.
        // Padding is copied as what it is.
        unsafe {
            let from = (&raw const value).cast::<u8>().add(first);
            let to = self.bytes.as_mut_ptr().add(first).cast();
            ptr::copy_nonoverlapping(from, to, known - first);
        }
    }
}

impl Caller {
    /// The options that a pointer points to, or the default of a null pointer.
    pub(crate) fn options<T: Versioned>(
        &self,
        pointer: *const T,
        name: &str,
    ) -> Result<T, Failure> {
        let mut options = T::DEFAULT;
        if pointer.is_null() {
            return Ok(options);
        }
        let size = self.size_of(pointer, name)?;
        let bytes = self.list(pointer.cast::<u8>(), size, name)?;
        let known = size.min(size_of::<T>());
        if bytes[known..].iter().any(|&byte| byte != 0) {
            let text = format_args!("{name}: has members that this version does not know");
            return Err(Failure::new(Status::Option, text));
        }
        // SAFETY: both have as many bytes, and any bytes are valid.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), (&raw mut options).cast(), known) };
        Ok(options)
    }

    /// Writes an answer to a struct whose first member the caller has set, and keeps that.
    pub(crate) fn answer<T: Versioned>(
        &self,
        pointer: *mut T,
        value: T,
        name: &str,
    ) -> Result<(), Failure> {
        let mut place = self.place_of(pointer, name)?;
        place.set(value);
        Ok(())
    }

    /// Where an answer goes whose first member the caller has set.
    pub(crate) fn place_of<T: Versioned>(
        &self,
        pointer: *mut T,
        name: &str,
    ) -> Result<Place<'_, T>, Failure> {
        let size = self.size_of(pointer, name)?;
        Ok(Place {
            bytes: self.buffer(pointer.cast::<u8>(), size, name)?,
            answer: PhantomData,
        })
    }

    /// The size that a struct says it has.
    fn size_of<T: Versioned>(&self, pointer: *const T, name: &str) -> Result<usize, Failure> {
        if pointer.is_null() {
            return Err(Failure::new(Status::Null, format_args!("{name}: null")));
        }
        if !pointer.is_aligned() {
            return Err(crate::caller::misaligned(name));
        }
        // SAFETY: not null and aligned; the first member of a struct of the caller.
        let size = unsafe { pointer.cast::<usize>().read() };
        if !(T::FIRST_SIZE..=MAX_SIZE).contains(&size) {
            let text = format_args!("{name}: its member `size` is {size}");
            return Err(Failure::new(Status::Option, text));
        }
        Ok(size)
    }
}
