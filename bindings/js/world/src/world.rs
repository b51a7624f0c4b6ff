//! Worlds, as JavaScript has them.

use broadleaf::world::{Filter, RestoreError};
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

use crate::any_world::{AnyWorld, Ids, MAX_PAIRS, empty, restored};

/// A world. Ids of its boxes are slots and generations in 64 bits.
#[wasm_bindgen]
pub struct World {
    world: Box<dyn AnyWorld>,
}

#[wasm_bindgen]
impl World {
    /// A world without boxes. Without a margin it has the default one.
    pub fn empty(
        dimensions: usize,
        margin: Option<f64>,
        prediction: f64,
    ) -> Result<World, JsError> {
        let world = match dimensions {
            2 => empty::<2>(margin, prediction)?,
            _ => empty::<3>(margin, prediction)?,
        };
        Ok(Self { world })
    }

    /// The world that was saved.
    pub fn restore(bytes: &[u8]) -> Result<World, JsError> {
        let world = match restored::<2>(bytes) {
            Err(RestoreError::OtherDimension { .. }) => restored::<3>(bytes),
            restored => restored,
        };
        Ok(Self { world: world? })
    }

    /// The number of axes.
    #[wasm_bindgen(getter)]
    pub fn dimensions(&self) -> usize {
        self.world.dimensions()
    }

    /// The number of boxes.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.world.len()
    }

    /// The number of steps.
    #[wasm_bindgen(getter)]
    pub fn frame(&self) -> f64 {
        // Steps take time, so there are fewer than 2^53.
        self.world.frame() as f64
    }

    /// A hash of everything that decides about later events.
    #[wasm_bindgen(getter, js_name = stateHash)]
    pub fn state_hash(&self) -> u64 {
        self.world.state_hash()
    }

    /// The number of steps that can be undone.
    #[wasm_bindgen(getter)]
    pub fn history(&self) -> usize {
        self.world.history()
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
        let filter = Filter {
            category,
            mask,
            group,
        };
        self.world.create(boxes, mobility, filter)
    }

    /// Gives boxes new places, and returns how many left their fat boxes.
    #[wasm_bindgen(js_name = move)]
    pub fn relocate(
        &mut self,
        ids: Ids,
        boxes: &Float64Array,
        displacements: Option<Float64Array>,
    ) -> Result<usize, JsError> {
        self.world.relocate(&ids, boxes, displacements)
    }

    /// Removes boxes.
    pub fn remove(&mut self, ids: Ids) -> Result<(), JsError> {
        self.world.remove(&ids)
    }

    /// Whether there is a box with this id.
    pub fn contains(&self, id: u64) -> bool {
        self.world.contains(id)
    }

    /// The ids of all boxes, by slot.
    pub fn ids(&self) -> Ids {
        self.world.ids()
    }

    /// The boxes with these ids, or their fat boxes.
    pub fn boxes(&self, ids: Ids, fat: bool) -> Result<Float64Array, JsError> {
        self.world.boxes(&ids, fat)
    }

    /// The ids of the boxes that overlap a box.
    pub fn search(&self, window: &Float64Array) -> Result<Ids, JsError> {
        self.world.search(window)
    }

    /// Ends a frame; false if its pairs do not fit into memory, and nothing has changed.
    pub fn step(&mut self) -> bool {
        self.world.step()
    }

    /// The pairs that began in the last step, or those that ended.
    pub fn events(&self, ended: bool) -> Ids {
        self.world.events(ended)
    }

    /// All pairs, of boxes or of fat boxes; nothing if they do not fit into memory.
    pub fn pairs(&self, fat: bool) -> Option<Ids> {
        self.world.pairs(fat)
    }

    /// The number of pairs that always fit.
    #[wasm_bindgen(getter, js_name = maxPairs)]
    pub fn max_pairs(&self) -> usize {
        MAX_PAIRS
    }

    /// Whether so many bytes more fit into the memory of the module.
    #[wasm_bindgen(js_name = hasRoom)]
    pub fn has_room(bytes: f64) -> bool {
        broadleaf_js_arrays::has_room(bytes)
    }

    /// From now on remembers this number of steps.
    pub fn remember(&mut self, steps: usize) {
        self.world.remember(steps);
    }

    /// Goes back by this number of steps.
    pub fn rewind(&mut self, steps: usize) -> Result<(), JsError> {
        self.world.rewind(steps)
    }

    /// Makes later steps faster.
    pub fn optimize(&mut self) {
        self.world.optimize();
    }

    /// The world as bytes.
    pub fn save(&self) -> Vec<u8> {
        self.world.save()
    }
}
