//! `aabb-quadtree`, with one query per box to find pairs.

use aabb_quadtree::{ItemId, QuadTree};
use broadleaf::Aabb;
use euclid::{TypedPoint2D, TypedRect, TypedSize2D, UnknownUnit};

use super::index::{Index, Move, Pairs, pairs_by_questions};

type Rect = TypedRect<f32, UnknownUnit>;
type Tree = QuadTree<u32, UnknownUnit, [(ItemId, Rect); 16]>;

pub(super) fn make(bounds: &Aabb<f32, 2>) -> Box<dyn Index<2>> {
    // Cells are half-open, and the crate panics if rounding puts a box between two cells. A side
    // that is a power of two is halved exactly.
    let corner = TypedPoint2D::from(bounds.min().map(|x| x.floor() - 1.0));
    let side = bounds.extents().into_iter().fold(1.0, f32::max) + 3.0;
    let root = TypedRect::new(
        corner,
        TypedSize2D::from([(side as u32).next_power_of_two() as f32; 2]),
    );
    // The default limits, with one more level for the larger root.
    Box::new(AabbQuadtree {
        tree: Tree::new(root, true, 4, 16, 9, 16),
        boxes: Vec::new(),
        ids: Vec::new(),
    })
}

struct AabbQuadtree {
    tree: Tree,
    boxes: Vec<Aabb<f32, 2>>,
    ids: Vec<ItemId>,
}

fn convert(aabb: &Aabb<f32, 2>) -> Rect {
    let ([x, y], [right, top]) = (aabb.min(), aabb.max());
    TypedRect::new(
        TypedPoint2D::new(x, y),
        TypedSize2D::new(right - x, top - y),
    )
}

impl AabbQuadtree {
    fn visit(&self, region: &Aabb<f32, 2>, mut visit: impl FnMut(u32)) {
        self.tree
            .query(convert(region))
            .iter()
            .for_each(|&(&number, ..)| visit(number));
    }
}

impl Index<2> for AabbQuadtree {
    fn name(&self) -> &'static str {
        "aabb-quadtree"
    }

    fn build(&mut self, boxes: &[Aabb<f32, 2>]) {
        self.boxes = boxes.to_vec();
        self.ids = (0..)
            .zip(boxes)
            .map(|(number, aabb)| {
                self.tree
                    .insert_with_box(number, convert(aabb))
                    .expect("the box is inside")
            })
            .collect();
    }

    fn apply(&mut self, moves: &[Move<2>]) {
        for step in moves {
            let number = step.number as usize;
            self.tree.remove(self.ids[number]);
            self.ids[number] = self
                .tree
                .insert_with_box(step.number, convert(&step.to))
                .expect("the box is inside");
            self.boxes[number] = step.to;
        }
    }

    fn overlaps(&mut self, region: &Aabb<f32, 2>, numbers: &mut Vec<u32>) {
        self.visit(region, |number| numbers.push(number));
    }

    fn pairs(&mut self, pairs: &mut Pairs) {
        pairs_by_questions(&self.boxes, pairs, |aabb, found| self.visit(aabb, found));
    }
}
