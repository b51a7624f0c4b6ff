//! Lists of pairs as arrays of two rows.

use numpy::ndarray::Array2;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// Pairs of indices, in the pieces in which they were found.
pub(crate) type Lists = Vec<Vec<[u32; 2]>>;

/// Rows are sorted by pieces of about this number of pairs.
const PIECE: usize = 1 << 16;

/// An array of shape `(2, m)`, from both rows one after the other.
pub(crate) fn two_rows(rows: Vec<i64>) -> Array2<i64> {
    let len = rows.len() / 2;
    Array2::from_shape_vec((2, len), rows).unwrap_or_default()
}

/// The pairs in the order of the lists.
pub(crate) fn in_order(lists: &Lists, is_parallel: bool) -> Array2<i64> {
    let len: usize = lists.iter().map(Vec::len).sum();
    let mut rows = vec![0; 2 * len];
    let (mut first, mut second) = rows.split_at_mut(len);
    let mut tasks = Vec::with_capacity(lists.len());
    for list in lists {
        let firsts = split_at(&mut first, list.len());
        let seconds = split_at(&mut second, list.len());
        tasks.push((list, firsts, seconds));
    }
    for_each(tasks, is_parallel, |(list, firsts, seconds)| {
        for ((&[a, b], first), second) in list.iter().zip(firsts).zip(seconds) {
            (*first, *second) = (a.into(), b.into());
        }
    });
    two_rows(rows)
}

/// The pairs in lexicographic order, where all first indices are below `count`.
///
/// Counts the pairs of each first index, deals out the second ones, and sorts those of each.
pub(crate) fn sorted(lists: &Lists, count: usize, is_parallel: bool) -> Array2<i64> {
    let mut ends = vec![0_usize; count];
    for &[a, _] in lists.iter().flatten() {
        ends[a as usize] += 1;
    }
    let mut len = 0;
    for end in &mut ends {
        (*end, len) = (len, len + *end);
    }
    let mut rows = vec![0; 2 * len];
    let (first, second) = rows.split_at_mut(len);
    // Where the pairs of an index begin moves to where they end.
    for &[a, b] in lists.iter().flatten() {
        let place = &mut ends[a as usize];
        second[*place] = b.into();
        *place += 1;
    }
    for_each(pieces(&ends, first, second), is_parallel, Piece::sort);
    two_rows(rows)
}

/// The pairs of consecutive first indices.
struct Piece<'a> {
    /// The first of these indices, and where the pairs of each of them end.
    index: usize,
    ends: &'a [usize],
    /// Where the pairs of the piece begin.
    start: usize,
    firsts: &'a mut [i64],
    seconds: &'a mut [i64],
}

impl Piece<'_> {
    fn sort(self) {
        let mut from = 0;
        for (index, end) in (self.index as i64..).zip(self.ends) {
            let range = from..end - self.start;
            self.firsts[range.clone()].fill(index);
            self.seconds[range.clone()].sort_unstable();
            from = range.end;
        }
    }
}

/// Cuts sorted rows into pieces.
fn pieces<'a>(
    ends: &'a [usize],
    mut firsts: &'a mut [i64],
    mut seconds: &'a mut [i64],
) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    let (mut index, mut start) = (0, 0);
    for next in 1..=ends.len() {
        let end = ends[next - 1];
        if end - start < PIECE && next < ends.len() {
            continue;
        }
        pieces.push(Piece {
            index,
            ends: &ends[index..next],
            start,
            firsts: split_at(&mut firsts, end - start),
            seconds: split_at(&mut seconds, end - start),
        });
        (index, start) = (next, end);
    }
    pieces
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
        tasks.into_par_iter().with_max_len(1).for_each(work);
    } else {
        tasks.into_iter().for_each(work);
    }
}
