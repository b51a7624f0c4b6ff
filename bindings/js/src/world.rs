//! Worlds, as JavaScript has them.

use broadleaf::world::{Filter, RestoreError};
use js_sys::{Array, BigUint64Array};
use wasm_bindgen::prelude::*;

use crate::any_world::{AnyWorld, Ids, empty, restored};
use crate::kind::{Kind, by_kind};

/// A world of boxes of any kind. Ids are slots and generations in 64 bits.
#[wasm_bindgen]
pub struct World {
    kind: Kind,
    world: Box<dyn AnyWorld>,
}

#[wasm_bindgen]
impl World {
    /// A world without boxes. Without a margin it has the default one.
    pub fn empty(kind: Kind, margin: Option<f64>, prediction: f64) -> Result<World, JsError> {
        let world = by_kind!(kind, empty(margin, prediction))?;
        Ok(Self { kind, world })
    }

    /// The world that was saved.
    pub fn restore(bytes: &[u8]) -> Result<World, JsError> {
        let mut problem = RestoreError::NotAWorld;
        for kind in Kind::ALL {
            match by_kind!(kind, restored(bytes)) {
                Ok(world) => return Ok(Self { kind, world }),
                Err(error) => problem = worse(problem, error),
            }
        }
        Err(problem.into())
    }

    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.world.len()
    }

    #[wasm_bindgen(getter)]
    pub fn frame(&self) -> f64 {
        // Steps take time, so there are fewer than 2^53.
        self.world.frame() as f64
    }

    #[wasm_bindgen(getter, js_name = stateHash)]
    pub fn state_hash(&self) -> u64 {
        self.world.state_hash()
    }

    #[wasm_bindgen(getter)]
    pub fn history(&self) -> usize {
        self.world.history()
    }

    /// Adds boxes and returns their ids.
    pub fn create(
        &mut self,
        boxes: &JsValue,
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
        boxes: &JsValue,
        displacements: &JsValue,
    ) -> Result<usize, JsError> {
        self.world.relocate(&ids, boxes, displacements)
    }

    pub fn remove(&mut self, ids: Ids) -> Result<(), JsError> {
        self.world.remove(&ids)
    }

    pub fn contains(&self, id: u64) -> bool {
        self.world.contains(id)
    }

    pub fn ids(&self) -> Ids {
        self.world.ids()
    }

    pub fn boxes(&self, ids: Ids, fat: bool) -> Result<JsValue, JsError> {
        self.world.boxes(&ids, fat)
    }

    pub fn search(&self, window: &JsValue) -> Result<Ids, JsError> {
        self.world.search(window)
    }

    /// Ends a frame, and returns the pairs that began and those that ended.
    pub fn step(&mut self) -> Array {
        let [begun, ended] = self.world.step().map(|ids| BigUint64Array::from(&ids[..]));
        Array::of2(&begun, &ended)
    }

    pub fn pairs(&self, fat: bool) -> Ids {
        self.world.pairs(fat)
    }

    pub fn remember(&mut self, steps: usize) {
        self.world.remember(steps);
    }

    pub fn rewind(&mut self, steps: usize) -> Result<(), JsError> {
        self.world.rewind(steps)
    }

    pub fn optimize(&mut self) {
        self.world.optimize();
    }

    pub fn save(&self) -> Vec<u8> {
        self.world.save()
    }
}

/// The error that says more about bytes which are no world of two kinds.
fn worse(first: RestoreError, second: RestoreError) -> RestoreError {
    match second {
        RestoreError::OtherScalar { .. } | RestoreError::OtherDimension { .. } => match first {
            RestoreError::NotAWorld => second,
            _ => first,
        },
        _ => second,
    }
}
