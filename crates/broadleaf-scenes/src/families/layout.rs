//! The initial positions and sizes of boxes.

use std::f64::consts::PI;

use crate::random::Random;

/// The centers and half extents of boxes, and the side of the cube from 0 that contains the
/// centers.
#[derive(Clone, Debug)]
pub(super) struct Layout<const D: usize> {
    pub(super) centers: Vec<[f64; D]>,
    pub(super) halves: Vec<[f64; D]>,
    pub(super) side: f64,
}

impl<const D: usize> Layout<D> {
    pub(super) fn uniform(n: usize, pairs_per_box: f64, random: &mut Random) -> Self {
        let halves = edges(n, random, |_| 1.0);
        Self::spread(halves, pairs_per_box, random)
    }

    /// Boxes of random sizes, with 3 pairs per box.
    pub(super) fn sized(n: usize, random: &mut Random, size: impl Fn(&mut Random) -> f64) -> Self {
        let halves = edges(n, random, size);
        Self::spread(halves, 3.0, random)
    }

    pub(super) fn clustered(n: usize, random: &mut Random) -> Self {
        const CLUSTERS: usize = 20;
        let halves = edges(n, random, |_| 1.0);
        // The mean density of a Gaussian cluster of m boxes is m / ((4 π)^(D/2) σ^D). For 3 pairs
        // per box it must be 6 / 2^D.
        let per_cluster = (n as f64 / CLUSTERS as f64).max(1.0);
        let density = 6.0 / (1_u32 << D) as f64;
        let deviation = libm::pow(per_cluster / density, 1.0 / D as f64) / libm::sqrt(4.0 * PI);
        let side = 60.0 * deviation;
        let heads: Vec<[f64; D]> = (0..CLUSTERS)
            .map(|_| [0.0; D].map(|_| random.between(0.1 * side, 0.9 * side)))
            .collect();
        let centers = (0..n)
            .map(|i| heads[i % CLUSTERS].map(|head| head + deviation * random.normal()))
            .collect();
        Self {
            centers,
            halves,
            side,
        }
    }

    /// Vogel's sunflower, or its extension to a ball in 3D, with 3 pairs per box.
    pub(super) fn spiral(n: usize) -> Self {
        let golden_angle = PI * (3.0 - libm::sqrt(5.0));
        let (spacing, power) = if D == 2 {
            (libm::sqrt(2.0 / (3.0 * PI)), 0.5)
        } else {
            (libm::cbrt(1.0 / PI), 1.0 / 3.0)
        };
        let side = 2.0 * spacing * libm::pow(n as f64, power);
        let mut layout = Self::at(n, 1.0, |i| {
            let radius = spacing * libm::pow(i as f64 + 0.5, power);
            let angle = i as f64 * golden_angle;
            // Another irrational step distributes the height on the surface of the ball uniformly.
            let up = if D == 2 {
                0.0
            } else {
                2.0 * (i as f64 * 0.754_877_666_246_693).fract() - 1.0
            };
            let across = radius * libm::sqrt(1.0 - up * up);
            let position = [
                across * libm::cos(angle),
                across * libm::sin(angle),
                radius * up,
            ];
            std::array::from_fn(|axis| side / 2.0 + position[axis])
        });
        layout.side = side;
        layout
    }

    pub(super) fn two_populations(n: usize, random: &mut Random) -> Self {
        let mut layout = Self::uniform(n, 1.0, random);
        let huge = layout.side / 8.0;
        layout
            .halves
            .iter_mut()
            .rev()
            .take(10)
            .for_each(|half| *half = [huge; D]);
        layout
    }

    /// The last hundredth of the boxes are walls: a fifth of the world's side long and a tenth of
    /// an edge thick.
    pub(super) fn walls(n: usize, random: &mut Random) -> Self {
        let mut layout = Self::uniform(n, 1.0, random);
        let long = layout.side / 10.0;
        for (i, half) in layout.halves.iter_mut().rev().take(n / 100).enumerate() {
            *half = std::array::from_fn(|axis| if axis == i % D { 0.05 } else { long });
        }
        layout
    }

    pub(super) fn lattice(n: usize) -> Self {
        let per_side = (1..)
            .find(|side: &usize| side.saturating_pow(D as u32) >= n)
            .unwrap_or(1);
        Self::at(n, 1.0, |i| {
            std::array::from_fn(|axis| (i / per_side.pow(axis as u32) % per_side) as f64 + 0.5)
        })
    }

    pub(super) fn giant(n: usize, random: &mut Random) -> Self {
        let mut layout = Self::uniform(n, 1.0, random);
        let middle = layout.side / 2.0;
        if let (Some(center), Some(half)) = (layout.centers.last_mut(), layout.halves.last_mut()) {
            (*center, *half) = ([middle; D], [middle + 2.0; D]);
        }
        layout
    }

    pub(super) fn infinite(n: usize, random: &mut Random) -> Self {
        let mut layout = Self::uniform(n, 1.0, random);
        for (i, half) in layout
            .halves
            .iter_mut()
            .enumerate()
            .filter(|(i, _)| i % 100 == 99)
        {
            half[i / 100 % D] = f64::INFINITY;
        }
        layout
    }

    /// Cubes with the same edge.
    pub(super) fn at(n: usize, edge: f64, center: impl Fn(usize) -> [f64; D]) -> Self {
        let centers: Vec<_> = (0..n).map(center).collect();
        let side = centers
            .iter()
            .flatten()
            .fold(1.0, |side, &x| f64::max(side, x));
        Self {
            halves: vec![[edge / 2.0; D]; n],
            centers,
            side,
        }
    }

    /// Distributes boxes uniformly over a cube whose size gives `pairs_per_box` overlapping pairs
    /// per box on average.
    fn spread(halves: Vec<[f64; D]>, pairs_per_box: f64, random: &mut Random) -> Self {
        // Two boxes overlap if, on each axis, their centers are closer than the sum of their half
        // extents.
        let overlap_volume = |a: &[f64; D], b: &[f64; D]| {
            a.iter().zip(b).map(|(a, b)| 2.0 * (a + b)).product::<f64>()
        };
        let n = halves.len();
        let shifted = halves.iter().cycle().skip(n / 2 + 1);
        let mean_volume = halves
            .iter()
            .zip(shifted)
            .map(|(a, b)| overlap_volume(a, b))
            .sum::<f64>()
            / n.max(1) as f64;
        let side = libm::pow(
            n as f64 * mean_volume / (2.0 * pairs_per_box),
            1.0 / D as f64,
        )
        .max(1.0);
        let centers = (0..n)
            .map(|_| [0.0; D].map(|_| random.between(0.0, side)))
            .collect();
        Self {
            centers,
            halves,
            side,
        }
    }
}

/// Half extents of boxes of random sizes, stretched by 0.5 to 1.5 along each axis.
fn edges<const D: usize>(
    n: usize,
    random: &mut Random,
    size: impl Fn(&mut Random) -> f64,
) -> Vec<[f64; D]> {
    (0..n)
        .map(|_| {
            let size = size(random);
            [0.0; D].map(|_| 0.5 * size * random.between(0.5, 1.5))
        })
        .collect()
}

/// A size from the Pareto distribution, from 1 to 1000.
pub(super) fn pareto(exponent: f64, random: &mut Random) -> f64 {
    libm::pow(1.0 - random.unit(), -1.0 / exponent).min(1000.0)
}
