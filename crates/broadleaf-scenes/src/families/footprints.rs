//! Buildings.

use std::f64::consts::TAU;

use broadleaf::Aabb;

use super::layout::pareto;
use crate::random::Random;

type Point = [f64; 2];

/// The boxes of the footprints of buildings, town by town and street by street. The mean edge is
/// about 1.
///
/// * Towns have random sizes (Pareto, exponent 1.1), from a hamlet of one street up, and are spread
///   at random over a country twenty times as large as all towns. A tenth of the buildings are
///   outside towns.
/// * A town is a grid of streets at a random angle, with rows of buildings on both sides, fewer
///   toward its edge. Buildings have log-normal sizes and touch some of their neighbors: in closed
///   rows, and because boxes are not aligned with the street.
pub(super) fn boxes(buildings: usize, seed: u64) -> Vec<Aabb<f32, 2>> {
    let random = &mut Random::new(seed);
    let towns = towns(buildings, random);
    let area: f64 = towns.iter().map(|&(_, radius)| radius * radius).sum();
    let largest = towns.iter().map(|&(_, radius)| radius).fold(1.0, f64::max);
    let side = libm::sqrt(COUNTRY * area).max(4.0 * largest);
    let mut boxes = Vec::with_capacity(buildings);
    for &(size, radius) in &towns {
        let center = [0.0; 2].map(|_| random.between(0.0, side));
        build_town(size, radius, center, random, &mut boxes);
    }
    while boxes.len() < buildings {
        let center = [0.0; 2].map(|_| random.between(0.0, side));
        boxes.push(building(center, random.between(0.0, TAU), random));
    }
    boxes
}

/// The fraction of buildings in towns.
const IN_TOWNS: f64 = 0.9;
/// The area of the country relative to that of all towns.
const COUNTRY: f64 = 20.0;
/// The buildings in the smallest towns.
const HAMLET: f64 = 20.0;
/// The distances between streets, and between the centers of buildings in a row.
const BLOCK: Point = [4.0, 1.3];
/// The distance of the buildings of a row from the middle of the street.
const SETBACK: f64 = 1.2;

/// The numbers of buildings in towns, and the radii of the towns.
fn towns(buildings: usize, random: &mut Random) -> Vec<(usize, f64)> {
    let mut left = (IN_TOWNS * buildings as f64) as usize;
    let mut towns = Vec::new();
    while left > 0 {
        let size = ((HAMLET * pareto(1.1, random)) as usize).min(left);
        // A third of the sites in the circle are built on; each piece of a street has two sites.
        let area = 3.0 * size as f64 * BLOCK[0] * BLOCK[1] / 2.0;
        towns.push((size, libm::sqrt(area / std::f64::consts::PI)));
        left -= size;
    }
    towns
}

/// Adds the buildings of a town, street by street.
fn build_town(
    size: usize,
    radius: f64,
    center: Point,
    random: &mut Random,
    boxes: &mut Vec<Aabb<f32, 2>>,
) {
    let angle = random.between(0.0, TAU);
    let [streets, places] = BLOCK.map(|distance| (radius / distance) as i64);
    let end = boxes.len() + size;
    // Repeat, more densely, until the town has all its buildings.
    while boxes.len() < end {
        for street in -streets..=streets {
            for place in -places..=places {
                let along = place as f64 * BLOCK[1];
                for row in [-SETBACK, SETBACK] {
                    let across = street as f64 * BLOCK[0] + row;
                    let distance = libm::hypot(along, across) / radius.max(BLOCK[0]);
                    if boxes.len() < end && random.unit() < 0.9 * (1.0 - distance * distance) {
                        let at = turned([along, across], angle);
                        let at = [center[0] + at[0], center[1] + at[1]];
                        boxes.push(building(at, angle, random));
                    }
                }
            }
        }
    }
}

/// A building of a random size: the box around a rectangle at an angle.
fn building(center: Point, angle: f64, random: &mut Random) -> Aabb<f32, 2> {
    let size = 0.35 * libm::exp(0.4 * random.normal());
    let half = [
        size * random.between(0.7, 1.3),
        size * random.between(0.7, 1.3),
    ];
    let [x, y] = [turned([half[0], 0.0], angle), turned([0.0, half[1]], angle)];
    let reach = [x[0].abs() + y[0].abs(), x[1].abs() + y[1].abs()];
    Aabb::new(
        [0, 1].map(|axis| (center[axis] - reach[axis]) as f32),
        [0, 1].map(|axis| (center[axis] + reach[axis]) as f32),
    )
}

fn turned([x, y]: Point, angle: f64) -> Point {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    [cos * x - sin * y, sin * x + cos * y]
}
