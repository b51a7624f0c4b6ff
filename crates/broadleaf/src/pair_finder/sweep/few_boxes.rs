//! Few boxes: each is compared with all others, sixteen at a time.
//!
//! Nothing is sorted, and nothing allocated: to sort thirty boxes into a grid takes six times as
//! long as to compare them all. Every form of a query comes here, so filters are tested pair by
//! pair, and the pairs come in the order of their indices.

use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

use super::pair_filter::PairFilter;
use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::pair_finder::order::Sources;
use crate::pair_finder::tuning::{FEW_BOXES, FEW_PAIRS};
use crate::simd::{Key, LANES, Lanes, Path, Task};
use crate::store::{store_if, to_u32};
use crate::visit::Visit;

/// The most blocks of sixteen boxes of one list.
const BLOCKS: usize = FEW_BOXES.div_ceil(LANES);

/// Sixteen boxes: by axis, their lower and their upper ends. Aligned, so that sixteen ends are
/// loaded from one line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Block<K, const D: usize>([[[K; LANES]; 2]; D]);

/// A box, and those that it overlaps of sixteen others: its index, the index of the first of the
/// others, 8 bits each, and the lanes.
type Row = u32;

const _: () = assert!(FEW_BOXES <= 1 << 8);

#[inline(always)]
fn row(index: u32, start: u32, lanes: u32) -> Row {
    index | start << 8 | lanes << 16
}

/// Whether there are few boxes.
pub(crate) fn are_few<S: Scalar, const D: usize>(sources: Sources<'_, S, D>) -> bool {
    sources.len() <= FEW_BOXES
}

/// Visits all pairs of few boxes that a filter admits.
#[inline(never)]
pub(crate) fn visit_few<S: Scalar, const D: usize>(
    sources: Sources<'_, S, D>,
    path: Path,
    filter: &PairFilter<'_>,
    visit: Visit<'_>,
) -> ControlFlow<()> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let first = slice(sources.first, &mut first);
    let second = sources.second.map(|boxes| slice(boxes, &mut second));
    // The second of two lists begins with a block of its own.
    let mut blocks = [Block([[[S::Key::default(); LANES]; 2]; D]); BLOCKS + 1];
    let (own, others) = blocks.split_at_mut(first.len().div_ceil(LANES));
    path.run(Fill(first, own));
    if let Some(second) = second {
        path.run(Fill(second, others));
    }
    let offset = second.map_or(0, |_| to_u32(first.len()));
    let mut rows = [0; LANES * BLOCKS];
    let (mut pairs, mut len) = ([[0; 2]; FEW_PAIRS], 0);
    let mut flush = |pairs: &mut [[u32; 2]]| {
        let pairs = filter.admitted(path, pairs);
        if offset > 0 {
            pairs.iter_mut().for_each(|[_, second]| *second -= offset);
        }
        visit(pairs)
    };
    for (number, block) in own.iter().enumerate() {
        let start = number * LANES;
        let (others, first_other, count) = match second {
            Some(second) => (
                &others[..second.len().div_ceil(LANES)],
                offset,
                second.len(),
            ),
            None => (&own[number..], to_u32(start), first.len() - start),
        };
        let found = path.run(CompareRows {
            block,
            len: LANES.min(first.len() - start),
            index: to_u32(start),
            others,
            first_other,
            count,
            is_within: second.is_none(),
            rows: &mut rows,
        });
        let mut written = 0;
        while written < found {
            written += path.run::<S::Key, _>(WriteRows {
                rows: &rows[written..found],
                pairs: &mut pairs,
                len: &mut len,
            });
            if len > FEW_PAIRS - LANES {
                flush(&mut pairs[..mem::take(&mut len)])?;
            }
        }
    }
    flush(&mut pairs[..len])
}

/// The boxes as a slice, copied to `memory` if they are none.
fn slice<'a, S: Scalar, const D: usize>(
    boxes: &'a dyn BoxSource<S, D>,
    memory: &'a mut Vec<Aabb<S, D>>,
) -> &'a [Aabb<S, D>] {
    boxes.as_slice().unwrap_or_else(|| {
        memory.resize(boxes.len(), Aabb::point([S::default(); D]));
        boxes.read(0, memory);
        memory
    })
}

/// Copies boxes to blocks.
struct Fill<'a, S: Scalar, const D: usize>(&'a [Aabb<S, D>], &'a mut [Block<S::Key, D>]);

impl<S: Scalar, const D: usize> Task<S::Key> for Fill<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<S::Key>>(self, _: L) {
        let Self(boxes, blocks) = self;
        for (boxes, Block(keys)) in boxes.chunks(LANES).zip(blocks) {
            let mut ends = [[[S::default(); LANES]; 2]; D];
            for (lane, aabb) in boxes.iter().enumerate() {
                for axis in 0..D {
                    ends[axis][0][lane % LANES] = aabb.min()[axis];
                    ends[axis][1][lane % LANES] = aabb.max()[axis];
                }
            }
            for axis in 0..D {
                for end in 0..2 {
                    for lane in 0..LANES {
                        keys[axis][end][lane] = ends[axis][end][lane].key();
                    }
                }
            }
        }
    }
}

/// Compares the boxes of a block with others. The output is the number of rows.
struct CompareRows<'a, K, const D: usize> {
    block: &'a Block<K, D>,
    /// The number of boxes in the block, and the index of the first one.
    len: usize,
    index: u32,
    /// Within one list, they begin with the block itself: a box is compared with those behind it.
    others: &'a [Block<K, D>],
    /// The index of the first of the others, and their number.
    first_other: u32,
    count: usize,
    is_within: bool,
    rows: &'a mut [Row; LANES * BLOCKS],
}

impl<K: Key, const D: usize> Task<K> for CompareRows<'_, K, D> {
    type Output = usize;

    // No closures here: they would not be compiled for the lanes.
    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let (Block(ends), mut len) = (self.block, 0);
        for (lane, index) in (0..self.len).zip(self.index..) {
            let (mut low, mut high) = ([K::default(); D], [K::default(); D]);
            for axis in 0..D {
                low[axis] = ends[axis][0][lane % LANES];
                high[axis] = ends[axis][1][lane % LANES];
            }
            let (mut start, mut left) = (self.first_other, self.count);
            let mut there = if self.is_within {
                u32::MAX << lane << 1
            } else {
                u32::MAX
            };
            for Block(ends) in self.others {
                let (mut min, mut max) = ([lanes.splat(low[0]); D], [lanes.splat(low[0]); D]);
                for axis in 0..D {
                    min[axis] = lanes.load(&ends[axis][0]);
                    max[axis] = lanes.load(&ends[axis][1]);
                }
                there &= u32::MAX >> (u32::BITS as usize - LANES.min(left));
                let touched = lanes.overlapping(&min, &max, low, high) & there;
                store_if(
                    self.rows,
                    &mut len,
                    row(index, start, touched),
                    touched != 0,
                );
                there = u32::MAX;
                start += LANES as u32;
                left -= LANES.min(left);
            }
        }
        len
    }
}

/// Writes the pairs of rows behind the first `len` pairs, as long as sixteen more fit. The output
/// is the number of rows that were written.
struct WriteRows<'a> {
    rows: &'a [Row],
    pairs: &'a mut [[u32; 2]; FEW_PAIRS],
    len: &'a mut usize,
}

impl<K: Key> Task<K> for WriteRows<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let (mut written, mut len) = (0, *self.len);
        for row in self.rows {
            let Some(target) = self.pairs[len..].first_chunk_mut() else {
                break;
            };
            let [index, start] = [row & 0xff, row >> 8 & 0xff];
            let touched = row >> 16;
            let mut others = [start; LANES];
            for (other, lane) in others.iter_mut().zip(0..) {
                *other += lane;
            }
            lanes.write_pairs(&others, touched, index, target);
            len += touched.count_ones() as usize;
            written += 1;
        }
        *self.len = len;
        written
    }
}
