//! The compiled half of the Python package `broadleaf`.
//!
//! The Python part in `python/broadleaf` converts every input to one of a few forms: arrays of
//! `float32`, `float64`, `int32` or `int64`, aligned and in native byte order. This crate reads
//! them in place, releases the interpreter during the work, and returns arrays.

mod answers;
mod any_boxes;
mod any_broad_phase;
mod asked;
mod boxes;
mod broad_phase;
mod call;
mod candidates;
mod casts;
mod columns;
mod components;
mod counter;
mod filter;
mod filtered;
mod finder;
mod intervals;
mod joins;
mod lock;
mod measures;
mod memory;
mod mesh;
mod moving_mesh;
mod n_body;
mod names;
mod nearest;
mod number;
mod one_window;
mod packed;
mod pairs;
mod periodic;
mod pieces;
mod pool;
mod step_memory;
mod tally;
mod tiling;
mod tree;
mod watched;
mod wide_windows;
mod window;
mod windows;

use pyo3::prelude::*;

/// The module `broadleaf._core`. Free-threaded Python may call it from several threads at once:
/// every class is frozen, and mutable state is behind a lock.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use crate::any_boxes::are_rows;
    #[pymodule_export]
    use crate::broad_phase::PyBroadPhase;
    #[pymodule_export]
    use crate::components::components;
    #[pymodule_export]
    use crate::intervals::{
        cluster_intervals, interval_counts, interval_coverage, interval_pairs, nearest_intervals,
        subtract_intervals,
    };
    #[pymodule_export]
    use crate::joins::{closest_pair, join};
    #[pymodule_export]
    use crate::measures::{iou_pairs, merge, nms};
    #[pymodule_export]
    use crate::mesh::{mesh_candidates, unique_edges};
    #[pymodule_export]
    use crate::moving_mesh::PyMovingMesh;
    #[pymodule_export]
    use crate::n_body::n_body;
    #[pymodule_export]
    use crate::names::box_columns;
    #[pymodule_export]
    use crate::packed::Packed;
    #[pymodule_export]
    use crate::pairs::{count_pairs, pairs};
    #[pymodule_export]
    use crate::periodic::periodic_pairs;
    #[pymodule_export]
    use crate::tiling::PyTiling;
    #[pymodule_export]
    use crate::tree::PyTree;
}
