//! Broad phases as the JavaScript package calls them.

use std::ptr;

use broadleaf::broad_phase::{Mobility, RestoreError};
use wasm_bindgen::prelude::*;

use crate::answer::Answer;
use crate::any_broad_phase::{AnyBroadPhase, empty, restored};
use crate::changes::Kept;
use crate::given::Given;
use crate::pairs::MAX_PAIRS;
use crate::problem::Outcome;
use crate::queries::Wanted;

/// A broad phase. A call that needs lists begins with `prepare`; JavaScript then writes them, and
/// the call itself returns the address of the places of its answer, or null if there is a problem.
#[wasm_bindgen]
pub struct BroadPhase {
    broad_phase: Box<dyn AnyBroadPhase>,
    given: Given,
    answer: Answer,
    /// What JavaScript reads after a call: addresses and lengths, or a problem.
    report: [u32; 6],
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

    /// The address of the report.
    #[wasm_bindgen(getter)]
    pub fn report(&self) -> *const u32 {
        self.report.as_ptr()
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

    /// Prepares lists of these lengths: ids, numbers, displacements and labels. The report has the
    /// address of each, where JavaScript writes it.
    pub fn prepare(&mut self, ids: usize, numbers: usize, ways: usize, labels: usize) {
        self.given.set_len([ids, numbers, ways, labels]);
        self.report[..4].copy_from_slice(&self.given.addresses());
    }

    /// Adds boxes with labels. The answer is their ids.
    pub fn create(&mut self, mobility: u8) -> *const u32 {
        self.call(|of, given, answer| of.create(given, mobility_of(mobility), answer))
    }

    /// Moves boxes.
    #[wasm_bindgen(js_name = move)]
    pub fn relocate(&mut self) -> *const u32 {
        self.call(|of, given, _| of.relocate(given))
    }

    /// Removes boxes.
    pub fn remove(&mut self) -> *const u32 {
        self.call(|of, given, _| of.remove(given))
    }

    /// Replaces labels of boxes, except those whose bits are set: 1 for the category, 2 for the
    /// mask, 4 for the group.
    #[wasm_bindgen(js_name = setFilter)]
    pub fn set_filter(&mut self, kept: u32) -> *const u32 {
        self.call(|of, given, _| of.set_filter(given, Kept(kept)))
    }

    /// Replaces the mobility of boxes.
    #[wasm_bindgen(js_name = setMobility)]
    pub fn set_mobility(&mut self, mobility: u8) -> *const u32 {
        self.call(|of, given, _| of.set_mobility(given, mobility_of(mobility)))
    }

    /// Whether there is a box with this id.
    pub fn contains(&self, id: f64) -> bool {
        self.broad_phase.contains(id)
    }

    /// Writes the mobility, category, mask and group of a box to the report. Returns false if there
    /// is no such box.
    pub fn config(&mut self, id: f64) -> bool {
        let Some((mobility, filter)) = self.broad_phase.config(id) else {
            return false;
        };
        let group = filter.group.cast_unsigned();
        let labels = [code_of(mobility), filter.category, filter.mask, group];
        self.report[..4].copy_from_slice(&labels);
        true
    }

    /// The ids of all boxes, by slot.
    pub fn ids(&mut self) -> *const u32 {
        self.call(|of, _, answer| of.ids(answer))
    }

    /// The boxes with some ids, or their fat boxes.
    pub fn boxes(&mut self, fat: bool) -> *const u32 {
        self.call(|of, given, answer| of.boxes(given, fat, answer))
    }

    /// The box around all boxes.
    pub fn bounds(&mut self) -> *const u32 {
        self.call(|of, _, answer| {
            of.bounds(answer);
            Ok(())
        })
    }

    /// The boxes that overlap each window.
    pub fn search(&mut self, one_way: bool) -> *const u32 {
        self.call(|of, given, answer| of.search(given, one_way, answer))
    }

    /// What each ray or moving box hits: 0 for the first box, 1 for all, 2 for whether it hits any.
    pub fn cast(&mut self, one_way: bool, wanted: u8, length: f64) -> *const u32 {
        let wanted = match wanted {
            0 => Wanted::First,
            1 => Wanted::All,
            _ => Wanted::Any,
        };
        self.call(|of, given, answer| of.cast(given, one_way, wanted, length, answer))
    }

    /// What each of some boxes first hits when it is displaced.
    pub fn sweep(&mut self) -> *const u32 {
        self.call(|of, given, answer| of.sweep(given, answer))
    }

    /// The boxes nearest to each of some places.
    pub fn nearest(&mut self, one_way: bool, rows: usize, k: f64, distance: f64) -> *const u32 {
        let limits = [k, distance];
        self.call(|of, given, answer| of.nearest(given, one_way, rows, limits, answer))
    }

    /// Ends a frame. The answer is the pairs that began and the pairs that ended.
    pub fn step(&mut self) -> *const u32 {
        self.call(|of, _, answer| of.step(answer))
    }

    /// All pairs of boxes or of fat boxes.
    pub fn pairs(&mut self, fat: bool) -> *const u32 {
        self.call(|of, _, answer| of.pairs(fat, answer))
    }

    /// The pairs of some boxes.
    #[wasm_bindgen(js_name = pairsOf)]
    pub fn pairs_of(&mut self) -> *const u32 {
        self.call(|of, given, answer| of.pairs_of(given, answer))
    }

    /// Frees the memory of a long answer.
    pub fn tidy(&mut self) {
        self.answer.tidy();
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

impl BroadPhase {
    /// Runs a call. Returns the address of the report with the places of the answer, or null with
    /// the problem in the report.
    fn call(
        &mut self,
        work: impl FnOnce(&mut dyn AnyBroadPhase, &Given, &mut Answer) -> Outcome,
    ) -> *const u32 {
        self.answer.clear();
        match work(&mut *self.broad_phase, &self.given, &mut self.answer) {
            Ok(()) => {
                self.report = self.answer.places();
                self.report.as_ptr()
            }
            Err(problem) => {
                self.report[..2].copy_from_slice(&problem.code());
                ptr::null()
            }
        }
    }
}

impl From<Box<dyn AnyBroadPhase>> for BroadPhase {
    fn from(broad_phase: Box<dyn AnyBroadPhase>) -> Self {
        Self {
            broad_phase,
            given: Given::default(),
            answer: Answer::default(),
            report: [0; 6],
        }
    }
}

/// All mobilities, by their codes.
const MOBILITIES: [Mobility; 4] = [
    Mobility::Dynamic,
    Mobility::Kinematic,
    Mobility::Static,
    Mobility::Sleeping,
];

fn mobility_of(code: u8) -> Mobility {
    MOBILITIES
        .get(usize::from(code))
        .copied()
        .unwrap_or_default()
}

fn code_of(mobility: Mobility) -> u32 {
    let code = MOBILITIES.iter().position(|&other| other == mobility);
    code.unwrap_or(0) as u32
}
