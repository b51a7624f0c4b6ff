//! Boxes in a row.

use crate::simd::Key;
use crate::simd::{LANES, Lanes};
use alloc::vec::Vec;
use core::array;
use core::ops::Range;

/// So many more than there are can be read: sixteen from the last on, or what
/// [`skip`](super::windows) reads at once.
pub(super) const PADDING: usize = 2 * LANES;

/// Boxes in an order, a list for each of their properties.
#[derive(Clone, Debug)]
pub(super) struct Boxes<K, const D: usize> {
    pub(super) len: usize,
    /// Their places in the list that was sorted.
    pub(super) names: Vec<u32>,
    /// First by pencil, then by where they begin. Those behind the last box are larger.
    pub(super) keys: Vec<u32>,
    /// Their lower and upper corners, axis by axis.
    pub(super) min: [Vec<K>; D],
    pub(super) max: [Vec<K>; D],
}

impl<K, const D: usize> Default for Boxes<K, D> {
    fn default() -> Self {
        Self {
            len: 0,
            names: Vec::new(),
            keys: Vec::new(),
            min: array::from_fn(|_| Vec::new()),
            max: array::from_fn(|_| Vec::new()),
        }
    }
}

impl<K: Key, const D: usize> Boxes<K, D> {
    /// Makes room for so many in every list.
    pub(super) fn make_room(&mut self, len: usize) {
        let all = len + PADDING;
        [&mut self.names, &mut self.keys]
            .into_iter()
            .for_each(|numbers| numbers.resize(all, 0));
        self.min
            .iter_mut()
            .chain(&mut self.max)
            .for_each(|column| column.resize(all, K::default()));
    }

    /// Makes room for sixteen more than so many.
    #[inline(always)]
    pub(super) fn grow(&mut self, len: usize) {
        if self.names.len() < len + PADDING {
            self.make_room(2 * (len + PADDING));
        }
    }

    /// Says that there are so many.
    pub(super) fn end_at(&mut self, len: usize) {
        self.len = len;
        self.keys[len..len + PADDING].fill(u32::MAX);
    }

    /// The least lower and the greatest upper corner.
    #[inline(always)]
    pub(super) fn bounds(&self, places: &Range<usize>) -> ([K; D], [K; D]) {
        let (mut min, mut max) = ([K::default(); D], [K::default(); D]);
        for axis in 0..D {
            (min[axis], max[axis]) = (self.min[axis][places.start], self.max[axis][places.start]);
            for &key in &self.min[axis][places.clone()] {
                min[axis] = key.min(min[axis]);
            }
            for &key in &self.max[axis][places.clone()] {
                max[axis] = key.max(max[axis]);
            }
        }
        (min, max)
    }

    pub(super) fn bytes(&self) -> usize {
        let columns = self
            .min
            .iter()
            .chain(&self.max)
            .map(Vec::capacity)
            .sum::<usize>()
            * size_of::<K>();
        columns + (self.names.capacity() + self.keys.capacity()) * size_of::<u32>()
    }
}

/// Sixteen keys from the start of a column.
#[inline(always)]
pub(super) fn load<K: Key, L: Lanes<K>>(lanes: L, column: &[K]) -> L::Keys {
    match column.first_chunk() {
        Some(keys) => lanes.load(keys),
        None => lanes.splat(K::default()),
    }
}
