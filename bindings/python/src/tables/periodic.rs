//! Pairs within a distance, on axes that may repeat.

use std::convert::Infallible;
use std::ops::ControlFlow;

use broadleaf::Aabb;
use broadleaf_tables::periodic::{
    InvalidPeriodic, PeriodicPair, Row, Within, sort_pairs, try_for_each_cross_pair,
    try_for_each_self_pair,
};
use numpy::PyArray2;
use numpy::ndarray::Array2;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::any_boxes::{Held, Kind};
use crate::arrays::boxes::checked;
use crate::arrays::columns::{to_python, two_rows};
use crate::arrays::number::Number;
use crate::calls::call::{Call, Watch, among};
use crate::calls::memory;
use crate::calls::pieces::pulse;

/// The arguments of Python.
const NAMES: [&str; 2] = ["points", "other"];

/// Pairs of rows, and the shift of each.
type Answer<'py> = (Bound<'py, PyArray2<i64>>, Bound<'py, PyArray2<i32>>);

/// Which pairs Python wants.
struct Question<'a, 'py> {
    first: &'a Bound<'py, PyAny>,
    second: Option<&'a Bound<'py, PyAny>>,
    distance: f64,
    periods: Vec<Option<f64>>,
    /// Whether pairs within a list come in both directions.
    full: bool,
    call: &'a Call,
}

/// The pairs within one list of boxes or between two, and their shifts.
#[pyfunction]
#[pyo3(signature = (first, second, distance, periods, full, call))]
pub(crate) fn periodic_pairs<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
    distance: f64,
    periods: Vec<Option<f64>>,
    full: bool,
    call: Call,
) -> PyResult<Answer<'py>> {
    let question = Question {
        first,
        second,
        distance,
        periods,
        full,
        call: &call,
    };
    match Kind::of(first)? {
        Kind::F32x2 => find::<f32, 2>(py, &question),
        Kind::F32x3 => find::<f32, 3>(py, &question),
        Kind::F64x2 => find::<f64, 2>(py, &question),
        Kind::F64x3 => find::<f64, 3>(py, &question),
        _ => Err(PyTypeError::new_err("boxes must be floats")),
    }
}

fn find<'py, S: Number + Into<f64>, const D: usize>(
    py: Python<'py>,
    question: &Question<'_, 'py>,
) -> PyResult<Answer<'py>> {
    let periods = <[Option<f64>; D]>::try_from(question.periods.as_slice());
    let within = Within {
        distance: question.distance,
        periods: periods.map_err(|_| PyValueError::new_err(format!("expected {D} periods")))?,
    };
    let first = Held::<S, D>::new(question.first)?;
    let second = question.second.map(Held::<S, D>::new).transpose()?;
    let first = first.numbers();
    let second = second.as_ref().map(Held::numbers);
    let full = question.full;
    let size = first.len() + second.map_or(0, |second| second.len());
    let outcome: Result<_, String> = question.call.run(py, size, among(size), |watch| {
        memory::expect(size, memory::WORK, watch);
        let mut found = Found::new(watch, full && second.is_none());
        let boxes = checked(first, NAMES[0])?;
        let boxes = boxes.to_slice(watch);
        let others = second.map(|second| checked(second, NAMES[1])).transpose()?;
        let others = others.as_ref().map(|others| others.to_slice(watch));
        let add = |pair| found.add(pair);
        let flow = match &others {
            None => try_for_each_self_pair(&boxes, &within, add),
            Some(others) => try_for_each_cross_pair(&boxes, others, &within, add),
        };
        let lists = [&*boxes, others.as_deref().unwrap_or_default()];
        let ControlFlow::Continue(()) = flow.map_err(|error| text(error, lists))?;
        Ok(found.arrays(boxes.len()))
    })?;
    let (rows, shifts) = outcome.map_err(PyValueError::new_err)?;
    Ok((to_python(py, rows), to_python(py, shifts)))
}

/// The error, with the names of Python's arguments.
fn text<S: Number, const D: usize>(error: InvalidPeriodic, lists: [&[Aabb<S, D>]; 2]) -> String {
    let place = |Row { list, row, axis }: Row| {
        let aabb = lists[list][row];
        let (min, max) = (aabb.min()[axis], aabb.max()[axis]);
        format!(
            "{}: row {row}: axis {axis}: {min:?} to {max:?}",
            NAMES[list]
        )
    };
    match error {
        InvalidPeriodic::Distance(_) | InvalidPeriodic::TooManyPeriods { .. } => {
            format!("distance: {error}")
        }
        InvalidPeriodic::Period { .. } => format!("periods: {error}"),
        InvalidPeriodic::TooFar(row) => {
            format!("{}, more than 536870912 periods from 0", place(row))
        }
        InvalidPeriodic::TooLong(row) => {
            format!("{}, longer than the period", place(row))
        }
        _ => error.to_string(),
    }
}

/// Pairs as they are found.
struct Found<'a, const D: usize> {
    watch: &'a Watch<'a>,
    pairs: Vec<PeriodicPair<D>>,
    seen: u64,
    both_ways: bool,
}

impl<'a, const D: usize> Found<'a, D> {
    fn new(watch: &'a Watch<'a>, both_ways: bool) -> Self {
        Self {
            watch,
            pairs: Vec::new(),
            seen: 0,
            both_ways,
        }
    }

    fn add(&mut self, pair: PeriodicPair<D>) -> ControlFlow<Infallible> {
        pulse(&mut self.seen, self.watch);
        memory::push(&mut self.pairs, pair, self.watch);
        if self.both_ways {
            memory::push(&mut self.pairs, pair.reversed(), self.watch);
        }
        ControlFlow::Continue(())
    }

    /// Rows and shifts, sorted.
    fn arrays(mut self, rows: usize) -> (Array2<i64>, Array2<i32>) {
        // The sorted copy, and both arrays.
        memory::expect(
            self.pairs.len(),
            3 * size_of::<PeriodicPair<D>>(),
            self.watch,
        );
        sort_pairs(&mut self.pairs, rows);
        let len = self.pairs.len();
        let mut pairs = memory::with_room(2 * len, len, self.watch);
        for end in [0, 1] {
            pairs.extend(self.pairs.iter().map(|found| i64::from(found.pair[end].0)));
        }
        let mut shifts = memory::with_room(D * len, len, self.watch);
        for found in &self.pairs {
            shifts.extend_from_slice(&found.shift);
        }
        let shifts = Array2::from_shape_vec((len, D), shifts);
        (
            two_rows(pairs),
            shifts.unwrap_or_else(|_| Array2::zeros((0, D))),
        )
    }
}
