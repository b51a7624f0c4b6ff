//! Files of boxes without frames, read by name and contents.

use std::io::{BufRead, Cursor, Read};
use std::path::Path;

use super::csv::{CsvReader, TableColumns, read_rows};
use super::elements::Elements;
use super::foreign::refuse_foreign;
use super::path::{ending_unpacked, open_file};
use super::rows::Rows;
use super::unpack::Unpacked;
use super::{geojson, obj, ply, stl};
use crate::error::SceneError;
use crate::read_options::ReadOptions;
use crate::skipped::Skipped;

/// The boxes of a file without frames, in 2D or 3D.
///
/// | ending | rows |
/// |---|---|
/// | `.csv`, `.tsv` | the rows behind the header, 2D or 3D: [`CsvReader`](crate::CsvReader) |
/// | `.geojson`, `.json`, and a feature a line `.geojsonl`, `.geojsons`, `.ndjson`, `.jsonl` | the features, 2D |
/// | `.ply`, `.obj`, `.stl` | the triangles, then the lines, then the points, 3D; without any of them, the vertices |
///
/// Numbers in text are read as `f64`, even if the header of a PLY file says `float`, so that no
/// digit is lost. Each file may be compressed with gzip, whether its name ends in `.gz` or not.
#[derive(Clone, Debug, PartialEq)]
pub enum FileBoxes {
    /// In 2D.
    Flat(Rows<2>),
    /// In 3D.
    Solid(Rows<3>),
}

impl FileBoxes {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read, has another format than its name says, or has no boxes. The
    /// message names the file and the location in it.
    pub fn open(path: &Path, options: &ReadOptions) -> Result<Self, SceneError> {
        Self::open_columns(path, options, &[])
    }

    /// Reads a file; the boxes of a table are in the columns [`TableColumns::boxes`].
    ///
    /// # Errors
    /// See [`open`](Self::open); also if columns are named but the file is not a table.
    pub fn open_columns(
        path: &Path,
        options: &ReadOptions,
        columns: &[String],
    ) -> Result<Self, SceneError> {
        let file = open_file(path).map_err(|error| error.in_file(path))?;
        Self::from_reader(path, file, options, columns)
    }

    /// Reads a file from memory; `name` is its file name.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    ///
    /// ```
    /// use broadleaf_scenes::{FileBoxes, ReadOptions};
    /// let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nf 1 2 3\n";
    /// let FileBoxes::Solid(rows) = FileBoxes::read("a.obj", *obj, &ReadOptions::default())? else {
    ///     unreachable!("OBJ is 3D");
    /// };
    /// assert_eq!(rows.boxes()[0].max(), [1.0, 1.0, 0.0]);
    /// assert_eq!(rows.skipped.to_string(), "passed over: unused vertices (1)");
    /// # Ok::<(), broadleaf_scenes::SceneError>(())
    /// ```
    pub fn read(
        name: &str,
        bytes: impl Into<Vec<u8>>,
        options: &ReadOptions,
    ) -> Result<Self, SceneError> {
        Self::from_reader(Path::new(name), Cursor::new(bytes.into()), options, &[])
    }

    /// Reads a file from a reader.
    fn from_reader(
        path: &Path,
        file: impl Read,
        options: &ReadOptions,
        columns: &[String],
    ) -> Result<Self, SceneError> {
        Unpacked::new(file)
            .map_err(SceneError::new)
            .and_then(|file| read(path, file, options, columns))
            .map_err(|error| error.in_file(path))
    }

    /// What the reader skipped.
    #[must_use]
    pub fn skipped(&self) -> &Skipped {
        match self {
            Self::Flat(rows) => &rows.skipped,
            Self::Solid(rows) => &rows.skipped,
        }
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Flat(rows) => rows.boxes().len(),
            Self::Solid(rows) => rows.boxes().len(),
        }
    }

    /// Whether the list is empty, which it never is for a file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Reads a file in the format that its name ends in; errors do not name the file.
pub(super) fn read(
    path: &Path,
    mut file: impl BufRead,
    options: &ReadOptions,
    columns: &[String],
) -> Result<FileBoxes, SceneError> {
    let ending = ending_unpacked(path);
    let is_table = matches!(&*ending, "csv" | "tsv");
    if !is_table && !columns.is_empty() {
        let problem = format!("a .{ending} file has no columns to choose from");
        return Err(SceneError::new(problem));
    }
    let boxes = match &*ending {
        _ if is_table => {
            refuse_empty(&mut file)?;
            read_table(file, options, columns)?
        }
        "geojson" | "json" | "geojsonl" | "geojsons" | "geojsonseq" | "ndjson" | "jsonl" => {
            refuse_foreign("", file.fill_buf()?)?;
            refuse_empty(&mut file)?;
            FileBoxes::Flat(geojson::read(file, options)?)
        }
        _ => FileBoxes::Solid(read_elements(&ending, file)?.boxes(options)?),
    };
    if boxes.is_empty() {
        let skipped = boxes.skipped();
        let comma = if skipped.is_empty() { "" } else { "; " };
        return Err(SceneError::new(format!(
            "the file has no boxes{comma}{skipped}"
        )));
    }
    Ok(boxes)
}

/// Reads a table whose boxes are in these columns, or in recognized ones.
fn read_table(
    file: impl Read,
    options: &ReadOptions,
    columns: &[String],
) -> Result<FileBoxes, SceneError> {
    let wanted = TableColumns {
        boxes: columns.to_vec(),
        ..TableColumns::default()
    };
    let mut reader = CsvReader::new(file, &wanted)?;
    match reader.dimensions() {
        2 => read_rows(&mut reader, options).map(FileBoxes::Flat),
        _ => read_rows(&mut reader, options).map(FileBoxes::Solid),
    }
}

/// Reads a mesh or a scan in the format that its name ends in.
pub(super) fn read_elements(ending: &str, mut file: impl BufRead) -> Result<Elements, SceneError> {
    refuse_foreign(ending, file.fill_buf()?)?;
    if !["ply", "obj", "stl"].contains(&ending) {
        let end = match ending {
            "" => "this name has no ending".to_owned(),
            ending => format!("not in \".{ending}\""),
        };
        return Err(SceneError::new(format!(
            "a scene file ends in .aabbs, .csv, .tsv, .geojson, .geojsonl, .ply, .obj or .stl, \
             each with or without .gz, {end}"
        )));
    }
    refuse_empty(&mut file)?;
    match ending {
        "ply" => ply::read(file),
        "obj" => obj::read(file),
        _ => stl::read(file),
    }
}

/// Returns an error if the file is empty.
fn refuse_empty(file: &mut impl BufRead) -> Result<(), SceneError> {
    match file.fill_buf()?.is_empty() {
        true => Err(SceneError::new("the file is empty")),
        false => Ok(()),
    }
}
