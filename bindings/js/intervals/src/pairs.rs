//! Pairs of intervals, and their number for each row.

use broadleaf_tables::intervals::{Overlaps, Rule};
use wasm_bindgen::prelude::*;

use crate::answer::Answer;
use crate::list::List;

/// When two intervals are a pair.
#[wasm_bindgen]
pub struct Condition(Rule<f64>);

#[wasm_bindgen]
impl Condition {
    /// The condition of these options, of which JavaScript passes at most one.
    #[wasm_bindgen(constructor)]
    pub fn new(closed: bool, min_overlap: Option<f64>, distance: Option<f64>) -> Self {
        Self(match (min_overlap, distance) {
            (Some(least), _) => Rule::Overlap(least),
            (None, Some(distance)) => Rule::Within(distance),
            (None, None) if closed => Rule::Closed,
            (None, None) => Rule::HalfOpen,
        })
    }
}

/// The pairs between two lists or within one, as a flat list.
#[wasm_bindgen]
pub fn pairs(
    a: List,
    b: Option<List>,
    condition: Condition,
    sort: bool,
) -> Result<Answer, JsError> {
    let found = overlaps(&a, b.as_ref(), condition)?;
    drop((a, b));
    let mut words = Vec::new();
    let len = usize::try_from(2 * found.len()).ok();
    let Some(len) = len.filter(|len| words.try_reserve_exact(*len).is_ok()) else {
        return Ok(Answer::too_much(found.len()));
    };
    words.resize(len, 0);
    match sort {
        true => list_sorted(&found, &mut words),
        false => list_unsorted(&found, &mut words),
    }
    Ok(Answer::new(words, Vec::new()))
}

/// The number of partners of each row of the first list.
#[wasm_bindgen]
pub fn counts(a: List, b: List, condition: Condition) -> Result<Answer, JsError> {
    let found = overlaps(&a, Some(&b), condition)?;
    let counts = found.counts().map(|count| count as u32);
    Ok(Answer::new(counts.collect(), Vec::new()))
}

fn overlaps(a: &List, b: Option<&List>, rule: Condition) -> Result<Overlaps<f64>, JsError> {
    Ok(match b {
        None => Overlaps::within(&a.intervals()?, rule.0)?,
        Some(b) => Overlaps::between(&a.intervals()?, &b.intervals()?, rule.0)?,
    })
}

fn list_sorted(found: &Overlaps<f64>, pairs: &mut [u32]) {
    let len = pairs.len() / 2;
    found.fill(0..found.counts().len(), &mut pairs[len..]);
    // Pairs take the place of partners in the second half that have been read already.
    let rows = (0..).zip(found.counts());
    let rows = rows.flat_map(|(row, count)| (0..count).map(move |_| row));
    for (at, row) in rows.enumerate() {
        let partner = pairs[len + at];
        pairs[2 * at..][..2].copy_from_slice(&[row, partner]);
    }
}

fn list_unsorted(found: &Overlaps<f64>, pairs: &mut [u32]) {
    let mut rest = pairs.as_chunks_mut().0.iter_mut();
    found.for_each_unsorted(|row, partners| {
        for (partner, pair) in partners.iter().zip(rest.by_ref()) {
            *pair = [row, *partner];
        }
    });
}
