//! The dynamic tree of Box2D 3, which is for 2D and has no nearest query.

use boxdd_sys::ffi;
use broadleaf::geometry::Probe;
use broadleaf::{Aabb, Ray};

use super::asked::{Asked, ask};
use super::contender::{Boxes, Changes, Contender, Line};
use crate::box2d::{Tree, convert, vector};

pub(super) fn make() -> Box<dyn Contender<2>> {
    Box::new(Tree::with_capacity(0))
}

impl Contender<2> for Tree {
    fn name(&self) -> &'static str {
        "Box2D"
    }

    fn build(&mut self, boxes: &Boxes<2>) {
        *self = Self::with_capacity(boxes.single.len());
        boxes.single.iter().for_each(|aabb| self.insert(aabb));
        self.rebuild(true);
    }

    fn foreign_bytes(&self) -> usize {
        self.bytes()
    }

    fn range(&mut self, windows: &[Aabb<f32, 2>]) -> Option<Asked> {
        let windows: Vec<_> = windows.iter().map(convert).collect();
        Some(ask(&windows, |&window, ids: &mut Vec<u32>| {
            ids.clear();
            self.for_each_overlap(window, |id| ids.push(id));
        }))
    }

    fn closest_hit(&mut self, lines: &[Line<2>]) -> Option<Asked> {
        let [width, height] = self.bounds().extents();
        let length = 2.0 * width.hypot(height);
        let ray = |line: &Line<2>| {
            let input = ffi::b2RayCastInput {
                origin: vector(line.origin),
                translation: vector(line.direction.map(|x| x * length)),
                maxFraction: 1.0,
            };
            let ray = Ray::new(line.origin, line.direction).expect("the numbers are finite");
            (input, ray)
        };
        let rays: Vec<_> = lines.iter().map(ray).collect();
        Some(ask(&rays, |(input, ray), found: &mut Option<u32>| {
            *found = None;
            self.cast(input, |limit, id, aabb| {
                let Some(reach) = ray.reach(&aabb) else {
                    return limit;
                };
                let fraction = reach / length;
                if fraction >= limit && found.is_some() {
                    return limit;
                }
                *found = Some(id);
                fraction
            });
        }))
    }

    fn changes(&mut self) -> Option<&mut dyn Changes<2>> {
        Some(self)
    }
}

impl Changes<2> for Tree {
    fn insert(&mut self, _: u32, aabb: &Aabb<f32, 2>) {
        self.insert(aabb);
    }

    fn remove(&mut self, id: u32) {
        self.remove(id);
    }

    fn move_to(&mut self, id: u32, aabb: &Aabb<f32, 2>) {
        self.move_to(id, aabb);
    }
}
