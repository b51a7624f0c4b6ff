//! The answer to a call, in the memory of the module, where JavaScript reads it.

use std::mem;

use crate::problem::{Outcome, Problem};

/// A list of an answer keeps its memory up to this number of bytes.
const KEPT: usize = 1 << 20;

/// The answers to one or many queries, concatenated.
#[derive(Default)]
pub(crate) struct Answer {
    /// Where the answer to each query begins, and the end of the last one.
    pub(crate) offsets: Vec<u32>,
    pub(crate) ids: Vec<f64>,
    /// The reach or distance of each id, or coordinates.
    pub(crate) numbers: Vec<f64>,
}

impl Answer {
    pub(crate) fn clear(&mut self) {
        self.offsets.clear();
        self.offsets.push(0);
        self.ids.clear();
        self.numbers.clear();
    }

    /// Appends ids.
    pub(crate) fn add_ids(&mut self, ids: impl ExactSizeIterator<Item = f64>) -> Outcome {
        self.add_ids_of(ids.len(), ids)
    }

    /// Appends a number of ids.
    pub(crate) fn add_ids_of(&mut self, count: usize, ids: impl Iterator<Item = f64>) -> Outcome {
        reserve(&mut self.ids, count)?;
        self.ids.extend(ids);
        Ok(())
    }

    /// Appends the reaches or distances of ids.
    pub(crate) fn add_numbers(&mut self, numbers: impl ExactSizeIterator<Item = f64>) -> Outcome {
        reserve(&mut self.numbers, numbers.len())?;
        self.numbers.extend(numbers);
        Ok(())
    }

    /// Ends the answer to one query.
    pub(crate) fn end(&mut self) {
        self.offsets.push(self.ids.len() as u32);
    }

    /// The address and the length of each list.
    pub(crate) fn places(&self) -> [u32; 6] {
        [
            self.offsets.as_ptr() as u32,
            self.offsets.len() as u32,
            self.ids.as_ptr() as u32,
            self.ids.len() as u32,
            self.numbers.as_ptr() as u32,
            self.numbers.len() as u32,
        ]
    }

    /// Frees long lists.
    pub(crate) fn tidy(&mut self) {
        for list in [&mut self.ids, &mut self.numbers] {
            if mem::size_of_val(&list[..]) > KEPT {
                *list = Vec::new();
            }
        }
    }
}

fn reserve(list: &mut Vec<f64>, count: usize) -> Outcome {
    list.try_reserve(count).map_err(|_| Problem::TooMuch)
}
