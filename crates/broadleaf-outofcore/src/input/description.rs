//! A file, and its columns of boxes and ids.

use std::path::{Path, PathBuf};

use broadleaf_scenes::ReadOptions;

/// A file of boxes, and its columns of boxes and ids.
///
/// * **Parquet** (`.parquet`): columns of floats or integers, or geometries as WKB. A column in a
///   struct is named with dots, such as `bbox.xmin`.
/// * **Text** (`.csv`, `.tsv`, also compressed) with a header row; coordinates are read as `f64`.
/// * **`.aabbs`**, also compressed: the boxes of a recording of one frame.
/// * Any other format of [`FileBoxes`](broadleaf_scenes::FileBoxes), such as GeoJSON and meshes,
///   read as a whole.
///
/// A lower end above the upper end is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The file; for Parquet and text, also a folder with such files, or a pattern of their names
    /// with `*`, `?` or `[…]`. Their rows are numbered consecutively, in the order of the names. In
    /// a folder, text is read only if it has no Parquet file.
    pub path: PathBuf,
    /// The names of the columns of the boxes: the lower ends of two or three axes, then the upper
    /// ends; or names that the rule of [`broadleaf_columns`] knows, in any order, also those of
    /// intervals, such as `start` and `end`. `start=a` reads the column `a` as if it were `start`.
    /// If empty, the columns are those that the metadata of a GeoParquet file names, or else are
    /// recognized by name.
    pub boxes: Vec<String>,
    /// The column of the ids: integers of any type, or texts. In a text table, all ids are texts if
    /// one of them is not an integer in its usual form. An id must not be missing. Without a
    /// column, the id of a box is its row number, from 0.
    pub id: Option<String>,
    /// Further files of the input, after those of `path`: files, folders or patterns, all of them
    /// Parquet or all text, with the same columns.
    pub also: Vec<PathBuf>,
    /// The column of the keys, integers or texts: only rows with equal keys form pairs. A row
    /// without a key has no partner.
    pub by: Option<String>,
    /// Columns of a table that the output has, too, next to the ids.
    pub keep: Vec<String>,
    /// How to treat rows without a box, and longitudes.
    pub options: ReadOptions,
}

impl Input {
    /// The files, folders and patterns.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.path]
            .into_iter()
            .chain(&self.also)
            .map(PathBuf::as_path)
    }

    /// Whether columns besides those of the boxes are wanted.
    pub(crate) fn has_other_columns(&self) -> bool {
        self.id.is_some() || self.by.is_some() || !self.keep.is_empty()
    }

    /// A file whose columns have recognized names.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            boxes: Vec::new(),
            id: None,
            also: Vec::new(),
            by: None,
            keep: Vec::new(),
            options: ReadOptions::default(),
        }
    }
}

/// What a job needs besides boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Whether the join uses row numbers, and ids are values that are looked up, even integers.
    pub(crate) row_numbers: bool,
    /// Whether boxes in named columns may be intervals, with one axis.
    pub(crate) intervals: bool,
}
