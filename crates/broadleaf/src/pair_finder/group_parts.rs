//! Groups of boxes, to be swept one after the other.

use alloc::vec::Vec;
use core::ops::Range;

use super::operands::Operands;
use super::parts::Parts;
use super::per_box::PerBox;
use super::record::{Record, index_of, key_of, record};
use super::tile::{MAX_BOXES, Tile};
use crate::executor::Executor;
use crate::geometry::{BoxSource, Scalar};
use crate::sort::sort_by_key;
use crate::store::to_u32;

/// Small groups are swept together until there are this many boxes: a sweep takes time to prepare.
const FEW: usize = 512;

/// The boxes of each group, or of several small ones.
#[derive(Debug)]
pub(super) struct GroupParts<'q, 'a, A: ?Sized, B: ?Sized> {
    operands: &'q Operands<'a, A, B>,
    offset: u32,
    /// The boxes of both lists by group, and those of a group in order.
    first: Vec<Record>,
    second: Vec<Record>,
    /// The records of each part, in both lists.
    parts: Vec<[Range<usize>; 2]>,
}

impl<'q, 'a, A: ?Sized, B: ?Sized> GroupParts<'q, 'a, A, B> {
    /// The parts of a question about the pairs within groups. None if there are no smaller parts.
    pub(super) fn try_new<S: Scalar, const D: usize>(
        executor: impl Executor,
        operands: &'q Operands<'a, A, B>,
        groups: Option<PerBox<'_, u32>>,
    ) -> Option<Self>
    where
        A: BoxSource<S, D>,
        B: BoxSource<S, D>,
    {
        let groups = groups?;
        let (all, offset) = (to_u32(operands.len()), operands.offset());
        let is_cross = operands.second().is_some();
        let records = |range: Range<u32>| {
            let record = |index| record(groups.get(index), index);
            sorted(executor, range.map(record).collect())
        };
        let first = records(0..if is_cross { offset } else { all });
        let second = records(if is_cross { offset } else { all }..all);
        let parts = match is_cross {
            true => cross_parts(&first, &second),
            false => self_parts(&first),
        };
        let longest = parts.iter().map(part_len).max().unwrap_or(0);
        let are_useful = 4 * longest <= 3 * operands.len() && longest < MAX_BOXES;
        are_useful.then_some(Self {
            operands,
            offset,
            first,
            second,
            parts,
        })
    }
}

impl<S: Scalar, const D: usize, A, B> Parts<S, D> for GroupParts<'_, '_, A, B>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    fn len(&self) -> usize {
        self.parts.len()
    }

    fn load(&self, number: usize, tile: &mut Tile<S, D>) {
        let [first, second] = self.parts[number].clone();
        let boxes = |record: &Record| {
            let index = index_of(*record);
            (index, self.operands.get(index as usize))
        };
        let is_cross = self.operands.second().is_some();
        tile.load_all(
            self.offset,
            self.first[first].iter().map(boxes),
            is_cross.then(|| self.second[second].iter().map(boxes)),
        );
    }

    fn candidates(&self) -> usize {
        usize::MAX
    }
}

fn sorted(executor: impl Executor, mut records: Vec<Record>) -> Vec<Record> {
    if !records.is_sorted() {
        let key = |&record: &Record| key_of(record).into();
        sort_by_key(executor, &mut records, &mut Vec::new(), key);
    }
    records
}

fn part_len([first, second]: &[Range<usize>; 2]) -> usize {
    first.len() + second.len()
}

/// The groups of two boxes or more.
fn self_parts(records: &[Record]) -> Vec<[Range<usize>; 2]> {
    let mut parts = Vec::new();
    let mut start = 0;
    for group in records.chunk_by(|a, b| key_of(*a) == key_of(*b)) {
        let end = start + group.len();
        if group.len() > 1 {
            push(&mut parts, [start..end, 0..0]);
        }
        start = end;
    }
    parts
}

/// The groups with boxes of both lists.
fn cross_parts(first: &[Record], second: &[Record]) -> Vec<[Range<usize>; 2]> {
    let mut parts = Vec::new();
    let (mut start, mut others) = (0, 0..0);
    for group in first.chunk_by(|a, b| key_of(*a) == key_of(*b)) {
        let end = start + group.len();
        let key = key_of(group[0]);
        let count = |from: usize, is_before: &dyn Fn(u32) -> bool| {
            let rest = second[from..].iter();
            from + rest
                .take_while(|&&record| is_before(key_of(record)))
                .count()
        };
        others.start = count(others.end, &|other| other < key);
        others.end = count(others.start, &|other| other == key);
        if !others.is_empty() {
            push(&mut parts, [start..end, others.clone()]);
        }
        start = end;
    }
    parts
}

/// Appends a part, or extends the last one by it if that is small and ends where this one begins.
fn push(parts: &mut Vec<[Range<usize>; 2]>, part: [Range<usize>; 2]) {
    if let Some(last) = parts.last_mut()
        && part_len(last) + part_len(&part) <= FEW
        && (0..2).all(|list| last[list].end == part[list].start || part[list].is_empty())
    {
        for (range, more) in last.iter_mut().zip(part) {
            if !more.is_empty() {
                range.end = more.end;
            }
        }
        return;
    }
    parts.push(part);
}
