use alloc::string::ToString;
use alloc::vec::Vec;

use crate::geometry::aabb::Aabb;
use crate::geometry::boxes::box_source::{BoxSource, from_fn};
use crate::geometry::boxes::raw_boxes::{Columns, InvalidBoxes, Rows};
use crate::geometry::scalar::traits::Scalar;

fn all<S: Scalar, const D: usize>(source: &impl BoxSource<S, D>) -> Vec<Aabb<S, D>> {
    (0..source.len()).map(|index| source.get(index)).collect()
}

#[test]
fn every_source_returns_the_same_boxes() {
    let expected: Vec<_> = (0..7).map(|i| Aabb::new([i, -i], [2 * i, 3])).collect();
    let column = |value: fn(&Aabb<i32, 2>) -> i32| expected.iter().map(value).collect::<Vec<_>>();
    let min = [column(|b| b.min()[0]), column(|b| b.min()[1])];
    let max = [column(|b| b.max()[0]), column(|b| b.max()[1])];
    let columns = Columns::try_new([&min[0], &min[1]], [&max[0], &max[1]]).unwrap();
    assert_eq!(all(&columns), expected);

    let corners = |b: &Aabb<i32, 2>| [b.min(), b.max()].concat();
    let packed: Vec<_> = expected.iter().flat_map(corners).collect();
    assert_eq!(all(&Rows::try_new(&packed).unwrap()), expected);

    let turned = |b: &Aabb<i32, 2>| [&[9][..], &b.max(), &[9], &b.min(), &[9]].concat();
    let structs: Vec<_> = expected.iter().flat_map(turned).collect();
    let rows = Rows::with_layout(&structs, 7, 4, 1).unwrap();
    assert_eq!(all(&rows), expected);

    assert_eq!(all(&from_fn(7, |index| expected[index])), expected);
    assert_eq!(all(&&expected[..]), expected);
    assert!(Rows::<i32, 2>::try_new(&[]).unwrap().is_empty());
}

#[test]
fn errors_name_the_problem() {
    let text = |invalid: InvalidBoxes<f32>| invalid.to_string();
    let error = |values: &[f32], stride, min, max| {
        text(Rows::<f32, 2>::with_layout(values, stride, min, max).unwrap_err())
    };
    let nan = [0.0, 0.0, 1.0, 1.0, 0.0, f32::NAN, 1.0, 1.0];
    assert_eq!(
        error(&nan, 4, 0, 2),
        "row 1: not a number on axis 1: min NaN, max 1"
    );
    assert_eq!(
        error(&nan[..7], 4, 0, 2),
        "7 values are not a whole number of rows of 4 values"
    );
    assert_eq!(
        error(&nan, 4, 0, 3),
        "a corner at offset 3 does not fit into rows of 4 values"
    );
    assert_eq!(
        error(&nan, 4, 4, 2),
        "a corner at offset 4 does not fit into rows of 4 values"
    );
    let short = Columns::try_new([&[0.0_f32, 1.0][..], &[0.0]], [&[0.0, 1.0], &[0.0, 1.0]]);
    assert_eq!(
        text(short.unwrap_err()),
        "column 1 has 1 values, column 0 has 2"
    );
    let crossed = Columns::try_new([&[0.0_f32, 5.0][..]], [&[0.0, 4.0]]);
    assert_eq!(
        text(crossed.unwrap_err()),
        "row 1: min 5 is above max 4 on axis 0"
    );
}
