//! `bolt-quadtree`, with limits that suit the number of boxes, and one query per box to find pairs,
//! because `for_each_collision_pair` of version 0.1.3 omits half of them.

use broadleaf::Aabb;
use quadtree::quadtree::{Config, EntityTypeUpdate, QuadTree};
use quadtree::shapes::Rectangle;

use super::index::{Index, Move, Pairs, pairs_by_questions};

pub(super) fn make(bounds: &Aabb<f32, 2>) -> Box<dyn Index<2>> {
    let ([x, y], [right, top]) = (bounds.min(), bounds.max());
    // A rectangle is defined by its center.
    let world = Rectangle::new(
        (x + right) / 2.0,
        (y + top) / 2.0,
        right - x + 1.0,
        top - y + 1.0,
    );
    let config = Config {
        max_depth: 8,
        node_capacity: 16,
        ..Config::default()
    };
    Box::new(Bolt {
        tree: QuadTree::new_with_config(world, config).expect("the bounds are finite"),
        boxes: Vec::new(),
    })
}

struct Bolt {
    tree: QuadTree,
    boxes: Vec<Aabb<f32, 2>>,
}

impl Bolt {
    fn visit(&mut self, region: &Aabb<f32, 2>, visit: impl FnMut(u32)) {
        let ([x, y], [right, top]) = (region.min(), region.max());
        self.tree
            .collisions_rect_extent_with(x, y, right, top, visit)
            .expect("the region is right");
    }
}

impl Index<2> for Bolt {
    fn name(&self) -> &'static str {
        "bolt-quadtree"
    }

    fn build(&mut self, boxes: &[Aabb<f32, 2>]) {
        self.boxes = boxes.to_vec();
        for (number, aabb) in (0..).zip(boxes) {
            let ([x, y], [right, top]) = (aabb.min(), aabb.max());
            self.tree
                .insert_rect_extent(number, x, y, right, top, None)
                .expect("the box is inside");
        }
        // The tree is built on first use, so use it here.
        self.tree.update();
    }

    fn apply(&mut self, moves: &[Move<2>]) {
        for step in moves {
            let ([x, y], [right, top]) = (step.to.min(), step.to.max());
            self.tree
                .relocate_rect_extent(step.number, x, y, right, top, EntityTypeUpdate::Preserve)
                .expect("the box is inside");
            self.boxes[step.number as usize] = step.to;
        }
        self.tree.update();
    }

    fn overlaps(&mut self, region: &Aabb<f32, 2>, numbers: &mut Vec<u32>) {
        self.visit(region, |number| numbers.push(number));
    }

    fn pairs(&mut self, pairs: &mut Pairs) {
        let boxes = std::mem::take(&mut self.boxes);
        pairs_by_questions(&boxes, pairs, |aabb, found| self.visit(aabb, found));
        self.boxes = boxes;
    }
}
