//! A sample of a sequence whose length is not known.

use broadleaf::Aabb;
use broadleaf::geometry::Scalar;

use crate::pair_sum::mix;

/// Boxes of a sequence, one out of each `step` of them, at most twice the wanted number and at
/// least that number if there are as many.
pub(crate) struct Sample<S, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    wanted: usize,
    step: u64,
    seen: u64,
    /// The number of the next box that is kept.
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
        // Not in equal steps: the boxes of a file often repeat themselves.
        let cell = self.seen / self.step + 1;
        self.next = cell * self.step + mix(cell) % self.step;
    }

    pub(crate) fn into_boxes(self) -> Vec<Aabb<S, D>> {
        self.boxes
    }
}
