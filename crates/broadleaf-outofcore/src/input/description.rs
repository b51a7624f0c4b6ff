//! Which file, and which of its columns.

use std::path::PathBuf;

/// A file of boxes, and which of its columns are the boxes and their ids.
///
/// * **Parquet** (`.parquet`): columns of floats or integers. A column in a struct is named with
///   dots, `bbox.xmin`.
/// * **CSV** (`.csv`) with a header row; coordinates are read as `f64`.
/// * **`.aabbs`**, also compressed: the boxes of a recording of one frame.
///
/// A Parquet row without one of its coordinates has no box and so no pairs. Every other row has to
/// be a box: NaN, and a lower end above the upper one, are errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file.
    pub path: PathBuf,
    /// The names of the columns of the boxes: the lower ends of two or three axes, then the upper
    /// ends. If there are none, they are, in this order of preference: those that the metadata of a
    /// GeoParquet file names; `bbox.xmin`, `bbox.ymin`, `bbox.xmax` and `bbox.ymax`; `min_x`,
    /// `min_y`, `max_x` and `max_y`; `xmin` and so on; `minx` and so on; the points `x` and `y`;
    /// `lon` and `lat`; `longitude` and `latitude`. Boxes in 3D have `z` too.
    pub boxes: Vec<String>,
    /// The column of the ids, of any type of integers. Without one, the id of a box is the number
    /// of its row, from 0.
    pub id: Option<String>,
}

impl Input {
    /// A file whose columns have usual names.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            boxes: Vec::new(),
            id: None,
        }
    }
}
