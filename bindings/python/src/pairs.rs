//! Pairs of boxes from scratch.

use std::ops::ControlFlow;

use broadleaf::pair_finder::PairQuery;
use broadleaf::{Id, PairFinder};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::any_boxes::{Held, Kind, by_kind};
use crate::boxes::{Boxes, checked};
use crate::call::{Call, Watch};
use crate::columns::{Lists, in_order, sorted};
use crate::filter::{Filter, Labels};
use crate::number::Number;

/// After this number of pairs the work looks whether it was cancelled.
const PULSE: u64 = 4096;

/// A question about pairs, as Python asks it.
struct Question<'a, 'py> {
    first: &'a Bound<'py, PyAny>,
    second: Option<&'a Bound<'py, PyAny>>,
    labels: Option<&'a Labels<'py>>,
    call: &'a Call,
}

/// The pairs within one list of boxes or between two.
#[pyfunction]
#[pyo3(signature = (first, second, labels, sort, limit, call))]
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
    labels: Option<Labels<'py>>,
    sort: bool,
    limit: Option<usize>,
    call: Call,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let question = Question {
        first,
        second,
        labels: labels.as_ref(),
        call: &call,
    };
    let found = by_kind!(Kind::of(first)?, find(py, &question, sort, limit))?;
    Ok(found.into_pyarray(py))
}

/// The number of pairs within one list of boxes or between two.
#[pyfunction]
#[pyo3(signature = (first, second, labels, call))]
pub(crate) fn count_pairs<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
    labels: Option<Labels<'py>>,
    call: Call,
) -> PyResult<u64> {
    let question = Question {
        first,
        second,
        labels: labels.as_ref(),
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
    answer::<S, D, _>(py, question, |query, len, filter, watch| {
        let lists = match limit {
            Some(limit) => vec![up_to(limit, sort, query, filter, watch)],
            None => collect(query, filter, watch),
        };
        if sort {
            sorted(&lists, len, watch.is_parallel)
        } else {
            in_order(&lists, watch.is_parallel)
        }
    })
}

fn count<S: Number, const D: usize>(py: Python<'_>, question: &Question<'_, '_>) -> PyResult<u64> {
    answer::<S, D, _>(py, question, |query, _, filter, watch| {
        let add = |[count, seen]: &mut [u64; 2], a: Id, b: Id| {
            pulse(seen, watch);
            *count += u64::from(filter.is_none_or(|filter| filter.admits(a.0, b.0)));
        };
        let counts = if watch.is_parallel {
            query.par_fold(|| [0; 2], add)
        } else {
            let mut counts = [0; 2];
            query.for_each_pair(|a, b| add(&mut counts, a, b));
            vec![counts]
        };
        counts.iter().map(|[count, _]| count).sum()
    })
}

/// Asks the question, and has it answered with the number of boxes in the first list.
fn answer<S: Number, const D: usize, T: Send>(
    py: Python<'_>,
    question: &Question<'_, '_>,
    answer: impl FnOnce(Query<'_, '_, S, D>, usize, Option<Filter<'_>>, &Watch) -> T + Send,
) -> PyResult<T> {
    let first = Held::<S, D>::new(question.first)?;
    let second = question.second.map(Held::<S, D>::new).transpose()?;
    let filter = question.labels.map(Labels::filter).transpose()?;
    let first = first.numbers();
    let second = second.as_ref().map(Held::numbers);
    let len = first.len();
    let size = len + second.map_or(0, |second| second.len());
    let outcome: Result<_, String> = question.call.run(py, size, |watch| {
        let mut finder = PairFinder::new();
        let Some(second) = second else {
            let boxes = checked(first, "boxes")?;
            let query = finder.within(&boxes).map_err(|error| error.to_string())?;
            return Ok(answer(query, len, filter, watch));
        };
        let (a, b) = (checked(first, "a")?, checked(second, "b")?);
        let query = finder.between(&a, &b).map_err(|error| error.to_string())?;
        Ok(answer(query, len, filter, watch))
    })?;
    outcome.map_err(PyValueError::new_err)
}

/// A question to the library about boxes in arrays.
type Query<'a, 'b, S, const D: usize> = PairQuery<'a, Boxes<'b, S, D>, Boxes<'b, S, D>, S, D>;

/// All pairs that the filter admits, in the order in which the library finds them.
fn collect<S: Number, const D: usize>(
    query: Query<'_, '_, S, D>,
    filter: Option<Filter<'_>>,
    watch: &Watch,
) -> Lists {
    let push = |(pairs, seen): &mut (Vec<[u32; 2]>, u64), a: Id, b: Id| {
        pulse(seen, watch);
        if filter.is_none_or(|filter| filter.admits(a.0, b.0)) {
            pairs.push([a.0, b.0]);
        }
    };
    let lists = if watch.is_parallel {
        query.par_fold(Default::default, push)
    } else {
        let mut list = Default::default();
        query.for_each_pair(|a, b| push(&mut list, a, b));
        vec![list]
    };
    lists.into_iter().map(|(pairs, _)| pairs).collect()
}

/// At most `limit` pairs: the least ones, or those that are found first.
fn up_to<S: Number, const D: usize>(
    limit: usize,
    least: bool,
    query: Query<'_, '_, S, D>,
    filter: Option<Filter<'_>>,
    watch: &Watch,
) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    let mut seen = 0;
    let _ = query.try_for_each_pair(|a, b| {
        pulse(&mut seen, watch);
        if filter.is_none_or(|filter| filter.admits(a.0, b.0)) {
            pairs.push([a.0, b.0]);
        }
        // Twice as many are kept, so that few selections are needed.
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

/// Keeps the least pairs, in any order.
fn keep_least(pairs: &mut Vec<[u32; 2]>, limit: usize) {
    if limit < pairs.len() {
        pairs.select_nth_unstable(limit);
        pairs.truncate(limit);
    }
}

/// Counts a pair that was seen, and looks now and then whether the work was cancelled.
#[inline]
pub(crate) fn pulse(seen: &mut u64, watch: &Watch) {
    *seen += 1;
    if seen.is_multiple_of(PULSE) {
        watch.add(PULSE);
    }
}
