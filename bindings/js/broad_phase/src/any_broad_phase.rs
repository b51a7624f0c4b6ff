//! Broad phases behind a trait that hides the number of dimensions.

use broadleaf::broad_phase::{Margin, Mobility, Multiplier, RestoreError};
use broadleaf::{DynamicTree, Filter, SpatialIndex};
use wasm_bindgen::JsError;

use crate::answer::Answer;
use crate::changes::{self, Kept};
use crate::given::Given;
use crate::ids;
use crate::pairs;
use crate::problem::Outcome;
use crate::queries::{self, Wanted};

/// A broad phase in any number of dimensions.
pub(crate) trait AnyBroadPhase {
    fn dimensions(&self) -> usize;
    fn len(&self) -> usize;
    fn frame(&self) -> u64;
    fn state_hash(&self) -> u64;
    fn bounds(&self, answer: &mut Answer);
    fn ids(&self, answer: &mut Answer) -> Outcome;
    fn contains(&self, id: f64) -> bool;
    fn config(&self, id: f64) -> Option<(Mobility, Filter)>;
    fn boxes(&self, given: &Given, fat: bool, answer: &mut Answer) -> Outcome;

    fn create(&mut self, given: &Given, mobility: Mobility, answer: &mut Answer) -> Outcome;
    fn relocate(&mut self, given: &Given) -> Outcome;
    fn remove(&mut self, given: &Given) -> Outcome;
    fn set_filter(&mut self, given: &Given, kept: Kept) -> Outcome;
    fn set_mobility(&mut self, given: &Given, mobility: Mobility) -> Outcome;
    fn optimize(&mut self);

    fn search(&self, given: &Given, is_one_way: bool, answer: &mut Answer) -> Outcome;
    fn cast(
        &self,
        given: &Given,
        is_one_way: bool,
        wanted: Wanted,
        length: f64,
        answer: &mut Answer,
    ) -> Outcome;
    fn sweep(&self, given: &Given, answer: &mut Answer) -> Outcome;
    fn nearest(
        &self,
        given: &Given,
        is_one_way: bool,
        rows: usize,
        limits: [f64; 2],
        answer: &mut Answer,
    ) -> Outcome;

    fn step(&mut self, answer: &mut Answer) -> Outcome;
    fn pairs(&self, fat: bool, answer: &mut Answer) -> Outcome;
    fn pairs_of(&self, given: &Given, answer: &mut Answer) -> Outcome;

    fn remember(&mut self, steps: usize);
    fn history(&self) -> usize;
    fn rewind(&mut self, steps: usize) -> Result<(), JsError>;
    fn save(&self) -> Vec<u8>;
}

/// The static boxes have a structure of the same type as the moving ones. A `SettledTree` would be
/// faster for many static boxes, but would make the module much larger.
pub(crate) type BroadPhase<const D: usize> =
    broadleaf::BroadPhase<(), f64, D, DynamicTree<f64, D>, DynamicTree<f64, D>>;

impl<const D: usize> AnyBroadPhase for BroadPhase<D> {
    fn dimensions(&self) -> usize {
        D
    }

    fn len(&self) -> usize {
        Self::len(self)
    }

    fn frame(&self) -> u64 {
        Self::frame(self)
    }

    fn state_hash(&self) -> u64 {
        Self::state_hash(self)
    }

    fn bounds(&self, answer: &mut Answer) {
        if let Some(bounds) = self.tight().bounds() {
            answer.numbers.extend(bounds.min());
            answer.numbers.extend(bounds.max());
        }
    }

    fn ids(&self, answer: &mut Answer) -> Outcome {
        let ids: Vec<_> = self.iter().map(|(id, ())| ids::number(id)).collect();
        answer.add_ids(ids.into_iter())
    }

    fn contains(&self, id: f64) -> bool {
        ids::proxy(self, id).is_some()
    }

    fn config(&self, id: f64) -> Option<(Mobility, Filter)> {
        let config = Self::config(self, ids::proxy(self, id)?)?;
        Some((config.mobility, config.filter))
    }

    fn boxes(&self, given: &Given, fat: bool, answer: &mut Answer) -> Outcome {
        changes::boxes(self, given, fat, answer)
    }

    fn create(&mut self, given: &Given, mobility: Mobility, answer: &mut Answer) -> Outcome {
        changes::create(self, given, mobility, answer)
    }

    fn relocate(&mut self, given: &Given) -> Outcome {
        changes::relocate(self, given)
    }

    fn remove(&mut self, given: &Given) -> Outcome {
        changes::remove(self, given)
    }

    fn set_filter(&mut self, given: &Given, kept: Kept) -> Outcome {
        changes::set_filter(self, given, kept)
    }

    fn set_mobility(&mut self, given: &Given, mobility: Mobility) -> Outcome {
        changes::set_mobility(self, given, mobility)
    }

    fn optimize(&mut self) {
        Self::optimize(self);
    }

    fn search(&self, given: &Given, is_one_way: bool, answer: &mut Answer) -> Outcome {
        queries::search(self, given, is_one_way, answer)
    }

    fn cast(
        &self,
        given: &Given,
        is_one_way: bool,
        wanted: Wanted,
        length: f64,
        answer: &mut Answer,
    ) -> Outcome {
        queries::cast(self, given, is_one_way, wanted, length, answer)
    }

    fn sweep(&self, given: &Given, answer: &mut Answer) -> Outcome {
        queries::sweep(self, given, answer)
    }

    fn nearest(
        &self,
        given: &Given,
        is_one_way: bool,
        rows: usize,
        limits: [f64; 2],
        answer: &mut Answer,
    ) -> Outcome {
        queries::nearest(self, given, is_one_way, rows, limits, answer)
    }

    fn step(&mut self, answer: &mut Answer) -> Outcome {
        pairs::step(self, answer)
    }

    fn pairs(&self, fat: bool, answer: &mut Answer) -> Outcome {
        pairs::all(self, fat, answer)
    }

    fn pairs_of(&self, given: &Given, answer: &mut Answer) -> Outcome {
        pairs::of_boxes(self, given, answer)
    }

    fn remember(&mut self, steps: usize) {
        match steps {
            0 => self.forget_steps(),
            _ => Self::remember(self, steps),
        }
    }

    fn history(&self) -> usize {
        self.history_len().unwrap_or(0)
    }

    fn rewind(&mut self, steps: usize) -> Result<(), JsError> {
        Ok(Self::rewind(self, steps)?)
    }

    fn save(&self) -> Vec<u8> {
        Self::save(self)
    }
}

/// The default margin, in sixteenths of the longest side of a box. It is close to the margin of
/// Box2D, a tenth of a metre for bodies of about one metre, but suits boxes of any scale.
const MARGIN: u32 = 2;

/// A broad phase without boxes. `None` stands for the default margin.
pub(crate) fn empty<const D: usize>(
    margin: Option<f64>,
    prediction: f64,
) -> Result<Box<dyn AnyBroadPhase>, JsError> {
    let prediction = Multiplier::try_from(prediction).map_err(|_| JsError::new("prediction"))?;
    let margin = match margin {
        None => Margin::Proportional {
            sixteenths: MARGIN,
            prediction,
        },
        Some(0.0) => Margin::Tight,
        Some(extension) => Margin::Fatten {
            extension,
            prediction,
        },
    };
    Ok(Box::new(BroadPhase::<D>::with_structures(
        margin,
        DynamicTree::default(),
        DynamicTree::default(),
    )))
}

/// The broad phase that was saved.
pub(crate) fn restored<const D: usize>(
    bytes: &[u8],
) -> Result<Box<dyn AnyBroadPhase>, RestoreError> {
    Ok(Box::new(BroadPhase::<D>::restore(bytes)?))
}
