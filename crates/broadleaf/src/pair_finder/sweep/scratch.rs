//! Scratch memory for a sweep.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::compare::Match;
use super::partners::Partners;
use super::selection::Selection;
use crate::pair_finder::order::Boxes;
use crate::pair_finder::tuning::{MAX_MATCHES, MAX_PAIRS};
use crate::simd::Key;

/// The scratch memory that one thread needs for a sweep.
#[derive(Clone, Debug)]
pub(crate) struct Scratch<K, const D: usize> {
    pub(super) partners: Partners,
    /// The boxes of coarser pencils near a run of blocks.
    pub(super) nearby: Boxes<K, D>,
    pub(super) windows: Vec<Range<usize>>,
    pub(super) selection: Selection,
    pub(super) matches: Box<[Match; MAX_MATCHES]>,
    pub(super) pairs: Box<[[u32; 2]; MAX_PAIRS]>,
}

impl<K, const D: usize> Default for Scratch<K, D> {
    fn default() -> Self {
        Self {
            partners: Partners::default(),
            nearby: Boxes::default(),
            windows: Vec::new(),
            selection: Selection::default(),
            matches: Box::new([Match::default(); MAX_MATCHES]),
            pairs: Box::new([[0; 2]; MAX_PAIRS]),
        }
    }
}

impl<K: Key, const D: usize> Scratch<K, D> {
    pub(crate) fn bytes(&self) -> usize {
        self.partners.bytes()
            + self.nearby.bytes()
            + self.windows.capacity() * size_of::<Range<usize>>()
            + size_of_val(&*self.matches)
            + size_of_val(&*self.pairs)
    }
}
