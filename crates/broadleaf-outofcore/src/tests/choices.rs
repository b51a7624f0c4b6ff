//! Files whose boxes are ambiguous, and files without boxes.

use std::fs;
use std::path::PathBuf;

use broadleaf_scenes::FileBoxes;
use tempfile::TempDir;

use super::files::{Values, write_parquet};
use crate::input::{Input, Source, read_boxes};
use crate::job::{Answer, Job};

struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes rows of `f32` columns.
    fn floats(&self, name: &str, columns: &[&str], rows: &[&[f32]]) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        let fields = columns
            .iter()
            .map(|column| format!("required float {column};"));
        let schema = format!("message boxes {{ {} }}", fields.collect::<String>());
        let values = (0..columns.len())
            .map(|at| Values::Float(rows.iter().map(|row| Some(row[at])).collect()));
        write_parquet(
            &self.path(name),
            &schema,
            &values.collect::<Vec<_>>(),
            1 + rows.len(),
        );
    }

    fn count(&self, name: &str) -> Result<u64, String> {
        let mut job = Job::new(Input::new(self.path(name)), self.path("spill"));
        job.answer = Answer::Count;
        let outcome = job.run(&()).map_err(|error| error.to_string())?;
        Ok(outcome.sum.pairs)
    }

    fn refusal(&self, name: &str) -> String {
        let message = self.count(name).unwrap_err();
        let read = read_boxes(&Input::new(self.path(name))).unwrap_err();
        assert_eq!(
            message,
            read.to_string(),
            "joins and readers give the same message"
        );
        message
    }
}

const CORNERS: [&str; 4] = ["xmin", "ymin", "xmax", "ymax"];

#[test]
fn sums_of_f32_are_those_of_f64() {
    let desk = Desk::new();
    // 16777216 + 3 is not an f32: rounded, it would be the lower end of the second box.
    let rows: [&[f32]; 2] = [&[16777216.0, 0.0, 3.0, 1.0], &[16777220.0, 0.0, 1.0, 1.0]];
    desk.floats("sizes.parquet", &["x", "y", "width", "height"], &rows);
    assert_eq!(desk.count("sizes.parquet"), Ok(0));
    let FileBoxes::Flat(boxes) = read_boxes(&Input::new(desk.path("sizes.parquet"))).unwrap()
    else {
        panic!("the boxes have two axes");
    };
    assert_eq!(boxes.boxes()[0].max(), [16777219.0, 1.0]);
}

#[test]
fn two_ways_to_read_the_boxes_are_an_error() {
    let desk = Desk::new();
    let point = |x: f64| {
        let numbers = [x, x].map(f64::to_le_bytes).concat();
        Some([&[1, 1, 0, 0, 0][..], &numbers].concat())
    };
    let points = Values::Bytes(vec![point(1.0), point(2.0)]);
    let numbers = |x: f64| Values::Double(vec![Some(x), Some(x + 1.0)]);
    let write = |name: &str, schema: &str, columns: &[Values]| {
        write_parquet(&desk.path(name), schema, columns, 9);
    };
    let schema = "message m { required double x; required double y; required binary geometry; }";
    let columns = [numbers(7.0), numbers(7.0), points.clone()];
    write("centres.parquet", schema, &columns);
    let message = desk.refusal("centres.parquet");
    assert!(
        message.contains("both x, y and geometry could be the boxes; name columns with --boxes"),
        "{message}"
    );
    let schema = "message m { required binary geometry; required binary geom; }";
    write("two.parquet", schema, &[points.clone(), points.clone()]);
    let message = desk.refusal("two.parquet");
    assert!(message.contains("both geometry and geom"), "{message}");
    // The years of a road beside its geometry are not boxes.
    let schema =
        "message m { required double start; required double end; required binary geometry; }";
    write(
        "roads.parquet",
        schema,
        &[numbers(0.0), numbers(1.0), points],
    );
    assert_eq!(desk.count("roads.parquet"), Ok(0));
}

#[test]
fn texts_of_geometries_name_what_is_read() {
    let desk = Desk::new();
    let schema = "message m { required binary geometry (STRING); }";
    let text = Values::Bytes(vec![Some(b"POINT (1 2)".to_vec())]);
    write_parquet(&desk.path("wkt.parquet"), schema, &[text], 9);
    let message = desk.refusal("wkt.parquet");
    assert!(
        message.contains("well-known binary in a column of bytes, which geometry is not"),
        "{message}"
    );
}

#[test]
fn files_of_a_folder_are_alike_and_the_others_counted() {
    let desk = Desk::new();
    let corners: [&[f32]; 1] = [&[0.0, 0.0, 1.0, 1.0]];
    desk.floats("a/x=1/0.parquet", &CORNERS, &corners);
    desk.floats("a/x=2/0.parquet", &CORNERS, &corners);
    for name in ["a/part-2", "a/notes.txt", "a/_SUCCESS"] {
        fs::write(desk.path(name), "").unwrap();
    }
    assert_eq!(desk.count("a"), Ok(1));
    assert_eq!(desk.count("a/*/*.parquet"), Ok(1));
    assert_eq!(desk.count("a/x=*"), Ok(1));
    let source = Source::open(&Input::new(desk.path("a"))).unwrap();
    assert_eq!(
        source.skipped().to_string(),
        "passed over: files that are not .parquet (2)"
    );
    let mut job = Job::new(Input::new(desk.path("a.parquet")), desk.path("spill"));
    job.first.also = vec![desk.path("a")];
    job.answer = Answer::Pairs(desk.path("a/x=1/pairs.parquet"));
    let message = job.run(&()).unwrap_err().to_string();
    let end = "x=1/pairs.parquet lies in this folder of the input";
    assert!(message.ends_with(end), "{message}");
    desk.floats("a/x=2/1.parquet", &["x", "y"], &[&[0.0, 0.0]]);
    let message = desk.refusal("a");
    let end = "1.parquet: the boxes are points, in the first file corners";
    assert!(message.ends_with(end), "{message}");
}

#[test]
fn what_is_no_parquet_file_is_named() {
    let desk = Desk::new();
    desk.floats("a.parquet", &CORNERS, &[&[0.0, 0.0, 1.0, 1.0]]);
    let whole = fs::read(desk.path("a.parquet")).unwrap();
    let last = whole.len() - 4;
    let mut footer = whole.clone();
    footer[last - 20..last - 8].fill(0xff);
    let cases = [
        (vec![], "the file is empty"),
        (
            b"x,y\n1,2\n".to_vec(),
            "it does not begin and end with PAR1",
        ),
        (b"PAR".to_vec(), "it does not begin and end with PAR1"),
        (whole[..last].to_vec(), "it is truncated"),
        ([&whole[..last], b"PARE"].concat(), "the file is encrypted"),
        (footer, "the Parquet file is damaged"),
    ];
    for (bytes, expected) in cases {
        fs::write(desk.path("b.parquet"), bytes).unwrap();
        let message = desk.refusal("b.parquet");
        assert!(message.contains(expected), "{message}");
    }
}
