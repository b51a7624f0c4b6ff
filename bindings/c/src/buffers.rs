//! Buffers of the caller for answers.

use std::mem::MaybeUninit;

use crate::caller::{Caller, Outcome};
use crate::failure::Failure;
use crate::status::Status;

/// A list that is written to a buffer of the caller, and counted on where that ends.
pub(crate) struct List<'a, T> {
    buffer: &'a mut [MaybeUninit<T>],
    count: &'a mut usize,
}

impl Caller {
    /// The buffer of an answer and the place of its count.
    pub(crate) fn answer_list<T: Copy>(
        &self,
        pointer: *mut T,
        capacity: usize,
        count: *mut usize,
        name: &str,
    ) -> Result<List<'_, T>, Failure> {
        Ok(List {
            count: self.place(count, 0, "count")?,
            buffer: self.buffer(pointer, capacity, name)?,
        })
    }
}

impl<T: Copy> List<'_, T> {
    /// Adds an element.
    #[inline(always)]
    pub(crate) fn push(&mut self, element: T) {
        if let Some(slot) = self.buffer.get_mut(*self.count) {
            slot.write(element);
        }
        *self.count += 1;
    }

    /// Adds elements.
    pub(crate) fn extend(&mut self, elements: impl ExactSizeIterator<Item = T>) {
        let free = self.buffer.get_mut(*self.count..).unwrap_or_default();
        *self.count += elements.len();
        for (slot, element) in free.iter_mut().zip(elements) {
            slot.write(element);
        }
    }

    /// The number of elements.
    pub(crate) fn count(&self) -> usize {
        *self.count
    }

    /// The status of a call with this answer.
    pub(crate) fn status(&self) -> Outcome {
        Ok(if *self.count <= self.buffer.len() {
            Status::Ok
        } else {
            Status::TooSmall
        })
    }
}

/// Lists of several queries, one behind the other, and where each ends.
pub(crate) struct Lists<'a, T> {
    list: List<'a, T>,
    ends: Option<&'a mut [MaybeUninit<usize>]>,
    query: usize,
}

impl<'a, T: Copy> Lists<'a, T> {
    /// Lists in this buffer, whose ends go to an array of the caller unless it is null.
    pub(crate) fn new(
        caller: &'a Caller,
        list: List<'a, T>,
        ends: *mut usize,
        queries: usize,
    ) -> Result<Self, Failure> {
        let is_there = !ends.is_null();
        let ends = is_there
            .then(|| caller.buffer(ends, queries, "ends"))
            .transpose()?;
        Ok(Self {
            list,
            ends,
            query: 0,
        })
    }

    /// Adds the answer of the next query.
    pub(crate) fn answer(&mut self, elements: impl ExactSizeIterator<Item = T>) {
        self.list.extend(elements);
        if let Some(ends) = &mut self.ends {
            ends[self.query].write(self.list.count());
        }
        self.query += 1;
    }

    /// The status of a call with these answers.
    pub(crate) fn status(&self) -> Outcome {
        self.list.status()
    }
}
