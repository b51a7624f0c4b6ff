//! The answer to a single query.

use std::ptr;

use broadleaf::index::Hit;
use wasm_bindgen::JsError;

/// The answer to a single query, in the memory of the module, where JavaScript reads it. Creating
/// JavaScript arrays here would take longer than most queries.
#[derive(Default)]
pub(crate) struct Answer {
    /// The number of ids, the address of the reaches, and the ids.
    words: Vec<u32>,
    reaches: Vec<f64>,
    pub(crate) hits: Vec<Hit<f64>>,
}

impl Answer {
    /// Replaces the answer by ids in ascending order. `find` appends them in any order.
    pub(crate) fn set_ids(&mut self, find: impl FnOnce(&mut Vec<u32>)) {
        self.words.clear();
        self.words.extend([0, 0]);
        find(&mut self.words);
        self.words[2..].sort_unstable();
        self.words[0] = (self.words.len() - 2) as u32;
    }

    /// Replaces the answer by the hits, with `measure` applied to their reaches.
    pub(crate) fn set_hits(&mut self, measure: impl Fn(f64) -> f64) {
        let hits = &self.hits;
        self.reaches.clear();
        self.reaches
            .extend(hits.iter().map(|hit| measure(hit.reach)));
        self.words.clear();
        self.words
            .extend([hits.len() as u32, self.reaches.as_ptr() as u32]);
        self.words.extend(hits.iter().map(|hit| hit.id.0));
    }

    /// The address of the answer, or null after an error.
    pub(crate) fn address(&self, outcome: Result<(), JsError>) -> *const u32 {
        match outcome {
            Ok(()) => self.words.as_ptr(),
            Err(_) => ptr::null(),
        }
    }
}
