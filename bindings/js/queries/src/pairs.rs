//! Pairs of boxes from scratch.

use std::cell::Cell;
use std::mem;

use broadleaf::packed_tree::Order;
use broadleaf::{Aabb, Id, PackedTree, PairFinder};
use broadleaf_js_arrays::Input;
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

use crate::count;
use crate::filter::{Filter, Query};
use crate::found::{find_pairs, push_up_to};

/// A list, a finder or an answer keeps its memory up to this number of bytes: for few boxes,
/// allocation would take longer than the call.
const KEPT: usize = 1 << 20;

/// Memory that is kept between calls.
#[derive(Default)]
struct Desk {
    lists: [Input; 2],
    flat: PairFinder<f64, 2>,
    solid: PairFinder<f64, 3>,
    pairs: Vec<[Id; 2]>,
    /// The number of ids, `u32::MAX` if they do not fit into memory; and their address.
    report: [u32; 2],
    /// The number of pairs that do not fit.
    too_many: Option<u64>,
    problem: Option<JsError>,
}

thread_local! {
    /// Empty during a call, so that a trap leaves no inconsistent state.
    static DESK: Cell<Option<Box<Desk>>> = const { Cell::new(None) };
}

fn at_desk<T>(work: impl FnOnce(&mut Desk) -> T) -> T {
    let mut desk = DESK.take().unwrap_or_default();
    let outcome = work(&mut desk);
    DESK.set(Some(desk));
    outcome
}

/// The address where JavaScript writes the numbers of the first or the second list of boxes.
#[wasm_bindgen(js_name = writeBoxes)]
pub fn write_boxes(list: usize, count: usize) -> u32 {
    at_desk(|desk| {
        desk.lists[list].set_len(count);
        desk.lists[list].address()
    })
}

/// Copies the numbers of the first or the second list of boxes from an array.
#[wasm_bindgen(js_name = copyBoxes)]
pub fn copy_boxes(list: usize, boxes: &Float64Array) {
    at_desk(|desk| desk.lists[list].copy(boxes));
}

/// Finds the pairs within the first list of boxes, or between both lists. Returns the address of a
/// report: the number of ids, 2^32 - 1 if they do not fit into memory, and their address. Null if a
/// list is invalid.
#[wasm_bindgen]
pub fn pairs(
    dimensions: usize,
    both: bool,
    filter: Option<Filter>,
    interiors: bool,
    sort: bool,
) -> *const u32 {
    at_desk(|desk| {
        let wish = Wish {
            both,
            filter,
            interiors,
        };
        let (lists, pairs) = (&desk.lists, &mut desk.pairs);
        pairs.clear();
        let outcome = match dimensions {
            2 => find(lists, &wish, &mut desk.flat, pairs, sort),
            _ => find(lists, &wish, &mut desk.solid, pairs, sort),
        };
        desk.tidy();
        match outcome {
            Ok(too_many) => {
                desk.too_many = too_many;
                let count = too_many.map_or(2 * desk.pairs.len() as u32, |_| u32::MAX);
                desk.report = [count, desk.pairs.as_ptr() as u32];
                desk.report.as_ptr()
            }
            Err(problem) => {
                desk.problem = Some(problem);
                std::ptr::null()
            }
        }
    })
}

/// The number of pairs within the first list of boxes, or between both lists; negative if a list is
/// invalid.
#[wasm_bindgen(js_name = countPairs)]
pub fn count_pairs(dimensions: usize, both: bool, filter: Option<Filter>, interiors: bool) -> f64 {
    at_desk(|desk| {
        let wish = Wish {
            both,
            filter,
            interiors,
        };
        let count = match dimensions {
            2 => Lists::of(&desk.lists, &wish).and_then(|lists| lists.count(&mut desk.flat)),
            _ => Lists::of(&desk.lists, &wish).and_then(|lists| lists.count(&mut desk.solid)),
        };
        desk.tidy();
        match count {
            // The boxes fit into memory, so there are fewer than 2^53 pairs.
            Ok(count) => count as f64,
            Err(problem) => {
                desk.problem = Some(problem);
                -1.0
            }
        }
    })
}

/// The number of pairs in the last report, if they do not fit into memory.
#[wasm_bindgen(js_name = tooManyPairs)]
pub fn too_many_pairs() -> f64 {
    at_desk(|desk| desk.too_many.unwrap_or(0) as f64)
}

/// Why the lists are invalid.
#[wasm_bindgen]
pub fn refusal() -> Result<(), JsError> {
    at_desk(|desk| desk.problem.take().map_or(Ok(()), Err))
}

/// Frees the pairs of the last report if they are many.
#[wasm_bindgen(js_name = freePairs)]
pub fn free_pairs() {
    at_desk(|desk| {
        if mem::size_of_val(&desk.pairs[..]) > KEPT {
            desk.pairs = Vec::new();
        }
    });
}

impl Desk {
    /// Frees large memory, except for the answer.
    fn tidy(&mut self) {
        for list in &mut self.lists {
            list.free_above(KEPT);
        }
        if self.flat.bytes() > KEPT {
            self.flat.shrink_to_fit();
        }
        if self.solid.bytes() > KEPT {
            self.solid.shrink_to_fit();
        }
    }
}

/// Which pairs are wanted.
struct Wish {
    both: bool,
    filter: Option<Filter>,
    /// Whether boxes that only touch are left out.
    interiors: bool,
}

/// Adds the pairs to a list. Returns their number if they do not fit into memory.
fn find<const D: usize>(
    lists: &[Input; 2],
    wish: &Wish,
    finder: &mut PairFinder<f64, D>,
    pairs: &mut Vec<[Id; 2]>,
    sort: bool,
) -> Result<Option<u64>, JsError> {
    let lists = Lists::of(lists, wish)?;
    let visit = |pairs: &mut Vec<_>, most| {
        let query = lists.query(finder)?;
        Ok(query.try_for_each_pair(|a, b| push_up_to(pairs, most, [a, b])))
    };
    find_pairs(pairs, visit, || lists.count_many(), sort)
}

/// One or two lists of boxes, and the labels of all boxes.
struct Lists<'a, const D: usize> {
    firsts: &'a [Aabb<f64, D>],
    seconds: Option<&'a [Aabb<f64, D>]>,
    wish: &'a Wish,
}

impl<'a, const D: usize> Lists<'a, D> {
    fn of([first, second]: &'a [Input; 2], wish: &'a Wish) -> Result<Self, JsError> {
        let name = if wish.both { "first" } else { "boxes" };
        let firsts = first.check(name)?;
        let seconds = wish.both.then(|| second.check("second")).transpose()?;
        Ok(Self {
            firsts,
            seconds,
            wish,
        })
    }

    fn query<'q>(&'q self, finder: &'q mut PairFinder<f64, D>) -> Result<Query<'q, D>, JsError> {
        let query = match self.seconds {
            None => finder.within(self.firsts)?,
            Some(seconds) => finder.between(self.firsts, seconds)?,
        };
        let query = if self.wish.interiors {
            query.interiors()
        } else {
            query
        };
        match &self.wish.filter {
            None => Ok(query),
            Some(filter) => Ok(filter.apply(query, self.firsts.len())?),
        }
    }

    fn count(&self, finder: &mut PairFinder<f64, D>) -> Result<u64, JsError> {
        Ok(self.query(finder)?.count_pairs())
    }

    /// Like [`count`](Self::count), but faster for very many pairs: pairs are visited only if there
    /// are labels or only interiors count.
    fn count_many(&self) -> Result<u64, JsError> {
        if self.wish.filter.is_some() || self.wish.interiors {
            return self.count(&mut PairFinder::new());
        }
        let tree = PackedTree::with_order(self.firsts, Order::Curve)?;
        Ok(match self.seconds {
            None => count::within(&tree.view()),
            Some(seconds) => count::cross(&tree.view(), seconds.iter().copied()),
        })
    }
}
