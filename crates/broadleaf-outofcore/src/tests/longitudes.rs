//! Boxes over the antimeridian, and rows in any form, checked against a comparison of the rows.

use std::fmt::Write as _;
use std::fs;

use broadleaf_scenes::{Missing, ReadOptions};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::budget::Sizes;
use crate::input::Input;
use crate::job::{Answer, Job};

type Row = Option<[f64; 4]>;

/// West, south, east, north; few different values, so that many ends are equal.
fn row() -> impl Strategy<Value = Row> {
    let longitude = || prop_oneof![(-18..=18).prop_map(|x| f64::from(x) * 10.0), -180.0..180.0];
    let flat = (longitude(), 0..5, longitude(), 0..3);
    let flat = flat.prop_map(|(west, south, east, height)| {
        [west, f64::from(south), east, f64::from(south + height)]
    });
    prop_oneof![9 => flat.prop_map(Some), 1 => Just(None)]
}

/// The intervals of a row on a circle that is cut open at the antimeridian.
fn spans([west, _, east, _]: [f64; 4]) -> Vec<[f64; 2]> {
    if west <= east {
        vec![[west, east]]
    } else {
        vec![[west, 180.0], [-180.0, east]]
    }
}

/// With `interiors`, rows that only touch do not overlap. The antimeridian is not a border of a row
/// over it.
pub(super) fn overlap(a: [f64; 4], b: [f64; 4], interiors: bool) -> bool {
    let meet = |a: [f64; 2], b: [f64; 2]| match interiors {
        true => a[0] < b[1] && b[0] < a[1],
        false => a[0] <= b[1] && b[0] <= a[1],
    };
    let spans = |row: [f64; 4]| {
        let mut spans = spans(row);
        if let [east, west] = &mut spans[..] {
            (east[1], west[0]) = (181.0, -181.0);
        }
        spans
    };
    let mut all = spans(a)
        .into_iter()
        .flat_map(|a| spans(b).into_iter().map(move |b| (a, b)));
    meet([a[1], a[3]], [b[1], b[3]]) && all.any(|(a, b)| meet(a, b))
}

fn write(rows: &[Row]) -> String {
    let mut text = "name;north;west;south;east\n".to_owned();
    for row in rows {
        match row {
            Some([west, south, east, north]) => writeln!(text, "a;{north};{west};{south};{east}"),
            None => writeln!(text, "b;1;;2;3"),
        }
        .unwrap();
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Each pair of rows occurs once, and no row with itself, for any tiles; within one file and
    /// between two.
    #[test]
    fn rows_over_the_antimeridian_pair_once(
        first in prop::collection::vec(row(), 1..40),
        second in prop::collection::vec(row(), 1..20),
        between in any::<bool>(),
        interiors in any::<bool>(),
    ) {
        let folder = TempDir::new().unwrap();
        let input = |name: &str, rows: &[Row]| {
            let path = folder.path().join(name);
            fs::write(&path, write(rows)).unwrap();
            let options = ReadOptions::default().with_missing(Missing::Skip).with_longitude(0);
            Input { options, ..Input::new(path) }
        };
        let mut job = Job::new(input("a.csv", &first), folder.path().join("spill"));
        job.answer = Answer::Pairs(folder.path().join("pairs.csv"));
        job.interiors = interiors;
        job.sizes = Some(Sizes { tile: 4, block: 3, giant_limit: 3 });
        if between {
            job.second = Some(input("b.csv", &second));
        }
        let mut expected = Vec::new();
        for (i, a) in first.iter().enumerate() {
            let (others, start) = if between { (&second, 0) } else { (&first, i + 1) };
            for (j, b) in others.iter().enumerate().skip(start) {
                if a.zip(*b).is_some_and(|(a, b)| overlap(a, b, interiors)) {
                    expected.push([i, j]);
                }
            }
        }
        let is_empty = |rows: &[Row]| rows.iter().flatten().next().is_none();
        if is_empty(&first) || (between && is_empty(&second)) {
            let error = job.run(&()).unwrap_err().to_string();
            prop_assert!(error.contains("has no boxes; passed over: "), "{}", error);
            return Ok(());
        }
        let outcome = job.run(&()).unwrap();
        let text = fs::read_to_string(folder.path().join("pairs.csv")).unwrap();
        let id = |text: &str| text.parse::<usize>().unwrap();
        let pair = |line: &str| line.split_once(',').map(|(a, b)| [id(a), id(b)]).unwrap();
        let mut found: Vec<_> = text.lines().skip(1).map(pair).collect();
        found.sort_unstable();
        prop_assert_eq!(&found, &expected);
        let rows = first.iter().chain(second.iter().filter(|_| between));
        let without_box = rows.filter(|row| row.is_none()).count() as u64;
        let skipped = outcome.skipped.iter().find(|(what, _)| *what == "rows without a box");
        prop_assert_eq!(skipped.map_or(0, |(_, count)| count), without_box);
    }
}

#[test]
fn what_is_no_longitude_names_its_line() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.csv");
    fs::write(&path, "west,south,east,north\n0,0,1,1\n170,0,190,1\n").unwrap();
    let run = |options: ReadOptions| {
        let input = Input {
            options,
            ..Input::new(path.clone())
        };
        let outcome = Job::new(input, folder.path().join("spill")).run(&());
        outcome
            .map(|outcome| outcome.boxes)
            .map_err(|error| error.to_string())
    };
    assert_eq!(run(ReadOptions::default()), Ok(2));
    let error = run(ReadOptions::default().with_longitude(0)).unwrap_err();
    assert!(
        error.ends_with("line 3: 190 is not a longitude: the range is -180 to 180"),
        "{error}"
    );
}
