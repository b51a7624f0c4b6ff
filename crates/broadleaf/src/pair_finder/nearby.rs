//! Candidates from coarser pencils, filtered.

use alloc::vec::Vec;
use core::ops::Range;

use super::boxes::Boxes;
use super::lists::Lists;
use super::partner::{Interval, Partner};
use crate::simd::{Key, Lanes, Task};

/// Up to this number of boxes, a block has one window with all of them. Of more, it has a window in
/// each pencil, which leaves out those that lie elsewhere along the sweep axis.
const FEW: usize = 64;
/// Up to this number of boxes, all are compared with the boxes of a block. Of more, up to `FEW`,
/// those that touch its bounds.
const VERY_FEW: usize = 4;

/// The boxes of coarser pencils that touch the bounds of a run of blocks.
#[derive(Clone, Debug)]
pub(super) struct Nearby<K, const D: usize> {
    pub(super) boxes: Boxes<K, D>,
    /// The pencils that these boxes come from. `next` is an index into `boxes`.
    pub(super) partners: Vec<Partner>,
}

impl<K, const D: usize> Default for Nearby<K, D> {
    fn default() -> Self {
        Self {
            boxes: Boxes::default(),
            partners: Vec::new(),
        }
    }
}

impl<K: Key, const D: usize> Nearby<K, D> {
    /// Whether a block has one window with all boxes.
    #[inline(always)]
    pub(super) fn are_few(&self) -> bool {
        self.boxes.len <= FEW
    }

    /// Whether a block is compared with the boxes that touch its bounds.
    pub(super) fn are_selected(&self) -> bool {
        self.are_few() && self.boxes.len > VERY_FEW
    }

    /// The number of windows that a block has here.
    pub(super) fn windows(&self) -> usize {
        if self.are_few() {
            usize::from(self.boxes.len > 0)
        } else {
            self.partners.len()
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.boxes.bytes() + self.partners.capacity() * size_of::<Partner>()
    }
}

/// Finds the boxes of coarser pencils that touch the bounds of a run of blocks: far fewer than
/// there are in the windows.
pub(super) struct FindNearby<'a, K, const D: usize> {
    pub(super) lists: Lists<'a, K, D>,
    pub(super) run: Range<usize>,
    pub(super) coarser: &'a mut [Partner],
    pub(super) nearby: &'a mut Nearby<K, D>,
}

impl<K: Key, const D: usize> Task<K> for FindNearby<'_, K, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) {
        let Lists {
            blocks, candidates, ..
        } = self.lists;
        let Nearby { boxes, partners } = self.nearby;
        let interval = Interval::of(blocks, &self.run);
        let bounds = blocks.boxes.bounds(&self.run);
        let mut len = 0;
        for partner in self.coarser {
            let window = partner.window(lanes, &candidates.boxes.keys, &interval);
            let next = len;
            len = boxes.append_touching(lanes, len, &candidates.boxes, window, &bounds);
            if len > next {
                partners.push(Partner {
                    next,
                    near_end: 0,
                    ..*partner
                });
            }
        }
        boxes.set_len(len);
    }
}
