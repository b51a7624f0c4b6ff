//! Scanned points.

use std::f64::consts::TAU;

use broadleaf::Aabb;

use crate::random::Random;

type Vector = [f64; 3];

/// The boxes around points that a laser scanner measures in a place with houses, in the order of
/// measurement: scan by scan, and within a scan turn by turn. The edge of a box is 1.
///
/// The scanner is placed at another point for every 50,000 points, two meters above the ground. Its
/// rays are evenly spaced in both angles, so the points on the ground and on the walls are dense
/// nearby and sparse far away. There are none behind a wall, and none farther away than 100 meters.
/// The distance is measured with an error of 1 centimeter. A box is a cube of 5 centimeters, or
/// larger if the scan has fewer points.
pub(super) fn boxes(points: usize, seed: u64) -> Vec<Aabb<f32, 3>> {
    const POINTS_PER_SCAN: usize = 50_000;
    let random = &mut Random::new(seed);
    let scans = points.div_ceil(POINTS_PER_SCAN);
    let site = Site::new(scans, random);
    let mut measured = Vec::with_capacity(points);
    for scan in 0..scans {
        // The remaining points, spread over the remaining scans.
        let count = (points - measured.len()).div_ceil(scans - scan);
        measure(&site, count, random, &mut measured);
    }
    let per_scan = points as f64 / scans.max(1) as f64;
    let edge = 0.05 * libm::sqrt(POINTS_PER_SCAN as f64 / per_scan.max(1.0));
    let cube = |point: &Vector| {
        let end = |by: f64| point.map(|x| (x / edge + by) as f32);
        Aabb::new(end(-0.5), end(0.5))
    };
    measured.iter().map(cube).collect()
}

/// Flat ground with houses, in meters.
struct Site {
    side: f64,
    houses: Vec<[Vector; 2]>,
}

impl Site {
    const HOUSES_PER_SCAN: usize = 12;

    fn new(scans: usize, random: &mut Random) -> Self {
        let side = 60.0 * libm::sqrt(scans as f64);
        let houses = (0..Self::HOUSES_PER_SCAN * scans).map(|_| {
            let corner = [0.0; 2].map(|_| random.between(0.0, side));
            let size = [0.0; 2].map(|_| random.between(4.0, 14.0));
            let height = random.between(3.0, 10.0);
            [
                [corner[0], corner[1], 0.0],
                [corner[0] + size[0], corner[1] + size[1], height],
            ]
        });
        Self {
            houses: houses.collect(),
            side,
        }
    }

    /// The distance at which a ray hits something, if it does.
    fn distance(&self, origin: Vector, direction: Vector) -> Option<f64> {
        const RANGE: f64 = 100.0;
        let ground = -origin[2] / direction[2];
        let ground = if ground > 0.0 { ground } else { f64::INFINITY };
        let walls = self.houses.iter().filter_map(|house| {
            let distance = entry(house, origin, direction);
            (distance > 0.0).then_some(distance)
        });
        let distance = walls.fold(ground, f64::min);
        (distance < RANGE).then_some(distance)
    }
}

/// The distance at which a ray enters a house; 0 if it misses the house or begins inside.
fn entry([min, max]: &[Vector; 2], origin: Vector, direction: Vector) -> f64 {
    let (mut enter, mut exit) = (0.0, f64::INFINITY);
    for axis in 0..3 {
        // For a ray along the wall, the quotient is infinite, which is a miss, or NaN, which does
        // not count.
        let ends = [min[axis], max[axis]].map(|end| (end - origin[axis]) / direction[axis]);
        enter = f64::max(enter, ends[0].min(ends[1]));
        exit = f64::min(exit, ends[0].max(ends[1]));
    }
    if enter <= exit { enter } else { 0.0 }
}

/// Adds the points of one scan.
fn measure(site: &Site, count: usize, random: &mut Random, measured: &mut Vec<Vector>) {
    const HEIGHT: f64 = 2.0;
    const LOWEST: f64 = -60.0 / 360.0 * TAU;
    const HIGHEST: f64 = 15.0 / 360.0 * TAU;
    let [x, y] = [0.0; 2].map(|_| random.between(0.0, site.side));
    let origin = [x, y, HEIGHT];
    // The number of rays in a turn that makes the angles equal in both directions. An unknown part
    // of the rays hits nothing: the scanner turns until it has all points.
    let step = libm::sqrt(TAU * (HIGHEST - LOWEST) / count as f64);
    let end = measured.len() + count;
    while measured.len() < end {
        let mut up = LOWEST + step * random.unit();
        while up < HIGHEST && measured.len() < end {
            let mut around = step * random.unit();
            while around < TAU && measured.len() < end {
                let across = libm::cos(up);
                let direction = [
                    across * libm::cos(around),
                    across * libm::sin(around),
                    libm::sin(up),
                ];
                if let Some(distance) = site.distance(origin, direction) {
                    let distance = distance + 0.01 * random.normal();
                    measured.push([0, 1, 2].map(|axis| origin[axis] + distance * direction[axis]));
                }
                around += step;
            }
            up += step;
        }
    }
}
