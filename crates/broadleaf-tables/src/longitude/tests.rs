//! Pairs and windows beside double loops over parts of the circle.

use broadleaf::Id;

use super::boxes::{Degrees, LongitudeBoxes};
use super::error::InvalidLongitude;
use super::index::LongitudeIndex;

/// A generator of small numbers.
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

type Corners<S, const D: usize> = [[S; D]; 2];

/// Whether two rows overlap, from the definition.
fn overlap<S: Degrees, const D: usize>(axis: usize, a: Corners<S, D>, b: Corners<S, D>) -> bool {
    let spans = |[min, max]: Corners<S, D>| match min[axis] <= max[axis] {
        true => vec![[min[axis], max[axis]]],
        false => vec![[min[axis], S::from(180)], [S::from(-180), max[axis]]],
    };
    let others = (0..D).filter(|&other| other != axis);
    let mut others = others.map(|other| a[0][other] <= b[1][other] && b[0][other] <= a[1][other]);
    let is_near = |[a, b]: [[S; 2]; 2]| a[0] <= b[1] && b[0] <= a[1];
    let spans = [spans(a), spans(b)];
    others.all(|holds| holds)
        && spans[0]
            .iter()
            .any(|a| spans[1].iter().any(|b| is_near([*a, *b])))
}

/// Rows on a grid, of which about half lie over the antimeridian.
fn rows<S: Degrees, const D: usize>(
    random: &mut Random,
    axis: usize,
    count: usize,
) -> Vec<Corners<S, D>> {
    let degrees = [-180, -179, -150, -1, 0, 1, 150, 179, 180];
    let mut row = || {
        let min: [i16; D] = std::array::from_fn(|_| random.next(12) as i16);
        let mut corners = [min, min.map(|min| min + random.next(4) as i16)];
        for end in &mut corners {
            end[axis] = degrees[random.next(9) as usize];
        }
        corners.map(|end| end.map(S::from))
    };
    (0..count).map(|_| row()).collect()
}

fn check<S: Degrees, const D: usize>(axis: usize) {
    let random = &mut Random(axis as u64 + 1);
    for count in [0, 1, 2, 20, 150] {
        let (a, b) = (
            rows::<S, D>(random, axis, count),
            rows::<S, D>(random, axis, 40),
        );
        let [first, second] = [&a, &b].map(|rows| LongitudeBoxes::new(axis, rows).unwrap());
        assert_eq!((first.len(), first.is_empty()), (count, count == 0));
        let mut pairs = Vec::new();
        let mut cross = Vec::new();
        for i in 0..a.len() {
            let id = |row: usize| Id(row as u32);
            let after = (i + 1..a.len()).filter(|&j| overlap(axis, a[i], a[j]));
            pairs.extend(after.map(|j| [id(i), id(j)]));
            let all = (0..b.len()).filter(|&j| overlap(axis, a[i], b[j]));
            cross.extend(all.map(|j| [id(i), id(j)]));
        }
        assert_eq!(first.self_pairs(), pairs);
        assert_eq!(first.cross_pairs(&second).unwrap(), cross);
        let index = LongitudeIndex::new(first).unwrap();
        assert_eq!(index.boxes().len(), count);
        for window in b {
            let found = index.overlaps(window[0], window[1]).unwrap();
            let rows = (0..a.len()).filter(|&row| overlap(axis, a[row], window));
            assert_eq!(found, rows.map(|row| Id(row as u32)).collect::<Vec<_>>());
        }
    }
}

#[test]
fn rows_are_as_double_loops_say() {
    check::<f32, 2>(0);
    check::<f64, 2>(1);
    check::<i32, 3>(2);
    check::<i64, 1>(0);
}

#[test]
fn invalid_rows_are_named() {
    let message = |axis, row: Corners<f64, 2>| {
        let rows = [[[0.0, 0.0], [1.0, 1.0]], row];
        LongitudeBoxes::new(axis, &rows).unwrap_err().to_string()
    };
    assert_eq!(
        message(0, [[0.0, 0.0], [181.0, 1.0]]),
        "row 1: 181 is not a longitude: the range is -180 to 180"
    );
    assert_eq!(
        message(1, [[0.0, f64::NAN], [1.0, 1.0]]),
        "row 1: NaN is not a longitude: the range is -180 to 180"
    );
    assert!(message(0, [[170.0, 2.0], [-170.0, 1.0]]).starts_with("row 1: "));
    assert_eq!(message(2, [[0.0; 2]; 2]), "the boxes have no axis 2");
    let index = LongitudeIndex::new(LongitudeBoxes::<f64, 2>::new(0, &[]).unwrap()).unwrap();
    let error: InvalidLongitude<f64> = index.overlaps([0.0, 0.0], [200.0, 0.0]).unwrap_err();
    assert!(
        error.to_string().contains("200 is not a longitude"),
        "{error}"
    );
}
