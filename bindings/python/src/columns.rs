//! Lists of pairs as arrays of two rows.

use std::sync::{Mutex, PoisonError};

use numpy::ndarray::{Array, Array2, Dimension};
use numpy::{Element, IntoPyArray, PyArray};
use pyo3::prelude::*;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::call::Watch;
use crate::memory;

/// Pairs of indices, in the pieces in which they were found.
pub(crate) type Lists = Vec<Vec<[u32; 2]>>;

/// The least number of first indices in a range that is sorted on its own.
const RANGE: usize = 1 << 10;
/// With more ranges, dealing out pairs would write to too many places at once.
const MAX_RANGES: usize = 1 << 11;
/// The number of pairs that are written to both rows as one piece of work.
const PART: usize = 1 << 14;
/// At most this number of pairs are sorted at once: to count those of a range would take longer.
const SHORT: usize = 1 << 8;
/// Arrays with at most this number of elements are copied.
const COPIED: usize = 1 << 10;
/// Of at most this number of second indices, each is compared with all others.
const FEW: usize = 12;

/// More pairs than these are not sorted in memory that is kept: 64 MiB.
const MAX_KEPT: usize = 8 << 20;

/// Memory for pairs that are sorted, kept from call to call: to get it from the system each time
/// takes longer than to sort ten thousand pairs.
static KEPT: Mutex<Vec<[u32; 2]>> = Mutex::new(Vec::new());

/// The same array in Python. A small one is copied, since an owner of its memory would be an object
/// of its own.
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

/// An array of shape `(2, m)`, from both rows one after the other.
pub(crate) fn two_rows(rows: Vec<i64>) -> Array2<i64> {
    let len = rows.len() / 2;
    Array2::from_shape_vec((2, len), rows).unwrap_or_default()
}

/// The pairs in the order of the lists.
pub(crate) fn in_order<L: AsRef<[[u32; 2]]> + Sync>(lists: &[L], watch: &Watch<'_>) -> Array2<i64> {
    let len: usize = lists.iter().map(|list| list.as_ref().len()).sum();
    if !watch.is_parallel {
        // Nothing is written twice, as zeros would be.
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

/// The pairs in lexicographic order, where all first indices are below `count`.
///
/// Deals the pairs out to ranges of first indices, small enough to stay in a cache, and sorts each
/// by counting.
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

/// The pairs in lexicographic order, where first indices may be any.
pub(crate) fn sorted_by_any_id(lists: &Lists, watch: &Watch<'_>) -> Array2<i64> {
    let last = |list: &Vec<[u32; 2]>| {
        watch.look();
        list.iter().map(|&[a, _]| a as usize + 1).max()
    };
    let last = lists.iter().filter_map(last).max();
    sorted(lists, last.unwrap_or(0), watch)
}

/// The pairs by range of their first indices, in this memory, and where those of each range end.
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
    // What it held before is overwritten.
    if memory.len() < len {
        *memory = Vec::new();
        *memory = memory::zeroed(len, len, watch);
    }
    let pairs = &mut memory[..len];
    // Where a range begins moves to where it ends.
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
    // First indices that are far apart.
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

/// Writes pairs with different second numbers in ascending order.
fn write_sorted(a: u32, numbers: &mut [u32], sorted: &mut [[u32; 2]]) {
    if numbers.len() > FEW {
        numbers.sort_unstable();
        for (target, &number) in sorted.iter_mut().zip(&*numbers) {
            *target = [a, number];
        }
        return;
    }
    // Without branches, whose outcomes nobody could predict.
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

/// Does independent work, on the threads of the pool if it is allowed to.
pub(crate) fn for_each<T: Send>(tasks: Vec<T>, is_parallel: bool, work: impl Fn(T) + Send + Sync) {
    if is_parallel {
        tasks.into_par_iter().for_each(work);
    } else {
        tasks.into_iter().for_each(work);
    }
}
