//! Answers of any length.

use std::collections::TryReserveError;
use std::ops::ControlFlow;

use broadleaf::index::{Answers, Hit};
use broadleaf::pair_finder::sort_pairs;
use broadleaf::{Aabb, Id};
use broadleaf_js_arrays::has_room;
use wasm_bindgen::prelude::*;

/// Longer lists are counted before memory is taken for them. This number of ids takes 16 MB.
pub(crate) const FEW: usize = 1 << 22;

/// The bytes of an item of an answer to many queries: an id and a number.
const BYTES: f64 = 12.0;

/// An answer in the memory of the module, where JavaScript reads it. Creating a JavaScript array
/// here would throw past the destructors if the array is too long for the engine.
#[wasm_bindgen]
#[derive(Default)]
pub struct Found {
    offsets: Vec<u32>,
    ids: Vec<Id>,
    numbers: Vec<f64>,
    /// The number of items that do not fit into memory.
    too_many: Option<u64>,
    /// Whether the answer is incomplete.
    is_part: bool,
}

#[wasm_bindgen]
impl Found {
    /// The number of all items, if they do not fit into memory.
    #[wasm_bindgen(getter, js_name = tooMany)]
    pub fn too_many(&self) -> Option<f64> {
        self.too_many.map(|count| count as f64)
    }

    /// Whether there are more items.
    #[wasm_bindgen(getter, js_name = isPart)]
    pub fn is_part(&self) -> bool {
        self.is_part
    }

    /// The address and the length of the offsets, of the ids, or of the numbers.
    pub fn place(&self, list: usize) -> *const u32 {
        match list {
            0 => self.offsets.as_ptr(),
            1 => self.ids.as_ptr().cast(),
            _ => self.numbers.as_ptr().cast(),
        }
    }

    /// The length of the offsets, of the ids, or of the numbers.
    pub fn length(&self, list: usize) -> usize {
        match list {
            0 => self.offsets.len(),
            1 => self.ids.len(),
            _ => self.numbers.len(),
        }
    }
}

impl Found {
    /// Pairs, as [`find_pairs`] finds them.
    pub(crate) fn pairs(
        visit: impl FnMut(&mut Vec<[Id; 2]>, usize) -> Result<ControlFlow<()>, JsError>,
        count: impl FnOnce() -> Result<u64, JsError>,
    ) -> Result<Self, JsError> {
        let mut pairs = Vec::new();
        let too_many = find_pairs(&mut pairs, visit, count, true)?;
        Ok(Self {
            ids: pairs.into_flattened(),
            too_many,
            ..Self::default()
        })
    }

    /// The answers to many queries, each of which finds at most a known number of items. `count` is
    /// the number of all items, if it is known; `ask` answers some of the queries.
    pub(crate) fn many<Q, T>(
        questions: &[Q],
        most: usize,
        count: Option<u64>,
        mut ask: impl FnMut(&[Q]) -> Answers<T>,
        keep: impl Fn(&mut Self, &[T]) -> Result<(), TryReserveError>,
    ) -> Self {
        let all = count.unwrap_or(0);
        let is_little = count.is_some_and(|count| count <= FEW as u64);
        if !is_little && !has_room(BYTES * all as f64) {
            return Self::too_much(all);
        }
        let mut found = Self::default();
        found.offsets.push(0);
        // At most as many queries at a time as are certain to fit.
        let at_a_time = if is_little {
            usize::MAX
        } else {
            (FEW / most.max(1)).max(1)
        };
        for some in questions.chunks(at_a_time) {
            let answers = ask(some);
            let before = found.ids.len() as u32;
            if keep(&mut found, answers.items()).is_err() {
                return Self {
                    is_part: count.is_none(),
                    ..Self::too_much(all.max(u64::from(before) + answers.items().len() as u64))
                };
            }
            let ends = answers.offsets()[1..].iter();
            found.offsets.extend(ends.map(|&end| before + end as u32));
        }
        found
    }

    /// A refusal with the number of items that do not fit.
    pub(crate) fn too_much(count: u64) -> Self {
        Self {
            too_many: Some(count),
            ..Self::default()
        }
    }

    /// Boxes as rows, and their ids.
    pub(crate) fn boxes<const D: usize>(
        len: usize,
        boxes: impl Iterator<Item = (Id, Aabb<f64, D>)>,
    ) -> Self {
        let mut found = Self::default();
        let numbers = found.numbers.try_reserve_exact(2 * D * len);
        if numbers.is_err() || found.ids.try_reserve_exact(len).is_err() {
            return Self::too_much(len as u64);
        }
        for (id, aabb) in boxes {
            found.ids.push(id);
            found.numbers.extend(aabb.min());
            found.numbers.extend(aabb.max());
        }
        found
    }

    pub(crate) fn keep_ids(&mut self, ids: &[Id]) -> Result<(), TryReserveError> {
        self.ids.try_reserve(ids.len())?;
        self.ids.extend_from_slice(ids);
        Ok(())
    }

    /// Adds the ids of hits, and the results of a function of their reaches.
    pub(crate) fn keep_hits(
        &mut self,
        hits: &[Hit<f64>],
        measure: impl Fn(f64) -> f64,
    ) -> Result<(), TryReserveError> {
        self.ids.try_reserve(hits.len())?;
        self.numbers.try_reserve(hits.len())?;
        self.ids.extend(hits.iter().map(|hit| hit.id));
        self.numbers
            .extend(hits.iter().map(|hit| measure(hit.reach)));
        Ok(())
    }
}

/// Adds pairs to an empty list; returns their number if they do not fit into memory. `visit` adds
/// pairs up to a limit and breaks if there are more; `count` counts them.
pub(crate) fn find_pairs(
    pairs: &mut Vec<[Id; 2]>,
    mut visit: impl FnMut(&mut Vec<[Id; 2]>, usize) -> Result<ControlFlow<()>, JsError>,
    count: impl FnOnce() -> Result<u64, JsError>,
    is_sorted: bool,
) -> Result<Option<u64>, JsError> {
    if visit(pairs, FEW)?.is_break() {
        *pairs = Vec::new();
        let count = count()?;
        if !reserve(pairs, count, is_sorted) {
            *pairs = Vec::new();
            return Ok(Some(count));
        }
        let _ = visit(pairs, count as usize)?;
    }
    if is_sorted {
        sort_pairs(pairs);
    }
    Ok(None)
}

/// Allocates memory for the pairs, and checks that there is as much again to sort them.
fn reserve(pairs: &mut Vec<[Id; 2]>, count: u64, is_sorted: bool) -> bool {
    usize::try_from(count).is_ok_and(|count| pairs.try_reserve_exact(count).is_ok())
        && (!is_sorted || has_room(8.0 * count as f64))
}

/// Adds a pair to a list that has fewer than `most`.
pub(crate) fn push_up_to(pairs: &mut Vec<[Id; 2]>, most: usize, pair: [Id; 2]) -> ControlFlow<()> {
    if pairs.len() == most {
        return ControlFlow::Break(());
    }
    pairs.push(pair);
    ControlFlow::Continue(())
}
