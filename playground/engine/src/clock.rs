//! The browser's clock.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// Runs a task and returns its result and its milliseconds. Browsers round their clocks to 0.1 ms
/// or more.
pub(crate) fn timed<T>(task: impl FnOnce() -> T) -> (T, f64) {
    let start = now();
    let result = task();
    (result, now() - start)
}
