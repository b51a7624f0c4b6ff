//! Region questions.

use super::levels::MAX_LEVELS;
use super::node::retain;
use super::view::PackedTreeView;
use crate::geometry::{Region, Scalar};
use crate::simd::{LANES, Lanes, Measures, Task};
use crate::store::Id;
use core::array;
use core::ops::ControlFlow;

/// The number of nodes that are compared before what they contain is looked at: the processor
/// loads all of them at the same time.
const BATCH: usize = 4;
/// Each level waits with at most the children of one batch, of which the last are written with the
/// rest of a node.
const MAX_WAITING: usize = (MAX_LEVELS * BATCH + 1) * LANES;

impl<S: Scalar, const D: usize> PackedTreeView<'_, S, D> {
    pub(super) fn visit_overlaps<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.may_find(|category| region.admits(category)) {
            return ControlFlow::Continue(());
        }
        let bounds = region.bounds();
        self.path.run(FindOverlaps {
            tree: self,
            region,
            low: bounds.min().map(S::to_lane),
            high: bounds.max().map(S::to_lane),
            visit,
        })
    }
}

/// The search for the boxes that a region touches.
struct FindOverlaps<'a, R: ?Sized, V, S: Scalar, const D: usize> {
    tree: &'a PackedTreeView<'a, S, D>,
    region: &'a R,
    /// The bounds of the region.
    low: [S::Lane; D],
    high: [S::Lane; D],
    visit: V,
}

impl<B, R, V, S: Scalar, const D: usize> Task<S::Lane> for FindOverlaps<'_, R, V, S, D>
where
    R: Region<S, D> + ?Sized,
    V: FnMut(Id) -> ControlFlow<B>,
{
    type Output = ControlFlow<B>;

    #[inline(always)]
    fn run<L: Measures<S::Lane>>(mut self, lanes: L) -> ControlFlow<B> {
        // The nodes that wait: those of a level lie behind those of the level above.
        let mut waiting = [0; MAX_WAITING];
        let mut starts = [0_usize; MAX_LEVELS];
        let (mut level, mut end) = (self.tree.levels.top(), 1_usize);
        loop {
            while end == starts[level] {
                level += 1;
                if level >= self.tree.levels.count {
                    return ControlFlow::Continue(());
                }
            }
            let start = end - usize::min(BATCH, end - starts[level]);
            let mut batch = [0; BATCH];
            let count = end - start;
            batch[..count].copy_from_slice(&waiting[start..end]);
            end = start;
            if level == 0 {
                self.visit_boxes(lanes, &batch[..count])?;
            } else {
                level -= 1;
                starts[level] = end;
                for &index in &batch[..count] {
                    let bits = self.touched(lanes, level + 1, index);
                    let Some(target) = waiting[end..].first_chunk_mut() else {
                        break;
                    };
                    lanes.pack_numbers(&children(index), bits, target);
                    end += bits.count_ones() as usize;
                }
            }
        }
    }
}

impl<B, R, V, S: Scalar, const D: usize> FindOverlaps<'_, R, V, S, D>
where
    R: Region<S, D> + ?Sized,
    V: FnMut(Id) -> ControlFlow<B>,
{
    #[inline(always)]
    fn visit_boxes<L: Lanes<S::Lane>>(&mut self, lanes: L, batch: &[u32]) -> ControlFlow<B> {
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
        found[..end].iter().try_for_each(|&id| (self.visit)(Id(id)))
    }

    /// The lanes of a node that the region touches, or may touch something inside.
    #[inline(always)]
    fn touched<L: Lanes<S::Lane>>(&self, lanes: L, level: usize, index: u32) -> u32 {
        let Some(node) = self.tree.node(level, index) else {
            return 0;
        };
        let mut bits = node.overlapping(lanes, self.low, self.high);
        bits &= self.tree.levels.lanes(level, index);
        if let Some(categories) = self.tree.categories_of(level, index) {
            bits = retain(bits, |lane| self.region.admits(categories[lane]));
        }
        if !self.region.is_a_box() {
            bits = retain(bits, |lane| {
                node.child(lane).is_some_and(|child| {
                    if level == 0 {
                        self.region.touches(&child)
                    } else {
                        self.region.may_touch_inside(&child)
                    }
                })
            });
        }
        bits
    }
}

/// The indices of a node's children in the level below.
#[inline(always)]
fn children(index: u32) -> [u32; LANES] {
    array::from_fn(|lane| index.wrapping_mul(LANES as u32).wrapping_add(lane as u32))
}
