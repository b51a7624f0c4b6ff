//! Rows that pairs connect.

use numpy::ndarray::Array1;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::arrays::columns::to_python;
use crate::calls::call::run_here;
use crate::calls::memory;

/// For each of `count` rows, the smallest row that pairs connect it to. All rows of the pairs are
/// below `count`.
#[pyfunction]
pub(crate) fn components<'py>(
    py: Python<'py>,
    first: PyReadonlyArray1<'py, i64>,
    second: PyReadonlyArray1<'py, i64>,
    count: usize,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (first, second) = (first.as_slice()?, second.as_slice()?);
    let labels = run_here(py, first.len().saturating_add(count), |watch| {
        let mut above = memory::collect(0..count as i64, count, watch);
        for (at, (&a, &b)) in first.iter().zip(second).enumerate() {
            if at % PULSE == 0 {
                watch.look();
            }
            let (a, b) = (root(&mut above, a), root(&mut above, b));
            above[a.max(b) as usize] = a.min(b);
        }
        // What is above a row is smaller, and has its label by then.
        for row in 0..count {
            above[row] = above[above[row] as usize];
        }
        above
    })?;
    Ok(to_python(py, Array1::from(labels)))
}

/// How often the work checks whether it was cancelled, in pairs: some hundred microseconds.
const PULSE: usize = 1 << 14;

/// The smallest row of the set of a row, by path halving (Tarjan & van Leeuwen 1984).
fn root(above: &mut [i64], mut row: i64) -> i64 {
    while above[row as usize] != row {
        let next = above[above[row as usize] as usize];
        above[row as usize] = next;
        row = next;
    }
    row
}
