//! Tests of `mod.rs`.

use core::array;

use super::*;
use crate::geometry::{greater, lesser};

#[test]
fn orders_a_lattice_as_the_curve_does() {
    let boxes: [Aabb<i32, 2>; 8] = array::from_fn(|i| Aabb::point([i as i32 % 4, i as i32 / 4]));
    let mut items: [Keyed; 8] = array::from_fn(|i| Keyed::new(i as u32));
    sort_along_curve(&mut items, &mut Vec::new(), |i| boxes[i as usize]);
    assert_eq!(items.map(|item| item.index), [0, 1, 4, 5, 2, 3, 6, 7]);
}

#[test]
fn few_large_boxes_come_last() {
    let edge = |i: u32| if i == 3 { 100 } else { 1 };
    let boxes: [Aabb<i32, 2>; 9] =
        array::from_fn(|i| Aabb::new([i as i32; 2], [i as i32 + edge(i as u32); 2]));
    let mut items: [Keyed; 9] = array::from_fn(|i| Keyed::new(i as u32));
    sort_along_curve(&mut items, &mut Vec::new(), |i| boxes[i as usize]);
    assert_eq!(items.map(|item| item.index), [0, 1, 2, 4, 5, 6, 7, 8, 3]);
}

#[test]
fn boxes_that_reach_to_infinity_have_a_place_too() {
    let boxes = [
        Aabb::EVERYWHERE,
        Aabb::new([f32::NEG_INFINITY], [0.0]),
        Aabb::point([f32::MAX]),
        Aabb::point([f32::MIN]),
    ];
    let mut items: [Keyed; 4] = array::from_fn(|i| Keyed::new(i as u32));
    sort_along_curve(&mut items, &mut Vec::new(), |i| boxes[i as usize]);
    assert!(items.iter().any(|item| item.index == 0), "nothing is lost");
}

/// The order of points on a line, with others far away; `at` returns the position of a point.
fn order_of<S: Scalar>(len: u32, at: impl Fn(u32) -> S + Sync) -> Vec<u32> {
    let mut items: Vec<_> = (0..len).map(|index| Keyed { key: 0, index }).collect();
    sort_along_curves(&mut items, &mut Vec::new(), |i| Aabb::point([at(i)]));
    items.iter().map(|item| item.index).collect()
}

/// Whether points are sorted, except within a node.
fn are_sorted<S: Scalar>(len: u32, at: impl Fn(u32) -> S + Sync) -> bool {
    let order = order_of(len, &at);
    let all_before = |(before, after): (&[u32], &[u32])| {
        let last = before.iter().map(|&i| at(i)).reduce(greater);
        last <= after.iter().map(|&i| at(i)).reduce(lesser)
    };
    (0..order.len()).step_by(16).all(|middle| {
        let end = (middle + 16).min(order.len());
        all_before((&order[..middle], &order[end..])) || end == order.len()
    })
}

#[test]
fn boxes_far_away_do_not_undo_the_order() {
    let scattered = |i: u32| i.wrapping_mul(0x9e37_79b1) >> 12;
    let far = |i: u32| match i % 400 {
        0 => 1e30,
        1..20 => 1e15,
        20..40 => -1e10,
        _ => 1.0,
    };
    assert!(are_sorted(5_000, |i| f64::from(scattered(i)) * far(i)));
    assert!(are_sorted(5_000, |i| f64::from(scattered(i)) * far(i) as f32 as f64));
    // Only the last point is far away.
    assert!(are_sorted(5_000, |i| if i == 4_999 {
        f32::MAX
    } else {
        scattered(i) as f32
    }));
    // As floats, all but one of these are equal.
    let near_the_end = |i: u32| match i {
        77 => i64::MIN,
        _ => i64::MAX - i64::from(scattered(i) / 1_024),
    };
    assert!(are_sorted(5_000, near_the_end));
}
