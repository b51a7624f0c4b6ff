use crate::geometry::aabb::Aabb;
use crate::geometry::boxes::margin::margin_within;
use crate::geometry::probe::Probe;

#[test]
fn integers_need_no_more_than_the_distance() {
    assert_eq!(margin_within::<i32>(0.0), Some(0));
    assert_eq!(margin_within::<i32>(24.9), Some(4));
    assert_eq!(margin_within::<i32>(25.0), Some(5));
    assert_eq!(margin_within::<u64>(9.0), Some(3));
    assert_eq!(margin_within::<i8>(127.0 * 127.0), None);
    assert_eq!(margin_within::<f32>(f32::INFINITY), None);
}

#[test]
fn a_gap_that_is_rounded_down_to_the_distance_is_bridged() {
    // The gap is 1 + 1.5 * 2^-25, and 1 when rounded.
    let left = Aabb::point([-1.5 * f32::EPSILON / 4.0]);
    let right = Aabb::point([1.0_f32]);
    assert_eq!(left.reach(&right), Some(1.0));
    assert!(!left.expanded(1.0).overlaps(&right));
    let margin = margin_within(1.0).unwrap();
    assert!(left.expanded(margin).overlaps(&right));
    assert!(right.expanded(margin).overlaps(&left));
    // The square of this gap is rounded to 0.
    let near = Aabb::point([1e-30_f32]);
    let origin = Aabb::point([0.0]);
    assert_eq!(origin.reach(&near), Some(0.0));
    assert!(origin.expanded(margin_within(0.0).unwrap()).overlaps(&near));
}
