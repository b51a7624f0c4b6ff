//! Pairs in the order of their rows.

use super::pair::PeriodicPair;

/// Sorts pairs by the first row, the second row and the shift. `rows` is the number of rows of the
/// first list.
///
/// Pairs are dealt out to the first rows, and those of each row are sorted: this takes linear time
/// where each row has few pairs.
pub fn sort_pairs<const D: usize>(pairs: &mut Vec<PeriodicPair<D>>, rows: usize) {
    if pairs.len() < rows || pairs.iter().any(|found| found.pair[0].index() >= rows) {
        pairs.sort_unstable();
        return;
    }
    let mut ends = vec![0_usize; rows + 1];
    for found in &*pairs {
        ends[found.pair[0].index() + 1] += 1;
    }
    for row in 0..rows {
        ends[row + 1] += ends[row];
    }
    let mut sorted = pairs.clone();
    for found in &*pairs {
        // The start of the row, which becomes its end.
        let end = &mut ends[found.pair[0].index()];
        sorted[*end] = *found;
        *end += 1;
    }
    let mut start = 0;
    for &end in &ends[..rows] {
        sorted[start..end].sort_unstable();
        start = end;
    }
    *pairs = sorted;
}
