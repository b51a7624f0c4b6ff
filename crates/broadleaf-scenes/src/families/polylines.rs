//! Coastlines and roads.

use std::f64::consts::{PI, TAU};

use broadleaf::Aabb;

use super::layout::pareto;
use crate::grown_point::grown_point;
use crate::random::Random;

type Point = [f64; 2];

/// The polylines of a map, with `segments` segments in total: half of them are the coasts of
/// islands, the other half streets and roads. The mean edge of the segments' boxes is 1.
///
/// * Islands have random sizes (Pareto, exponent 1.1). A coast is a closed line, whose last point
///   repeats the first. It is a fractal of dimension 1.2: the middle of a line is displaced at
///   random, and so are the middles of its halves (Fournier, Fussell and Carpenter 1982).
/// * Towns are centers of random sizes. Most lines are short streets in one of them, at right
///   angles to each other but not to the axes; the others are winding roads from one town to
///   another.
///
/// ```
/// let lines = broadleaf_scenes::polylines(1_000, 1);
/// let segments = lines.iter().map(|line| line.len() - 1).sum::<usize>();
/// assert_eq!(segments, 1_000);
/// ```
#[must_use]
pub fn polylines(segments: usize, seed: u64) -> Vec<Vec<Point>> {
    let random = &mut Random::new(seed);
    let (mut lines, side) = coasts(segments.div_ceil(2), random);
    roads(segments / 2, side, random, &mut lines);
    let scale = mean_extent(&lines).recip();
    for point in lines.iter_mut().flatten() {
        *point = point.map(|x| scale * x);
    }
    lines
}

/// The boxes of all segments, line by line, grown by one step of `f32` in every direction.
pub(super) fn boxes(segments: usize, seed: u64) -> Vec<Aabb<f32, 2>> {
    let lines = polylines(segments, seed);
    let ends = lines.iter().flat_map(|line| line.windows(2));
    ends.map(|ends| grown_point(&ends[0]).union(&grown_point(&ends[1])))
        .collect()
}

/// The displacement of the middle of a line: its standard deviation in lengths of the line.
mod roughness {
    pub(super) const COAST: f64 = 0.25;
    pub(super) const ROAD: f64 = 0.12;
    pub(super) const STREET: f64 = 0.02;
}

/// The number of segments of the smallest islands, and of the initial polygon of a coast.
const CORNERS: usize = 8;

/// The coasts of islands in a square, and its side.
fn coasts(segments: usize, random: &mut Random) -> (Vec<Vec<Point>>, f64) {
    let mut sizes = Vec::new();
    let mut left = segments;
    while left > 0 {
        let size = (CORNERS as f64 * pareto(1.1, random)) as usize;
        // Leave no remainder with fewer segments than a triangle.
        let size = if left < size + 3 { left } else { size };
        sizes.push(size);
        left -= size;
    }
    let radii: Vec<_> = sizes.iter().map(|&size| radius(size)).collect();
    let area: f64 = radii.iter().map(|radius| PI * radius * radius).sum();
    let largest = radii.iter().copied().fold(1.0, f64::max);
    let side = libm::sqrt(area / LAND).max(3.0 * largest);
    let coast = |(&size, &radius): (&usize, &f64)| {
        let center = [0.0; 2].map(|_| random.between(radius, side - radius));
        coast(size, center, radius, random)
    };
    (sizes.iter().zip(&radii).map(coast).collect(), side)
}

/// The fraction of the map that islands cover.
const LAND: f64 = 0.2;

/// The radius of an island whose segments are about 1 long: each division of a line makes its
/// halves 0.56 times as long as the line on average.
fn radius(segments: usize) -> f64 {
    libm::pow((segments as f64 / CORNERS as f64).max(1.0), 0.84) / 0.765
}

fn coast(segments: usize, center: Point, radius: f64, random: &mut Random) -> Vec<Point> {
    let corners = segments.min(CORNERS);
    let mut corner = |i: usize| {
        let angle = TAU * i as f64 / corners as f64;
        let radius = radius * random.between(0.7, 1.3);
        [
            center[0] + radius * libm::cos(angle),
            center[1] + radius * libm::sin(angle),
        ]
    };
    let outline: Vec<_> = (0..corners).map(&mut corner).collect();
    let mut line = vec![outline[0]];
    for i in 0..corners {
        // The first sides get the remaining segments.
        let count = segments / corners + usize::from(i < segments % corners);
        let ends = [outline[i], outline[(i + 1) % corners]];
        extend(&mut line, ends, count, roughness::COAST, random);
    }
    line
}

/// A town with streets.
struct Town {
    center: Point,
    radius: f64,
    angle: f64,
}

/// Adds streets and roads in a square.
fn roads(segments: usize, side: f64, random: &mut Random, lines: &mut Vec<Vec<Point>>) {
    const SEGMENTS_PER_TOWN: usize = 500;
    let count = segments.div_ceil(SEGMENTS_PER_TOWN);
    let towns: Vec<_> = (0..count)
        .map(|i| Town {
            center: [0.0; 2].map(|_| random.between(0.0, side)),
            radius: (4.0 * libm::sqrt(count as f64 / (i + 1) as f64)).min(side / 8.0),
            angle: random.between(0.0, TAU),
        })
        .collect();
    let mut left = segments;
    while left > 0 {
        let (ends, count, roughness) = if random.unit() < 0.03 {
            road(&towns, random)
        } else {
            street(&towns, random)
        };
        let count = count.min(left);
        let mut line = vec![ends[0]];
        extend(&mut line, ends, count, roughness, random);
        lines.push(line);
        left -= count;
    }
}

/// The ends of a line, its number of segments and its roughness.
type Plan = ([Point; 2], usize, f64);

fn street(towns: &[Town], random: &mut Random) -> Plan {
    let town = pick(towns, random);
    let segments = 2.0 * pareto(1.5, random).min(20.0);
    let length = segments * random.between(0.5, 1.5);
    let quarter = (4.0 * random.unit()).floor();
    let angle = town.angle + quarter * TAU / 4.0;
    let from = town.center.map(|x| x + town.radius * random.normal());
    let to = [
        from[0] + length * libm::cos(angle),
        from[1] + length * libm::sin(angle),
    ];
    ([from, to], segments as usize, roughness::STREET)
}

/// A road to the nearest of a few towns.
fn road(towns: &[Town], random: &mut Random) -> Plan {
    let from = pick(towns, random).center;
    let to = (0..8)
        .map(|_| pick(towns, random).center)
        .filter(|&to| to != from)
        .min_by(|&a, &b| distance(from, a).total_cmp(&distance(from, b)))
        .unwrap_or(from.map(|x| x + 10.0));
    let segments = (distance(from, to) / 2.0).max(1.0) as usize;
    ([from, to], segments, roughness::ROAD)
}

/// A random town; the first ones, which are larger, are more likely.
fn pick<'a>(towns: &'a [Town], random: &mut Random) -> &'a Town {
    let share = random.unit();
    &towns[(share * share * towns.len() as f64) as usize]
}

fn distance(a: Point, b: Point) -> f64 {
    libm::hypot(a[0] - b[0], a[1] - b[1])
}

/// Draws a line between two points with a number of segments, by displacing the middle.
fn extend(
    line: &mut Vec<Point>,
    [from, to]: [Point; 2],
    segments: usize,
    roughness: f64,
    random: &mut Random,
) {
    if segments <= 1 {
        line.push(to);
        return;
    }
    let displacement = roughness * random.normal();
    let [along, up] = [to[0] - from[0], to[1] - from[1]];
    let middle = [
        0.5 * (from[0] + to[0]) - displacement * up,
        0.5 * (from[1] + to[1]) + displacement * along,
    ];
    let half = segments / 2;
    extend(line, [from, middle], half, roughness, random);
    extend(line, [middle, to], segments - half, roughness, random);
}

/// The mean edge of the boxes of all segments; 1 if that is 0.
fn mean_extent(lines: &[Vec<Point>]) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    for ends in lines.iter().flat_map(|line| line.windows(2)) {
        sum += (ends[1][0] - ends[0][0]).abs() + (ends[1][1] - ends[0][1]).abs();
        count += 2;
    }
    if sum > 0.0 {
        sum / f64::from(count)
    } else {
        1.0
    }
}
