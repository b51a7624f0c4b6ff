//! Few boxes: compares each box with all others, sixteen at a time.
//!
//! Nothing is sorted or allocated: sorting thirty boxes into a grid takes six times as long as
//! comparing them all. This path serves every form of a query, so it tests filters pair by pair and
//! finds pairs in the order of their indices.

use core::mem;
use core::ops::ControlFlow;
use core::slice;

use super::pair_filter::PairFilter;
use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::pair_finder::order::Sources;
use crate::pair_finder::tuning::{FEW_BOXES, FEW_PAIRS};
use crate::simd::{Key, LANES, Lanes, Path, Task};
use crate::store::{store_if, to_u32};
use crate::visit::Visit;

/// The most blocks of sixteen boxes that one list fills.
const BLOCKS: usize = FEW_BOXES.div_ceil(LANES);

/// Sixteen boxes: for each axis, their lower and their upper ends. Aligned so that sixteen 4-byte
/// ends lie in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Block<K, const D: usize>([[[K; LANES]; 2]; D]);

/// A list, or the end of one.
#[derive(Clone, Copy)]
struct BlockList<'a, K, const D: usize> {
    blocks: &'a [Block<K, D>],
    /// The index of the first box.
    first: u32,
    len: usize,
}

impl<K, const D: usize> BlockList<'_, K, D> {
    /// The rest of the list from a block on.
    fn starting_at_block(self, number: usize) -> Self {
        let before = number * LANES;
        Self {
            blocks: &self.blocks[number..],
            first: self.first + to_u32(before),
            len: self.len - before,
        }
    }
}

/// A box and which of sixteen others it overlaps: its index and the index of the first of the
/// others, 8 bits each, then the lanes.
type Row = u32;

const _: () = assert!(FEW_BOXES <= 1 << 8);

#[inline(always)]
fn row(index: u32, start: u32, lanes: u32) -> Row {
    index | start << 8 | lanes << 16
}

/// Whether there are so few boxes that [`visit_few`] is fastest.
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
    let (len, offset) = (sources.first.len(), sources.offset());
    // A second list begins in a new block, so both lists may end in a partial one.
    let mut blocks = [Block([[[S::Key::default(); LANES]; 2]; D]); BLOCKS + 1];
    let (blocks, others) = blocks.split_at_mut(len.div_ceil(LANES));
    let first = fill(path, sources.first, 0, blocks);
    let second = sources.second.map(|second| {
        let blocks = &mut others[..second.len().div_ceil(LANES)];
        fill(path, second, offset, blocks)
    });
    for_each_batch(path, first, second, &mut |pairs| {
        let pairs = filter.admitted(path, pairs);
        if offset > 0 {
            pairs.iter_mut().for_each(|[_, second]| *second -= offset);
        }
        visit(pairs)
    })
}

/// Visits the pairs within a list, or between two, by index.
fn for_each_batch<K: Key, const D: usize>(
    path: Path,
    first: BlockList<'_, K, D>,
    second: Option<BlockList<'_, K, D>>,
    visit: &mut impl FnMut(&mut [[u32; 2]]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut rows = [0; LANES * BLOCKS];
    let (mut pairs, mut len) = ([[0; 2]; FEW_PAIRS], 0);
    for number in 0..first.blocks.len() {
        let boxes = first.starting_at_block(number);
        let found = path.run(CompareRows {
            boxes,
            others: second.unwrap_or(boxes),
            is_within: second.is_none(),
            rows: &mut rows,
        });
        let mut written = 0;
        while written < found {
            written += path.run::<K, _>(WriteRows {
                rows: &rows[written..found],
                pairs: &mut pairs,
                len: &mut len,
            });
            if len > FEW_PAIRS - LANES {
                visit(&mut pairs[..mem::take(&mut len)])?;
            }
        }
    }
    visit(&mut pairs[..len])
}

/// Copies a list to blocks.
fn fill<'a, S: Scalar, const D: usize>(
    path: Path,
    boxes: &dyn BoxSource<S, D>,
    first: u32,
    blocks: &'a mut [Block<S::Key, D>],
) -> BlockList<'a, S::Key, D> {
    let len = boxes.len();
    if let Some(boxes) = boxes.as_slice() {
        path.run(Fill(boxes, blocks));
    } else {
        let mut read = [Aabb::origin(); LANES];
        for (start, block) in (0..).step_by(LANES).zip(&mut *blocks) {
            let read = &mut read[..LANES.min(len - start)];
            boxes.read(start, read);
            path.run(Fill(read, slice::from_mut(block)));
        }
    }
    BlockList { blocks, first, len }
}

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

/// Compares the boxes in the first block of a list with others. The output is the number of rows.
struct CompareRows<'a, K, const D: usize> {
    boxes: BlockList<'a, K, D>,
    others: BlockList<'a, K, D>,
    /// Whether the others are the same list: then a box is compared with later boxes only.
    is_within: bool,
    rows: &'a mut [Row; LANES * BLOCKS],
}

impl<K: Key, const D: usize> Task<K> for CompareRows<'_, K, D> {
    type Output = usize;

    // No closures here: they are not compiled with the target features of the path.
    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let (Block(ends), mut len) = (&self.boxes.blocks[0], 0);
        for (lane, index) in (0..LANES.min(self.boxes.len)).zip(self.boxes.first..) {
            let (mut low, mut high) = ([K::default(); D], [K::default(); D]);
            for axis in 0..D {
                (low[axis], high[axis]) = (ends[axis][0][lane], ends[axis][1][lane]);
            }
            let (mut start, mut left) = (self.others.first, self.others.len);
            let mut there = if self.is_within {
                u32::MAX << lane << 1
            } else {
                u32::MAX
            };
            for Block(ends) in self.others.blocks {
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
                start += to_u32(LANES);
                left -= LANES.min(left);
            }
        }
        len
    }
}

/// Writes the pairs of rows behind the first `len` pairs while sixteen more fit. The output is the
/// number of written rows.
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
