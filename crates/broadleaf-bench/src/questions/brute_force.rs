//! Compares every box for each query: the cost of a list without any structure.

use broadleaf::Aabb;

use super::asked::{Asked, ask};
use super::contender::{Boxes, Contender, Line};

pub(super) fn make<const D: usize>() -> Box<dyn Contender<D>> {
    Box::new(BruteForce(Vec::new()))
}

struct BruteForce<const D: usize>(Vec<Aabb<f32, D>>);

impl<const D: usize> Contender<D> for BruteForce<D> {
    fn name(&self) -> &'static str {
        "brute force"
    }

    fn has_structure(&self) -> bool {
        false
    }

    fn build(&mut self, boxes: &Boxes<D>) {
        self.0.clone_from(&boxes.single);
    }

    fn range(&mut self, windows: &[Aabb<f32, D>]) -> Option<Asked> {
        Some(ask(windows, |window, ids: &mut Vec<u32>| {
            ids.clear();
            let boxes = (0..).zip(&self.0);
            ids.extend(boxes.filter_map(|(id, aabb)| aabb.overlaps(window).then_some(id)));
        }))
    }

    fn closest_hit(&mut self, lines: &[Line<D>]) -> Option<Asked> {
        let inverse = |line: &Line<D>| (line.origin, line.direction.map(f32::recip));
        let lines: Vec<_> = lines.iter().map(inverse).collect();
        Some(ask(&lines, |(origin, inverse), found| {
            *found = self.least(|aabb| entry(origin, inverse, aabb));
        }))
    }

    fn nearest(&mut self, points: &[[f32; D]]) -> Option<Asked> {
        Some(ask(points, |point, found| {
            *found = self.least(|aabb| distance_squared(point, aabb));
        }))
    }
}

impl<const D: usize> BruteForce<D> {
    /// The id of the box with the smallest finite value.
    fn least(&self, value: impl Fn(&Aabb<f32, D>) -> f32) -> Option<u32> {
        let (mut least, mut found) = (f32::INFINITY, None);
        for (id, aabb) in (0..).zip(&self.0) {
            let value = value(aabb);
            if value < least {
                (least, found) = (value, Some(id));
            }
        }
        found
    }
}

/// Where a half-line enters a box; infinite if it misses.
fn entry<const D: usize>(origin: &[f32; D], inverse: &[f32; D], aabb: &Aabb<f32, D>) -> f32 {
    let (min, max) = (aabb.min(), aabb.max());
    let (mut first, mut last) = (0.0_f32, f32::INFINITY);
    for axis in 0..D {
        let one = (min[axis] - origin[axis]) * inverse[axis];
        let other = (max[axis] - origin[axis]) * inverse[axis];
        first = first.max(one.min(other));
        last = last.min(one.max(other));
    }
    if first <= last { first } else { f32::INFINITY }
}

fn distance_squared<const D: usize>(point: &[f32; D], aabb: &Aabb<f32, D>) -> f32 {
    let (min, max) = (aabb.min(), aabb.max());
    let along = |axis: usize| {
        (min[axis] - point[axis])
            .max(point[axis] - max[axis])
            .max(0.0)
    };
    (0..D).map(|axis| along(axis) * along(axis)).sum()
}
