//! Bytes that start on a cache line.

use super::format::ALIGNMENT;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// Bytes that start at a multiple of [`ALIGNMENT`], unless the memory has moved, so that a column
/// of 64 bytes is one cache line.
#[derive(Debug)]
pub(crate) struct AlignedBytes {
    memory: Vec<u8>,
    start: usize,
    len: usize,
}

impl AlignedBytes {
    pub(crate) fn zeros(len: usize) -> Self {
        let memory = vec![0; len + ALIGNMENT];
        // The address affects only the speed.
        let start = memory.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        Self { memory, start, len }
    }

    pub(crate) fn copy_of(bytes: &[u8]) -> Self {
        let mut copy = Self::zeros(bytes.len());
        copy.copy_from_slice(bytes);
        copy
    }
}

impl Clone for AlignedBytes {
    fn clone(&self) -> Self {
        Self::copy_of(self)
    }
}

impl Deref for AlignedBytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.len]
    }
}

impl DerefMut for AlignedBytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..self.start + self.len]
    }
}
