//! Balls, half-spaces and oriented boxes against slow references.

use broadleaf::Aabb;
use broadleaf::geometry::{Ball, HalfSpace, OrientedBox, Real, Region};

use crate::inputs::{Mode, TestScalar, aabb, for_all};

fn check_flat_regions<S: TestScalar>(a: &Aabb<S, 2>) {
    // A region with grid coordinates touches the box exactly if it contains a grid point of it.
    let inside = |x: i32, y: i32| a.contains_point(&[x, y].map(S::from_grid));
    let points = || (-4..16).flat_map(|x| (-4..16).map(move |y| (x, y)));
    for (x, y) in points().filter(|(x, y)| (x + y) % 5 == 0) {
        let radius_squared = points()
            .filter(|&(u, v)| inside(u, v))
            .map(|(u, v)| (u - x).pow(2) + (v - y).pow(2))
            .min()
            .unwrap();
        for radius in 0..12 {
            let ball = Ball {
                center: [x, y].map(S::from_grid),
                radius: S::Real::from_f64(f64::from(radius)),
            };
            assert_eq!(ball.touches(a), radius_squared <= radius * radius);
        }
        // The half-plane x u + y v <= offset. Its extreme point in the box is a corner.
        let least = points()
            .filter(|&(u, v)| inside(u, v))
            .map(|(u, v)| u * x + v * y)
            .min()
            .unwrap();
        for offset in [least - 1, least, least + 1] {
            let real = |value: i32| S::Real::from_f64(f64::from(value));
            let half_space = HalfSpace {
                normal: [real(x), real(y)],
                offset: real(offset),
            };
            assert_eq!(half_space.touches(a), least <= offset);
        }
    }
}

#[test]
fn balls_and_half_spaces_agree_with_counting_grid_points() {
    for_all(60, aabb::<f32, 2>(Mode::Grid), |aabb| {
        check_flat_regions(&aabb);
    });
    for_all(60, aabb::<i32, 2>(Mode::Grid), |aabb| {
        check_flat_regions(&aabb);
    });
    assert!(
        !Ball {
            center: [0.0, 0.0],
            radius: -1.0
        }
        .touches(&Aabb::point([0.0, 0.0]))
    );
    assert!(
        !Ball {
            center: [0.0_f32, 0.0],
            radius: f32::NAN
        }
        .touches(&Aabb::point([0.0, 0.0]))
    );
}

/// The distance between an upright and an oriented box by alternating projections: an upper bound
/// that converges.
fn distance_by_projection<const D: usize>(
    aabb: &Aabb<f64, D>,
    center: [f64; D],
    axes: &[[f64; D]; D],
    half: [f64; D],
) -> f64 {
    let dot = |a: &[f64; D], b: &[f64; D]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut p = center;
    let mut distance = f64::INFINITY;
    for _ in 0..3_000 {
        let upright: [f64; D] = std::array::from_fn(|i| p[i].clamp(aabb.min()[i], aabb.max()[i]));
        let offset: [f64; D] = std::array::from_fn(|i| upright[i] - center[i]);
        let along: [f64; D] =
            std::array::from_fn(|k| dot(&offset, &axes[k]).clamp(-half[k], half[k]));
        p = std::array::from_fn(|i| center[i] + (0..D).map(|k| along[k] * axes[k][i]).sum::<f64>());
        let gap: [f64; D] = std::array::from_fn(|i| p[i] - upright[i]);
        distance = dot(&gap, &gap).sqrt();
    }
    distance
}

fn check_oriented<const D: usize>(
    aabb: Aabb<f64, D>,
    center: [f64; D],
    axes: [[f64; D]; D],
    half: [f64; D],
) {
    let half_edges = std::array::from_fn(|k| axes[k].map(|x| x * half[k]));
    let touches = OrientedBox::new(center, half_edges).touches(&aabb);
    let distance = distance_by_projection(&aabb, center, &axes, half);
    if touches {
        assert!(distance < 0.05, "touches, but is {distance} away");
    } else {
        assert!(distance > 1e-9, "does not touch, but is {distance} away");
    }
}

#[test]
fn oriented_boxes_agree_with_alternating_projections() {
    let angle = || 0.0..std::f64::consts::TAU;
    let flat = (
        aabb::<f64, 2>(Mode::Grid),
        [0.0..12.0, 0.0..12.0],
        angle(),
        [0.1..4.0, 0.1..4.0],
    );
    for_all(400, flat, |(aabb, center, angle, half)| {
        let (sin, cos) = angle.sin_cos();
        check_oriented(aabb, center, [[cos, sin], [-sin, cos]], half);
    });
    let solid = (
        aabb::<f64, 3>(Mode::Grid),
        [0.0..12.0, 0.0..12.0, 0.0..12.0],
        [angle(), angle(), angle()],
        [0.1..4.0, 0.1..4.0, 0.1..4.0],
    );
    for_all(400, solid, |(aabb, center, [a, b, c], half)| {
        let ((sa, ca), (sb, cb), (sc, cc)) = (a.sin_cos(), b.sin_cos(), c.sin_cos());
        let axes = [
            [cb * cc, cb * sc, -sb],
            [sa * sb * cc - ca * sc, sa * sb * sc + ca * cc, sa * cb],
            [ca * sb * cc + sa * sc, ca * sb * sc - sa * cc, ca * cb],
        ];
        check_oriented(aabb, center, axes, half);
    });
}

#[test]
fn an_upright_oriented_box_is_a_box() {
    for_all(
        2_000,
        (
            aabb::<i32, 3>(Mode::Grid),
            [0..9, 0..9, 0..9],
            [0..4, 0..4, 0..4],
        ),
        |(aabb, center, half)| {
            let edges = std::array::from_fn(|k| {
                std::array::from_fn(|i| if i == k { f64::from(half[k]) } else { 0.0 })
            });
            let upright = Aabb::new(
                std::array::from_fn(|i| center[i] - half[i]),
                std::array::from_fn(|i| center[i] + half[i]),
            );
            assert_eq!(
                OrientedBox::new(center, edges).touches(&aabb),
                upright.overlaps(&aabb)
            );
        },
    );
}
