//! Candidates from coarser pencils, filtered.

use core::ops::Range;

use super::boxes::Boxes;
use super::lists::Lists;
use super::partner::{Interval, Partner};
use crate::simd::{Key, Lanes, Task};

/// Finds the boxes of coarser pencils that touch the bounds of a run of blocks: far fewer than
/// there are in the windows of these pencils.
///
/// Each block of the run is compared with all of them: there are 4 to 60 in most scenes, of three
/// to five pencils. To find a window for each block in each of these pencils takes longer than to
/// compare what it leaves out.
pub(super) struct FindNearby<'a, K, const D: usize> {
    pub(super) lists: Lists<'a, K, D>,
    pub(super) run: Range<usize>,
    pub(super) coarser: &'a mut [Partner],
    pub(super) nearby: &'a mut Boxes<K, D>,
}

impl<K: Key, const D: usize> Task<K> for FindNearby<'_, K, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) {
        let Lists {
            blocks, candidates, ..
        } = self.lists;
        let interval = Interval::of(blocks, &self.run);
        let bounds = blocks.boxes.bounds(&self.run);
        let mut len = 0;
        for partner in self.coarser {
            let window = partner.window(lanes, &candidates.keys, &interval);
            len = self
                .nearby
                .append_touching(lanes, len, &candidates.boxes, window, &bounds);
        }
        self.nearby.set_len(len);
    }
}
