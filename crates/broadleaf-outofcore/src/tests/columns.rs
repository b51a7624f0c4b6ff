//! The columns of boxes, and their types.

use std::fs;
use std::path::PathBuf;

use broadleaf_scenes::{Missing, ReadOptions};
use parquet::basic::{BrotliLevel, Compression};
use tempfile::TempDir;

use super::files::{Values, write_compressed, write_parquet};

use crate::input::Input;
use crate::job::{Answer, Job};

/// A folder with files in which joins run.
struct Desk(TempDir);

impl Desk {
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The sorted lines of the pairs of one input or two, and the number type; or the error.
    fn pairs(&self, inputs: &[Input]) -> Result<(Vec<String>, &'static str), String> {
        let mut job = Job::new(inputs[0].clone(), self.path("spill"));
        job.second = inputs.get(1).cloned();
        job.answer = Answer::Pairs(self.path("pairs.csv"));
        let outcome = job.run(&()).map_err(|error| error.to_string())?;
        let text = fs::read_to_string(self.path("pairs.csv")).unwrap();
        let mut lines: Vec<_> = text.lines().skip(1).map(str::to_owned).collect();
        lines.sort();
        Ok((lines, outcome.number))
    }

    /// Points on a line at x.
    fn points(&self, name: &str, kind: &str, x: Values) -> Input {
        let schema = format!("message points {{ optional {kind} x; optional int32 y; }}");
        let rows = x.len();
        let columns = [x, Values::Int32(vec![Some(0); rows])];
        write_parquet(&self.path(name), &schema, &columns, 2);
        Input::new(self.path(name))
    }
}

#[test]
fn numbers_are_of_the_narrowest_type_that_holds_all() {
    let desk = Desk(TempDir::new().unwrap());
    let near = [0.1_f32, 0.2].map(Some);
    let floats = desk.points("f.parquet", "float", Values::Float(near.to_vec()));
    // An integer column beside a float column: both are read as doubles.
    assert_eq!(
        desk.pairs(std::slice::from_ref(&floats)),
        Ok((vec![], "f64"))
    );
    let far = [Some(0.1), Some(f64::from(0.2_f32))];
    let doubles = desk.points("d.parquet", "double", Values::Double(far.to_vec()));
    let found = desk.pairs(&[floats.clone(), doubles]).unwrap();
    assert_eq!(
        found.0,
        ["1,1"],
        "0.1 as a float is another number than as a double"
    );

    let wide = [i64::MAX - 1, i64::MAX, i64::MAX].map(Some);
    let wide = desk.points("w.parquet", "int64", Values::Int64(wide.to_vec()));
    let found = desk.pairs(std::slice::from_ref(&wide)).unwrap();
    assert_eq!(found, (vec!["1,2".to_owned()], "i64"));
    // Beside floats, integers are doubles as long as they are exact.
    let message = desk.pairs(&[wide, floats.clone()]).unwrap_err();
    assert!(
        message.contains("column x: 9223372036854775806 is not exact"),
        "{message}"
    );
    let exact = [1 << 53, 0].map(Some);
    let exact = desk.points("e.parquet", "int64", Values::Int64(exact.to_vec()));
    assert_eq!(desk.pairs(&[exact, floats]), Ok((vec![], "f64")));
}

#[test]
fn rows_without_a_coordinate_have_no_pairs_and_keep_their_numbers() {
    let desk = Desk(TempDir::new().unwrap());
    let x = [Some(7), None, Some(7), None, None, Some(7)];
    let input = desk.points("p.parquet", "int32", Values::Int32(x.to_vec()));
    let message = desk.pairs(std::slice::from_ref(&input)).unwrap_err();
    let problem = "p.parquet: row 1: there is no box: a geometry or coordinate is missing or NaN";
    assert!(message.contains(problem), "{message}");
    let options = ReadOptions::default().with_missing(Missing::Skip);
    let input = Input { options, ..input };
    let found = desk.pairs(std::slice::from_ref(&input)).unwrap();
    assert_eq!(found.0, ["0,2", "0,5", "2,5"]);
    let job = Job::new(input.clone(), desk.path("spill"));
    let outcome = job.run(&()).unwrap();
    let skipped: Vec<_> = outcome.skipped.iter().collect();
    assert_eq!(
        (outcome.boxes, skipped),
        (3, vec![("rows without a box", 3)])
    );
    let schema = "message ids { optional int32 n; optional int32 a; }";
    let numbers = Values::Int32(vec![Some(1), None]);
    let columns = [numbers, Values::Int32(vec![Some(0); 2])];
    write_parquet(&desk.path("p.parquet"), schema, &columns, 9);
    let with_ids = Input {
        id: Some("n".to_owned()),
        boxes: ["x=a", "y=a"].map(str::to_owned).into(),
        ..Input::new(desk.path("p.parquet"))
    };
    let message = desk.pairs(&[with_ids]).unwrap_err();
    assert!(
        message.ends_with("p.parquet: row 1: the id is missing"),
        "{message}"
    );
}

#[test]
fn unsigned_integers_are_read_as_such() {
    let desk = Desk(TempDir::new().unwrap());
    // Unsigned, -1 is 2^32 - 1, far from 0.
    let x = Values::Int32(vec![Some(-1), Some(0), Some(-1)]);
    let input = desk.points("u.parquet", "int32", x.clone());
    assert_eq!(desk.pairs(&[input]).unwrap().0, ["0,2"]);
    let schema = "message points { optional int32 u (INTEGER(32,false)); optional int32 v; \
                  required int64 w (INTEGER(64,false)); }";
    let zeros = Values::Int32(vec![Some(0); 3]);
    let w = Values::Int64(vec![Some(1), Some(-1), Some(i64::MIN)]);
    write_parquet(&desk.path("v.parquet"), schema, &[x, zeros, w], 9);
    let named = |boxes: [&str; 4], id: Option<&str>| Input {
        boxes: boxes.map(str::to_owned).into(),
        id: id.map(str::to_owned),
        ..Input::new(desk.path("v.parquet"))
    };
    let found = desk
        .pairs(&[named(["v", "v", "u", "u"], Some("w"))])
        .unwrap();
    let below = "9223372036854775808,18446744073709551615";
    assert_eq!(
        found.0,
        ["1,18446744073709551615", "1,9223372036854775808", below]
    );
    let message = desk
        .pairs(&[named(["w", "v", "w", "v"], None)])
        .unwrap_err();
    assert!(
        message.contains("column w: 18446744073709551615 is above"),
        "{message}"
    );
    let found = desk
        .pairs(&[named(["v", "v", "v", "v"], Some("u"))])
        .unwrap();
    assert_eq!(
        found.0,
        ["0,4294967295", "0,4294967295", "4294967295,4294967295"]
    );
}

#[test]
fn a_lower_end_above_the_upper_one_names_its_row() {
    let desk = Desk(TempDir::new().unwrap());
    let schema = "message boxes { required group bbox { required float xmin; required float xmax; \
                  required float ymin; required float ymax; } }";
    // Across the antimeridian.
    let ends = [[1.0, 179.0], [2.0, -179.0], [0.0, 0.0], [1.0, 1.0]];
    let columns = ends.map(|end| Values::Float(end.map(Some).to_vec()));
    write_parquet(&desk.path("b.parquet"), schema, &columns, 9);
    let message = desk
        .pairs(&[Input::new(desk.path("b.parquet"))])
        .unwrap_err();
    let problem = "b.parquet: row 1: min 179 is above max -179 on axis 0";
    assert!(message.ends_with(problem), "{message}");
    assert!(!desk.path("spill").exists(), "there is nothing to resume");
}

/// Well-known binary of a point or, with two positions, of a line.
fn wkb(positions: &[[f64; 2]]) -> Vec<u8> {
    let mut bytes = vec![1];
    if let [point] = positions {
        bytes.extend(1_u32.to_le_bytes());
        point.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        return bytes;
    }
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend((positions.len() as u32).to_le_bytes());
    let numbers = positions.as_flattened().iter();
    numbers.for_each(|x| bytes.extend(x.to_le_bytes()));
    bytes
}

fn skipping(input: Input) -> Input {
    let options = ReadOptions::default().with_missing(Missing::Skip);
    Input { options, ..input }
}

#[test]
fn geometries_have_the_bounds_of_their_points() {
    let desk = Desk(TempDir::new().unwrap());
    let geometries = vec![
        Some(wkb(&[[0.0, 0.0], [2.0, 1.0]])),
        None,
        Some(wkb(&[[f64::NAN, f64::NAN]])),
        Some(wkb(&[[2.0, 1.0]])),
        Some(wkb(&[])),
        Some(wkb(&[[3.0, 3.0], [2.5, 0.5]])),
    ];
    let schema = "message places { optional binary name (STRING); optional binary geometry; }";
    let names = Values::Bytes(vec![Some(b"a".to_vec()); 6]);
    let columns = [names, Values::Bytes(geometries)];
    let brotli = Compression::BROTLI(BrotliLevel::default());
    write_compressed(&desk.path("g.parquet"), schema, &columns, 4, brotli);
    let input = Input::new(desk.path("g.parquet"));
    let message = desk.pairs(std::slice::from_ref(&input)).unwrap_err();
    assert!(message.contains("row 1: there is no box"), "{message}");
    let found = desk.pairs(&[skipping(input.clone())]);
    assert_eq!(found, Ok((vec!["0,3".to_owned()], "f64")));
    let named = Input {
        boxes: vec!["name".to_owned()],
        ..input
    };
    let message = desk.pairs(&[named]).unwrap_err();
    assert!(message.contains("column name has neither"), "{message}");
}

#[test]
fn lists_are_vertices_or_ends() {
    let desk = Desk(TempDir::new().unwrap());
    let list = |name: &str| {
        format!(
            "optional group {name} (LIST) {{ repeated group list {{ required double element; }} }}"
        )
    };
    let schema = format!("message lines {{ {} {} }}", list("x"), list("y"));
    let x = vec![vec![0.0, 5.0], vec![], vec![5.0], vec![9.0, 6.0, 7.0]];
    let y = vec![vec![0.0, 1.0], vec![], vec![1.0], vec![0.0, 1.0, 2.0]];
    let columns = [Values::List(x), Values::List(y.clone())];
    write_parquet(&desk.path("v.parquet"), &schema, &columns, 3);
    let input = skipping(Input::new(desk.path("v.parquet")));
    assert_eq!(desk.pairs(&[input]), Ok((vec!["0,2".to_owned()], "f64")));

    let schema = format!("message boxes {{ {} }}", list("bbox"));
    let ends = [
        [0.0, 0.0, 1.0, 1.0],
        [1.0, 1.0, 2.0, 2.0],
        [3.0, 0.0, 4.0, 1.0],
    ];
    let ends = Values::List(ends.map(Vec::from).to_vec());
    write_parquet(&desk.path("b.parquet"), &schema, &[ends], 2);
    let found = desk.pairs(&[Input::new(desk.path("b.parquet"))]);
    assert_eq!(found, Ok((vec!["0,1".to_owned()], "f64")));
    write_parquet(&desk.path("c.parquet"), &schema, &[Values::List(y)], 2);
    let message = desk
        .pairs(&[Input::new(desk.path("c.parquet"))])
        .unwrap_err();
    assert!(message.contains("4 in 2D, 6 in 3D"), "{message}");
}

#[test]
fn numbers_of_every_kind_are_read_and_others_named() {
    let desk = Desk(TempDir::new().unwrap());
    let schema = "message points { required int32 x (DECIMAL(9,2)); required int64 y; }";
    let cents = Values::Int32(vec![Some(10), Some(20), Some(10)]);
    let columns = [cents.clone(), Values::Int64(vec![Some(7); 3])];
    write_parquet(&desk.path("d.parquet"), schema, &columns, 9);
    let found = desk.pairs(&[Input::new(desk.path("d.parquet"))]);
    assert_eq!(found, Ok((vec!["0,2".to_owned()], "f64")));
    let schema = "message points { required int64 x (TIMESTAMP(MILLIS,true)); required int32 y; }";
    let columns = [Values::Int64(vec![Some(7); 3]), cents];
    write_parquet(&desk.path("t.parquet"), schema, &columns, 9);
    let message = desk
        .pairs(&[Input::new(desk.path("t.parquet"))])
        .unwrap_err();
    assert!(
        message.contains("column x has timestamps, not numbers"),
        "{message}"
    );
}
