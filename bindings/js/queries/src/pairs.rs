//! Pairs of boxes from scratch.

use broadleaf::pair_finder::PairQuery;
use broadleaf::{Aabb, PairFinder};
use broadleaf_js_arrays::Boxes;
use js_sys::{Float64Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::answers::flat;
use crate::filter::Filter;

/// The pairs within one list of boxes, or between two.
#[wasm_bindgen]
pub fn pairs(
    dimensions: usize,
    first: &Float64Array,
    second: Option<Float64Array>,
    filter: Option<Filter>,
    sorted: bool,
) -> Result<Uint32Array, JsError> {
    match dimensions {
        2 => find::<2>(first, second, filter, sorted),
        _ => find::<3>(first, second, filter, sorted),
    }
}

/// The number of pairs within one list of boxes, or between two.
#[wasm_bindgen(js_name = countPairs)]
pub fn count_pairs(
    dimensions: usize,
    first: &Float64Array,
    second: Option<Float64Array>,
    filter: Option<Filter>,
) -> Result<f64, JsError> {
    // Memory holds the boxes, so there are fewer pairs than 2^53.
    let count = match dimensions {
        2 => answer::<2, _>(first, second, filter, |query| query.count_pairs()),
        _ => answer::<3, _>(first, second, filter, |query| query.count_pairs()),
    };
    Ok(count? as f64)
}

fn find<const D: usize>(
    first: &Float64Array,
    second: Option<Float64Array>,
    filter: Option<Filter>,
    sorted: bool,
) -> Result<Uint32Array, JsError> {
    let found = answer::<D, _>(first, second, filter, |query| match sorted {
        true => query.sorted_pairs(),
        false => query.pairs(),
    })?;
    Ok(flat(&found))
}

/// Asks for the pairs within one list of boxes, or between two.
fn answer<const D: usize, T>(
    first: &Float64Array,
    second: Option<Float64Array>,
    filter: Option<Filter>,
    answer: impl FnOnce(PairQuery<'_, [Aabb<f64, D>], [Aabb<f64, D>], f64, D>) -> T,
) -> Result<T, JsError> {
    let mut finder = PairFinder::new();
    let first = Boxes::copied(first);
    let second = second.map(|second| Boxes::copied(&second));
    let firsts = first.check(if second.is_some() { "first" } else { "boxes" })?;
    let mut query = match &second {
        None => finder.within(firsts)?,
        Some(second) => finder.between(firsts, second.check("second")?)?,
    };
    if let Some(filter) = &filter {
        query = filter.apply(query, firsts.len())?;
    }
    Ok(answer(query))
}
