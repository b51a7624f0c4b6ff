//! Which boxes a block is to be compared with.
//!
//! Two inner loops, each a task of its own.

use super::boxes::{Boxes, PADDING, load};
use super::sorted::Sorted;
use crate::simd::Key;
use crate::simd::{LANES, Lanes, Numbers, Task};
use alloc::vec::Vec;
use core::ops::Range;

/// Which boxes of two lists are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    /// The two are one list: each pair once.
    Same,
    /// Boxes of the first with those of the second that are as coarse or coarser.
    Across,
    /// Boxes of the first with those of the second that are coarser.
    Above,
}

/// The list whose boxes are in blocks, and that of those that they are compared with.
#[derive(Clone, Copy)]
pub(super) struct Lists<'a, K, const D: usize> {
    pub(super) blocks: &'a Sorted<K, D>,
    pub(super) others: &'a Sorted<K, D>,
    pub(super) sides: Sides,
}

/// From where to where along the sweep some boxes of a pencil reach.
struct Span {
    /// The pencil's number as a key.
    base: u32,
    first: u32,
    last: u32,
}

impl Span {
    #[inline(always)]
    fn of<K: Key, const D: usize>(sorted: &Sorted<K, D>, places: &Range<usize>) -> Self {
        let place_mask = u32::MAX >> (u32::BITS - sorted.place_bits);
        let key = sorted.boxes.keys[places.start];
        let mut last = 0;
        for &end in &sorted.ends[places.clone()] {
            last = end.max(last);
        }
        Self {
            base: key & !place_mask,
            first: key & place_mask,
            last,
        }
    }
}

/// A pencil that is swept together with another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partner {
    /// Its first box that may still be touched.
    pub(super) next: usize,
    /// Its number as a key.
    pub(super) base: u32,
    /// Its longest box.
    pub(super) reach: u32,
}

impl Partner {
    /// Those of its boxes that may reach into a span. Spans begin ever later.
    #[inline(always)]
    fn window(&mut self, lanes: impl Numbers, keys: &[u32], span: &Span) -> Range<usize> {
        self.next = skip(
            lanes,
            keys,
            self.next,
            self.base | span.first.saturating_sub(self.reach),
        );
        self.next..skip(lanes, keys, self.next, (self.base | span.last) + 1)
    }
}

/// The first place from one on whose box has at least this key.
#[inline(always)]
fn skip(lanes: impl Numbers, keys: &[u32], mut place: usize, key: u32) -> usize {
    // Many at once: how many there are is hard to foresee.
    while let Some(chunk) = keys[place..].first_chunk::<PADDING>() {
        let mut less = 0;
        for keys in chunk.as_chunks().0 {
            less += lanes.count_less(keys, key);
        }
        place += less;
        if less < PADDING {
            break;
        }
    }
    place
}

/// Boxes of coarser pencils that touch the bounds of a few blocks.
#[derive(Clone, Debug)]
pub(super) struct Nearby<K, const D: usize> {
    pub(super) boxes: Boxes<K, D>,
    /// The pencils that any are from.
    partners: Vec<Partner>,
}

impl<K, const D: usize> Default for Nearby<K, D> {
    fn default() -> Self {
        Self {
            boxes: Boxes::default(),
            partners: Vec::new(),
        }
    }
}

impl<K, const D: usize> Nearby<K, D> {
    pub(super) fn clear(&mut self) {
        self.partners.clear();
    }

    pub(super) fn partners(&self) -> usize {
        self.partners.len()
    }
}

/// Finds those boxes of coarser pencils that touch the bounds of a few blocks: far fewer than their
/// windows have.
pub(super) struct FindNearby<'a, K, const D: usize> {
    pub(super) lists: Lists<'a, K, D>,
    pub(super) few: Range<usize>,
    pub(super) coarser: &'a mut [Partner],
    pub(super) nearby: &'a mut Nearby<K, D>,
}

impl<K: Key, const D: usize> Task<K> for FindNearby<'_, K, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) {
        let Self {
            lists: Lists { blocks, others, .. },
            few,
            coarser,
            nearby,
        } = self;
        let span = Span::of(blocks, &few);
        let bounds = blocks.boxes.bounds(&few);
        let mut len = 0;
        for partner in coarser {
            let window = partner.window(lanes, &others.boxes.keys, &span);
            let next = len;
            len = nearby
                .boxes
                .add_touching(lanes, len, &others.boxes, window, &bounds);
            if len > next {
                nearby.partners.push(Partner { next, ..*partner });
            }
        }
        nearby.boxes.grow(len);
        nearby.boxes.end_at(len);
    }
}

impl<K: Key, const D: usize> Boxes<K, D> {
    /// Adds those of others that touch some bounds behind the first `len`, and returns how many
    /// there are now.
    #[inline(always)]
    fn add_touching<L: Lanes<K>>(
        &mut self,
        lanes: L,
        mut len: usize,
        others: &Self,
        window: Range<usize>,
        bounds: &([K; D], [K; D]),
    ) -> usize {
        for start in window.clone().step_by(LANES) {
            let (mut min, mut max) = (
                [lanes.splat(K::default()); D],
                [lanes.splat(K::default()); D],
            );
            for axis in 0..D {
                min[axis] = load(lanes, &others.min[axis][start..]);
                max[axis] = load(lanes, &others.max[axis][start..]);
            }
            let all = u32::MAX >> (u32::BITS as usize - LANES.min(window.end - start));
            let touching = lanes.overlapping(&min, &max, bounds.0, bounds.1) & all;
            if touching != 0 {
                self.grow(len);
                self.pack(lanes, len, others, start, touching);
                len += touching.count_ones() as usize;
            }
        }
        len
    }

    /// Puts those of sixteen others that are in a mask behind the first `len`.
    #[inline(always)]
    fn pack<L: Lanes<K>>(&mut self, lanes: L, len: usize, others: &Self, start: usize, mask: u32) {
        for (to, from) in [
            (&mut self.names, &others.names),
            (&mut self.keys, &others.keys),
        ] {
            if let (Some(from), Some(to)) =
                (from[start..].first_chunk(), to[len..].first_chunk_mut())
            {
                lanes.pack_numbers(from, mask, to);
            }
        }
        for axis in 0..D {
            for (to, from) in [
                (&mut self.min[axis], &others.min[axis]),
                (&mut self.max[axis], &others.max[axis]),
            ] {
                if let (Some(from), Some(to)) =
                    (from[start..].first_chunk(), to[len..].first_chunk_mut())
                {
                    lanes.pack(from, mask, to);
                }
            }
        }
    }
}

/// Finds what the boxes of a block are to be compared with: within their own list each other and
/// those after them in the same pencil, those in the pencils beside it, and those nearby.
pub(super) struct FindWindows<'a, K, const D: usize> {
    pub(super) lists: Lists<'a, K, D>,
    pub(super) block: Range<usize>,
    pub(super) beside: &'a mut [Partner],
    pub(super) nearby: &'a mut Nearby<K, D>,
    /// For the block's own pencil, the ones beside it, and the coarser ones that any nearby are
    /// from.
    pub(super) windows: &'a mut [Range<usize>],
}

impl<K: Key, const D: usize> Task<K> for FindWindows<'_, K, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) {
        let Self {
            lists:
                Lists {
                    blocks,
                    others,
                    sides,
                },
            block,
            beside,
            nearby,
            windows,
        } = self;
        let span = Span::of(blocks, &block);
        windows[0] = match sides {
            Sides::Same => {
                block.start + 1
                    ..skip(
                        lanes,
                        &others.boxes.keys,
                        block.end,
                        (span.base | span.last) + 1,
                    )
            }
            Sides::Across | Sides::Above => 0..0,
        };
        let (near, above) = windows[1..].split_at_mut(beside.len());
        for (partner, window) in beside.iter_mut().zip(near) {
            *window = partner.window(lanes, &others.boxes.keys, &span);
        }
        for (partner, window) in nearby.partners.iter_mut().zip(above) {
            *window = partner.window(lanes, &nearby.boxes.keys, &span);
        }
    }
}
