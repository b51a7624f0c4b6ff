//! Text tables: every file of `tests/corpus/tables`, and random ones.
//!
//! The files of a folder hold the same table in different forms; those in `bad` are rejected.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use broadleaf_scenes::{FileBoxes, Missing, Random, ReadOptions};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Corners with any number of axes: the lower ones, then the upper ones.
type Corners = Vec<f64>;

fn corners(boxes: &FileBoxes) -> Vec<(u32, Corners)> {
    fn all<const D: usize>(rows: &broadleaf_scenes::Rows<D>) -> Vec<(u32, Corners)> {
        let boxes = rows.boxes().iter();
        let corners = boxes.map(|aabb| [aabb.min(), aabb.max()].concat());
        rows.numbers().iter().copied().zip(corners).collect()
    }
    match boxes {
        FileBoxes::Flat(rows) => all(rows),
        FileBoxes::Solid(rows) => all(rows),
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus/tables")
        .join(name)
}

fn files(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths
        .filter(|path| !path.ends_with("expected.txt"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 3);
    paths
}

#[track_caller]
fn assert_all(name: &str, options: &ReadOptions, expected: &[(u32, &[f64])]) {
    for path in files(name) {
        let boxes = FileBoxes::open(&path, options).unwrap_or_else(|error| panic!("{error}"));
        let found = corners(&boxes);
        let found: Vec<_> = found.iter().map(|(row, box_)| (*row, &box_[..])).collect();
        assert_eq!(found, expected, "{}", path.display());
    }
}

#[test]
fn every_form_of_a_table_has_the_same_boxes() {
    let plain = ReadOptions::default();
    let boxes: [(u32, &[f64]); 3] = [
        (0, &[500000.0, 5000000.10, 500001.0, 5000000.20]),
        (1, &[500000.0, 5000000.30, 500001.0, 5000000.40]),
        (2, &[500000.5, 5000000.20, 500002.0, 5000000.25]),
    ];
    assert_all("boxes", &plain, &boxes);
    let sizes: [(u32, &[f64]); 3] = [
        (0, &[0.0, 0.0, 2.0, 1.0]),
        (1, &[2.0, 1.0, 5.0, 4.0]),
        (2, &[9.0, 9.0, 9.0, 9.0]),
    ];
    assert_all("sizes", &plain, &sizes);
    let solid: [(u32, &[f64]); 3] = [
        (0, &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]),
        (1, &[0.0, 0.0, 5.0, 1.0, 1.0, 6.0]),
        (2, &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]),
    ];
    assert_all("solid", &plain, &solid);
    let points: [(u32, &[f64]); 3] = [
        (0, &[1.0, 2.0, 1.0, 2.0]),
        (1, &[3.0, 4.0, 3.0, 4.0]),
        (2, &[1.0, 2.0, 1.0, 2.0]),
    ];
    assert_all("points", &plain, &points);
}

#[test]
fn rows_without_a_box_are_refused_or_skipped() {
    let boxes: [(u32, &[f64]); 2] = [(0, &[0.0, 0.0, 1.0, 1.0]), (2, &[1.0, 1.0, 2.0, 2.0])];
    assert_all(
        "missing",
        &ReadOptions::default().with_missing(Missing::Skip),
        &boxes,
    );
    for path in files("missing") {
        let error = FileBoxes::open(&path, &ReadOptions::default()).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("line 3: there is no box: "), "{error}");
        assert!(error.contains("--missing skip"), "{error}");
    }
}

#[test]
fn bad_tables_are_refused_in_one_line() {
    let expected = fs::read_to_string(folder("bad").join("expected.txt")).unwrap();
    assert_eq!(files("bad").len(), expected.lines().count());
    for line in expected.lines() {
        let (name, expected) = line.split_once(": ").unwrap();
        let error = FileBoxes::open(&folder("bad").join(name), &ReadOptions::default());
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "{name}: {error}");
        assert_eq!(error.lines().count(), 1, "{name}: {error}");
    }
}

#[test]
fn what_is_passed_over_is_counted() {
    let read = |name: &str| FileBoxes::open(&folder("boxes").join(name), &ReadOptions::default());
    let skipped = |name: &str| read(name).unwrap().skipped().to_string();
    let expected = "passed over: blank lines (2), comment lines (2)";
    assert_eq!(skipped("comments.csv"), expected);
    assert_eq!(skipped("commented-header.csv"), "");
    assert_eq!(skipped("picture-size.csv"), "passed over: columns (3)");
}

#[test]
fn no_byte_makes_the_reader_panic() {
    let options = ReadOptions::default()
        .with_missing(Missing::Skip)
        .with_longitude(0);
    for name in [
        "boxes/quoted.csv",
        "boxes/comments.csv",
        "boxes/decimal-comma.csv",
    ] {
        let bytes = fs::read(folder("").join(name)).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= [0x01, 0x10, 0x80, 0xff][at % 4];
            for bytes in [&bytes[..at], &changed] {
                if let Err(error) = FileBoxes::read(name, bytes, &options) {
                    assert_eq!(error.to_string().lines().count(), 1, "{error}");
                }
            }
        }
    }
}

/// Picks a random element.
fn one<'a, T>(random: &mut Random, list: &'a [T]) -> &'a T {
    &list[(random.unit() * list.len() as f64) as usize]
}

/// Names of lower ends, of upper ends and of sizes.
const STYLES: [[[&str; 3]; 2]; 8] = [
    [["xmin", "ymin", "zmin"], ["xmax", "ymax", "zmax"]],
    [["Min_X", "Min_Y", "Min_Z"], ["Max_X", "Max_Y", "Max_Z"]],
    [
        ["x lower", "y lower", "z lower"],
        ["x upper", "y upper", "z upper"],
    ],
    [["west", "south", "zlo"], ["east", "north", "zhi"]],
    [["left", "bottom", "front"], ["right", "top", "back"]],
    [["x1", "y1", "z1"], ["x2", "y2", "z2"]],
    [["x0", "y0", "z0"], ["x1", "y1", "z1"]],
    [
        ["bbox.min_lon", "bbox.min_lat", "z_min"],
        ["bbox.max_lon", "bbox.max_lat", "z_max"],
    ],
];

/// A random table: its bytes, and its boxes by row.
fn random_table(random: &mut Random) -> (Vec<u8>, Vec<(u32, Corners)>) {
    let axes = *one(random, &[2, 3]);
    let style = one(random, &STYLES);
    let mut order: Vec<_> = (0..2 * axes + 2).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, (random.unit() * (at + 1) as f64) as usize);
    }
    let separator = *one(random, &[",", ";", "\t", "|"]);
    let end = *one(random, &["\n", "\r\n", "\r"]);
    let is_comma = separator == ";" && random.unit() < 0.5;
    let is_whole = random.unit() < 0.3;
    let mut names: Vec<_> = [&style[0][..axes], &style[1][..axes]].concat();
    names.extend(["name", "note"]);
    let mut text = String::new();
    let mut line = |cells: &[String]| {
        let cells: Vec<_> = order.iter().map(|&cell| cells[cell].as_str()).collect();
        write!(text, "{}{end}", cells.join(separator)).unwrap();
    };
    line(
        &names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>(),
    );
    let mut boxes = Vec::new();
    for row in 0..20 {
        let mut corner = Vec::new();
        for _ in 0..axes {
            let x = 5e6 + random.unit() * 3.0;
            corner.push(if is_whole {
                x.floor()
            } else {
                (x * 100.0).round() / 100.0
            });
        }
        let more: Vec<_> = corner
            .iter()
            .map(|x| x + (random.unit() * 3.0).floor())
            .collect();
        let numbers = [corner, more].concat();
        let is_missing = random.unit() < 0.1;
        let mut cells: Vec<_> = numbers.iter().map(f64::to_string).collect();
        if is_comma {
            cells
                .iter_mut()
                .for_each(|cell| *cell = cell.replace('.', ","));
        }
        if is_missing {
            let at = (random.unit() * cells.len() as f64) as usize;
            cells[at] = (*one(random, &["", "NaN", "null", " "])).to_owned();
        } else {
            boxes.push((row, numbers));
        }
        cells.extend(["a".to_owned(), format!("\"b{separator} \"\"c\"\"\"")]);
        line(&cells);
    }
    let mut bytes = text.into_bytes();
    if random.unit() < 0.3 {
        bytes.splice(0..0, *b"\xef\xbb\xbf");
    }
    if random.unit() < 0.3 {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&bytes).unwrap();
        bytes = encoder.finish().unwrap();
    }
    (bytes, boxes)
}

/// Names in any order, spelling, separator, dimension and compression give boxes of the written
/// numbers, to the last bit.
#[test]
fn random_tables_have_the_boxes_that_were_written() {
    let mut random = Random::new(53);
    let skip = ReadOptions::default().with_missing(Missing::Skip);
    for _ in 0..300 {
        let (bytes, expected) = random_table(&mut random);
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        let boxes = FileBoxes::read("a.csv", bytes.clone(), &skip);
        let boxes = boxes.unwrap_or_else(|error| panic!("{error}\n{shown}"));
        assert_eq!(corners(&boxes), expected, "{shown}");
        let is_whole = expected.len() == 20;
        let plain = FileBoxes::read("a.csv", bytes, &ReadOptions::default());
        assert_eq!(plain.is_ok(), is_whole, "{shown}");
    }
}
