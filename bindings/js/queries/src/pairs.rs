//! Pairs of boxes from scratch.

use broadleaf::pair_finder::PairQuery;
use broadleaf::{Aabb, PairFinder};
use broadleaf_js_arrays::{Boxes, Number};
use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use crate::answers::flat;
use crate::kind::{Kind, by_kind};

/// All pairs within one list of boxes, or between two.
#[wasm_bindgen]
pub fn pairs(
    kind: Kind,
    first: &JsValue,
    second: &JsValue,
    sorted: bool,
) -> Result<Uint32Array, JsError> {
    by_kind!(kind, find(first, second, sorted))
}

/// The number of pairs within one list of boxes, or between two.
#[wasm_bindgen(js_name = countPairs)]
pub fn count_pairs(kind: Kind, first: &JsValue, second: &JsValue) -> Result<f64, JsError> {
    by_kind!(kind, count(first, second))
}

fn find<S: Number, const D: usize>(
    first: &JsValue,
    second: &JsValue,
    sorted: bool,
) -> Result<Uint32Array, JsError> {
    let found = answer::<S, D, _>(first, second, |query| match sorted {
        true => query.sorted_pairs(),
        false => query.pairs(),
    })?;
    Ok(flat(&found))
}

fn count<S: Number, const D: usize>(first: &JsValue, second: &JsValue) -> Result<f64, JsError> {
    // Memory holds the boxes, so there are fewer pairs than 2^53.
    answer::<S, D, _>(first, second, |query| query.count_pairs() as f64)
}

/// Asks for the pairs within one list of boxes, or between two.
fn answer<S: Number, const D: usize, T>(
    first: &JsValue,
    second: &JsValue,
    answer: impl FnOnce(PairQuery<'_, [Aabb<S, D>], [Aabb<S, D>], S, D>) -> T,
) -> Result<T, JsError> {
    let mut finder = PairFinder::new();
    let first = Boxes::<S>::copied(first);
    if second.is_undefined() {
        return Ok(answer(finder.within(first.check("boxes")?)?));
    }
    let second = Boxes::copied(second);
    let query = finder.between(first.check("first")?, second.check("second")?)?;
    Ok(answer(query))
}
