//! `broccoli`, in 2D only: a new tree in every frame over boxes with their numbers.

use broccoli::aabb::BBox;
use broccoli::{Tree, bbox, rect};

use super::{Contender, Frame, Pairs};

pub(super) fn make(_: &[Frame<2>]) -> Box<dyn Contender<2>> {
    Box::new(Broccoli(Vec::new()))
}

/// The boxes, which a tree reorders; it keeps nothing from frame to frame.
struct Broccoli(Vec<BBox<f32, u32>>);

impl Contender<2> for Broccoli {
    fn name(&self) -> &'static str {
        "broccoli, rebuilt"
    }

    fn frame(&mut self, boxes: &Frame<2>, begun: &mut Pairs, _: &mut Pairs) {
        self.0.clear();
        self.0.extend((0..).zip(boxes).map(|(number, aabb)| {
            let ([left, bottom], [right, top]) = (aabb.min(), aabb.max());
            bbox(rect(left, right, bottom, top), number)
        }));
        Tree::new(&mut self.0).find_colliding_pairs(|a, b| {
            let (a, b) = (*a.unpack_inner(), *b.unpack_inner());
            begun.push((a.min(b), a.max(b)));
        });
    }
}
