//! Scenes of any number of boxes that expose quadratic work: a few boxes hide the others, or boxes
//! lie in a vanishing part of space.

use alloc::vec::Vec;

use super::families::{Corners, Random, cube};
use super::number::Number;
use crate::geometry::Aabb;

/// Makes the lower and the upper corner of a box in units, from its number and the side of a space
/// in which unit boxes overlap a few others.
type Make<const D: usize> = fn(usize, &mut Random, f64) -> Corners<D>;

fn inside<const D: usize>(random: &mut Random, side: f64) -> Corners<D> {
    cube(random.point(side), 1.0)
}

/// A box inside the scene, or one `distance` scene sizes away. Every second one is on the negative
/// side.
fn far<const D: usize>(
    is_far: bool,
    number: usize,
    distance: f64,
    random: &mut Random,
    side: f64,
) -> Corners<D> {
    if !is_far {
        return inside(random, side);
    }
    let sign = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
    cube(
        random
            .point(side)
            .map(|x: f64| (x + side) * distance * sign),
        1.0,
    )
}

pub(super) fn scenes<const D: usize>() -> Vec<(&'static str, Make<D>)> {
    alloc::vec![
        ("uniform", |_, random, side| inside(random, side)),
        ("one at 10^5", |i, random, side| far(
            i == 999,
            i,
            1e5,
            random,
            side
        )),
        ("one at 10^9", |i, random, side| far(
            i == 999,
            i,
            1e9,
            random,
            side
        )),
        ("one at 10^12", |i, random, side| far(
            i == 0,
            i,
            1e12,
            random,
            side
        )),
        ("ten at 10^9", |i, random, side| far(
            i % 97 == 1 && i < 970,
            i,
            1e9,
            random,
            side
        )),
        ("one in 20 at 10^5", |i, random, side| far(
            i % 20 == 1,
            i / 20,
            1e5,
            random,
            side
        )),
        ("one in 20 at 10^5, some at 10^10", |i, random, side| {
            let distance = if i % 400 == 1 { 1e10 } else { 1e5 };
            far(i % 20 == 1, i / 20, distance, random, side)
        }),
        ("equal on one axis", |_, random, side| {
            let mut at = random.point(side * side);
            at[0] = 3.0;
            cube(at, 1.0)
        }),
        ("equal on one axis, one at 10^9", |i, random, side| {
            let mut at = random.point(if i == 7 { side * 1e9 } else { side * side });
            at[0] = 3.0;
            cube(at, 1.0)
        }),
        ("on the diagonal", |i, _, _| cube([i as f64; D], 1.5)),
        ("points on a line", |i, _, _| {
            let mut at = [0.0; D];
            at[D - 1] = i as f64;
            cube(at, 0.0)
        }),
        ("rods along one axis", |_, random, side| {
            let min = random.point(side);
            let mut max = min.map(|x: f64| x + 0.005);
            max[0] += side;
            [min, max]
        }),
        ("one around all", |i, random, side| match i {
            5 => cube([-1e5; D], 2e5),
            _ => inside(random, side),
        }),
        ("a few infinite", |i, random, side| {
            let mut corners = inside(random, side);
            if i < 3 {
                corners[1][i % D] = f64::INFINITY;
            }
            corners
        }),
    ]
}

/// The first `len` boxes of a scene.
pub(super) fn boxes_of<S: Number, const D: usize>(make: Make<D>, len: usize) -> Vec<Aabb<S, D>> {
    let mut random = Random(6);
    let side = std::primitive::f64::powf(2.0 * len as f64, 1.0 / D as f64);
    (0..len)
        .map(|number| {
            let corners = make(number, &mut random, side);
            let [min, max] = corners.map(|corner| corner.map(|x| S::nearest(x * S::SIZE)));
            Aabb::new(min, max)
        })
        .collect()
}
