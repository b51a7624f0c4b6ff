//! Region questions.

use super::erased::{Broken, Pointer};
use super::levels::{MAX_LEVELS, child_of};
use super::node::{Node, take_lane};
use super::view::PackedTreeView;
use crate::geometry::{Region, Scalar};
use crate::simd::{LANES, Lanes, Measures, Task};
use crate::store::Id;
use alloc::vec::Vec;
use core::array;
use core::ops::ControlFlow;

/// The number of nodes that are compared before what they contain is looked at: the processor
/// loads all of them at the same time.
const BATCH: usize = 4;
/// Each level waits with at most the children of one batch, of which the last are written with the
/// rest of a node.
const MAX_WAITING: usize = (MAX_LEVELS * BATCH + 1) * LANES;
/// A node of which the region touches at least this number of children may have some that lie
/// wholly inside the region.
const MANY: u32 = 6;

impl<S: Scalar, const D: usize> PackedTreeView<'_, S, D> {
    pub(super) fn visit_overlaps<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut broken = Broken::new();
        let _ = self.find_overlaps(region, &mut |ids| {
            broken.keep(ids.iter().try_for_each(|&id| visit(Id(id))))
        });
        broken.into_flow()
    }

    /// Appends the ids of all boxes that the region touches.
    pub(super) fn append_overlaps(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        found: &mut Vec<Id>,
    ) {
        let _ = self.find_overlaps(region, &mut |ids| {
            found.extend(ids.iter().map(|&id| Id(id)));
            ControlFlow::Continue(())
        });
    }

    /// The number of boxes that the region touches.
    pub(super) fn count_touched(&self, region: &(impl Region<S, D> + ?Sized)) -> usize {
        let mut count = 0;
        let _ = self.find_overlaps(region, &mut |ids| {
            count += ids.len();
            ControlFlow::Continue(())
        });
        count
    }

    /// Visits the ids of all boxes that the region touches, several at a time.
    #[inline]
    fn find_overlaps(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.may_find(|category| region.admits(category)) {
            return ControlFlow::Continue(());
        }
        let bounds = region.bounds();
        self.path.run(FindOverlaps {
            tree: self,
            region: &Pointer(region),
            low: bounds.min().map(S::to_lane),
            high: bounds.max().map(S::to_lane),
            is_plain: region.is_a_box() && !self.has_categories(),
            visit,
        })
    }
}

/// The search for the boxes that a region touches.
struct FindOverlaps<'a, S: Scalar, const D: usize> {
    tree: &'a PackedTreeView<'a, S, D>,
    region: &'a dyn Region<S, D>,
    /// The bounds of the region.
    low: [S::Lane; D],
    high: [S::Lane; D],
    /// Whether the bounds are all that decides.
    is_plain: bool,
    visit: &'a mut dyn FnMut(&[u32]) -> ControlFlow<()>,
}

impl<S: Scalar, const D: usize> Task<S::Lane> for FindOverlaps<'_, S, D> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<L: Measures<S::Lane>>(mut self, lanes: L) -> ControlFlow<()> {
        let (mut level, mut index) = (self.tree.levels.top(), 0);
        // The way down as long as there is only one.
        while level > 0 {
            let bits = self.touched(lanes, level, index);
            if bits == 0 {
                return ControlFlow::Continue(());
            }
            if !bits.is_power_of_two() {
                break;
            }
            index = child_of(index, bits.trailing_zeros() as usize);
            level -= 1;
        }
        self.search(lanes, level, index)
    }
}

impl<S: Scalar, const D: usize> FindOverlaps<'_, S, D> {
    /// Visits the boxes below a node that the region touches.
    #[inline(always)]
    fn search<L: Measures<S::Lane>>(
        &mut self,
        lanes: L,
        top: usize,
        index: u32,
    ) -> ControlFlow<()> {
        // The nodes that wait: those of a level lie behind those of the level above.
        let mut waiting = [0; MAX_WAITING];
        let mut starts = [0_usize; MAX_LEVELS];
        waiting[0] = index;
        let (mut level, mut end) = (top, 1_usize);
        loop {
            while end == starts[level] {
                level += 1;
                if level > top {
                    return ControlFlow::Continue(());
                }
            }
            let mut batch = [0; BATCH];
            let count = usize::min(BATCH, end - starts[level]);
            batch[..count].copy_from_slice(&waiting[end - count..end]);
            end -= count;
            if level == 0 {
                self.visit_boxes(lanes, &batch[..count])?;
                continue;
            }
            starts[level - 1] = end;
            for &index in &batch[..count] {
                let mut bits = self.touched(lanes, level, index);
                if self.is_plain && bits.count_ones() >= MANY {
                    bits &= !self.visit_contained(lanes, level, index, bits)?;
                }
                let Some(target) = waiting[end..].first_chunk_mut() else {
                    break;
                };
                lanes.pack_numbers(&children(index), bits, target);
                end += bits.count_ones() as usize;
            }
            level -= 1;
        }
    }

    /// Visits the boxes of leaf nodes.
    #[inline(always)]
    fn visit_boxes<L: Measures<S::Lane>>(&mut self, lanes: L, batch: &[u32]) -> ControlFlow<()> {
        let mut found = [0; (BATCH + 1) * LANES];
        let mut end = 0;
        for &index in batch {
            let bits = self.touched(lanes, 0, index);
            let Some(target) = found[end..].first_chunk_mut() else {
                break;
            };
            lanes.pack_numbers(&self.tree.ids_of(index), bits, target);
            end += bits.count_ones() as usize;
        }
        (self.visit)(&found[..end])
    }

    /// Visits all boxes below those children that lie wholly inside the region. Returns the lanes
    /// of these children, of which some may be missing.
    #[inline(always)]
    fn visit_contained<L: Measures<S::Lane>>(
        &mut self,
        lanes: L,
        level: usize,
        index: u32,
        bits: u32,
    ) -> ControlFlow<(), u32> {
        let Some(node) = self.tree.node(level, index) else {
            return ControlFlow::Continue(0);
        };
        let contained = bits & node.contained(lanes, self.low, self.high);
        let mut rest = contained;
        while let Some(lane) = take_lane(&mut rest) {
            let child = child_of(index, lane);
            for ids in self.tree.ids_below(level - 1, child) {
                (self.visit)(&ids)?;
            }
        }
        ControlFlow::Continue(contained)
    }

    /// The lanes of a node that the region touches, or may touch something inside.
    #[inline(always)]
    fn touched<L: Lanes<S::Lane>>(&self, lanes: L, level: usize, index: u32) -> u32 {
        let Some(node) = self.tree.node(level, index) else {
            return 0;
        };
        let bits = node.overlapping(lanes, self.low, self.high);
        let bits = bits & self.tree.levels.lanes(level, index);
        if self.is_plain {
            bits
        } else {
            self.tested(&node, level, index, bits)
        }
    }

    /// Of the lanes that the bounds overlap, those that the region touches. Not inlined: the search
    /// for a plain box is a tenth faster without this code in it.
    #[inline(never)]
    fn tested(&self, node: &Node<'_, S, D>, level: usize, index: u32, bits: u32) -> u32 {
        let admits = |category| self.region.admits(category);
        let bits = self.tree.admitted(level, index, bits, admits);
        if self.region.is_a_box() {
            bits
        } else {
            node.touched(self.region, level, bits)
        }
    }
}

/// The indices of a node's children in the level below.
#[inline(always)]
fn children(index: u32) -> [u32; LANES] {
    array::from_fn(|lane| child_of(index, lane))
}
