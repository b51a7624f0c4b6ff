//! `broadleaf index query`: answers a query from a file.

use std::path::PathBuf;
use std::time::Instant;

use broadleaf::SpatialIndex;
use broadleaf::geometry::Encoding;
use broadleaf::packed_tree::PackedTreeView;
use serde::Serialize;

use crate::args::IndexQueryArgs;
use crate::error::CliError;
use crate::index_file::{IndexFile, IndexTask, with_index};
use crate::number::Number;
use crate::output::{print_json, say};
use crate::question::{Asked, Found};
use crate::table::{count, print_columns};

pub(crate) fn run(args: &IndexQueryArgs) -> Result<(), CliError> {
    let start = Instant::now();
    let file = IndexFile::open(&args.file)?;
    with_index(Ask { args, start }, &file)
}

struct Ask<'a> {
    args: &'a IndexQueryArgs,
    /// When the file was opened.
    start: Instant,
}

impl IndexTask for Ask<'_> {
    type Output = ();

    fn run<S: Number, const D: usize>(
        self,
        tree: PackedTreeView<'_, S, D>,
    ) -> Result<(), CliError> {
        S::with_asked(tree, |tree| self.answer(&tree, S::ENCODING))
    }
}

impl Ask<'_> {
    /// Answers the query. The coordinates in the file have the type `file_type`.
    fn answer<S: Number, const D: usize>(
        &self,
        tree: &PackedTreeView<'_, S, D>,
        file_type: Encoding,
    ) -> Result<(), CliError> {
        let open_ms = self.start.elapsed().as_secs_f64() * 1e3;
        let question = Asked::<S, D>::parse(&self.args.question)?;
        let start = Instant::now();
        let (hits, tests) = question.ask(tree);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let found = hits.into_iter().filter_map(|(id, value)| {
            Some(WithData {
                found: Found {
                    id: id.0,
                    value,
                    aabb: (&tree.get(id)?).into(),
                },
                data: tree
                    .data(id)
                    .map(|data| String::from_utf8_lossy(data).into_owned()),
            })
        });
        let answer = Answer {
            file: self.args.file.clone(),
            boxes: tree.len(),
            dim: D,
            scalar: file_type.to_string(),
            measure: question.measure(),
            found: found.collect(),
            tests,
            open_ms,
            ms,
        };
        if self.args.json {
            return print_json("index query", &answer);
        }
        answer.print(tree.has_data())
    }
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Answer<S: Number> {
    file: PathBuf,
    boxes: usize,
    dim: usize,
    scalar: String,
    /// The heading of the column with the values.
    measure: &'static str,
    found: Vec<WithData<S>>,
    /// The number of comparisons with boxes.
    tests: u64,
    /// From the start to the first query.
    open_ms: f64,
    ms: f64,
}

/// A box that was found, with its data; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct WithData<S: Number> {
    #[serde(flatten)]
    found: Found<S>,
    data: Option<String>,
}

impl<S: Number> Answer<S> {
    fn print(&self, has_data: bool) -> Result<(), CliError> {
        let columns = if has_data { 4 } else { 3 };
        let headings = ["id", self.measure, "box", "data"];
        let rows: Vec<_> = self.found.iter().map(|found| found.row(columns)).collect();
        print_columns(&headings[..columns], &rows)?;
        say(format_args!(
            "{} of {} boxes, opened in {:.1} µs, answered in {:.1} µs",
            count(self.found.len() as u64),
            count(self.boxes as u64),
            self.open_ms * 1e3,
            self.ms * 1e3
        ))
    }
}

impl<S: Number> WithData<S> {
    fn row(&self, columns: usize) -> Vec<String> {
        let mut row = self.found.row();
        row.push(self.data.clone().unwrap_or_default());
        row.truncate(columns);
        row
    }
}
