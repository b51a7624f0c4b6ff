//! Intervals on a line, also by key.

use broadleaf_tables::intervals::{
    Coordinate, Intervals, InvalidIntervals, Neighbor, Overlaps, Rule, clusters, coverage,
    nearest_after, nearest_before, subtract,
};
use bytemuck::Zeroable;
use numpy::ndarray::Array2;
use numpy::{Element, PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::columns::{split_at, to_python, two_rows};
use crate::calls::call::{Call, Watch, among};
use crate::calls::memory;

/// The most bytes that a row needs beside the answer: two copies while it is sorted, the sorted
/// columns, and an offset.
const ROW: usize = 80;

/// An array of one axis.
type Column<'py, T> = Bound<'py, PyArray1<T>>;
/// A rule as Python names it, and its number or `None`.
type NamedRule<'py> = (String, Bound<'py, PyAny>);

/// The two types to which Python converts all others.
trait Number: Coordinate + Element {
    /// The distance of a row without a neighbor.
    const NONE: Self;

    fn from_python(number: &Bound<'_, PyAny>) -> PyResult<Self>;

    /// The length in this type; `None` if it exceeds the largest number.
    fn of_length(length: Self::Length) -> Option<Self>;
}

impl Number for i64 {
    const NONE: Self = -1;

    fn from_python(number: &Bound<'_, PyAny>) -> PyResult<Self> {
        number.extract()
    }

    fn of_length(length: u64) -> Option<Self> {
        length.try_into().ok()
    }
}

impl Number for f64 {
    const NONE: Self = Self::NAN;

    fn from_python(number: &Bound<'_, PyAny>) -> PyResult<Self> {
        number.extract()
    }

    fn of_length(length: Self) -> Option<Self> {
        Some(length)
    }
}

/// Evaluates an expression for the type of the columns.
macro_rules! by_type {
    ($columns:expr, $S:ident => $work:expr) => {{
        if $columns.get_item(0)?.cast::<PyArray1<i64>>().is_ok() {
            type $S = i64;
            $work
        } else {
            type $S = f64;
            $work
        }
    }};
}

/// The columns of a list, as Python passes them: starts, ends, and keys or `None`.
struct Columns<'py, S: Element> {
    starts: PyReadonlyArray1<'py, S>,
    ends: PyReadonlyArray1<'py, S>,
    keys: Option<PyReadonlyArray1<'py, u32>>,
}

impl<'py, S: Number> Columns<'py, S> {
    fn new(columns: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (starts, ends, keys) = columns.extract()?;
        Ok(Self { starts, ends, keys })
    }

    /// The intervals of the argument with this name.
    fn list(&self, name: &str) -> PyResult<Intervals<'_, S>> {
        let error = |error: InvalidIntervals| PyValueError::new_err(format!("{name}: {error}"));
        let list = Intervals::new(self.starts.as_slice()?, self.ends.as_slice()?).map_err(error)?;
        match &self.keys {
            None => Ok(list),
            Some(keys) => list.by(keys.as_slice()?).map_err(error),
        }
    }
}

/// Does the work on two lists, without the interpreter if it takes long.
fn of_two<S: Number, T: Send>(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    work: impl FnOnce(&Intervals<'_, S>, &Intervals<'_, S>, &Watch<'_>) -> Answer<T> + Send,
) -> PyResult<T> {
    let columns = Columns::<S>::new(b)?;
    let second = columns.list("b")?;
    of_one(a, second.len(), |first, watch| work(first, &second, watch))
}

/// Does the work on a list, and on this number of other rows.
fn of_one<S: Number, T: Send>(
    a: &Bound<'_, PyAny>,
    others: usize,
    work: impl FnOnce(&Intervals<'_, S>, &Watch<'_>) -> Answer<T> + Send,
) -> PyResult<T> {
    let columns = Columns::<S>::new(a)?;
    let list = columns.list("a")?;
    let size = list.len() + others;
    let outcome = Call::default().run(a.py(), size, among(size), |watch| {
        memory::expect(size, ROW, watch);
        work(&list, watch)
    })?;
    outcome.map_err(|error| PyValueError::new_err(error.to_string()))
}

type Answer<T> = Result<T, InvalidIntervals>;

fn rule_of<S: Number>((name, number): &NamedRule<'_>) -> PyResult<Rule<S>> {
    Ok(match name.as_str() {
        "closed" => Rule::Closed,
        "overlap" => Rule::Overlap(S::from_python(number)?),
        "distance" => Rule::Within(S::from_python(number)?),
        _ => Rule::HalfOpen,
    })
}

/// The pairs between two lists or within one, as `uint32` or as `int64`.
#[pyfunction]
#[pyo3(signature = (a, b, rule, sort, is_short))]
pub(crate) fn interval_pairs<'py>(
    a: &Bound<'py, PyAny>,
    b: Option<&Bound<'py, PyAny>>,
    rule: NamedRule<'py>,
    sort: bool,
    is_short: bool,
) -> PyResult<Bound<'py, PyAny>> {
    by_type!(a, S => match is_short {
        true => Ok(pairs::<S, u32>(a, b, &rule, sort)?.into_any()),
        false => Ok(pairs::<S, i64>(a, b, &rule, sort)?.into_any()),
    })
}

fn pairs<'py, S: Number, T: Element + Copy + Default + From<u32> + Zeroable>(
    a: &Bound<'py, PyAny>,
    b: Option<&Bound<'py, PyAny>>,
    rule: &NamedRule<'py>,
    sort: bool,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let rule = rule_of(rule)?;
    let pairs: Array2<T> = match b {
        None => of_one::<S, _>(a, 0, |a, watch| {
            Ok(listed(&Overlaps::within(a, rule)?, sort, watch))
        }),
        Some(b) => of_two::<S, _>(a, b, |a, b, watch| {
            Ok(listed(&Overlaps::between(a, b, rule)?, sort, watch))
        }),
    }?;
    Ok(to_python(a.py(), pairs))
}

/// An array of two rows.
fn listed<S: Coordinate, T>(found: &Overlaps<S>, sort: bool, watch: &Watch<'_>) -> Array2<T>
where
    T: Copy + Default + From<u32> + Zeroable,
{
    let len = found.len() as usize;
    let mut rows = memory::zeroed(len.saturating_mul(2), len, watch);
    let (mut firsts, mut seconds) = rows.split_at_mut(len);
    if sort {
        found.fill(0..found.counts().len(), seconds);
        for (row, count) in (0..).zip(found.counts()) {
            split_at(&mut firsts, count as usize).fill(T::from(row));
        }
    } else {
        found.for_each_unsorted(|row, partners| {
            split_at(&mut firsts, partners.len()).fill(T::from(row));
            let seconds = split_at(&mut seconds, partners.len());
            for (second, partner) in seconds.iter_mut().zip(partners) {
                *second = T::from(*partner);
            }
        });
    }
    two_rows(rows)
}

/// The number of partners of each row.
#[pyfunction]
pub(crate) fn interval_counts<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    rule: NamedRule<'py>,
) -> PyResult<Column<'py, i64>> {
    let counts = by_type!(a, S => {
        let rule = rule_of(&rule)?;
        of_two::<S, _>(a, b, |a, b, watch| {
            let found = Overlaps::between(a, b, rule)?;
            let counts = found.counts().map(|count| count as i64);
            Ok(memory::collect(counts, a.len(), watch))
        })?
    });
    Ok(to_python(a.py(), counts))
}

/// The covered length of each row.
#[pyfunction]
pub(crate) fn interval_coverage<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    by_type!(a, S => {
        let lengths = of_two::<S, _>(a, b, |a, b, watch| {
            let lengths = coverage(a, b)?.into_iter().enumerate();
            let lengths = lengths.map(|(row, length)| of_length::<S>(row, length));
            Ok(all(lengths, a.len(), watch))
        })?;
        Ok(to_python(a.py(), lengths.map_err(PyValueError::new_err)?).into_any())
    })
}

fn of_length<S: Number>(row: usize, length: S::Length) -> Result<S, String> {
    S::of_length(length)
        .ok_or_else(|| format!("a: row {row}: the length {length:?} does not fit into int64"))
}

fn all<T>(
    items: impl Iterator<Item = Result<T, String>>,
    rows: usize,
    watch: &Watch<'_>,
) -> Result<Vec<T>, String> {
    let mut found = memory::with_room(rows, rows, watch);
    for item in items {
        found.push(item?);
    }
    Ok(found)
}

/// The row of the nearest interval on one side of each, or -1, and the distances.
#[pyfunction]
pub(crate) fn nearest_intervals<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    is_after: bool,
) -> PyResult<(Column<'py, i64>, Bound<'py, PyAny>)> {
    by_type!(a, S => {
        let nearest = if is_after { nearest_after::<S> } else { nearest_before };
        let (rows, distances) = of_two::<S, _>(a, b, |a, b, watch| {
            let found = nearest(a, b)?;
            let row = |found: &Option<Neighbor<S>>| found.map_or(-1, |found| found.row.0.into());
            let distances = found.iter().enumerate().map(|(row, found)| {
                found.map_or(Ok(S::NONE), |found| of_length(row, found.distance))
            });
            let rows = memory::collect(found.iter().map(row), a.len(), watch);
            Ok((rows, all(distances, a.len(), watch)))
        })?;
        let distances = to_python(a.py(), distances.map_err(PyValueError::new_err)?);
        Ok((to_python(a.py(), rows), distances.into_any()))
    })
}

/// The cluster of each row; the starts, the ends and the number of rows of each cluster.
type Clustered<'py> = (
    Column<'py, i64>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Column<'py, i64>,
);

/// The clusters of a list.
#[pyfunction]
#[pyo3(signature = (a, gap))]
pub(crate) fn cluster_intervals<'py>(
    a: &Bound<'py, PyAny>,
    gap: Option<Bound<'py, PyAny>>,
) -> PyResult<Clustered<'py>> {
    let py = a.py();
    by_type!(a, S => {
        let gap = gap.as_ref().map(S::from_python).transpose()?;
        let (labels, starts, ends, sizes) = of_one::<S, _>(a, 0, |a, watch| {
            let found = clusters(a, gap)?;
            let wide = |rows: &[u32]| {
                memory::collect(rows.iter().map(|row| i64::from(*row)), rows.len(), watch)
            };
            Ok((wide(&found.of_row), found.starts, found.ends, wide(&found.sizes)))
        })?;
        let [starts, ends] = [starts, ends].map(|column| to_python(py, column).into_any());
        Ok((to_python(py, labels), starts, ends, to_python(py, sizes)))
    })
}

/// The parts of each row that no other row covers: rows, starts and ends.
#[pyfunction]
pub(crate) fn subtract_intervals<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<(Column<'py, i64>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let py = a.py();
    by_type!(a, S => {
        let (rows, starts, ends) = of_two::<S, _>(a, b, |a, b, watch| {
            let parts = subtract(a, b)?;
            let rows = parts.rows.iter().map(|row| i64::from(*row));
            let rows = memory::collect(rows, parts.rows.len(), watch);
            Ok((rows, parts.starts, parts.ends))
        })?;
        let [starts, ends] = [starts, ends].map(|column| to_python(py, column).into_any());
        Ok((to_python(py, rows), starts, ends))
    })
}
