//! Answers as typed arrays.

use broadleaf::Id;
use broadleaf::index::{Answers, Hit};
use js_sys::{Array, Float64Array, Uint32Array};
use wasm_bindgen::{JsError, JsValue};

/// Pairs one after the other.
pub(crate) fn flat(pairs: &[[Id; 2]]) -> Uint32Array {
    numbers(pairs.as_flattened())
}

/// Ids as numbers.
pub(crate) fn numbers(ids: &[Id]) -> Uint32Array {
    Uint32Array::from(bytemuck::cast_slice::<_, u32>(ids))
}

/// Where the answer to each question begins and the last one ends, and the ids of all.
pub(crate) fn of_ids(answers: &Answers<Id>) -> Result<Array, JsError> {
    let ids = numbers(answers.items());
    Ok(Array::of2(&offsets(answers.offsets())?, &ids))
}

/// The same, and what a function makes of the reaches.
pub(crate) fn of_hits(
    answers: &Answers<Hit<f64>>,
    measure: impl Fn(f64) -> f64,
) -> Result<Array, JsError> {
    let hits = answers.items();
    let ids: Vec<_> = hits.iter().map(|hit| hit.id).collect();
    let reaches: Vec<_> = hits.iter().map(|hit| measure(hit.reach)).collect();
    Ok(Array::of3(
        &offsets(answers.offsets())?,
        &numbers(&ids),
        &Float64Array::from(&reaches[..]),
    ))
}

/// For each question the id of its hit, all ones if there is none, and the reach, infinite then.
pub(crate) fn of_first_hits(hits: &[Option<Hit<f64>>]) -> Array {
    let ids: Vec<_> = hits
        .iter()
        .map(|hit| hit.map_or(Id(u32::MAX), |hit| hit.id))
        .collect();
    let reach = |hit: &Option<Hit<f64>>| hit.map_or(f64::INFINITY, |hit| hit.reach);
    let reaches: Vec<_> = hits.iter().map(reach).collect();
    Array::of2(&numbers(&ids), &Float64Array::from(&reaches[..]))
}

fn offsets(offsets: &[usize]) -> Result<JsValue, JsError> {
    let offsets: Result<Vec<_>, _> = offsets
        .iter()
        .map(|&offset| u32::try_from(offset))
        .collect();
    Ok(Uint32Array::from(&offsets?[..]).into())
}
