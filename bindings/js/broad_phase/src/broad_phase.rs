//! Broad phases as the JavaScript package calls them.

use std::ptr;

use broadleaf::Filter;
use broadleaf::broad_phase::RestoreError;
use broadleaf_js_arrays::Input;
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

use crate::any_broad_phase::{AnyBroadPhase, Ids, MAX_PAIRS, empty, restored};

/// A broad phase. The ids of its boxes are slots and generations in 64 bits.
#[wasm_bindgen]
pub struct BroadPhase {
    broad_phase: Box<dyn AnyBroadPhase>,
    /// The input that JavaScript wrote for the last move.
    ids: Input<u64>,
    boxes: Input,
    ways: Input,
    /// The events of the last step.
    events: Ids,
    /// The report on the last call, which JavaScript reads.
    report: [u32; 4],
}

#[wasm_bindgen]
impl BroadPhase {
    /// A broad phase without boxes. `None` stands for the default margin.
    pub fn empty(
        dimensions: usize,
        margin: Option<f64>,
        prediction: f64,
    ) -> Result<BroadPhase, JsError> {
        let broad_phase = match dimensions {
            2 => empty::<2>(margin, prediction)?,
            _ => empty::<3>(margin, prediction)?,
        };
        Ok(broad_phase.into())
    }

    /// The broad phase that was saved.
    pub fn restore(bytes: &[u8]) -> Result<BroadPhase, JsError> {
        let broad_phase = match restored::<2>(bytes) {
            Err(RestoreError::OtherDimension { .. }) => restored::<3>(bytes),
            restored => restored,
        };
        Ok(broad_phase?.into())
    }

    /// The number of axes.
    #[wasm_bindgen(getter)]
    pub fn dimensions(&self) -> usize {
        self.broad_phase.dimensions()
    }

    /// The number of boxes.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.broad_phase.len()
    }

    /// The number of steps.
    #[wasm_bindgen(getter)]
    pub fn frame(&self) -> f64 {
        // There are never 2^53 steps.
        self.broad_phase.frame() as f64
    }

    /// A hash of all state that affects later events.
    #[wasm_bindgen(getter, js_name = stateHash)]
    pub fn state_hash(&self) -> u64 {
        self.broad_phase.state_hash()
    }

    /// The number of steps that can be undone.
    #[wasm_bindgen(getter)]
    pub fn history(&self) -> usize {
        self.broad_phase.history()
    }

    /// Adds boxes and returns their ids.
    pub fn create(
        &mut self,
        boxes: &Float64Array,
        mobility: u8,
        category: u32,
        mask: u32,
        group: i32,
    ) -> Result<Ids, JsError> {
        let filter = Filter::new(category, mask).with_group(group);
        self.broad_phase.create(boxes, mobility, filter)
    }

    /// Prepares a move of these numbers of ids, coordinates and displacements. Returns the address
    /// of the three addresses where JavaScript writes them.
    #[wasm_bindgen(js_name = writeMove)]
    pub fn write_move(&mut self, ids: usize, numbers: usize, ways: usize) -> *const u32 {
        self.ids.set_len(ids);
        self.boxes.set_len(numbers);
        self.ways.set_len(ways);
        let (ids, boxes, ways) = (&self.ids, &self.boxes, &self.ways);
        self.report = [ids.address(), boxes.address(), ways.address(), 0];
        self.report.as_ptr()
    }

    /// Moves boxes as JavaScript wrote.
    #[wasm_bindgen(js_name = move)]
    pub fn relocate(&mut self) -> Result<(), JsError> {
        let (ids, ways) = (self.ids.values(), self.ways.values());
        self.broad_phase.relocate(ids, &self.boxes, ways)
    }

    /// Removes boxes.
    pub fn remove(&mut self, ids: Ids) -> Result<(), JsError> {
        self.broad_phase.remove(&ids)
    }

    /// Whether there is a box with this id.
    pub fn contains(&self, id: u64) -> bool {
        self.broad_phase.contains(id)
    }

    /// The ids of all boxes, by slot.
    pub fn ids(&self) -> Ids {
        self.broad_phase.ids()
    }

    /// The boxes with these ids, or their fat boxes.
    pub fn boxes(&self, ids: Ids, fat: bool) -> Result<Float64Array, JsError> {
        self.broad_phase.boxes(&ids, fat)
    }

    /// The ids of the boxes that overlap a box.
    pub fn search(&self, window: &Float64Array) -> Result<Ids, JsError> {
        self.broad_phase.search(window)
    }

    /// Ends a frame. Returns the address of a report: the number of ids in pairs that began, the
    /// number in pairs that ended, and the address of these ids. Null, with nothing changed, if the
    /// pairs do not fit into memory.
    pub fn step(&mut self) -> *const u32 {
        if !self.broad_phase.step() {
            return ptr::null();
        }
        self.events.clear();
        let begun = self.broad_phase.add_events(&mut self.events);
        let ended = self.events.len() - begun;
        let address = self.events.as_ptr() as u32;
        self.report = [begun as u32, ended as u32, address, 0];
        self.report.as_ptr()
    }

    /// All pairs of boxes or of fat boxes; `None` if they do not fit into memory.
    pub fn pairs(&self, fat: bool) -> Option<Ids> {
        self.broad_phase.pairs(fat)
    }

    /// The number of pairs that always fit.
    #[wasm_bindgen(getter, js_name = maxPairs)]
    pub fn max_pairs(&self) -> usize {
        MAX_PAIRS
    }

    /// Whether this number of bytes still fits into the memory of the module.
    #[wasm_bindgen(js_name = hasRoom)]
    pub fn has_room(bytes: f64) -> bool {
        broadleaf_js_arrays::has_room(bytes)
    }

    /// Sets the number of steps that are kept from this call on.
    pub fn remember(&mut self, steps: usize) {
        self.broad_phase.remember(steps);
    }

    /// Rewinds by this number of steps.
    pub fn rewind(&mut self, steps: usize) -> Result<(), JsError> {
        self.broad_phase.rewind(steps)
    }

    /// Makes later steps faster.
    pub fn optimize(&mut self) {
        self.broad_phase.optimize();
    }

    /// The broad phase as bytes.
    pub fn save(&self) -> Vec<u8> {
        self.broad_phase.save()
    }
}

impl From<Box<dyn AnyBroadPhase>> for BroadPhase {
    fn from(broad_phase: Box<dyn AnyBroadPhase>) -> Self {
        Self {
            broad_phase,
            ids: Input::default(),
            boxes: Input::default(),
            ways: Input::default(),
            events: Vec::new(),
            report: [0; 4],
        }
    }
}
