//! Pairs of boxes from scratch.

use broadleaf::packed_tree::Order;
use broadleaf::{Aabb, PackedTree, PairFinder};
use broadleaf_js_arrays::Boxes;
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

use crate::count;
use crate::filter::{Filter, Query};
use crate::found::{Found, push_up_to};

/// The pairs within one list of boxes, or between two.
#[wasm_bindgen]
pub fn pairs(
    dimensions: usize,
    first: &Float64Array,
    second: Option<Float64Array>,
    filter: Option<Filter>,
    interiors: bool,
    sort: bool,
) -> Result<Found, JsError> {
    match dimensions {
        2 => find::<2>(first, second, filter, interiors, sort),
        _ => find::<3>(first, second, filter, interiors, sort),
    }
}

/// The number of pairs within one list of boxes, or between two.
#[wasm_bindgen(js_name = countPairs)]
pub fn count_pairs(
    dimensions: usize,
    first: &Float64Array,
    second: Option<Float64Array>,
    filter: Option<Filter>,
    interiors: bool,
) -> Result<f64, JsError> {
    let count = match dimensions {
        2 => with_lists::<2, _>(first, second, filter, interiors, |lists| lists.count()),
        _ => with_lists::<3, _>(first, second, filter, interiors, |lists| lists.count()),
    };
    // Memory holds the boxes, so there are fewer pairs than 2^53.
    Ok(count? as f64)
}

fn find<const D: usize>(
    first: &Float64Array,
    second: Option<Float64Array>,
    filter: Option<Filter>,
    interiors: bool,
    sort: bool,
) -> Result<Found, JsError> {
    with_lists::<D, _>(first, second, filter, interiors, |lists| {
        let visit = |pairs: &mut Vec<_>, most| {
            let mut finder = PairFinder::new();
            let query = lists.query(&mut finder)?;
            Ok(query.try_for_each_pair(|a, b| push_up_to(pairs, most, [a, b])))
        };
        Found::pairs(visit, || lists.count_many(), sort)
    })
}

/// One list of boxes or two, and the labels of all of them.
struct Lists<'a, const D: usize> {
    firsts: &'a [Aabb<f64, D>],
    seconds: Option<&'a [Aabb<f64, D>]>,
    filter: Option<&'a Filter>,
    /// Whether boxes that only touch are no pair.
    interiors: bool,
}

impl<const D: usize> Lists<'_, D> {
    fn query<'q>(&'q self, finder: &'q mut PairFinder<f64, D>) -> Result<Query<'q, D>, JsError> {
        let query = match self.seconds {
            None => finder.within(self.firsts)?,
            Some(seconds) => finder.between(self.firsts, seconds)?,
        };
        let query = if self.interiors {
            query.interiors()
        } else {
            query
        };
        match self.filter {
            None => Ok(query),
            Some(filter) => Ok(filter.apply(query, self.firsts.len())?),
        }
    }

    fn count(&self) -> Result<u64, JsError> {
        Ok(self.query(&mut PairFinder::new())?.count_pairs())
    }

    /// [`count`](Self::count), faster if there are very many pairs: only the labels and interiors
    /// want a look at each pair.
    fn count_many(&self) -> Result<u64, JsError> {
        if self.filter.is_some() || self.interiors {
            return self.count();
        }
        let tree = PackedTree::with_order(self.firsts, Order::Curve)?;
        Ok(match self.seconds {
            None => count::within(&tree.view()),
            Some(seconds) => count::cross(&tree.view(), seconds.iter().copied()),
        })
    }
}

/// Asks about the boxes of one list or of two.
fn with_lists<const D: usize, T>(
    first: &Float64Array,
    second: Option<Float64Array>,
    filter: Option<Filter>,
    interiors: bool,
    ask: impl FnOnce(&Lists<'_, D>) -> Result<T, JsError>,
) -> Result<T, JsError> {
    let first = Boxes::copied(first);
    let second = second.map(|second| Boxes::copied(&second));
    let name = if second.is_some() { "first" } else { "boxes" };
    let seconds = second.as_ref().map(|second| second.check("second"));
    ask(&Lists {
        firsts: first.check(name)?,
        seconds: seconds.transpose()?,
        filter: filter.as_ref(),
        interiors,
    })
}
