//! Overlap as a measure: pairs, suppression and merging.

use std::error::Error;

use broadleaf::pair_finder::PairQuery;
use broadleaf::{Aabb, Id};
use broadleaf_tables::measure::{self, Measure, MeasuredPair, Suppression};
use numpy::ndarray::{Array1, Array2};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::slice::ParallelSliceMut;

use crate::arrays::any_boxes::{Held, Kind};
use crate::arrays::boxes::checked_rows;
use crate::arrays::columns::{to_python, two_rows};
use crate::arrays::number::Number;
use crate::calls::call::{Call, Watch, among};
use crate::calls::finder::with_finder;
use crate::calls::memory;
use crate::calls::pieces::pulse;

/// What a box takes at most while boxes are suppressed: its rank, and what it takes in a tree.
const SUPPRESSION: usize = memory::STORE + 48;

/// A coordinate that measures are computed in.
trait Float: Number + measure::Float {}
impl Float for f32 {}
impl Float for f64 {}

/// Calls a generic function for boxes of floats.
macro_rules! by_floats {
    ($boxes:expr, $function:ident $arguments:tt) => {
        match Kind::of($boxes)? {
            Kind::F32x2 => $function::<f32, 2> $arguments,
            Kind::F32x3 => $function::<f32, 3> $arguments,
            Kind::F64x2 => $function::<f64, 2> $arguments,
            Kind::F64x3 => $function::<f64, 3> $arguments,
            _ => Err(PyTypeError::new_err("boxes must be floats")),
        }
    };
}

/// The measure of this name.
fn measure_of(name: &str) -> PyResult<Measure> {
    match name {
        "iou" => Ok(Measure::Iou),
        "ios" => Ok(Measure::Ios),
        "giou" => Ok(Measure::Giou),
        _ => Err(PyValueError::new_err(format!("no measure: {name}"))),
    }
}

/// The pairs within one list or between two whose measure is at least `min`, and their measures.
#[pyfunction]
#[pyo3(signature = (first, second, measure, min, call))]
pub(crate) fn iou_pairs<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
    measure: &str,
    min: f64,
    call: Call,
) -> PyResult<PairsAndMeasures<'py>> {
    let least = Least {
        measure: measure_of(measure)?,
        min,
    };
    by_floats!(first, find(py, first, second, least, &call))
}

/// What makes two boxes a pair.
#[derive(Clone, Copy)]
struct Least {
    measure: Measure,
    min: f64,
}

type PairsAndMeasures<'py> = (Bound<'py, PyArray2<i64>>, Bound<'py, PyAny>);

fn find<'py, S: Float, const D: usize>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
    least: Least,
    call: &Call,
) -> PyResult<PairsAndMeasures<'py>> {
    let first = Held::<S, D>::new(first)?;
    let second = second.map(Held::<S, D>::new).transpose()?;
    let first = first.numbers();
    let second = second.as_ref().map(Held::numbers);
    let size = first.len() + second.map_or(0, |second| second.len());
    let outcome: Result<_, String> = call.run(py, size, among(size), |watch| {
        memory::expect(size, memory::WORK, watch);
        let tick = || watch.tick();
        let name = if second.is_some() { "a" } else { "boxes" };
        let a = checked_rows(first, name)?;
        let a = a.to_slice(watch);
        let Some(second) = second else {
            return with_finder(|finder| {
                let query = finder.within(&*a).map_err(text)?.pulse(&tick);
                Ok(collect(query, [&*a, &*a], least, watch))
            });
        };
        let b = checked_rows(second, "b")?;
        let b = b.to_slice(watch);
        with_finder(|finder| {
            let query = finder.between(&*a, &*b).map_err(text)?.pulse(&tick);
            Ok(collect(query, [&*a, &*b], least, watch))
        })
    })?;
    let (pairs, measures) = outcome.map_err(PyValueError::new_err)?;
    Ok((
        to_python(py, pairs),
        to_python(py, Array1::from(measures)).into_any(),
    ))
}

fn text(error: impl Error) -> String {
    error.to_string()
}

type Boxes<S, const D: usize> = [Aabb<S, D>];

/// The pairs that reach the least measure, sorted.
fn collect<S: Float, const D: usize>(
    query: PairQuery<'_, Boxes<S, D>, Boxes<S, D>, S, D>,
    [a, b]: [&Boxes<S, D>; 2],
    least: Least,
    watch: &Watch<'_>,
) -> (Array2<i64>, Vec<S>) {
    let add = |(seen, found): &mut (u64, Vec<_>), i: Id, j: Id| {
        pulse(seen, watch);
        let measure = least.measure.of(&a[i.index()], &b[j.index()]);
        if measure.into() >= least.min {
            memory::push(
                found,
                MeasuredPair {
                    pair: [i, j],
                    measure,
                },
                watch,
            );
        }
    };
    let mut parts = if watch.is_parallel {
        query.par_fold(Default::default, add)
    } else {
        let mut found = Default::default();
        query.for_each_pair(|i, j| add(&mut found, i, j));
        vec![found]
    };
    let mut found = match &mut *parts {
        [(_, found)] => std::mem::take(found),
        parts => {
            let len = parts.iter().map(|(_, found)| found.len()).sum();
            let all = parts
                .iter_mut()
                .flat_map(|(_, found)| std::mem::take(found));
            memory::collect(all, len, watch)
        }
    };
    if watch.is_parallel {
        found.par_sort_unstable_by_key(|found| found.pair);
    } else {
        found.sort_unstable_by_key(|found| found.pair);
    }
    columns(&found, watch)
}

/// Both rows of pairs, and the measures.
fn columns<S: Float>(found: &[MeasuredPair<S>], watch: &Watch<'_>) -> (Array2<i64>, Vec<S>) {
    let mut rows = memory::with_room(2 * found.len(), found.len(), watch);
    for end in [0, 1] {
        rows.extend(found.iter().map(|found| i64::from(found.pair[end].0)));
    }
    let measures = found.iter().map(|found| found.measure);
    (
        two_rows(rows),
        memory::collect(measures, found.len(), watch),
    )
}

/// Boxes with scores, and the rule by which one suppresses another.
struct Detections<'a, 'py> {
    boxes: &'a Bound<'py, PyAny>,
    scores: &'a PyReadonlyArray1<'py, f64>,
    groups: Option<&'a PyReadonlyArray1<'py, u32>>,
    threshold: f64,
    measure: Measure,
}

/// The boxes that no better one suppresses.
#[pyfunction]
#[pyo3(signature = (boxes, scores, groups, threshold, measure))]
pub(crate) fn nms<'py>(
    py: Python<'py>,
    boxes: &Bound<'py, PyAny>,
    scores: PyReadonlyArray1<'py, f64>,
    groups: Option<PyReadonlyArray1<'py, u32>>,
    threshold: f64,
    measure: &str,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let detections = Detections {
        boxes,
        scores: &scores,
        groups: groups.as_ref(),
        threshold,
        measure: measure_of(measure)?,
    };
    by_floats!(boxes, suppress(py, &detections))
}

fn suppress<'py, S: Float, const D: usize>(
    py: Python<'py>,
    detections: &Detections<'_, 'py>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let kept = answer::<S, D, _>(py, detections, |boxes, scores, suppression, watch| {
        let kept = measure::nms_with_pulse(boxes, scores, suppression, || watch.look());
        Ok(ids(&kept.map_err(text)?, watch))
    })?;
    Ok(to_python(py, Array1::from(kept)))
}

/// The boxes that stay, the box that absorbed each box, and the box of each cluster: the union, or
/// the mean weighted by scores.
#[pyfunction]
#[pyo3(signature = (boxes, scores, groups, threshold, measure, is_mean))]
pub(crate) fn merge<'py>(
    py: Python<'py>,
    boxes: &Bound<'py, PyAny>,
    scores: PyReadonlyArray1<'py, f64>,
    groups: Option<PyReadonlyArray1<'py, u32>>,
    threshold: f64,
    measure: &str,
    is_mean: bool,
) -> PyResult<Clusters<'py>> {
    let detections = Detections {
        boxes,
        scores: &scores,
        groups: groups.as_ref(),
        threshold,
        measure: measure_of(measure)?,
    };
    by_floats!(boxes, absorb(py, &detections, is_mean))
}

type Clusters<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyAny>,
);

fn absorb<'py, S: Float, const D: usize>(
    py: Python<'py>,
    detections: &Detections<'_, 'py>,
    is_mean: bool,
) -> PyResult<Clusters<'py>> {
    let (kept, absorbers, boxes) =
        answer::<S, D, _>(py, detections, |boxes, scores, suppression, watch| {
            let merged = measure::merge_with_pulse(boxes, scores, suppression, || watch.look());
            let merged = merged.map_err(text)?;
            let kept: Vec<_> = merged.kept().collect();
            let combined = if is_mean {
                merged.means(boxes, scores)
            } else {
                merged.unions(boxes)
            };
            let rows = combined.map_err(text)?.into_iter();
            let rows = rows
                .flat_map(|aabb| [aabb.min(), aabb.max()])
                .flatten()
                .collect();
            Ok((ids(&kept, watch), ids(merged.absorbers(), watch), rows))
        })?;
    let shape = (kept.len(), 2 * D);
    let boxes = Array2::<S>::from_shape_vec(shape, boxes).unwrap_or_default();
    let ids = |ids: Vec<i64>| to_python(py, Array1::from(ids));
    Ok((ids(kept), ids(absorbers), to_python(py, boxes).into_any()))
}

/// Runs the query with `answer`.
fn answer<S: Float, const D: usize, T: Send>(
    py: Python<'_>,
    detections: &Detections<'_, '_>,
    answer: impl FnOnce(&Boxes<S, D>, &[f64], Suppression<'_>, &Watch<'_>) -> Result<T, String> + Send,
) -> PyResult<T> {
    let held = Held::<S, D>::new(detections.boxes)?;
    let numbers = held.numbers();
    let scores = detections.scores.as_slice()?;
    let groups = detections
        .groups
        .map(|groups| groups.as_slice())
        .transpose()?;
    let suppression = Suppression {
        threshold: detections.threshold,
        measure: detections.measure,
        groups,
    };
    let size = numbers.len();
    let outcome = Call::default().run(py, size, among(size), |watch| {
        memory::expect(size, SUPPRESSION, watch);
        let boxes = checked_rows(numbers, "boxes")?;
        answer(&boxes.to_slice(watch), scores, suppression, watch)
    })?;
    outcome.map_err(PyValueError::new_err)
}

fn ids(ids: &[Id], watch: &Watch<'_>) -> Vec<i64> {
    memory::collect(ids.iter().map(|id| id.0.into()), ids.len(), watch)
}
