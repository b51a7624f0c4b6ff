//! A sample of a sequence of unknown length.

use broadleaf::Aabb;
use broadleaf::geometry::Scalar;

use crate::pair_sum::mix;

/// One box of every `step` boxes of a sequence: at least the wanted number, if there are as many,
/// and at most twice that number.
pub(crate) struct Sample<S, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    wanted: usize,
    step: u64,
    seen: u64,
    /// The number of the next box to keep.
    next: u64,
}

impl<S: Scalar, const D: usize> Sample<S, D> {
    pub(crate) fn new(wanted: usize) -> Self {
        Self {
            boxes: Vec::new(),
            wanted,
            step: 1,
            seen: 0,
            next: 0,
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, aabb: &Aabb<S, D>) {
        if self.seen == self.next {
            self.keep(aabb);
        }
        self.seen += 1;
    }

    fn keep(&mut self, aabb: &Aabb<S, D>) {
        if self.boxes.len() == 2 * self.wanted {
            let mut number = 0;
            self.boxes.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.step *= 2;
        }
        self.boxes.push(*aabb);
        // Random positions, since the boxes of a file often repeat at equal steps.
        let cell = self.seen / self.step + 1;
        self.next = cell * self.step + mix(cell) % self.step;
    }

    pub(crate) fn into_boxes(self) -> Vec<Aabb<S, D>> {
        self.boxes
    }
}
