//! Numbers that JavaScript writes into the memory of a module.

use std::mem;

use broadleaf::Aabb;
use js_sys::Float64Array;
use wasm_bindgen::JsError;

use crate::boxes::check;

/// A list of numbers that JavaScript writes where it is. Its memory is kept, so that few numbers
/// need neither an allocation nor a call back into JavaScript.
#[derive(Debug, Default)]
pub struct Input<T = f64> {
    /// The list, and behind it what is left of longer ones.
    values: Vec<T>,
    count: usize,
}

impl<T: Copy + Default> Input<T> {
    /// Makes the list as long as that. The caller writes all of it.
    pub fn set_len(&mut self, count: usize) {
        if self.values.len() < count {
            self.values.resize(count, T::default());
        }
        self.count = count;
    }

    /// The address of the list. It changes with the length.
    #[must_use]
    pub fn address(&self) -> u32 {
        self.values.as_ptr() as u32
    }

    /// The list.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values[..self.count]
    }

    /// Frees the list if it takes more than a number of bytes.
    pub fn free_above(&mut self, bytes: usize) {
        if mem::size_of_val(&self.values[..]) > bytes {
            *self = Self::default();
        }
    }
}

impl Input {
    /// Makes it the numbers of a typed array: for many numbers, whose memory need not be cleared
    /// before.
    pub fn copy(&mut self, array: &Float64Array) {
        self.values = array.to_vec();
        self.count = self.values.len();
    }

    /// The numbers as boxes, after a check of all of them.
    ///
    /// # Errors
    /// With the name of the argument, as [`check`].
    pub fn check<const D: usize>(&self, name: &str) -> Result<&[Aabb<f64, D>], JsError> {
        check(self.values(), name)
    }
}
