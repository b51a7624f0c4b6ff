//! `broadleaf index build`: writes the index of the boxes of a scene or of another file.

use std::any::Any;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use broadleaf::packed_tree::{PackedTree, PackedTreeView};
use broadleaf::{Id, SpatialIndex};
use broadleaf_scenes::Frames;
use serde::Serialize;

use crate::args::{FileFormat, IndexBuildArgs};
use crate::commands::input::{nth_frame, open_scene};
use crate::error::CliError;
use crate::index_file::{IndexFile, IndexTask, is_index_file, replace, with_index};
use crate::number::Number;
use crate::number::SceneNumber;
use crate::output::{print_json, say};
use crate::overwrite::refuse_overwrite;
use crate::progress;
use crate::scene_task::{SceneTask, with_scene};
use crate::table::{count, ms};

pub(crate) fn run(args: &IndexBuildArgs) -> Result<(), CliError> {
    let inputs = [Some(&args.input), args.data.as_ref()]
        .into_iter()
        .flatten();
    refuse_overwrite(inputs.map(PathBuf::as_path), &args.out)?;
    if is_index_file(&args.input) {
        let scalar = args.reading.scalar.map(|_| "--scalar");
        if let Some(given) = args.reading.reading.given().or(scalar) {
            let problem = "an index has fixed boxes and a fixed number type";
            return Err(CliError::in_file(
                &args.input,
                format!("{problem}, so {given} does not apply"),
            ));
        }
        return with_index(Build(args), &IndexFile::open(&args.input)?);
    }
    args.reading.refuse_longitude("index build")?;
    with_scene(Build(args), open_scene(&args.input, &args.reading)?)
}

struct Build<'a>(&'a IndexBuildArgs);

impl SceneTask for Build<'_> {
    type Output = ();

    fn run<S: SceneNumber, const D: usize>(self, mut frames: Frames<D, S>) -> Result<(), CliError> {
        let rows = frames.rows.take();
        let frame = nth_frame(frames, self.0.frame)?;
        let Some(rows) = rows else {
            return self.write_tree(|| PackedTree::from_boxes(&frame).map_err(CliError::input));
        };
        // Some rows have no box, so the ids are row numbers.
        let boxes = rows.into_iter().map(Id).zip(frame);
        self.write_tree(|| Ok(boxes.collect()))
    }
}

impl IndexTask for Build<'_> {
    type Output = ();

    fn run<S: Number, const D: usize>(
        self,
        tree: PackedTreeView<'_, S, D>,
    ) -> Result<(), CliError> {
        tree.validate()
            .map_err(|violation| CliError::in_file(&self.0.input, violation))?;
        self.write_tree(|| {
            let copy: PackedTree<S, D> = tree.iter().collect();
            let data = |id| tree.data(id).unwrap_or_default();
            Ok(if tree.has_data() {
                copy.with_data(data)
            } else {
                copy
            })
        })
    }
}

impl Build<'_> {
    /// Builds a tree, and writes it.
    fn write_tree<S: Number, const D: usize>(
        &self,
        build: impl FnOnce() -> Result<PackedTree<S, D>, CliError>,
    ) -> Result<(), CliError> {
        let args = self.0;
        let clock = progress::clock("building the index");
        let start = Instant::now();
        let mut tree = build()?;
        let build_ms = start.elapsed().as_secs_f64() * 1e3;
        if let Some(path) = &args.data {
            clock.set_message("reading the data");
            tree = with_lines(tree, path)?;
        }
        clock.set_message("writing");
        let bytes = match args.format {
            FileFormat::Broadleaf => write(args, tree.as_bytes()),
            FileFormat::Flatbush => write(args, &flatbush(&tree)?),
        }?;
        clock.finish_and_clear();
        Written {
            input: args.input.clone(),
            boxes: tree.len(),
            dim: D,
            scalar: S::ENCODING.to_string(),
            out: args.out.clone(),
            bytes,
            build_ms,
        }
        .print(args.json)
    }
}

/// Writes the file, and returns its size.
fn write(args: &IndexBuildArgs, bytes: &[u8]) -> Result<usize, CliError> {
    replace(&args.out, bytes).map_err(|error| CliError::in_file(&args.out, error))?;
    Ok(bytes.len())
}

/// The tree with the lines of a file as data.
fn with_lines<S: Number, const D: usize>(
    tree: PackedTree<S, D>,
    path: &Path,
) -> Result<PackedTree<S, D>, CliError> {
    let text = fs::read_to_string(path).map_err(|error| CliError::in_file(path, error))?;
    let lines: Vec<_> = text.lines().collect();
    // Rows without a box have lines, too.
    let rows = tree.iter().map(|(id, _)| id.index() + 1).max().unwrap_or(0);
    if lines.len() < rows || (rows == tree.len() && lines.len() > rows) {
        let problem = format!("{} lines for {} boxes", lines.len(), tree.len());
        return Err(CliError::in_file(path, problem));
    }
    Ok(tree.with_data(|Id(id)| lines.get(id as usize).map_or(&[], |line| line.as_bytes())))
}

fn flatbush<S: Number, const D: usize>(tree: &PackedTree<S, D>) -> Result<Vec<u8>, CliError> {
    let flat: Option<&PackedTree<S, 2>> = (tree as &dyn Any).downcast_ref();
    let flat = flat.ok_or_else(|| {
        CliError::input(format!(
            "a flatbush file has boxes in 2D, but these are {D}D"
        ))
    })?;
    let bytes = S::to_flatbush(flat).ok_or_else(|| {
        CliError::input(format!(
            "a flatbush file cannot hold coordinates of the type {}",
            S::ENCODING
        ))
    })?;
    bytes.map_err(CliError::input)
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Written {
    input: PathBuf,
    boxes: usize,
    dim: usize,
    scalar: String,
    out: PathBuf,
    bytes: usize,
    build_ms: f64,
}

impl Written {
    fn print(&self, json: bool) -> Result<(), CliError> {
        if json {
            return print_json("index build", self);
        }
        say(format_args!(
            "{}: {} boxes in {}D, {}, {} bytes, built in {}",
            self.out.display(),
            count(self.boxes as u64),
            self.dim,
            self.scalar,
            count(self.bytes as u64),
            ms(self.build_ms)
        ))
    }
}
