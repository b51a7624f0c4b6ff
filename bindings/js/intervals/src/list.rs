//! Lists of intervals as JavaScript passes them.

use broadleaf_tables::intervals::Intervals;
use wasm_bindgen::prelude::*;

/// A list of intervals. Functions take it by value, which frees it.
#[wasm_bindgen]
pub struct List {
    starts: Vec<f64>,
    ends: Vec<f64>,
    keys: Option<Vec<u32>>,
}

#[wasm_bindgen]
impl List {
    /// The intervals of these columns.
    #[wasm_bindgen(constructor)]
    pub fn new(starts: Vec<f64>, ends: Vec<f64>, keys: Option<Vec<u32>>) -> Self {
        Self { starts, ends, keys }
    }
}

impl List {
    /// The intervals. JavaScript has already checked them.
    pub(crate) fn intervals(&self) -> Result<Intervals<'_, f64>, JsError> {
        let list = Intervals::new(&self.starts, &self.ends)?;
        Ok(match &self.keys {
            None => list,
            Some(keys) => list.by(keys)?,
        })
    }

    pub(crate) fn has_keys(&self) -> bool {
        self.keys.is_some()
    }
}
