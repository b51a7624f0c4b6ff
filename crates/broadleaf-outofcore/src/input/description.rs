//! Which file, and which of its columns.

use std::path::PathBuf;

use broadleaf_scenes::ReadOptions;

/// A file of boxes, and which of its columns are the boxes and their ids.
///
/// * **Parquet** (`.parquet`): columns of floats or integers, or geometries as WKB. A column in a
///   struct is named with dots, `bbox.xmin`.
/// * **Text** (`.csv`, `.tsv`, also compressed) with a header row; coordinates are read as `f64`.
/// * Whatever else [`FileBoxes`](broadleaf_scenes::FileBoxes) reads, such as GeoJSON and meshes, as
///   a whole.
/// * **`.aabbs`**, also compressed: the boxes of a recording of one frame.
///
/// A lower end above the upper one is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file; for Parquet, also a folder with such files, or a pattern of their names with `*`,
    /// `?` or `[…]`: their rows are numbered on, in the order of the names.
    pub path: PathBuf,
    /// The names of the columns of the boxes: those of the lower ends of two or three axes and of
    /// the upper ends, or other names that say themselves what they are. If there are none, they
    /// are those that the metadata of a GeoParquet file names, or else those that the names of all
    /// columns say ([`broadleaf_columns`]).
    pub boxes: Vec<String>,
    /// The column of the ids: integers of any type, or texts. In a table of text, ids are texts if
    /// one of them is no integer as it would be written. An id must not be missing. Without a
    /// column, the id of a box is the number of its row, from 0.
    pub id: Option<String>,
    /// What happens to rows without a box.
    pub options: ReadOptions,
}

impl Input {
    /// A file whose columns have usual names.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            boxes: Vec::new(),
            id: None,
            options: ReadOptions::default(),
        }
    }
}
