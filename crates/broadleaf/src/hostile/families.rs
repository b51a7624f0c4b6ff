//! Families of inputs that break spatial structures.

use alloc::vec::Vec;
use core::array;

use super::number::Number;
use crate::geometry::Aabb;

/// A family: its name and its boxes.
pub(super) type Family<S, const D: usize> = (&'static str, Vec<Aabb<S, D>>);

/// The number of boxes of a family, and of one in which all overlap.
const BOXES: usize = 1_500;
const OVERLAPPING: usize = 200;

/// The least and the greatest coordinates of a box, before they are rounded.
pub(super) type Corners<const D: usize> = [[f64; D]; 2];

/// Pseudo-random numbers, the same in every run.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number in `0..1`.
    pub(super) fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small numbers"
    )]
    fn axis<const D: usize>(&mut self) -> usize {
        (self.next() * D as f64) as usize
    }

    pub(super) fn point<const D: usize>(&mut self, side: f64) -> [f64; D] {
        array::from_fn(|_| self.next() * side)
    }
}

pub(super) fn cube<const D: usize>(min: [f64; D], size: f64) -> Corners<D> {
    [min, min.map(|x| x + size)]
}

/// A point on the axis with this number.
fn on_axis<const D: usize>(axis: usize, x: f64) -> [f64; D] {
    array::from_fn(|other| if other == axis { x } else { 0.0 })
}

/// The side of the space in which unit boxes overlap about two others each.
fn side<const D: usize>() -> f64 {
    let mut side = 2.0;
    while f64::powi(side, i32::try_from(D).unwrap_or(3)) < 2.0 * BOXES as f64 {
        side += 1.0;
    }
    side
}

/// All families in one scalar and dimension.
pub(super) fn families<S: Number, const D: usize>() -> Vec<Family<S, D>> {
    let mut all = Vec::new();
    let mut add = |name, boxes: Vec<Corners<D>>| {
        let nearest = |[min, max]: Corners<D>| Aabb::new(min.map(S::nearest), max.map(S::nearest));
        all.push((name, boxes.into_iter().map(nearest).collect()));
    };
    flat(S::SIZE, &mut add);
    far(S::SIZE, S::FAR, &mut add);
    long(S::SIZE, &mut add);
    repeated(S::SIZE, &mut add);
    scaled::<S, D>(&mut add);
    all
}

/// Receives the name of a family and its boxes.
type Add<'a, const D: usize> = &'a mut dyn FnMut(&'static str, Vec<Corners<D>>);

fn indices() -> impl DoubleEndedIterator<Item = (usize, f64)> {
    (0..BOXES).map(|i| (i, i as f64))
}

/// Boxes whose unions have no area.
fn flat<const D: usize>(unit: f64, add: Add<'_, D>) {
    let mut random = Random(1);
    let point = |x: [f64; D]| cube(x.map(|x| x * unit), 0.0);
    add(
        "points on a line",
        indices().map(|(_, x)| point(on_axis(0, x))).collect(),
    );
    add(
        "points on a line, backwards",
        indices()
            .rev()
            .map(|(_, x)| point(on_axis(D - 1, x)))
            .collect(),
    );
    let segment = |x: f64| [on_axis(D - 1, x * unit), on_axis(D - 1, (x + 1.0) * unit)];
    add(
        "segments on a line",
        indices().map(|(_, x)| segment(x)).collect(),
    );
    add(
        "points on the diagonal",
        indices().map(|(_, x)| point([x; D])).collect(),
    );
    let in_plane = |mut x: [f64; D]| {
        x[D - 1] = 0.0;
        point(x)
    };
    add(
        "points in a plane",
        indices().map(|_| in_plane(random.point(9_999.0))).collect(),
    );
}

/// Boxes, some of which are far away. `far_away` is a distance at which numbers still separate unit
/// boxes.
fn far<const D: usize>(unit: f64, far_away: f64, add: Add<'_, D>) {
    let side = side::<D>();
    let mut random = Random(2);
    add(
        "uniform",
        indices()
            .map(|_| cube(random.point(side * unit), unit))
            .collect(),
    );
    for (name, share) in [
        ("one in 1,000 far away", 1_000),
        ("one in 64 far away", 64),
        ("one in 20 far away", 20),
        ("one in four far away", 4),
        ("one in two far away", 2),
    ] {
        let boxes = indices().map(|(i, _)| {
            let scale = if i % share == 1 { 1e5 } else { 1.0 };
            cube(random.point::<D>(side).map(|x| x * scale * unit), unit)
        });
        add(name, boxes.collect());
    }
    add(
        "far from the origin",
        indices()
            .map(|_| cube(random.point::<D>(side).map(|x| (x + far_away) * unit), unit))
            .collect(),
    );
    for (name, count) in [("two crowds far apart", 2), ("nine crowds far apart", 9)] {
        let boxes = indices().map(|(i, _)| {
            let start = (i % count) as f64 * 1e5;
            cube(
                random.point::<D>(side / 2.0).map(|x| (x + start) * unit),
                unit,
            )
        });
        add(name, boxes.collect());
    }
}

/// Boxes that are long, or enclose others.
fn long<const D: usize>(unit: f64, add: Add<'_, D>) {
    let mut random = Random(3);
    let rod = |start: [f64; D], axis: usize, length: f64| {
        let mut end = start.map(|x| x + 0.005);
        end[axis] += length;
        [start, end].map(|corner| corner.map(|x| x * unit))
    };
    add(
        "rods along one axis",
        indices()
            .map(|_| rod(random.point(100.0), 0, 100.0))
            .collect(),
    );
    add(
        "rods along every axis",
        indices()
            .map(|_| rod(random.point(100.0), random.axis::<D>(), 10.0))
            .collect(),
    );
    if D == 3 {
        // In 2D, all of them would overlap.
        let through = |random: &mut Random| {
            let (axis, mut start) = (random.axis::<D>(), random.point(1.0));
            start[axis] = 0.0;
            rod(start, axis, 1.0).map(|corner| corner.map(|x| x * 100.0))
        };
        add(
            "rods through everything",
            indices().map(|_| through(&mut random)).collect(),
        );
    }
    let plate = |x: f64| {
        [
            on_axis(D - 1, x),
            array::from_fn(|axis| if axis == D - 1 { x + 0.5 } else { 999.0 }),
        ]
    };
    add(
        "plates",
        indices()
            .map(|(_, x)| plate(x).map(|corner| corner.map(|x| x * unit)))
            .collect(),
    );
    let stair = |x: f64| cube([x * unit; D], 1.5 * unit);
    add("a staircase", indices().map(|(_, x)| stair(x)).collect());
    let nested = |i: usize| [[-(i as f64) * unit; D], [i as f64 * unit; D]];
    add("nested", (0..OVERLAPPING).map(nested).collect());
    let small = |random: &mut Random| cube(random.point(side::<D>() * unit), unit);
    let mut around: Vec<_> = indices().map(|_| small(&mut random)).collect();
    around[77] = cube([-1e5 * unit; D], 2e5 * unit);
    add("one around all", around.clone());
    for (axis, corners) in around.iter_mut().step_by(500).enumerate() {
        corners[0][axis % D] = f64::NEG_INFINITY;
        corners[1][axis % D] = f64::INFINITY;
    }
    add("a few infinite", around);
    let slab = |x: f64| {
        let ends = |at: f64, far: f64| array::from_fn(|axis| if axis == 0 { at } else { far });
        [
            ends(2.0 * x * unit, f64::NEG_INFINITY),
            ends((2.0 * x + 1.0) * unit, f64::INFINITY),
        ]
    };
    add("infinite slabs", indices().map(|(_, x)| slab(x)).collect());
    let everywhere = [[f64::NEG_INFINITY; D], [f64::INFINITY; D]];
    add("everywhere", (0..OVERLAPPING).map(|_| everywhere).collect());
}

/// Boxes that repeat, so that samples mislead.
fn repeated<const D: usize>(unit: f64, add: Add<'_, D>) {
    let side = side::<D>();
    let mut random = Random(4);
    add(
        "identical",
        (0..OVERLAPPING)
            .map(|_| cube([3.0 * unit; D], unit))
            .collect(),
    );
    let spots: Vec<[f64; D]> = (0..BOXES / 8).map(|_| random.point(side * unit)).collect();
    add(
        "eight at each spot",
        indices()
            .map(|(i, _)| cube(spots[i % spots.len()], unit / 9.0))
            .collect(),
    );
    // Samples are taken in equal steps; these boxes lie away from all others.
    for (name, period) in [
        ("a period of 4", 4),
        ("a period of 16", 16),
        ("a period of 61", 61),
    ] {
        let boxes = indices().map(|(i, x)| match i % period {
            0 => cube(on_axis(0, 1e4 * x * unit), unit),
            _ => cube(random.point(side * unit), unit),
        });
        add(name, boxes.collect());
    }
    let per_row = (1..BOXES).find(|&boxes| boxes as f64 >= side).unwrap_or(1);
    let lattice = |mut i: usize| {
        let min = array::from_fn(|_| {
            let x = i % per_row;
            i /= per_row;
            x as f64 * unit
        });
        cube(min, unit)
    };
    add(
        "a lattice of touching boxes",
        (0..BOXES).map(lattice).collect(),
    );
}

/// Boxes of extreme scales.
fn scaled<S: Number, const D: usize>(add: Add<'_, D>) {
    let [least, greatest] = S::MAGNITUDES;
    let side = side::<D>();
    let mut random = Random(5);
    for (name, unit) in [("tiny", least), ("huge", greatest / side / 2.0)] {
        add(
            name,
            indices()
                .map(|_| cube(random.point(side * unit), unit))
                .collect(),
        );
    }
    add(
        "a few smallest steps",
        indices()
            .map(|_| {
                cube(
                    random.point::<D>(900.0).map(|x| floor(x) * S::STEP),
                    S::STEP,
                )
            })
            .collect(),
    );
    let (low, high) = (ln(least), ln(greatest / 4.0));
    let mut magnitude = move || exp(low + (high - low) * random.next());
    add(
        "points of all magnitudes",
        indices()
            .map(|_| cube(array::from_fn(|_| magnitude()), 0.0))
            .collect(),
    );
    let step = (high - low) / BOXES as f64;
    let growing = |x: f64| {
        let [at, end] = [x, x + 0.5].map(|x| exp(low + step * x));
        [on_axis(0, at), [end; D]]
    };
    add(
        "growing exponentially",
        indices().map(|(_, x)| growing(x)).collect(),
    );
    add(
        "shrinking exponentially",
        indices().rev().map(|(_, x)| growing(x)).collect(),
    );
}

fn ln(x: f64) -> f64 {
    std::primitive::f64::ln(x)
}

fn exp(x: f64) -> f64 {
    std::primitive::f64::exp(x)
}

fn floor(x: f64) -> f64 {
    std::primitive::f64::floor(x)
}
