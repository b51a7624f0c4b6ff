//! Answers in the memory of the module.

use wasm_bindgen::prelude::*;

/// An answer in the memory of the module, where JavaScript reads it: whole numbers such as rows,
/// and float64s such as lengths.
#[wasm_bindgen]
#[derive(Default)]
pub struct Answer {
    words: Vec<u32>,
    numbers: Vec<f64>,
    /// The number of items that do not fit into memory.
    too_many: Option<u64>,
}

#[wasm_bindgen]
impl Answer {
    /// The number of all items, if they do not fit into memory.
    #[wasm_bindgen(getter, js_name = tooMany)]
    pub fn too_many(&self) -> Option<f64> {
        self.too_many.map(|count| count as f64)
    }

    /// The address of the numbers (2), or of the words (1).
    pub fn place(&self, list: usize) -> *const u32 {
        match list {
            2 => self.numbers.as_ptr().cast(),
            _ => self.words.as_ptr(),
        }
    }

    /// The length of the numbers (2), or of the words (1).
    pub fn length(&self, list: usize) -> usize {
        match list {
            2 => self.numbers.len(),
            _ => self.words.len(),
        }
    }
}

impl Answer {
    pub(crate) fn new(words: Vec<u32>, numbers: Vec<f64>) -> Self {
        Self {
            words,
            numbers,
            too_many: None,
        }
    }

    /// A refusal with the number of items that do not fit.
    pub(crate) fn too_much(count: u64) -> Self {
        Self {
            too_many: Some(count),
            ..Self::default()
        }
    }
}

/// Starts and ends as rows.
pub(crate) fn rows(starts: &[f64], ends: &[f64]) -> Vec<f64> {
    let rows = starts.iter().zip(ends);
    rows.flat_map(|(start, end)| [*start, *end]).collect()
}
