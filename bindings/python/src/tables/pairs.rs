//! Pairs of boxes from scratch.

use std::error::Error;
use std::ops::ControlFlow;

use broadleaf::Aabb;
use broadleaf::pair_finder::PairQuery;
use numpy::PyArray2;
use numpy::ndarray::Array2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::any_boxes::{Held, Kind, by_kind};
use crate::arrays::boxes::checked_rows;
use crate::arrays::columns::{Lists, in_order, sorted, to_python};
use crate::arrays::number::Number;
use crate::calls::call::{Call, Watch, among};
use crate::calls::finder::with_finder;
use crate::calls::memory;
use crate::calls::pieces::{MAX_BYTES, Pieces, Spare, pulse};
use crate::tables::filter::Labels;

/// Scratch memory for pairs in the order in which they are found: at most 64 MiB.
static KEPT: Spare = Spare::new((64 << 20) / MAX_BYTES);

/// A query for pairs, with Python's arguments.
struct Question<'a, 'py> {
    first: &'a Bound<'py, PyAny>,
    second: Option<&'a Bound<'py, PyAny>>,
    labels: Option<&'a Labels<'py>>,
    /// Whether boxes that only touch are left out.
    interiors: bool,
    call: &'a Call,
}

/// The pairs within one list of boxes or between two.
#[pyfunction]
#[pyo3(signature = (first, second, labels, interiors, sort, limit, call))]
#[expect(clippy::too_many_arguments, reason = "Python passes them by position")]
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
    labels: Option<Labels<'py>>,
    interiors: bool,
    sort: bool,
    limit: Option<usize>,
    call: Call,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let question = Question {
        first,
        second,
        labels: labels.as_ref(),
        interiors,
        call: &call,
    };
    let found = by_kind!(Kind::of(first)?, find(py, &question, sort, limit))?;
    Ok(to_python(py, found))
}

/// The number of pairs within one list of boxes or between two.
#[pyfunction]
#[pyo3(signature = (first, second, labels, interiors, call))]
pub(crate) fn count_pairs<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
    labels: Option<Labels<'py>>,
    interiors: bool,
    call: Call,
) -> PyResult<u64> {
    let question = Question {
        first,
        second,
        labels: labels.as_ref(),
        interiors,
        call: &call,
    };
    by_kind!(Kind::of(first)?, count(py, &question))
}

fn find<S: Number, const D: usize>(
    py: Python<'_>,
    question: &Question<'_, '_>,
    sort: bool,
    limit: Option<usize>,
) -> PyResult<Array2<i64>> {
    answer::<S, D, _>(py, question, |query, len, watch| {
        let lists = match limit {
            Some(limit) => vec![up_to(limit, sort, query, watch)],
            None => collect(query, watch),
        };
        let rows = if sort {
            sorted(&lists, len, watch)
        } else {
            in_order(&lists, watch)
        };
        if limit.is_none() {
            KEPT.put(lists);
        }
        rows
    })
}

fn count<S: Number, const D: usize>(py: Python<'_>, question: &Question<'_, '_>) -> PyResult<u64> {
    answer::<S, D, _>(py, question, |query, _, watch| {
        if watch.is_parallel {
            let counts = query.par_fold(|| 0, |count, _, _| pulse(count, watch));
            counts.iter().sum()
        } else {
            let mut count = 0;
            query.for_each_pair(|_, _| pulse(&mut count, watch));
            count
        }
    })
}

/// Runs the query with `answer`, which also gets the number of boxes in the first list.
fn answer<S: Number, const D: usize, T: Send>(
    py: Python<'_>,
    question: &Question<'_, '_>,
    answer: impl FnOnce(Query<'_, S, D>, usize, &Watch<'_>) -> T + Send,
) -> PyResult<T> {
    let first = Held::<S, D>::new(question.first)?;
    let second = question.second.map(Held::<S, D>::new).transpose()?;
    let labels = question.labels.map(Labels::borrow).transpose()?;
    let first = first.numbers();
    let second = second.as_ref().map(Held::numbers);
    let interiors = question.interiors;
    let len = first.len();
    let size = len + second.map_or(0, |second| second.len());
    let outcome: Result<_, String> = question.call.run(py, size, among(size), |watch| {
        memory::expect(size, memory::WORK, watch);
        let tick = || watch.tick();
        let filter = labels.unwrap_or_default().filter();
        let Some(second) = second else {
            let boxes = checked_rows(first, "boxes")?;
            let boxes = boxes.to_slice(watch);
            return with_finder(|finder| {
                let query = finder.within(&*boxes).map_err(text)?.pulse(&tick);
                let query = if interiors { query.interiors() } else { query };
                Ok(answer(filter.apply(query).map_err(text)?, len, watch))
            });
        };
        let (a, b) = (checked_rows(first, "a")?, checked_rows(second, "b")?);
        let (a, b) = (a.to_slice(watch), b.to_slice(watch));
        with_finder(|finder| {
            let query = finder.between(&*a, &*b).map_err(text)?.pulse(&tick);
            let query = if interiors { query.interiors() } else { query };
            Ok(answer(filter.apply(query).map_err(text)?, len, watch))
        })
    })?;
    outcome.map_err(PyValueError::new_err)
}

fn text(error: impl Error) -> String {
    error.to_string()
}

/// A query of the library for boxes in arrays.
type Query<'a, S, const D: usize> = PairQuery<'a, [Aabb<S, D>], [Aabb<S, D>], S, D>;

/// All pairs in the order in which the library finds them.
fn collect<S: Number, const D: usize>(query: Query<'_, S, D>, watch: &Watch<'_>) -> Lists {
    let pieces = if watch.is_parallel {
        let pieces = || Pieces::reusing(watch, &KEPT);
        query.par_fold(pieces, |pieces, a, b| pieces.push(a, b))
    } else {
        let mut pieces = Pieces::reusing(watch, &KEPT);
        query.for_each_pair(|a, b| pieces.push(a, b));
        vec![pieces]
    };
    pieces.into_iter().flat_map(Pieces::into_lists).collect()
}

/// At most `limit` pairs: the smallest ones, or the first ones found.
fn up_to<S: Number, const D: usize>(
    limit: usize,
    least: bool,
    query: Query<'_, S, D>,
    watch: &Watch<'_>,
) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    let mut seen = 0;
    let _ = query.try_for_each_pair(|a, b| {
        pulse(&mut seen, watch);
        memory::push(&mut pairs, [a.0, b.0], watch);
        // Collect up to twice as many, so that selections are rare.
        if least && pairs.len() >= limit.saturating_mul(2).max(1024) {
            keep_least(&mut pairs, limit);
        }
        match least || pairs.len() < limit {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    if least {
        keep_least(&mut pairs, limit);
    }
    pairs.truncate(limit);
    pairs
}

/// Keeps the smallest pairs, in any order.
fn keep_least(pairs: &mut Vec<[u32; 2]>, limit: usize) {
    if limit < pairs.len() {
        pairs.select_nth_unstable(limit);
        pairs.truncate(limit);
    }
}
