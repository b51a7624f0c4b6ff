//! Broad phases behind a trait that hides the number of dimensions.

use std::ops::ControlFlow;

use broadleaf::DynamicTree;
use broadleaf::Filter;
use broadleaf::broad_phase::{Margin, Mobility, Multiplier, ProxyConfig, ProxyId, RestoreError};
use broadleaf_js_arrays::{Boxes, Input, has_room, rows};
use js_sys::Float64Array;
use wasm_bindgen::JsError;

/// A broad phase in any number of dimensions.
pub(crate) trait AnyBroadPhase {
    fn dimensions(&self) -> usize;
    fn create(
        &mut self,
        boxes: &Float64Array,
        mobility: u8,
        filter: Filter,
    ) -> Result<Ids, JsError>;
    fn relocate(&mut self, ids: &[u64], boxes: &Input, ways: &[f64]) -> Result<(), JsError>;
    fn remove(&mut self, ids: &Ids) -> Result<(), JsError>;
    fn contains(&self, id: u64) -> bool;
    fn ids(&self) -> Ids;
    fn boxes(&self, ids: &Ids, fat: bool) -> Result<Float64Array, JsError>;
    fn search(&self, window: &Float64Array) -> Result<Ids, JsError>;
    /// Ends a frame. Returns false, with nothing changed, if the pairs do not fit into memory.
    fn step(&mut self) -> bool;
    /// Adds the pairs that began in the last step, then the pairs that ended. Returns the number of
    /// ids in pairs that began.
    fn add_events(&self, ids: &mut Ids) -> usize;
    /// The pairs; `None` if they do not fit into memory.
    fn pairs(&self, fat: bool) -> Option<Ids>;
    fn remember(&mut self, steps: usize);
    fn history(&self) -> usize;
    fn rewind(&mut self, steps: usize) -> Result<(), JsError>;
    fn optimize(&mut self);
    fn frame(&self) -> u64;
    fn len(&self) -> usize;
    fn state_hash(&self) -> u64;
    fn save(&self) -> Vec<u8>;
}

/// The static boxes have a structure of the same type as the moving ones. A `SettledTree` would be
/// faster for many static boxes, but would make the module much larger.
type BroadPhase<const D: usize> =
    broadleaf::BroadPhase<(), f64, D, DynamicTree<f64, D>, DynamicTree<f64, D>>;

/// Ids of proxies as numbers.
pub(crate) type Ids = Vec<u64>;

impl<const D: usize> AnyBroadPhase for BroadPhase<D> {
    fn dimensions(&self) -> usize {
        D
    }

    fn create(
        &mut self,
        boxes: &Float64Array,
        mobility: u8,
        filter: Filter,
    ) -> Result<Ids, JsError> {
        let mobility = match mobility {
            0 => Mobility::Dynamic,
            1 => Mobility::Kinematic,
            _ => Mobility::Static,
        };
        let config = ProxyConfig::new(mobility).with_filter(filter);
        let numbers = Boxes::copied(boxes);
        let boxes = numbers.check::<D>("boxes")?;
        let ids = self.create_all(config, boxes.iter().map(|&aabb| (aabb, ())));
        Ok(ids.into_iter().map(ProxyId::to_bits).collect())
    }

    fn relocate(&mut self, ids: &[u64], boxes: &Input, ways: &[f64]) -> Result<(), JsError> {
        known(self, ids)?;
        let boxes = boxes.check::<D>("boxes")?;
        let mut ways = ways.as_chunks::<D>().0.iter().copied();
        let moves = ids.iter().zip(boxes).map(|(&id, &aabb)| {
            let way = ways.next().unwrap_or([0.0; D]);
            (ProxyId::from_bits(id), aabb, way)
        });
        self.move_all(moves)?;
        Ok(())
    }

    fn remove(&mut self, ids: &Ids) -> Result<(), JsError> {
        known(self, ids)?;
        for &id in ids {
            self.remove(ProxyId::from_bits(id));
        }
        Ok(())
    }

    fn contains(&self, id: u64) -> bool {
        Self::contains(self, ProxyId::from_bits(id))
    }

    fn ids(&self) -> Ids {
        self.iter().map(|(id, ())| id.to_bits()).collect()
    }

    fn boxes(&self, ids: &Ids, fat: bool) -> Result<Float64Array, JsError> {
        known(self, ids)?;
        let aabb = match fat {
            true => Self::fat_aabb,
            false => Self::aabb,
        };
        Ok(rows(
            ids.iter()
                .filter_map(|&id| aabb(self, ProxyId::from_bits(id))),
        ))
    }

    fn search(&self, window: &Float64Array) -> Result<Ids, JsError> {
        let numbers = Boxes::copied(window);
        let Some(window) = numbers.check::<D>("box")?.first() else {
            return Ok(Vec::new());
        };
        let is_inside = |id: &ProxyId| self.aabb(*id).is_some_and(|aabb| aabb.overlaps(window));
        let found = self.overlaps(window).into_iter().filter(is_inside);
        Ok(found.map(ProxyId::to_bits).collect())
    }

    fn step(&mut self) -> bool {
        self.try_step(FEW).is_ok()
            || has_room(BYTES * MAX_PAIRS as f64) && self.try_step(MAX_PAIRS).is_ok()
    }

    fn add_events(&self, ids: &mut Ids) -> usize {
        let events = Self::events(self);
        ids.extend(flat(&events.begun));
        let begun = ids.len();
        ids.extend(flat(&events.ended));
        begun
    }

    fn pairs(&self, fat: bool) -> Option<Ids> {
        let is_pair = |pair: [ProxyId; 2]| match pair.map(|id| self.aabb(id)) {
            [Some(a), Some(b)] => fat || a.overlaps(&b),
            _ => false,
        };
        let mut pairs = Vec::new();
        let flow = self.try_for_each_pair(|a, b| {
            if pairs.len() == MAX_PAIRS || pairs.len() == FEW && !has_room(BYTES * MAX_PAIRS as f64)
            {
                return ControlFlow::Break(());
            }
            if is_pair([a, b]) {
                pairs.push([a, b]);
            }
            ControlFlow::Continue(())
        });
        flow.is_continue().then(|| {
            pairs.sort_unstable();
            flat(&pairs).collect()
        })
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

    fn optimize(&mut self) {
        Self::optimize(self);
    }

    fn frame(&self) -> u64 {
        Self::frame(self)
    }

    fn len(&self) -> usize {
        Self::len(self)
    }

    fn state_hash(&self) -> u64 {
        Self::state_hash(self)
    }

    fn save(&self) -> Vec<u8> {
        Self::save(self)
    }
}

/// A step can always have this number of pairs, for which it takes 600 MB.
const FEW: usize = 1 << 22;
/// The most pairs that a step or a list of pairs can have, if there is memory: more than half of
/// the memory of a module.
pub(crate) const MAX_PAIRS: usize = 1 << 24;
/// The bytes that a step takes for each pair.
const BYTES: f64 = 150.0;

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

/// Returns an error if an id has no proxy.
fn known(broad_phase: &impl AnyBroadPhase, ids: &[u64]) -> Result<(), JsError> {
    match ids.iter().position(|&id| !broad_phase.contains(id)) {
        None => Ok(()),
        Some(row) => Err(JsError::new(&format!(
            "ids: row {row}: there is no box with the id {}",
            ids[row]
        ))),
    }
}

fn flat(pairs: &[[ProxyId; 2]]) -> impl Iterator<Item = u64> {
    pairs.as_flattened().iter().map(|id| id.to_bits())
}
