//! The pairs are those of `BruteForce`, for any tiles, blocks, threads and files.

use std::fmt::Debug;
use std::path::Path;

use broadleaf::Aabb;
use broadleaf::geometry::Scalar;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tempfile::TempDir;

use super::files::{Values, read_pairs, row_groups, write_parquet};
use crate::budget::Sizes;
use crate::error::OutOfCoreError;
use crate::input::Input;
use crate::job::{Answer, Job};
use crate::pair_sum::PairSum;

type Boxes<S, const D: usize> = Vec<(Aabb<S, D>, u64)>;

/// A number type of test boxes, and its column.
trait Column: Scalar {
    const NAME: &'static str;
    /// A small number, or any number.
    fn of(bits: u64) -> Self;
    fn values(numbers: Vec<Option<Self>>) -> Values;
}

macro_rules! column {
    ($number:ty, $name:literal, $Values:ident, $special:expr) => {
        impl Column for $number {
            const NAME: &'static str = $name;
            fn of(bits: u64) -> Self {
                let special: &[$number] = &$special;
                let small = i16::try_from(bits % 12).unwrap();
                match bits >> 60 {
                    0 => special[(bits % special.len() as u64) as usize],
                    _ => small.into(),
                }
            }
            fn values(numbers: Vec<Option<Self>>) -> Values {
                Values::$Values(numbers)
            }
        }
    };
}
column!(
    f32,
    "float",
    Float,
    [f32::NEG_INFINITY, f32::INFINITY, -0.0, 1e-45]
);
column!(
    f64,
    "double",
    Double,
    [f64::NEG_INFINITY, f64::INFINITY, -0.0, f64::MAX]
);
column!(i64, "int64", Int64, [i64::MIN, i64::MAX, i64::MIN + 1]);

fn boxes<S: Column, const D: usize>() -> impl Strategy<Value = Boxes<S, D>> {
    let corner = || prop::array::uniform::<_, D>(any::<u64>());
    let ids = prop_oneof![any::<u64>(), 0_u64..20, (1_u64 << 63) - 2..(1 << 63) + 2];
    let aabb = (corner(), corner(), ids).prop_map(|(a, b, id)| {
        let [a, b] = [a, b].map(|corner| corner.map(S::of));
        let corners = std::array::from_fn(|axis| match a[axis] <= b[axis] {
            true => [a[axis], b[axis]],
            false => [b[axis], a[axis]],
        });
        let corners: [[S; 2]; D] = corners;
        let [min, max] = [0, 1].map(|end| corners.map(|ends| ends[end]));
        (Aabb::new(min, max), id)
    });
    prop::collection::vec(aabb, 1..90)
}

/// Writes boxes as a struct column, as Overture does, with unsigned ids.
fn write<S: Column, const D: usize>(path: &Path, boxes: &Boxes<S, D>, group: usize) {
    let names = ["x", "y", "z"];
    let ends = |end: &str| {
        let axes = names[..D].iter();
        axes.map(|axis| format!("optional {} {axis}{end};", S::NAME))
            .collect::<String>()
    };
    let schema = format!(
        "message boxes {{ optional group bbox {{ {} {} }} required int64 id (INTEGER(64,false)); }}",
        ends("min"),
        ends("max")
    );
    let mut columns = Vec::new();
    for end in 0..2 {
        for axis in 0..D {
            let end_of = |aabb: &Aabb<S, D>| [aabb.min(), aabb.max()][end][axis];
            let numbers = boxes.iter().map(|(aabb, _)| Some(end_of(aabb)));
            columns.push(S::values(numbers.collect()));
        }
    }
    let ids = boxes.iter().map(|(_, id)| Some(id.cast_signed()));
    columns.push(Values::Int64(ids.collect()));
    write_parquet(path, &schema, &columns, group);
}

/// The expected pairs, sorted.
fn expected<S: Column, const D: usize>(
    first: &Boxes<S, D>,
    second: Option<&Boxes<S, D>>,
    interiors: bool,
) -> Vec<[u64; 2]> {
    let overlap = |a: &Aabb<S, D>, b: &Aabb<S, D>| match interiors {
        true => (0..D).all(|axis| a.min()[axis] < b.max()[axis] && b.min()[axis] < a.max()[axis]),
        false => a.overlaps(b),
    };
    let mut pairs = Vec::new();
    for (at, (a, id)) in first.iter().enumerate() {
        for (b, other) in second
            .unwrap_or(first)
            .iter()
            .skip(second.map_or(at + 1, |_| 0))
        {
            if overlap(a, b) && second.is_some() {
                pairs.push([*id, *other]);
            } else if overlap(a, b) {
                pairs.push([*id.min(other), *id.max(other)]);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

type Case<S, const D: usize> = (
    Boxes<S, D>,
    Boxes<S, D>,
    [bool; 2],
    (u64, usize, u32),
    usize,
    usize,
);

fn check<S: Column, const D: usize>() {
    let sizes = (1_u64..20, 1_usize..40, 1_u32..6);
    let case = (
        boxes::<S, D>(),
        boxes::<S, D>(),
        any::<[bool; 2]>(),
        sizes,
        1_usize..4,
        1_usize..50,
    );
    for_all(
        40,
        case,
        |(a, b, [is_self, interiors], (tile, block, giant_limit), threads, group): Case<S, D>| {
            let folder = TempDir::new().unwrap();
            let [first, second, out] =
                ["a.parquet", "b.parquet", "pairs.parquet"].map(|name| folder.path().join(name));
            write(&first, &a, group);
            write(&second, &b, group);
            let with_ids = |path| Input {
                id: Some("id".to_owned()),
                ..Input::new(path)
            };
            let mut job = Job::new(with_ids(first), folder.path().join("spill"));
            job.second = (!is_self).then(|| with_ids(second));
            job.interiors = interiors;
            job.threads = threads;
            job.sizes = Some(Sizes {
                tile,
                block,
                giant_limit,
            });
            let expected = expected(&a, (!is_self).then_some(&b), interiors);
            let mut sum = PairSum::default();
            expected.iter().for_each(|pair| sum.add(*pair));
            assert_eq!(job.run(&()).unwrap().sum, sum);
            job.answer = Answer::Pairs(out.clone());
            let outcome = job.run(&()).unwrap();
            assert_eq!((outcome.sum, outcome.dimensions), (sum, D));
            assert_eq!(read_pairs(&out), expected);
            assert!(!job.spill.exists(), "the spill folder is removed");
        },
    );
}

fn for_all<T: Debug>(cases: u32, inputs: impl Strategy<Value = T>, property: impl Fn(T)) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let outcome = TestRunner::new_with_rng(config, rng).run(&inputs, |input| {
        property(input);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn float32() {
    check::<f32, 2>();
    check::<f32, 3>();
}

#[test]
fn float64() {
    check::<f64, 2>();
    check::<f64, 3>();
}

#[test]
fn int64() {
    check::<i64, 2>();
    check::<i64, 3>();
}

/// A tile that cannot be divided is joined block by block, and terminates.
#[test]
fn identical_boxes_are_joined_in_blocks() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("same.parquet");
    let same = Aabb::new([1.0_f32, 2.0], [3.0, 4.0]);
    let count = 3000;
    write(&path, &(0..count).map(|id| (same, id)).collect(), 1000);
    let mut job = Job::new(Input::new(path), folder.path().join("spill"));
    job.sizes = Some(Sizes {
        tile: 100,
        block: 70,
        giant_limit: 8,
    });
    job.threads = 2;
    let outcome = job.run(&()).unwrap();
    assert_eq!(outcome.sum.pairs, count * (count - 1) / 2);
    assert_eq!(
        (outcome.boxes, outcome.tiles, outcome.giants),
        (count, 1, 0)
    );
    // The limit stops the join.
    job.limit = Some(1_000_000);
    let limit = 1_000_000;
    assert_eq!(job.run(&()), Err(OutOfCoreError::TooManyPairs { limit }));
    job.limit = Some(count * (count - 1) / 2);
    assert_eq!(job.run(&()).unwrap().sum, outcome.sum);
}

/// Row groups belong to the whole file, not to tiles and threads.
#[test]
fn row_groups_are_large() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("boxes.parquet");
    let place = |id: u16| if id < 400 { 1.0 } else { f32::from(id) };
    let aabb = |id| Aabb::new([place(id), 0.0], [place(id) + 1.0, 1.0]);
    let boxes: Boxes<f32, 2> = (0..600).map(|id| (aabb(id), id.into())).collect();
    write(&path, &boxes, 1000);
    let out = folder.path().join("pairs.parquet");
    let mut job = Job::new(Input::new(path), folder.path().join("spill"));
    job.answer = Answer::Pairs(out.clone());
    job.sizes = Some(Sizes {
        tile: 20,
        block: 1000,
        giant_limit: 64,
    });
    let files = [1, 3].map(|threads| {
        (job.memory, job.threads) = (16 << 20, threads);
        job.run(&()).unwrap();
        assert_eq!(read_pairs(&out), expected(&boxes, None, false));
        assert_eq!(row_groups(&out), [26_214, 26_214, 26_214, 1_357]);
        std::fs::read(&out).unwrap()
    });
    assert_eq!(files[0], files[1]);
}

/// The order of pairs does not depend on the number of threads.
#[test]
fn threads_write_the_same_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("row.parquet");
    let row = (0..5000_u32).map(|i| {
        let x = f64::from(i * 37 % 5000);
        (Aabb::new([x, 0.0], [x + 1.5, 1.0]), i.into())
    });
    write(&path, &row.collect(), 700);
    let files = [1, 4].map(|threads| {
        ["pairs.csv", "pairs.parquet"].map(|name| {
            let mut job = Job::new(Input::new(&path), folder.path().join("spill"));
            job.sizes = Some(Sizes {
                tile: 90,
                block: 1000,
                giant_limit: 64,
            });
            job.threads = threads;
            job.answer = Answer::Pairs(folder.path().join(name));
            assert_eq!(job.run(&()).unwrap().sum.pairs, 4999);
            std::fs::read(folder.path().join(name)).unwrap()
        })
    });
    assert_eq!(files[0], files[1]);
    // Small row groups of many tiles are merged.
    assert_eq!(row_groups(&folder.path().join("pairs.parquet")), [4999]);
    assert!(files[0][0].starts_with(b"a,b\n"));
    assert_eq!(files[0][0].split(|byte| *byte == b'\n').count(), 5001);
}
