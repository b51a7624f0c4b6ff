//! The boxes that a region touches, one at a time.

use crate::geometry::{Region, Scalar};
use crate::packed_tree::levels::child_of;
use crate::packed_tree::node::take_lane;
use crate::packed_tree::view::PackedTreeView;
use crate::simd::LANES;
use crate::store::Id;
use alloc::vec::Vec;

impl<'v, S: Scalar, const D: usize> PackedTreeView<'v, S, D> {
    /// The ids of the boxes that the region touches.
    pub(crate) fn touched_one_by_one<'a, R: Region<S, D> + ?Sized>(
        self,
        region: &'a R,
    ) -> impl Iterator<Item = Id> + use<'a, 'v, R, S, D>
    where
        'v: 'a,
    {
        let mut waiting = Vec::new();
        if self.may_find(|category| region.admits(category)) {
            waiting.push((self.levels.top(), 0));
        }
        // The remaining boxes of the leaf node visited last.
        let (mut ids, mut bits) = ([0; LANES], 0);
        core::iter::from_fn(move || {
            loop {
                if let Some(lane) = take_lane(&mut bits) {
                    return Some(Id(ids[lane]));
                }
                let (level, index) = waiting.pop()?;
                bits = self.touched(region, level, index);
                ids = self.ids_of(index);
                if level > 0 {
                    while let Some(lane) = take_lane(&mut bits) {
                        let child = child_of(index, lane);
                        waiting.push((level - 1, child));
                    }
                }
            }
        })
    }

    /// The lanes of a node that the region touches, or inside which it may touch a box.
    fn touched(&self, region: &(impl Region<S, D> + ?Sized), level: usize, index: u32) -> u32 {
        let Some(node) = self.node(level, index) else {
            return 0;
        };
        let bits = self.levels.lanes(level, index);
        let bits = self.admitted(level, index, bits, |category| region.admits(category));
        node.touched(region, level, bits)
    }
}
