//! `broadleaf index info`: describes a file.

use std::path::PathBuf;
use std::time::Instant;

use broadleaf::SpatialIndex;
use broadleaf::packed_tree::PackedTreeView;
use serde::Serialize;

use crate::args::IndexInfoArgs;
use crate::error::CliError;
use crate::index_file::{IndexFile, IndexFormat, IndexTask, with_index};
use crate::number::Number;
use crate::output::print_json;
use crate::scene_facts::BoxFacts;
use crate::table::{count, print_facts};

pub(crate) fn run(args: &IndexInfoArgs) -> Result<(), CliError> {
    let start = Instant::now();
    let file = IndexFile::open(&args.file)?;
    with_index(
        Describe {
            args,
            file: &file,
            start,
        },
        &file,
    )
}

struct Describe<'a> {
    args: &'a IndexInfoArgs,
    file: &'a IndexFile,
    /// When the file was opened.
    start: Instant,
}

impl IndexTask for Describe<'_> {
    type Output = ();

    fn run<S: Number, const D: usize>(
        self,
        tree: PackedTreeView<'_, S, D>,
    ) -> Result<(), CliError> {
        let open_ms = self.start.elapsed().as_secs_f64() * 1e3;
        if self.args.check {
            tree.validate().map_err(|violation| {
                CliError::Check(format!("{}: {violation}", self.args.file.display()))
            })?;
        }
        let description = Description {
            file: self.args.file.clone(),
            format: match self.file.format {
                IndexFormat::Packed(_) => "broadleaf",
                IndexFormat::Flatbush(_) => "flatbush",
            },
            boxes: tree.len(),
            dim: D,
            scalar: S::ENCODING.to_string(),
            bytes: self.file.bytes().len(),
            bounds: tree.bounds().as_ref().map(BoxFacts::from),
            categories: tree.has_categories(),
            data: tree.has_data(),
            open_ms,
            checked: self.args.check,
        };
        if self.args.json {
            return print_json("index info", &description);
        }
        print_facts(&description.facts())
    }
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Description<S: Number> {
    file: PathBuf,
    format: &'static str,
    boxes: usize,
    dim: usize,
    scalar: String,
    bytes: usize,
    /// The box around all boxes; `None` without boxes.
    bounds: Option<BoxFacts<S>>,
    categories: bool,
    data: bool,
    open_ms: f64,
    checked: bool,
}

impl<S: Number> Description<S> {
    fn facts(&self) -> Vec<(&'static str, String)> {
        let Self {
            boxes,
            dim,
            scalar,
            bytes,
            ..
        } = self;
        let per_box = *bytes as f64 / (*boxes).max(1) as f64;
        let bounds = self.bounds.as_ref();
        let bounds = bounds.map(|BoxFacts { min, max }| format!("{min:?} to {max:?}"));
        let presence = |present| if present { "yes" } else { "no" }.to_owned();
        let checked = if self.checked {
            "every byte is correct"
        } else {
            "only the header (--check reads every byte)"
        };
        vec![
            ("file", self.file.display().to_string()),
            ("format", self.format.to_owned()),
            (
                "boxes",
                format!("{} in {dim}D, {scalar}", count(*boxes as u64)),
            ),
            ("bounds", bounds.unwrap_or_else(|| "none".to_owned())),
            (
                "size",
                format!("{} bytes, {per_box:.1} a box", count(*bytes as u64)),
            ),
            ("categories", presence(self.categories)),
            ("data", presence(self.data)),
            ("opened in", format!("{:.1} µs", self.open_ms * 1e3)),
            ("checked", checked.to_owned()),
        ]
    }
}
