//! Joins with keys, distances, columns that are kept, and rows without a partner, against a
//! comparison of the rows.

use std::fs::{self, File};
use std::path::Path;

use broadleaf_scenes::{Missing, ReadOptions};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use proptest::prelude::*;
use tempfile::TempDir;

use super::files::{Values, write_parquet};
use super::journals::fail_halfway;
use super::longitudes::overlap;
use crate::budget::Sizes;
use crate::how::How;
use crate::input::Input;
use crate::job::{Answer, Job};

#[derive(Clone, Debug)]
struct Row {
    /// West, south, east, north.
    corners: Option<[f64; 4]>,
    key: Option<&'static str>,
    note: Option<i32>,
}

fn row() -> impl Strategy<Value = Row> {
    let end = || (-18..=18).prop_map(|x| f64::from(x) * 10.0);
    let corners = (end(), 0..4, end(), 0..3);
    let corners = corners.prop_map(|(west, south, east, height)| {
        [west, f64::from(south), east, f64::from(south + height)]
    });
    let key = prop::sample::select(vec![None, Some("7"), Some("8"), Some("9")]);
    (
        prop::option::weighted(0.9, corners),
        key,
        any::<Option<i32>>(),
    )
        .prop_map(|(corners, key, note)| Row { corners, key, note })
}

/// What a test chooses.
#[derive(Clone, Copy, Debug)]
struct Choice {
    how: How,
    is_self: bool,
    has_keys: bool,
    has_longitude: bool,
    interiors: bool,
    distance: Option<f64>,
    has_text_ids: bool,
    from_parquet: bool,
    to_parquet: bool,
    /// Whether no row of an input has a box.
    lacks_boxes: [bool; 2],
}

fn choice() -> impl Strategy<Value = Choice> {
    let how = prop::sample::select(vec![How::Inner, How::Left, How::Semi, How::Anti]);
    let distances = vec![0.0, 1.0, 10.0, 200_f64.sqrt(), 25.5];
    let distance = prop::option::of(prop::sample::select(distances));
    let lacks = prop::sample::select(vec![false, false, false, true]);
    let lacks = [lacks.clone(), lacks];
    (how, any::<[bool; 7]>(), distance, lacks).prop_map(|(how, bits, distance, lacks)| Choice {
        lacks_boxes: lacks.map(|lacks| lacks && how != How::Inner),
        how,
        is_self: bits[0] && how != How::Left,
        has_keys: bits[1],
        has_longitude: bits[2],
        interiors: bits[3] && (bits[2] || distance.is_none()),
        distance: distance.filter(|_| !bits[2]),
        has_text_ids: bits[4],
        from_parquet: bits[5],
        to_parquet: bits[6],
    })
}

impl Choice {
    fn is_pair(&self, a: &Row, b: &Row) -> bool {
        let (Some(first), Some(second)) = (a.corners, b.corners) else {
            return false;
        };
        if self.has_keys && (a.key.is_none() || a.key != b.key) {
            return false;
        }
        match self.distance {
            None => overlap(first, second, self.interiors),
            Some(distance) => {
                let gap = |axis: usize| {
                    let before = first[axis] - second[axis + 2];
                    before.max(second[axis] - first[axis + 2]).max(0.0)
                };
                gap(0) * gap(0) + gap(1) * gap(1) <= distance * distance
            }
        }
    }

    fn id(&self, side: usize, row: usize) -> String {
        if self.has_text_ids {
            format!("{} {row}", ["first", "second"][side])
        } else {
            (100 - row as i64).to_string()
        }
    }

    /// The rows of the output: the ids and the notes of both sides.
    fn expected(&self, first: &[Row], second: &[Row]) -> Vec<Vec<String>> {
        let text = |note: Option<i32>| note.map_or_else(String::new, |note| note.to_string());
        let cells = |side: usize, row: usize| {
            let rows = if side == 0 || self.is_self {
                first
            } else {
                second
            };
            let id = self.id(if self.is_self { 0 } else { side }, row);
            vec![id, text(rows[row].note)]
        };
        let (mut all, mut has_partner) = (Vec::new(), vec![false; first.len()]);
        let others = if self.is_self { first } else { second };
        for (i, a) in first.iter().enumerate() {
            let start = if self.is_self { i + 1 } else { 0 };
            for (j, b) in others.iter().enumerate().skip(start) {
                if self.is_pair(a, b) {
                    all.push([cells(0, i), cells(1, j)].concat());
                    has_partner[i] = true;
                    if self.is_self {
                        has_partner[j] = true;
                    }
                }
            }
        }
        let rows = |wanted: bool| (0..first.len()).filter(move |&row| has_partner[row] == wanted);
        match self.how {
            How::Inner => {}
            How::Left => {
                let none = || vec![String::new(); 2];
                all.extend(rows(false).map(|row| [cells(0, row), none()].concat()));
            }
            How::Semi => all = rows(true).map(|row| cells(0, row)).collect(),
            How::Anti => all = rows(false).map(|row| cells(0, row)).collect(),
        }
        all.sort();
        all
    }

    /// Writes rows as two tables of this format.
    fn write(&self, folder: &TempDir, side: usize, rows: &[Row]) -> Input {
        let path = |part: usize| {
            let ending = if self.from_parquet { "parquet" } else { "csv" };
            folder.path().join(format!("{side}-{part}.{ending}"))
        };
        let has_box = |row: &Row| row.corners.is_some() && (!self.has_keys || row.key.is_some());
        let ids: Vec<_> = (0..rows.len()).map(|row| self.id(side, row)).collect();
        let cut = rows.len() / 2;
        for (part, span) in [0..cut, cut..rows.len()].into_iter().enumerate() {
            let (rows, ids) = (&rows[span.clone()], &ids[span]);
            match self.from_parquet {
                true => write_rows(&path(part), rows, ids, self.has_text_ids),
                false => write_text(&path(part), rows, ids),
            }
        }
        assert!(
            self.how != How::Inner || rows.iter().any(has_box),
            "an inner join of an input without boxes is refused"
        );
        let options = ReadOptions::default().with_missing(Missing::Skip);
        Input {
            also: vec![path(1)],
            id: Some("name".to_owned()),
            by: self.has_keys.then(|| "kind".to_owned()),
            keep: vec!["note".to_owned()],
            options: match self.has_longitude {
                true => options.with_longitude(0),
                false => options,
            },
            ..Input::new(path(0))
        }
    }
}

fn write_rows(path: &Path, rows: &[Row], ids: &[String], has_text_ids: bool) {
    let id = if has_text_ids {
        "binary name (UTF8)"
    } else {
        "int32 name"
    };
    let schema = format!(
        "message boxes {{ optional double west; optional double south; optional double east; \
         optional double north; optional {id}; optional binary kind (UTF8); optional int32 note; }}"
    );
    let end = |end: usize| {
        rows.iter()
            .map(move |row| row.corners.map(|corners| corners[end]))
    };
    let ids = match has_text_ids {
        true => Values::Bytes(ids.iter().map(|id| Some(id.clone().into_bytes())).collect()),
        false => Values::Int32(ids.iter().map(|id| id.parse().ok()).collect()),
    };
    let keys = rows
        .iter()
        .map(|row| row.key.map(|key| key.as_bytes().to_vec()));
    let columns = [
        Values::Double(end(0).collect()),
        Values::Double(end(1).collect()),
        Values::Double(end(2).collect()),
        Values::Double(end(3).collect()),
        ids,
        Values::Bytes(keys.collect()),
        Values::Int32(rows.iter().map(|row| row.note).collect()),
    ];
    write_parquet(path, &schema, &columns, 7);
}

fn write_text(path: &Path, rows: &[Row], ids: &[String]) {
    let mut text = "west,south,east,north,name,kind,note\n".to_owned();
    for (row, id) in rows.iter().zip(ids) {
        let corners = row.corners.map(|corners| corners.map(|x| x.to_string()));
        let corners = corners.unwrap_or_default().join(",");
        let note = row.note.map_or_else(String::new, |note| note.to_string());
        text += &format!("{corners},{id},{},{note}\n", row.key.unwrap_or_default());
    }
    fs::write(path, text).unwrap();
}

/// The sorted rows of the output as texts, empty where a value is missing.
fn read(path: &Path, is_parquet: bool) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = if is_parquet {
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let rows = reader.get_row_iter(None).unwrap();
        let text = |field: &Field| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            other => other.to_string(),
        };
        let cells = |row: parquet::record::Row| {
            row.get_column_iter()
                .map(|(_, field)| text(field))
                .collect()
        };
        rows.map(|row| cells(row.unwrap())).collect()
    } else {
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().skip(1);
        lines
            .map(|line| line.split(',').map(str::to_owned).collect())
            .collect()
    };
    rows.sort();
    rows
}

fn join(
    folder: &TempDir,
    choice: Choice,
    first: &[Row],
    second: &[Row],
) -> (Job, Vec<Vec<String>>) {
    let mut job = Job::new(choice.write(folder, 0, first), folder.path().join("spill"));
    job.second = (!choice.is_self).then(|| choice.write(folder, 1, second));
    (job.how, job.distance, job.interiors) = (choice.how, choice.distance, choice.interiors);
    job.threads = 2;
    job.sizes = Some(Sizes {
        tile: 4,
        block: 3,
        giant_limit: 3,
    });
    let name = if choice.to_parquet {
        "out.parquet"
    } else {
        "out.csv"
    };
    let out = folder.path().join(name);
    job.answer = Answer::Pairs(out.clone());
    let outcome = job.run(&()).unwrap();
    let rows = read(&out, choice.to_parquet);
    assert_eq!(outcome.rows, rows.len() as u64);
    let counted = Job {
        answer: Answer::Count,
        ..job.clone()
    }
    .run(&())
    .unwrap();
    assert_eq!((counted.sum, counted.rows), (outcome.sum, outcome.rows));
    (job, rows)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn rows_are_those_of_a_comparison(
        mut first in prop::collection::vec(row(), 0..40),
        mut second in prop::collection::vec(row(), 0..20),
        choice in choice(),
    ) {
        for (rows, lacks_boxes) in [&mut first, &mut second].into_iter().zip(choice.lacks_boxes) {
            if choice.how == How::Inner {
                // An input without a box is an error.
                let (corners, key) = (Some([0.0, 0.0, 10.0, 1.0]), Some("7"));
                rows.push(Row { corners, key, note: None });
            }
            if lacks_boxes {
                rows.iter_mut().for_each(|row| row.corners = None);
            }
            if !choice.has_longitude {
                for corners in rows.iter_mut().filter_map(|row| row.corners.as_mut()) {
                    let [west, _, east, _] = *corners;
                    (corners[0], corners[2]) = (west.min(east), west.max(east));
                }
            }
        }
        let folder = TempDir::new().unwrap();
        let (_, rows) = join(&folder, choice, &first, &second);
        prop_assert_eq!(rows, choice.expected(&first, &second));
    }
}

/// Rows on a line, each of which touches the next one.
fn line(count: i32) -> Vec<Row> {
    let row = |i: i32| Row {
        corners: Some([
            f64::from(i % 170),
            f64::from(i),
            f64::from(i % 170 + 1),
            f64::from(i + 1),
        ]),
        key: Some("7"),
        note: Some(i),
    };
    (0..count).map(row).collect()
}

const LEFT: Choice = Choice {
    how: How::Left,
    is_self: false,
    has_keys: true,
    has_longitude: true,
    interiors: true,
    distance: None,
    has_text_ids: true,
    from_parquet: true,
    to_parquet: true,
    lacks_boxes: [false; 2],
};

#[test]
fn a_left_join_goes_on_where_the_last_one_ended() {
    let folder = TempDir::new().unwrap();
    let (mut job, rows) = join(&folder, LEFT, &line(3000), &line(2000));
    assert_eq!(rows.len(), 3000);
    job.sizes = Some(Sizes {
        tile: 50,
        block: 1000,
        giant_limit: 64,
    });
    let Answer::Pairs(out) = job.answer.clone() else {
        unreachable!()
    };
    let whole = job.run(&()).unwrap();
    let bytes = fs::read(&out).unwrap();
    fs::remove_file(&out).unwrap();
    fail_halfway(&job);
    let rest = job.run(&()).unwrap();
    assert!(rest.finished_before > 5, "{rest:?}");
    assert_eq!((rest.sum, rest.rows), (whole.sum, whole.rows));
    assert!(fs::read(&out).unwrap() == bytes);
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let folder = TempDir::new().unwrap();
    let mut job = Job::new(
        LEFT.write(&folder, 0, &line(9)),
        folder.path().join("spill"),
    );
    job.second = Some(LEFT.write(&folder, 1, &line(9)));
    let refusal = |change: &dyn Fn(&mut Job)| {
        let mut job = job.clone();
        change(&mut job);
        job.run(&()).unwrap_err().to_string()
    };
    let second = |job: &mut Job, change: &dyn Fn(&mut Input)| change(job.second.as_mut().unwrap());
    for (change, message) in [
        (
            &(|job: &mut Job| job.distance = Some(1.0)) as &dyn Fn(&mut Job),
            "distances do not wrap, so longitudes have none",
        ),
        (
            &|job| (job.distance, job.interiors) = (Some(1.0), true),
            "interiors are compared without a distance",
        ),
        (
            &|job| (job.how, job.second) = (How::Left, None),
            "a left join needs a second input",
        ),
        (
            &|job| job.first.keep.push("note".to_owned()),
            "the column note is kept twice",
        ),
        (
            &|job| second(job, &|input| input.by = None),
            "both inputs have a column of keys, or none",
        ),
        (
            &|job| second(job, &|input| input.by = Some("note".to_owned())),
            "the keys of the first input are texts, those of the second one integers",
        ),
    ] {
        assert_eq!(refusal(change), message);
    }
    for distance in [-1.0, f64::NAN, f64::INFINITY] {
        let message = refusal(&|job| {
            job.distance = Some(distance);
            job.first.options = ReadOptions::default();
            second(job, &|input| input.options = ReadOptions::default());
        });
        let wanted = format!("the distance {distance} must be at least 0, and less than infinity");
        assert_eq!(message, wanted);
    }
    let message = refusal(&|job| job.first.by = Some("west".to_owned()));
    let wanted = "column west has no keys: these are integers, texts, dates or truth values";
    assert!(message.ends_with(wanted), "{message}");
}

/// Intervals with keys, as genes on chromosomes, in every number type.
#[test]
fn intervals_are_boxes_with_one_axis() {
    let folder = TempDir::new().unwrap();
    let rows = |seed: i64| (0..200_i64).map(move |i| (i * seed % 211, i * seed % 7, i % 3));
    let write = |name: &str, kind: &str, seed: i64| {
        let path = folder.path().join(name);
        let ends = |of: fn((i64, i64, i64)) -> i64| rows(seed).map(of).collect::<Vec<_>>();
        let (starts, stops) = (ends(|row| row.0), ends(|row| row.0 + row.1));
        let keys = Values::Int64(rows(seed).map(|row| Some(row.2)).collect());
        let column = |ends: Vec<i64>| match kind {
            "int64" => Values::Int64(ends.into_iter().map(Some).collect()),
            "float" => Values::Float(ends.into_iter().map(|x| Some(x as f32)).collect()),
            _ => Values::Double(ends.into_iter().map(|x| Some(x as f64)).collect()),
        };
        if kind == "text" {
            let lines = rows(seed).map(|(x, size, key)| format!("{x},{},{key}\n", x + size));
            fs::write(
                &path,
                "start,end,key\n".to_owned() + &lines.collect::<String>(),
            )
            .unwrap();
        } else {
            let schema = format!(
                "message rows {{ required {kind} start; required {kind} end; required int64 key; }}"
            );
            write_parquet(&path, &schema, &[column(starts), column(stops), keys], 60);
        }
        Input {
            boxes: vec!["start".to_owned(), "end".to_owned()],
            by: Some("key".to_owned()),
            ..Input::new(path)
        }
    };
    let count = |is_pair: fn([i64; 4]) -> bool| {
        let pairs = rows(17).flat_map(|a| rows(29).map(move |b| (a, b)));
        let is_pair = |&((a, size, key), (b, other, same)): &((i64, i64, i64), (i64, i64, i64))| {
            key == same && is_pair([a, a + size, b, b + other])
        };
        pairs.filter(is_pair).count() as u64
    };
    for (kinds, number) in [
        (["int64", "int64"], "i64"),
        (["float", "float"], "f32"),
        (["float", "double"], "f64"),
        (["text", "int64"], "f64"),
    ] {
        let name = |kind: &str| if kind == "text" { "a.csv" } else { "a.parquet" };
        let first = write(name(kinds[0]), kinds[0], 17);
        let mut job = Job::new(first, folder.path().join("spill"));
        job.second = Some(write("b.parquet", kinds[1], 29));
        job.sizes = Some(Sizes {
            tile: 10,
            block: 9,
            giant_limit: 3,
        });
        let outcome = job.run(&()).unwrap();
        assert_eq!((outcome.dimensions, outcome.number), (1, number));
        assert_eq!(outcome.sum.pairs, count(|[a, b, c, d]| a <= d && c <= b));
        job.interiors = true;
        assert_eq!(
            job.run(&()).unwrap().sum.pairs,
            count(|[a, b, c, d]| a < d && c < b)
        );
        (job.interiors, job.distance) = (false, Some(3.0));
        assert_eq!(
            job.run(&()).unwrap().sum.pairs,
            count(|[a, b, c, d]| a <= d + 3 && c <= b + 3)
        );
        // One axis may be an oversight.
        job.first.boxes.clear();
        let refusal = job.run(&()).unwrap_err().to_string();
        assert!(refusal.contains("the boxes have one axis"), "{refusal}");
    }
}
