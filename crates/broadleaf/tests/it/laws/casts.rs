//! Rays and box casts: exact if differences are, with the start and the end that they are made
//! with.

use broadleaf::geometry::{BoxCast, OrientedBox, Probe, Real};
use broadleaf::{Aabb, Fixed, Ray};

use super::{Fraction, exact_reach};
use crate::inputs::{TestScalar, for_all};

fn check_exact_casts<S: TestScalar, const D: usize>() {
    let coordinate = || proptest::array::uniform::<_, D>(-9..10);
    let inputs = (
        coordinate(),
        proptest::array::uniform::<_, D>(0..3),
        coordinate(),
        coordinate(),
        proptest::array::uniform::<_, D>(0..5),
    );
    for_all(
        20_000,
        inputs,
        |(min, extent, end, target_min, target_extent)| {
            let boxed = |min: [i32; D], extent: [i32; D]| {
                Aabb::new(min, std::array::from_fn(|axis| min[axis] + extent[axis]))
            };
            let in_s = |aabb: Aabb<i32, D>| {
                Aabb::new(aabb.min().map(S::from_grid), aabb.max().map(S::from_grid))
            };
            let (start, target) = (boxed(min, extent), boxed(target_min, target_extent));
            let exact = exact_reach(
                &start,
                std::array::from_fn(|axis| end[axis] - min[axis]),
                &target,
            );
            let expected = exact
                .map(|Fraction(n, d)| S::Real::from_f64(n as f64) / S::Real::from_f64(d as f64));
            let cast = BoxCast::between(in_s(start), end.map(S::from_grid)).unwrap();
            // No grazed corner is missed, and `t` is the float nearest to the exact fraction.
            assert_eq!(cast.reach(&in_s(target)), expected);
            if extent == [0; D] {
                assert_eq!(
                    Ray::between(min.map(S::from_grid), end.map(S::from_grid))
                        .unwrap()
                        .reach(&in_s(target)),
                    expected
                );
            }
        },
    );
}

#[test]
fn casts_are_exact_where_differences_are() {
    check_exact_casts::<f32, 2>();
    check_exact_casts::<f64, 3>();
    check_exact_casts::<i32, 2>();
    check_exact_casts::<i64, 3>();
    check_exact_casts::<Fixed<16>, 3>();
}

#[test]
fn rays_start_and_end_as_documented() {
    let aabb = Aabb::new([2.0, 2.0], [4.0, 4.0]);
    let reach = |ray: Result<Ray<f32, 2>, _>| ray.unwrap().reach(&aabb);
    assert_eq!(
        reach(Ray::new([3.0, 3.0], [1.0, 0.0])),
        Some(0.0),
        "starts inside"
    );
    assert_eq!(
        reach(Ray::new([3.0, 3.0], [0.0, 0.0])),
        Some(0.0),
        "a point inside"
    );
    assert_eq!(
        reach(Ray::new([5.0, 3.0], [0.0, 0.0])),
        None,
        "a point outside"
    );
    assert_eq!(
        reach(Ray::new([0.0, 4.0], [1.0, 0.0])),
        Some(2.0),
        "along an edge"
    );
    assert_eq!(reach(Ray::new([5.0, 3.0], [1.0, 0.0])), None, "behind");
    assert_eq!(
        reach(Ray::between([0.0, 0.0], [2.0, 2.0])),
        Some(1.0),
        "ends at a corner"
    );
    assert_eq!(
        reach(Ray::new([0.0, 3.0], [1.0, 0.0]).map(|ray| ray.up_to(1.9))),
        None,
        "too short"
    );
    assert_eq!(
        reach(Ray::new([0.0, 3.0], [1.0, 0.0]).map(|ray| ray.up_to(-1.0))),
        None
    );
    assert_eq!(
        reach(Ray::new([3.0, 3.0], [1.0, 0.0]).map(|ray| ray.up_to(f32::NAN))),
        None
    );
    assert_eq!(
        Aabb::new([0.0, 0.0], [1.0, 1.0]).reach(&Aabb::new([4.0, 5.0], [6.0, 6.0])),
        Some(25.0),
        "squared distance"
    );
}

#[test]
fn probes_and_oriented_boxes_give_back_what_made_them() {
    let start = Aabb::new([0, 1], [2, 3]);
    let cast = BoxCast::between(start, [4, -1]).unwrap();
    assert_eq!(
        (cast.start(), cast.direction(), cast.length()),
        (start, [4.0, -2.0], 1.0)
    );
    let endless = BoxCast::new(start, [0.0, 3.0]).unwrap();
    assert_eq!(
        (endless.direction(), endless.length()),
        ([0.0, 3.0], f64::INFINITY)
    );
    assert_eq!(endless.up_to(2.5).length(), 2.5);
    let ray = Ray::between([1, 2], [3, 2]).unwrap();
    assert_eq!(
        (ray.origin(), ray.direction(), ray.length()),
        ([1, 2], [2.0, 0.0], 1.0)
    );
    let edges = [[1.0, 1.0], [-1.0, 1.0]];
    let diamond = OrientedBox::new([5, 6], edges);
    assert_eq!((diamond.center(), diamond.half_edges()), ([5, 6], edges));
}
