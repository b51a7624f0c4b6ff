//! Numbers that JavaScript writes to the memory of a module.

use std::mem;

use broadleaf::Aabb;
use js_sys::Float64Array;
use wasm_bindgen::JsError;

use crate::boxes::check;

/// A list of numbers that JavaScript writes in place. Its memory is reused, so that few numbers
/// need neither an allocation nor a call back into JavaScript.
#[derive(Debug, Default)]
pub struct Input<T = f64> {
    /// The list, followed by the remains of longer ones.
    values: Vec<T>,
    count: usize,
}

impl<T: Copy + Default> Input<T> {
    /// Sets the length of the list. The caller must write every number.
    pub fn set_len(&mut self, count: usize) {
        if self.values.len() < count {
            self.values.resize(count, T::default());
        }
        self.count = count;
    }

    /// The address of the list. It may change with the length.
    #[must_use]
    pub fn address(&self) -> u32 {
        self.values.as_ptr() as u32
    }

    /// The list.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values[..self.count]
    }

    /// Frees the list if it takes more than this number of bytes.
    pub fn free_above(&mut self, bytes: usize) {
        if mem::size_of_val(&self.values[..]) > bytes {
            *self = Self::default();
        }
    }
}

impl Input {
    /// Copies the numbers of a typed array. For many numbers, this avoids clearing the memory
    /// first.
    pub fn copy(&mut self, array: &Float64Array) {
        self.values = array.to_vec();
        self.count = self.values.len();
    }

    /// Checks the numbers and returns them as boxes.
    ///
    /// # Errors
    /// Names only the argument, like [`check`].
    pub fn check<const D: usize>(&self, name: &str) -> Result<&[Aabb<f64, D>], JsError> {
        check(self.values(), name)
    }
}
