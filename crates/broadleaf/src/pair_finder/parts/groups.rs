//! The caller's groups as parts.

use alloc::vec::Vec;
use core::ops::Range;

use super::part::Parts;
use crate::executor::Executor;
use crate::geometry::{BoxSource, Scalar};
use crate::pair_finder::order::{Record, Sources, index_of, key_of, record, sort_key};
use crate::pair_finder::sweep::PerBox;
use crate::pair_finder::tuning::GROUPED;
use crate::sort::sort_by_key;
use crate::store::to_u32;

/// The parts of a query for the pairs within groups. None if the largest part would have nearly all
/// boxes.
///
/// Small groups are swept together: preparing a sweep takes as long as sweeping a hundred boxes.
pub(super) fn by_group<S: Scalar, const D: usize>(
    executor: impl Executor,
    sources: Sources<'_, S, D>,
    groups: PerBox<'_, u32>,
) -> Option<Parts<'static, S, D>> {
    let all = to_u32(sources.len());
    let is_cross = sources.is_cross();
    let first_end = if is_cross { sources.offset() } else { all };
    let first = sorted(executor, groups, 0..first_end);
    let second = sorted(executor, groups, first_end..all);
    let indices = first.iter().chain(&second).map(|&record| index_of(record));
    let mut parts = Parts::new(indices.collect(), usize::MAX, None);
    let mut others = 0..0;
    let mut start = 0;
    for group in first.chunk_by(|a, b| key_of(*a) == key_of(*b)) {
        let range = start..start + group.len();
        start = range.end;
        let of_second = is_cross.then(|| {
            others = find_group(&second, others.end, key_of(group[0]));
            first.len() + others.start..first.len() + others.end
        });
        // A single box has no pair.
        let has_pairs = of_second
            .as_ref()
            .map_or(group.len() > 1, |range| !range.is_empty());
        if has_pairs && !parts.extend_last(&range, of_second.as_ref(), GROUPED) {
            parts.push(None, range, of_second);
        }
    }
    parts.are_smaller_than(sources.len()).then_some(parts)
}

/// The boxes in a range, sorted by group and then by index.
fn sorted(executor: impl Executor, groups: PerBox<'_, u32>, range: Range<u32>) -> Vec<Record> {
    let mut records: Vec<_> = range
        .map(|index| record(groups.get(index), index))
        .collect();
    if !records.is_sorted() {
        sort_by_key(executor, &mut records, &mut Vec::new(), sort_key);
    }
    records
}

/// The range of a group in sorted records, at `from` or later.
fn find_group(records: &[Record], from: usize, group: u32) -> Range<usize> {
    let end_of = |from: usize, is_before: &dyn Fn(u32) -> bool| {
        from + records[from..].partition_point(|&record| is_before(key_of(record)))
    };
    let start = end_of(from, &|key| key < group);
    start..end_of(start, &|key| key <= group)
}
