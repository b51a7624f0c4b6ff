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
    let texts = args.data.as_ref().map(|_| "--data").or(id_given(args));
    if let Some(given) = texts
        && args.format == FileFormat::Flatbush
    {
        let problem = format!("a flatbush file has no data, so {given} does not apply");
        return Err(CliError::input(problem));
    }
    if is_index_file(&args.input) {
        let scalar = args.reading.scalar.map(|_| "--scalar");
        let given = args.reading.reading.given();
        if let Some(given) = given.or(scalar).or(id_given(args)) {
            let problem = "an index has fixed boxes and a fixed number type";
            return Err(CliError::in_file(
                &args.input,
                format!("{problem}, so {given} does not apply"),
            ));
        }
        let build = Build { args, labels: None };
        return with_index(build, &IndexFile::open(&args.input)?);
    }
    args.reading.refuse_longitude("index build")?;
    let labels = labels(args)?;
    with_scene(
        Build { args, labels },
        open_scene(&args.input, &args.reading)?,
    )
}

struct Build<'a> {
    args: &'a IndexBuildArgs,
    /// The texts that are stored with the boxes, by row.
    labels: Option<Vec<String>>,
}

impl SceneTask for Build<'_> {
    type Output = ();

    fn run<S: SceneNumber, const D: usize>(self, mut frames: Frames<D, S>) -> Result<(), CliError> {
        let rows = frames.rows.take();
        let frame = nth_frame(frames, self.args.frame)?;
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
            .map_err(|violation| CliError::in_file(&self.args.input, violation))?;
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
        let args = self.args;
        let clock = progress::clock("building the index");
        let start = Instant::now();
        let mut tree = build()?;
        let build_ms = start.elapsed().as_secs_f64() * 1e3;
        if let Some(path) = &args.data {
            clock.set_message("reading the data");
            tree = with_lines(tree, path)?;
        }
        if let Some(labels) = &self.labels {
            let label = |Id(id)| {
                labels
                    .get(id as usize)
                    .map_or(&[][..], |text| text.as_bytes())
            };
            tree = tree.with_data(label);
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

#[cfg(feature = "pairs")]
fn id_given(args: &IndexBuildArgs) -> Option<&'static str> {
    args.id.as_ref().map(|_| "--id")
}

#[cfg(not(feature = "pairs"))]
fn id_given(_: &IndexBuildArgs) -> Option<&'static str> {
    None
}

/// The texts of the column of --id, by row.
#[cfg(feature = "pairs")]
fn labels(args: &IndexBuildArgs) -> Result<Option<Vec<String>>, CliError> {
    if let Some(given) = id_given(args)
        && args.input == Path::new("built-in")
    {
        let problem = "the built-in scene: a recording has no rows and columns";
        return Err(CliError::input(format!("{problem} for {given}")));
    }
    let input = broadleaf_outofcore::Input {
        boxes: args.reading.reading.boxes.clone(),
        ..broadleaf_outofcore::Input::new(&args.input)
    };
    let labels = |id: &String| broadleaf_outofcore::read_labels(&input, id);
    args.id
        .as_ref()
        .map(labels)
        .transpose()
        .map_err(CliError::input)
}

#[cfg(not(feature = "pairs"))]
fn labels(_: &IndexBuildArgs) -> Result<Option<Vec<String>>, CliError> {
    Ok(None)
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
