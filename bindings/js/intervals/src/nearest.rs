//! The nearest interval on one side of each.

use broadleaf_tables::intervals::{Neighbor, nearest_after, nearest_before};
use wasm_bindgen::prelude::*;

use crate::answer::Answer;
use crate::list::List;

/// For each row of `a`, the row of `b`, and the gap between both. Without one, the words are those
/// of -1 and the number is NaN.
#[wasm_bindgen]
pub fn nearest(a: List, b: List, after: bool) -> Result<Answer, JsError> {
    let find = if after { nearest_after } else { nearest_before };
    let found = find(&a.intervals()?, &b.intervals()?)?;
    let row = |found: &Option<Neighbor<f64>>| found.map_or(u32::MAX, |found| found.row.0);
    let distance = |found: &Option<Neighbor<f64>>| found.map_or(f64::NAN, |found| found.distance);
    let words = found.iter().map(row).collect();
    Ok(Answer::new(words, found.iter().map(distance).collect()))
}
