//! The precision of rays and distances, near the origin and far from it.

use broadleaf::geometry::{Ball, BoxCast, Probe, Region};
use broadleaf::{Aabb, BruteForce, Fixed, Id, Ray, SpatialIndex};
use proptest::prelude::*;

use super::steps;
use crate::inputs::{Mode, aabb, for_all, point};

/// The box moved by `shift` on every axis; `None` if it leaves the range.
fn shifted<const D: usize>(aabb: &Aabb<i64, D>, shift: i64) -> Option<Aabb<i64, D>> {
    let corner = |corner: [i64; D]| {
        corner
            .iter()
            .map(|x| x.checked_add(shift))
            .collect::<Option<Vec<_>>>()?
            .try_into()
            .ok()
    };
    Some(Aabb::new(corner(aabb.min())?, corner(aabb.max())?))
}

fn in_steps<const D: usize>(aabb: &Aabb<i64, D>) -> Aabb<Fixed<16>, D> {
    Aabb::new(
        aabb.min().map(Fixed::from_bits),
        aabb.max().map(Fixed::from_bits),
    )
}

/// A box whose coordinates have at most `bits` bits.
fn near<const D: usize>(bits: u32) -> impl Strategy<Value = Aabb<i64, D>> {
    let corner = move || proptest::array::uniform::<_, D>(-(1_i64 << bits)..1 << bits);
    (corner(), corner()).prop_map(|(a, b)| Aabb::point(a).union(&Aabb::point(b)))
}

/// Reaches have the same bits at any distance from the origin.
#[test]
fn rays_and_distances_are_as_precise_far_from_the_origin() {
    for_all(
        4_000,
        (near::<3>(40), near::<3>(40), near::<3>(40), steps()),
        |(target, start, end, shift)| {
            let reaches = |[target, start, end]: [Aabb<Fixed<16>, 3>; 3]| {
                let casts = [
                    BoxCast::between(start, end.min()),
                    BoxCast::new(start, [1.0, -0.3, 7e9]),
                ];
                let rays = [
                    Ray::between(start.min(), end.max()),
                    Ray::new(end.min(), [-1e-9, 0.0, 1.0]),
                ];
                let bits = |reach: Option<f64>| reach.map(f64::to_bits);
                let casts = casts.map(|cast| bits(cast.unwrap().reach(&target)));
                let rays = rays.map(|ray| bits(ray.unwrap().reach(&target)));
                let distances = [bits(start.reach(&target)), bits(end.max().reach(&target))];
                (
                    casts,
                    rays,
                    distances,
                    Ball {
                        center: start.min(),
                        radius: 1e6,
                    }
                    .touches(&target),
                )
            };
            let here = [target, start, end];
            let there = here.each_ref().map(|aabb| shifted(aabb, shift));
            if let [Some(a), Some(b), Some(c)] = there {
                assert_eq!(
                    reaches([a, b, c].each_ref().map(in_steps)),
                    reaches(here.each_ref().map(in_steps))
                );
            }
        },
    );
}

/// Up to 2^53 steps apart, a ray parameter is a quotient of integers that is rounded once, as the
/// documentation promises.
#[test]
fn rays_are_quotients_of_integers_rounded_once() {
    for_all(
        20_000,
        (
            near::<1>(51),
            -(1_i64 << 51)..1 << 51,
            -(1_i64 << 51)..1 << 51,
        ),
        |(target, start, end)| {
            let [low, high] = [target.min()[0] - start, target.max()[0] - start];
            let motion = end - start;
            let entry = if low > 0 { low } else { high.min(0) };
            let expected = match motion {
                _ if entry == 0 => Some(0.0),
                0 => None,
                // Both are below 2^53, so they are exact as floats, and IEEE 754 rounds their
                // quotient once.
                _ => Some(entry as f64 / motion as f64)
                    .filter(|_| entry.signum() == motion.signum() && entry.abs() <= motion.abs()),
            };
            let ray = Ray::between(
                [start].map(Fixed::<16>::from_bits),
                [end].map(Fixed::from_bits),
            )
            .unwrap();
            assert_eq!(ray.reach(&in_steps(&target)), expected);
        },
    );
}

/// Distances of up to 2^26 steps per axis are exact in 2D, so the nearer of two boxes is found,
/// however small the difference is.
#[test]
fn near_distances_are_exact() {
    for_all(
        4_000,
        (
            aabb::<i64, 2>(Mode::Grid),
            point::<i64, 2>(Mode::Grid),
            0_i64..1 << 26,
            0_i64..1 << 26,
        ),
        |(target, place, x, y)| {
            let far = Aabb::new(
                [place[0] + x, place[1] + y],
                [place[0] + x + 5, place[1] + y + 5],
            );
            let distance = |aabb: &Aabb<i64, 2>| {
                in_steps(aabb)
                    .reach(&Aabb::point(place.map(Fixed::from_bits)))
                    .unwrap()
            };
            let units = 65_536.0 * 65_536.0;
            assert_eq!(distance(&far) * units, (x * x + y * y) as f64);
            let mut list = BruteForce::default();
            list.extend([(Id(0), in_steps(&far)), (Id(1), in_steps(&target))]);
            let nearest = list.nearest(&place.map(Fixed::from_bits)).unwrap().id;
            assert_eq!(nearest == Id(0), distance(&far) <= distance(&target));
        },
    );
}
