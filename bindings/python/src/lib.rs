//! The compiled half of the Python package `broadleaf`.
//!
//! The Python part in `python/broadleaf` converts every input to one of a few forms: arrays of
//! `float32`, `float64`, `int32` or `int64`, aligned and in native byte order. This crate reads
//! them in place, releases the interpreter during the work, and returns arrays.

mod arrays;
mod calls;
mod meshes;
mod queries;
mod structures;
mod tables;

use pyo3::prelude::*;

/// The module `broadleaf._core`. Free-threaded Python may call it from several threads at once:
/// every class is frozen, and mutable state is behind a lock.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use crate::arrays::any_boxes::are_rows;
    #[pymodule_export]
    use crate::arrays::names::box_columns;
    #[pymodule_export]
    use crate::meshes::mesh::{mesh_candidates, unique_edges};
    #[pymodule_export]
    use crate::meshes::moving_mesh::PyMovingMesh;
    #[pymodule_export]
    use crate::meshes::n_body::n_body;
    #[pymodule_export]
    use crate::structures::broad_phase::PyBroadPhase;
    #[pymodule_export]
    use crate::structures::joins::{closest_pair, join};
    #[pymodule_export]
    use crate::structures::packed::Packed;
    #[pymodule_export]
    use crate::structures::tree::PyTree;
    #[pymodule_export]
    use crate::tables::components::components;
    #[pymodule_export]
    use crate::tables::intervals::{
        cluster_intervals, interval_counts, interval_coverage, interval_pairs, nearest_intervals,
        subtract_intervals,
    };
    #[pymodule_export]
    use crate::tables::measures::{iou_pairs, merge, nms};
    #[pymodule_export]
    use crate::tables::pairs::{count_pairs, pairs};
    #[pymodule_export]
    use crate::tables::periodic::periodic_pairs;
    #[pymodule_export]
    use crate::tables::tiling::PyTiling;
}
