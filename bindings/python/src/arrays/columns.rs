//! Lists of pairs as arrays of two rows.

use std::sync::{Mutex, PoisonError};

use numpy::ndarray::{Array, Array2, Dimension};
use numpy::{Element, IntoPyArray, PyArray};
use pyo3::prelude::*;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::calls::call::Watch;
use crate::calls::memory;

/// Pairs of indices, in the pieces in which they were found.
pub(crate) type Lists = Vec<Vec<[u32; 2]>>;

/// The least number of first indices in a range that is sorted separately.
const RANGE: usize = 1 << 10;
/// The largest number of ranges: more would scatter writes over too many places.
const MAX_RANGES: usize = 1 << 11;
/// The number of pairs that one task writes to both rows.
const PART: usize = 1 << 14;
/// At most this number of pairs are sorted directly, since counting by range would take longer.
const SHORT: usize = 1 << 8;
/// Arrays with at most this number of elements are copied.
const COPIED: usize = 1 << 10;
/// Up to this number of second indices, each is compared with all others.
const FEW: usize = 12;

/// More pairs than this, 64 MiB, are not sorted in reused memory.
const MAX_KEPT: usize = 8 << 20;

/// Scratch memory for sorting pairs, reused between calls: allocating it takes longer than sorting
/// ten thousand pairs.
static KEPT: Mutex<Vec<[u32; 2]>> = Mutex::new(Vec::new());

/// Converts an array to Python. Small arrays are copied, which avoids a separate object that owns
/// the memory.
pub(crate) fn to_python<T: Element, D: Dimension>(
    py: Python<'_>,
    array: impl Into<Array<T, D>>,
) -> Bound<'_, PyArray<T, D>> {
    let array = array.into();
    if array.len() <= COPIED {
        PyArray::from_array(py, &array)
    } else {
        array.into_pyarray(py)
    }
}

/// An array of shape `(2, m)`, from two concatenated rows.
pub(crate) fn two_rows<T: Default>(rows: Vec<T>) -> Array2<T> {
    let len = rows.len() / 2;
    Array2::from_shape_vec((2, len), rows).unwrap_or_default()
}

/// The pairs in the order of the lists.
pub(crate) fn in_order<L: AsRef<[[u32; 2]]> + Sync>(lists: &[L], watch: &Watch<'_>) -> Array2<i64> {
    let len: usize = lists.iter().map(|list| list.as_ref().len()).sum();
    if !watch.is_parallel {
        // Uninitialized, since zeros would be overwritten.
        let mut rows = memory::with_room(2 * len, len, watch);
        for end in [0, 1] {
            for list in lists {
                watch.look();
                rows.extend(list.as_ref().iter().map(|pair| i64::from(pair[end])));
            }
        }
        return two_rows(rows);
    }
    let mut rows = memory::zeroed(2 * len, len, watch);
    let (mut first, mut second) = rows.split_at_mut(len);
    let mut tasks = Vec::with_capacity(lists.len());
    for list in lists.iter().map(AsRef::as_ref) {
        let firsts = split_at(&mut first, list.len());
        let seconds = split_at(&mut second, list.len());
        tasks.push((list, firsts, seconds));
    }
    for_each(tasks, watch.is_parallel, |(list, firsts, seconds)| {
        watch.look();
        for ((&[a, b], first), second) in list.iter().zip(firsts).zip(seconds) {
            (*first, *second) = (a.into(), b.into());
        }
    });
    two_rows(rows)
}

/// The pairs in lexicographic order, if all first indices are below `count`.
///
/// Pairs are distributed to ranges of first indices, small enough to stay in a cache, and each
/// range is sorted by counting.
pub(crate) fn sorted(lists: &Lists, count: usize, watch: &Watch<'_>) -> Array2<i64> {
    if lists.iter().map(Vec::len).sum::<usize>() <= SHORT {
        let mut pairs = lists.concat();
        pairs.sort_unstable();
        return in_order(&[pairs], watch);
    }
    let width = RANGE.max(count / MAX_RANGES).next_power_of_two();
    let mut memory = std::mem::take(&mut *KEPT.lock().unwrap_or_else(PoisonError::into_inner));
    let (pairs, ends) = deal_out(lists, width, count.div_ceil(width), &mut memory, watch);
    let (mut rest, mut start) = (&mut *pairs, 0);
    let mut tasks = Vec::with_capacity(ends.len());
    for (range, &end) in ends.iter().enumerate() {
        tasks.push((range * width, split_at(&mut rest, end - start)));
        start = end;
    }
    for_each(tasks, watch.is_parallel, |(first, pairs)| {
        sort_range(first, width, pairs, watch);
    });
    let parts: Vec<_> = pairs.chunks(PART).collect();
    let rows = in_order(&parts, watch);
    if memory.capacity() <= MAX_KEPT {
        *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = memory;
    }
    rows
}

/// The pairs in lexicographic order, for any first indices.
pub(crate) fn sorted_by_any_id(lists: &Lists, watch: &Watch<'_>) -> Array2<i64> {
    let last = |list: &Vec<[u32; 2]>| {
        watch.look();
        list.iter().map(|&[a, _]| a as usize + 1).max()
    };
    let last = lists.iter().filter_map(last).max();
    sorted(lists, last.unwrap_or(0), watch)
}

/// Distributes the pairs to ranges of first indices in this memory; returns the ends of the ranges.
fn deal_out<'a>(
    lists: &Lists,
    width: usize,
    ranges: usize,
    memory: &'a mut Vec<[u32; 2]>,
    watch: &Watch<'_>,
) -> (&'a mut [[u32; 2]], Vec<usize>) {
    let shift = width.ilog2();
    let mut ends = vec![0; ranges];
    for list in lists {
        watch.look();
        for &[a, _] in list {
            ends[(a >> shift) as usize] += 1;
        }
    }
    let mut len = 0;
    for end in &mut ends {
        (*end, len) = (len, len + *end);
    }
    // Its previous contents are overwritten.
    if memory.len() < len {
        *memory = Vec::new();
        *memory = memory::zeroed(len, len, watch);
    }
    let pairs = &mut memory[..len];
    // The start of each range advances to its end.
    for list in lists {
        watch.look();
        for &pair in list {
            let place = &mut ends[(pair[0] >> shift) as usize];
            pairs[*place] = pair;
            *place += 1;
        }
    }
    (pairs, ends)
}

/// Sorts pairs with `width` first indices from `first` on.
fn sort_range(first: usize, width: usize, pairs: &mut [[u32; 2]], watch: &Watch<'_>) {
    watch.look();
    // The first indices are sparse.
    if width / 8 > pairs.len() + RANGE {
        return pairs.sort_unstable();
    }
    let mut ends: Vec<usize> = memory::zeroed(width, pairs.len(), watch);
    for &[a, _] in &*pairs {
        ends[a as usize - first] += 1;
    }
    let mut len = 0;
    for end in &mut ends {
        (*end, len) = (len, len + *end);
    }
    let mut seconds = memory::zeroed(len, len, watch);
    for &[a, b] in &*pairs {
        let place = &mut ends[a as usize - first];
        seconds[*place] = b;
        *place += 1;
    }
    let mut start = 0;
    for (a, &end) in (first as u32..).zip(&ends) {
        write_sorted(a, &mut seconds[start..end], &mut pairs[start..end]);
        start = end;
    }
}

/// Writes pairs with distinct second indices in ascending order.
fn write_sorted(a: u32, numbers: &mut [u32], sorted: &mut [[u32; 2]]) {
    if numbers.len() > FEW {
        numbers.sort_unstable();
        for (target, &number) in sorted.iter_mut().zip(&*numbers) {
            *target = [a, number];
        }
        return;
    }
    // Branchless, since the outcomes are unpredictable.
    for &number in &*numbers {
        let place: usize = numbers
            .iter()
            .map(|&other| usize::from(other < number))
            .sum();
        sorted[place] = [a, number];
    }
}

/// Cuts off the first elements.
pub(crate) fn split_at<'a, T>(rest: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    let (first, others) = std::mem::take(rest).split_at_mut(len);
    *rest = others;
    first
}

/// Runs independent tasks, on the threads of the pool if allowed.
pub(crate) fn for_each<T: Send>(tasks: Vec<T>, is_parallel: bool, work: impl Fn(T) + Send + Sync) {
    if is_parallel {
        tasks.into_par_iter().for_each(work);
    } else {
        tasks.into_iter().for_each(work);
    }
}
