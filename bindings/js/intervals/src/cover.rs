//! What intervals cover, leave uncovered, and form together.

use broadleaf_js_arrays::has_room;
use broadleaf_tables::intervals::{self, Intervals, Overlaps, Rule};
use wasm_bindgen::prelude::*;

use crate::answer::{Answer, rows};
use crate::list::List;

/// Only answers of more parts are counted before memory is taken for them. This number of parts
/// takes up to 240 MB.
const FEW: u64 = 1 << 22;
/// The most bytes of a part, in lists that double as they grow, and as rows.
const PART: f64 = 60.0;

/// The covered length of each row of `a`.
#[wasm_bindgen]
pub fn coverage(a: List, b: List) -> Result<Answer, JsError> {
    let lengths = intervals::coverage(&a.intervals()?, &b.intervals()?)?;
    Ok(Answer::new(Vec::new(), lengths))
}

/// The cluster of each row, and the bounds of each cluster.
#[wasm_bindgen]
pub fn clusters(a: List, gap: Option<f64>) -> Result<Answer, JsError> {
    let found = intervals::clusters(&a.intervals()?, gap)?;
    let bounds = rows(&found.starts, &found.ends);
    Ok(Answer::new(found.of_row, bounds))
}

/// The row of `a` of each part that is left uncovered, and the parts.
#[wasm_bindgen]
pub fn subtract(a: List, b: List) -> Result<Answer, JsError> {
    let most = most_parts(&a, &b)?;
    if most > FEW && !has_room(PART * most as f64) {
        return Ok(Answer::too_much(most));
    }
    let found = intervals::subtract(&a.intervals()?, &b.intervals()?)?;
    let parts = rows(&found.starts, &found.ends);
    Ok(Answer::new(found.rows, parts))
}

/// An upper bound for the number of parts, close to it if they are many.
fn most_parts(a: &List, b: &List) -> Result<u64, JsError> {
    let (a, others) = (a.intervals()?, b.intervals()?);
    let all = a.len() as u64 * (others.len() as u64 + 1);
    if all <= FEW {
        return Ok(all);
    }
    // Each merged interval that meets a row ends one part of it.
    let merged = intervals::clusters(&others, Some(0.0))?;
    let mut pieces = Intervals::new(&merged.starts, &merged.ends)?;
    if b.has_keys() {
        pieces = pieces.by(&merged.keys)?;
    }
    let cuts = Overlaps::between(&a, &pieces, Rule::HalfOpen)?;
    Ok(a.len() as u64 + cuts.len())
}
