//! Space cut into tiles, for joins that do not fit into the memory of one machine.

use broadleaf::geometry::BoxSource;
use broadleaf::tiling::{Tile, Tiling};
use broadleaf::{Aabb, Id, PairFinder};
use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::any_boxes::{Held, Kind, by_kind};
use crate::arrays::boxes::{Boxes, Numbers, checked};
use crate::arrays::columns::{Lists, in_order, to_python, two_rows};
use crate::arrays::number::Number;
use crate::calls::call::{Call, Watch, among};
use crate::calls::memory;
use crate::calls::pieces::{Pieces, pulse};

/// How often the work checks whether it was cancelled, in boxes.
const PULSE: usize = 4096;
/// A class bit that no box has: the box does not touch the tile.
const OUTSIDE: u8 = 1 << 7;

/// A tiling for boxes of any kind.
#[pyclass(frozen, name = "Tiling", module = "broadleaf._core")]
pub(crate) struct PyTiling {
    tiling: Box<dyn AnyTiling>,
}

/// Rows of boxes and tiles, and the rows of giants.
type Tiles = (Array2<i64>, Vec<i64>);

/// The tiles of boxes for Python.
type TileArrays<'py> = (Bound<'py, PyArray2<i64>>, Bound<'py, PyArray1<i64>>);

/// A tiling of some kind.
trait AnyTiling: Send + Sync {
    fn tiles_of(&self, boxes: &Bound<'_, PyAny>, call: &Call) -> PyResult<Tiles>;
    fn pairs(
        &self,
        tile: u32,
        first: &Bound<'_, PyAny>,
        second: Option<&Bound<'_, PyAny>>,
        call: &Call,
    ) -> PyResult<Array2<i64>>;
    fn to_bytes(&self) -> Vec<u8>;
    fn len(&self) -> usize;
    fn giant_limit(&self) -> u32;
    fn dtype(&self) -> &'static str;
    fn dimensions(&self) -> usize;
}

#[pymethods]
impl PyTiling {
    /// Chooses tiles for boxes that are distributed like the sample.
    #[staticmethod]
    #[pyo3(signature = (sample, tiles, giant_limit))]
    fn from_sample(
        sample: &Bound<'_, PyAny>,
        tiles: usize,
        giant_limit: Option<u32>,
    ) -> PyResult<Self> {
        let tiling = by_kind!(Kind::of(sample)?, from_sample(sample, tiles, giant_limit))?;
        Ok(Self { tiling })
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &[u8], dtype: &str, dimensions: usize) -> PyResult<Self> {
        let tiling = by_kind!(Kind::named(py, dtype, dimensions)?, from_bytes(bytes))?;
        Ok(Self { tiling })
    }

    fn tiles_of<'py>(&self, boxes: &Bound<'py, PyAny>, call: Call) -> PyResult<TileArrays<'py>> {
        let (rows, giants) = self.tiling.tiles_of(boxes, &call)?;
        let py = boxes.py();
        Ok((to_python(py, rows), to_python(py, giants)))
    }

    /// The pairs within one list of boxes or between two that a tile owns.
    #[pyo3(signature = (tile, first, second, call))]
    fn pairs<'py>(
        &self,
        tile: u32,
        first: &Bound<'py, PyAny>,
        second: Option<&Bound<'py, PyAny>>,
        call: Call,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let pairs = self.tiling.pairs(tile, first, second, &call)?;
        Ok(to_python(first.py(), pairs))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.tiling.to_bytes())
    }

    fn __len__(&self) -> usize {
        self.tiling.len()
    }

    #[getter]
    fn giant_limit(&self) -> u32 {
        self.tiling.giant_limit()
    }

    #[getter]
    fn dtype(&self) -> &'static str {
        self.tiling.dtype()
    }

    #[getter]
    fn dimensions(&self) -> usize {
        self.tiling.dimensions()
    }
}

impl<S: Number, const D: usize> AnyTiling for Tiling<S, D> {
    fn tiles_of(&self, boxes: &Bound<'_, PyAny>, call: &Call) -> PyResult<Tiles> {
        let held = Held::<S, D>::new(boxes)?;
        let numbers = held.numbers();
        let found = call.run(boxes.py(), numbers.len(), usize::MAX, |watch| {
            Ok(distribute(self, &checked(numbers, "boxes")?, watch))
        })?;
        found.map_err(|error: String| PyValueError::new_err(error))
    }

    fn pairs(
        &self,
        tile: u32,
        first: &Bound<'_, PyAny>,
        second: Option<&Bound<'_, PyAny>>,
        call: &Call,
    ) -> PyResult<Array2<i64>> {
        let tile = self.tile(tile).ok_or_else(|| {
            let count = self.len();
            PyIndexError::new_err(format!(
                "tile: there is no tile {tile}, only {count} of them"
            ))
        })?;
        let (py, first) = (first.py(), Held::<S, D>::new(first)?);
        let second = second.map(Held::<S, D>::new).transpose()?;
        let (first, second) = (first.numbers(), second.as_ref().map(Held::numbers));
        let size = first.len() + second.map_or(0, |second| second.len());
        let found = call.run(py, size, among(size), |watch| {
            memory::expect(size, memory::WORK, watch);
            owned_pairs(tile, first, second, watch)
        })?;
        found.map_err(PyValueError::new_err)
    }

    fn to_bytes(&self) -> Vec<u8> {
        Self::to_bytes(self)
    }

    fn len(&self) -> usize {
        Self::len(self)
    }

    fn giant_limit(&self) -> u32 {
        Self::giant_limit(self)
    }

    fn dtype(&self) -> &'static str {
        S::NAME
    }

    fn dimensions(&self) -> usize {
        D
    }
}

fn from_sample<S: Number, const D: usize>(
    sample: &Bound<'_, PyAny>,
    tiles: usize,
    giant_limit: Option<u32>,
) -> PyResult<Box<dyn AnyTiling>> {
    let held = Held::<S, D>::new(sample)?;
    let boxes = checked(held.numbers(), "sample").map_err(PyValueError::new_err)?;
    let tiling = Tiling::from_sample(&boxes, tiles);
    Ok(Box::new(match giant_limit {
        Some(limit) => tiling.with_giant_limit(limit),
        None => tiling,
    }))
}

fn from_bytes<S: Number, const D: usize>(bytes: &[u8]) -> PyResult<Box<dyn AnyTiling>> {
    match Tiling::<S, D>::from_bytes(bytes) {
        Ok(tiling) => Ok(Box::new(tiling)),
        Err(error) => Err(PyValueError::new_err(format!(
            "data: not a tiling: {error}"
        ))),
    }
}

/// The tiles of each box, and the giants.
fn distribute<S: Number, const D: usize>(
    tiling: &Tiling<S, D>,
    boxes: &Boxes<'_, S, D>,
    watch: &Watch<'_>,
) -> Tiles {
    let (mut boxes_of, mut tiles, mut giants) = (Vec::new(), Vec::new(), Vec::new());
    let mut touches = 0;
    for index in 0..boxes.len() {
        if index.is_multiple_of(PULSE) {
            watch.add(PULSE as u64);
        }
        let Some(touched) = tiling.tiles_of(&boxes.get(index)) else {
            memory::push(&mut giants, index as i64, watch);
            continue;
        };
        for tile in touched {
            pulse(&mut touches, watch);
            memory::push(&mut boxes_of, index as i64, watch);
            memory::push(&mut tiles, i64::from(tile), watch);
        }
    }
    let len = tiles.len();
    let mut rows = memory::with_room(2 * len, len, watch);
    rows.append(&mut boxes_of);
    rows.append(&mut tiles);
    (two_rows(rows), giants)
}

/// The class of a box, or [`OUTSIDE`].
fn class_of<S: Number, const D: usize>(tile: &Tile<S, D>, aabb: &Aabb<S, D>) -> u8 {
    if tile.touches(aabb) {
        tile.class(aabb)
    } else {
        OUTSIDE
    }
}

/// The pairs that a tile owns, in the order in which they are found.
fn owned_pairs<'a, S: Number, const D: usize>(
    tile: Tile<S, D>,
    first: Numbers<'a, S, D>,
    second: Option<Numbers<'a, S, D>>,
    watch: &Watch<'_>,
) -> Result<Array2<i64>, String> {
    let classes = |boxes: &Boxes<'a, S, D>| -> Vec<u8> {
        let boxes = (0..boxes.len()).map(|index| boxes.get(index));
        boxes.map(|aabb| class_of(&tile, &aabb)).collect()
    };
    let mut finder = PairFinder::new();
    let first = checked(first, "a")?;
    let second = second.map(|second| checked(second, "b")).transpose()?;
    let of_first = classes(&first);
    let of_second = second.as_ref().map(classes);
    let of_second = of_second.as_ref().unwrap_or(&of_first);
    let first = first.to_slice(watch);
    let second = second.as_ref().map(|second| second.to_slice(watch));
    let query = match &second {
        Some(second) => finder.between(&*first, &**second),
        None => finder.within(&*first),
    };
    let query = query.map_err(|error| error.to_string())?;
    let push = |pieces: &mut Pieces<'_>, a: Id, b: Id| {
        let (a_class, b_class) = (of_first[a.index()], of_second[b.index()]);
        if (a_class & b_class) | ((a_class | b_class) & OUTSIDE) == 0 {
            pieces.push(a, b);
        } else {
            pieces.skip();
        }
    };
    let pieces = if watch.is_parallel {
        query.par_fold(|| Pieces::new(watch), push)
    } else {
        let mut pieces = Pieces::new(watch);
        query.for_each_pair(|a, b| push(&mut pieces, a, b));
        vec![pieces]
    };
    let lists: Lists = pieces.into_iter().flat_map(Pieces::into_lists).collect();
    Ok(in_order(&lists, watch))
}
