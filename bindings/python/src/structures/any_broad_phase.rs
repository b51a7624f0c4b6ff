//! Broad phases of any kind of boxes behind one trait.

use std::ops::ControlFlow;

use broadleaf::Filter;
use broadleaf::broad_phase::{Events, Margin, Mobility, Multiplier, ProxyConfig, ProxyId};
use broadleaf::geometry::BoxSource;
use broadleaf::{BroadPhase, Id, SpatialIndex};
use numpy::PyReadonlyArray2;
use numpy::ndarray::Array2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::any_boxes::{Held, borrow};
use crate::arrays::boxes::checked;
use crate::arrays::columns::sorted_by_any_id;
use crate::arrays::number::Number;
use crate::calls::call::{Call, Watch, catch, changes, detach};
use crate::calls::memory;
use crate::calls::pieces::Pieces;
use crate::calls::step_memory;
use crate::queries::casts::{self, Casts, Hits};
use crate::queries::filtered::{Filtered, QueryLabels};
use crate::queries::nearest::{self, Wanted};
use crate::queries::windows::{self, Predicate};
use crate::structures::packed::{ids_in, rows};

/// Pairs of proxies, as two rows.
type Pairs = Array2<i64>;

/// The properties of new proxies.
#[derive(FromPyObject)]
pub(crate) struct Config {
    #[pyo3(item)]
    mobility: u8,
    #[pyo3(item)]
    category: u32,
    #[pyo3(item)]
    mask: u32,
    #[pyo3(item)]
    group: i32,
}

/// The labels to replace; `None` keeps those of a proxy.
#[derive(FromPyObject)]
pub(crate) struct Labels {
    #[pyo3(item)]
    category: Option<u32>,
    #[pyo3(item)]
    mask: Option<u32>,
    #[pyo3(item)]
    group: Option<i32>,
}

/// The mobility with a code from Python.
pub(crate) fn mobility_of(code: u8) -> Mobility {
    match code {
        0 => Mobility::Dynamic,
        1 => Mobility::Kinematic,
        2 => Mobility::Static,
        _ => Mobility::Sleeping,
    }
}

/// A broad phase of some kind.
pub(crate) trait AnyBroadPhase: Send + Sync {
    fn create(&mut self, boxes: &Bound<'_, PyAny>, config: &Config) -> PyResult<Vec<i64>>;
    fn relocate(
        &mut self,
        ids: &[i64],
        boxes: &Bound<'_, PyAny>,
        displacements: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize>;
    fn remove(&mut self, ids: &[i64]);
    fn set_filter(&mut self, ids: &[i64], labels: &Labels);
    fn set_mobility(&mut self, ids: &[i64], mobility: Mobility);
    fn contains(&self, id: ProxyId) -> bool;
    fn ids(&self) -> Vec<i64>;
    fn boxes<'py>(&self, py: Python<'py>, ids: &[i64], fat: bool) -> PyResult<Bound<'py, PyAny>>;
    fn bounds<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny>;
    fn query_one(
        &self,
        window: &Bound<'_, PyAny>,
        labels: &QueryLabels,
    ) -> PyResult<Option<Vec<i64>>>;
    fn query(
        &self,
        boxes: &Bound<'_, PyAny>,
        predicate: Option<Predicate>,
        labels: &QueryLabels,
        call: &Call,
    ) -> PyResult<Array2<i64>>;
    fn nearest_one<'py>(
        &self,
        place: &Bound<'py, PyAny>,
        wanted: Wanted,
        labels: &QueryLabels,
    ) -> PyResult<Option<nearest::One<'py>>>;
    fn nearest(
        &self,
        places: &Bound<'_, PyAny>,
        wanted: Wanted,
        labels: &QueryLabels,
        call: &Call,
    ) -> PyResult<nearest::Found>;
    fn cast(
        &self,
        casts: &Casts<'_>,
        labels: &QueryLabels,
        call: &Call,
    ) -> PyResult<nearest::Found>;
    fn sweep(
        &self,
        ids: &[i64],
        displacements: &Bound<'_, PyAny>,
        call: &Call,
    ) -> PyResult<nearest::Found>;
    /// Ends the call if the events after this number of changes may not fit into memory.
    fn expect_step(&self, changed: usize, watch: &Watch<'_>);
    fn step(&mut self) -> Events;
    fn pairs(&self, fat: bool, watch: &Watch<'_>) -> Pairs;
    fn pairs_of(&self, ids: &[i64], watch: &Watch<'_>) -> Pairs;
    fn remember(&mut self, steps: usize);
    fn history_len(&self) -> Option<usize>;
    fn rewind(&mut self, steps: usize) -> Result<(), String>;
    fn optimize(&mut self);
    fn frame(&self) -> u64;
    fn len(&self) -> usize;
    fn state_hash(&self) -> u64;
    fn save(&self) -> Vec<u8>;
}

impl<S: Number, const D: usize> AnyBroadPhase for BroadPhase<(), S, D> {
    fn create(&mut self, boxes: &Bound<'_, PyAny>, config: &Config) -> PyResult<Vec<i64>> {
        let held = Held::<S, D>::new(boxes)?;
        let numbers = held.numbers();
        let filter = Filter::new(config.category, config.mask).with_group(config.group);
        let config = ProxyConfig::new(mobility_of(config.mobility)).with_filter(filter);
        let room = self.max_proxies() - self.len();
        if numbers.len() > room {
            let count = numbers.len();
            let problem =
                format!("boxes: the broad phase has room for {room} more, not for {count}");
            return Err(PyValueError::new_err(problem));
        }
        catch(|watch| memory::expect(numbers.len(), memory::STORE, watch))?;
        let created: Result<_, String> = detach(boxes.py(), changes(numbers.len()), || {
            let boxes = checked(numbers, "boxes")?;
            let boxes = (0..boxes.len()).map(|row| (boxes.get(row), ()));
            let ids = self.create_all(config, boxes);
            Ok(ids.into_iter().map(number).collect())
        });
        created.map_err(PyValueError::new_err)
    }

    fn relocate(
        &mut self,
        ids: &[i64],
        boxes: &Bound<'_, PyAny>,
        displacements: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let held = Held::<S, D>::new(boxes)?;
        let numbers = held.numbers();
        let ways: Option<PyReadonlyArray2<'_, S>> = displacements
            .map(|displacements| borrow(displacements, D))
            .transpose()?;
        let ways = ways.as_ref().map(|ways| ways.as_array());
        let moved: Result<_, String> = detach(boxes.py(), changes(ids.len()), || {
            let boxes = checked(numbers, "boxes")?;
            let moves = ids.iter().enumerate().map(|(row, &id)| {
                let way = ways.map_or([S::default(); D], |ways| {
                    std::array::from_fn(|axis| ways[[row, axis]])
                });
                (proxy(id), boxes.get(row), way)
            });
            self.move_all(moves).map_err(|error| error.to_string())
        });
        moved.map_err(PyValueError::new_err)
    }

    fn remove(&mut self, ids: &[i64]) {
        for &id in ids {
            self.remove(proxy(id));
        }
    }

    fn set_filter(&mut self, ids: &[i64], labels: &Labels) {
        for id in ids.iter().map(|&id| proxy(id)) {
            let old = self.filter(id).unwrap_or_default();
            let category = labels.category.unwrap_or(old.category);
            let new = Filter::new(category, labels.mask.unwrap_or(old.mask))
                .with_group(labels.group.unwrap_or(old.group));
            // The caller knows that there is such a proxy.
            _ = Self::set_filter(self, id, new);
        }
    }

    fn set_mobility(&mut self, ids: &[i64], mobility: Mobility) {
        for &id in ids {
            _ = Self::set_mobility(self, proxy(id), mobility);
        }
    }

    fn contains(&self, id: ProxyId) -> bool {
        Self::contains(self, id)
    }

    fn ids(&self) -> Vec<i64> {
        self.iter().map(|(id, ())| number(id)).collect()
    }

    fn boxes<'py>(&self, py: Python<'py>, ids: &[i64], fat: bool) -> PyResult<Bound<'py, PyAny>> {
        let ids = ids.iter().map(|&id| proxy(id));
        Ok(rows(
            py,
            ids.filter_map(|id| {
                if fat {
                    self.fat_aabb(id)
                } else {
                    self.aabb(id)
                }
            }),
        ))
    }

    fn bounds<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        rows(py, self.tight().bounds().into_iter())
    }

    fn query_one(
        &self,
        window: &Bound<'_, PyAny>,
        labels: &QueryLabels,
    ) -> PyResult<Option<Vec<i64>>> {
        let of = Filtered { of: self, labels };
        if !of.is_for_one() {
            return Ok(None);
        }
        let (boxes, rule) = (self.tight(), of.rule(0));
        ids_in(&boxes.filtered(&rule), self.len(), window, |slot| {
            self.proxy(slot).map(number)
        })
    }

    fn query(
        &self,
        boxes: &Bound<'_, PyAny>,
        predicate: Option<Predicate>,
        labels: &QueryLabels,
        call: &Call,
    ) -> PyResult<Array2<i64>> {
        let rows = windows::find(Filtered { of: self, labels }, boxes, predicate, call)?;
        Ok(with_ids(self, rows, &[1]))
    }

    fn nearest_one<'py>(
        &self,
        place: &Bound<'py, PyAny>,
        wanted: Wanted,
        labels: &QueryLabels,
    ) -> PyResult<Option<nearest::One<'py>>> {
        nearest::find_one(Filtered { of: self, labels }, place, wanted, |slot| {
            self.proxy(slot).map(number)
        })
    }

    fn nearest(
        &self,
        places: &Bound<'_, PyAny>,
        wanted: Wanted,
        labels: &QueryLabels,
        call: &Call,
    ) -> PyResult<nearest::Found> {
        let of = Filtered { of: self, labels };
        let (rows, distances) = nearest::find(of, places, wanted, call)?;
        Ok((with_ids(self, rows, &[1]), distances))
    }

    fn cast(
        &self,
        casts: &Casts<'_>,
        labels: &QueryLabels,
        call: &Call,
    ) -> PyResult<nearest::Found> {
        let of = Filtered { of: self, labels };
        let (rows, reaches) = casts::find(of, casts, ["origins", "directions"], call)?;
        Ok((with_ids(self, rows, &[1]), reaches))
    }

    fn sweep(
        &self,
        ids: &[i64],
        displacements: &Bound<'_, PyAny>,
        call: &Call,
    ) -> PyResult<nearest::Found> {
        let starts = AnyBroadPhase::boxes(self, displacements.py(), ids, false)?;
        let filters = ids.iter().filter_map(|&id| self.filter(proxy(id)));
        let labels = &QueryLabels::of_bodies(ids, filters.collect());
        let of = Filtered { of: self, labels };
        let casts = Casts(starts, displacements.clone(), 1.0, Hits::First);
        let (rows, reaches) = casts::find(of, &casts, ["ids", "displacements"], call)?;
        Ok((with_ids(self, rows, &[1]), reaches))
    }

    fn step(&mut self) -> Events {
        Self::step(self)
    }

    fn expect_step(&self, changed: usize, watch: &Watch<'_>) {
        step_memory::expect(self, changed, watch);
    }

    fn pairs(&self, fat: bool, watch: &Watch<'_>) -> Pairs {
        let mut pieces = Pieces::new(watch);
        let overlap = |a, b| {
            let both = self.aabb(a).zip(self.aabb(b));
            both.is_some_and(|(a, b)| a.overlaps(&b))
        };
        self.for_each_pair(|a, b| {
            if fat || overlap(a, b) {
                pieces.push(a.id(), b.id());
            } else {
                pieces.skip();
            }
        });
        // Ids are ordered by slot.
        let slots = sorted_by_any_id(&pieces.into_lists().collect(), watch);
        with_ids(self, slots, &[0, 1])
    }

    fn pairs_of(&self, ids: &[i64], watch: &Watch<'_>) -> Pairs {
        let proxies: Vec<_> = ids.iter().map(|&id| proxy(id)).collect();
        let mut pieces = Pieces::new(watch);
        _ = self.try_for_each_pair_of(&proxies, |a, b| {
            pieces.push(a.id(), b.id());
            ControlFlow::<()>::Continue(())
        });
        let slots = sorted_by_any_id(&pieces.into_lists().collect(), watch);
        with_ids(self, slots, &[0, 1])
    }

    fn remember(&mut self, steps: usize) {
        if steps == 0 {
            self.forget_steps();
        } else {
            Self::remember(self, steps);
        }
    }

    fn history_len(&self) -> Option<usize> {
        Self::history_len(self)
    }

    fn rewind(&mut self, steps: usize) -> Result<(), String> {
        Self::rewind(self, steps).map_err(|error| error.to_string())
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

/// The default margin in sixteenths of the longest side of a box, close to the margin of Box2D, a
/// tenth of a unit for boxes of about one unit.
const MARGIN: u32 = 2;

/// A broad phase without boxes. `None` is the default margin, which suits boxes of any size.
pub(crate) fn empty<S: Number, const D: usize>(
    margin: Option<&Bound<'_, PyAny>>,
    prediction: u32,
) -> PyResult<Box<dyn AnyBroadPhase>> {
    let prediction = Multiplier::from(prediction);
    let margin = match margin.map(S::from_python).transpose()? {
        None => Margin::Proportional {
            sixteenths: MARGIN,
            prediction,
        },
        Some(extension) if extension == S::default() => Margin::Tight,
        Some(extension) => Margin::Fatten {
            extension,
            prediction,
        },
    };
    Ok(Box::new(BroadPhase::<(), S, D>::new(margin)))
}

pub(crate) fn restored<S: Number, const D: usize>(
    bytes: &[u8],
) -> Result<Box<dyn AnyBroadPhase>, String> {
    match BroadPhase::<(), S, D>::restore(bytes) {
        Ok(broad_phase) => Ok(Box::new(broad_phase)),
        Err(error) => Err(error.to_string()),
    }
}

/// The same array with ids instead of the slots in these rows.
fn with_ids<S: Number, const D: usize>(
    broad_phase: &BroadPhase<(), S, D>,
    mut array: Array2<i64>,
    rows: &[usize],
) -> Array2<i64> {
    let id_of = |slot: i64| broad_phase.proxy(Id(u32::try_from(slot).ok()?));
    for &row in rows {
        for slot in array.row_mut(row) {
            *slot = id_of(*slot).map_or(-1, number);
        }
    }
    array
}

/// An id as a Python integer.
pub(crate) fn number(id: ProxyId) -> i64 {
    id.to_bits().cast_signed()
}

/// The proxy with this Python integer as id.
pub(crate) fn proxy(id: i64) -> ProxyId {
    ProxyId::from_bits(id.cast_unsigned())
}

/// Pairs as an array of shape `(2, m)`. Does not check for signals, since an exception would lose
/// the pairs.
pub(crate) fn two_rows(pairs: &[[ProxyId; 2]], watch: &Watch<'_>) -> Pairs {
    let mut ids = memory::with_room(2 * pairs.len(), pairs.len(), watch);
    for end in [0, 1] {
        ids.extend(pairs.iter().map(|pair| number(pair[end])));
    }
    Array2::from_shape_vec((2, pairs.len()), ids).unwrap_or_default()
}
