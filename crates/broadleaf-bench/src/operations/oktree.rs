//! `oktree`. It rejects overlapping volumes, so it holds the centers of the boxes, and queries are
//! enlarged by the largest half extents.

use std::array;

use broadleaf::Aabb;
use oktree::bounding::{Aabb as Cube, TUVec3};
use oktree::prelude::{ElementId, Octree, Position};

use super::index::{Index, Move, Pairs, pairs_by_questions};
use super::lattice::STEPS_PER_UNIT;

pub(super) fn make(bounds: &Aabb<f32, 3>) -> Box<dyn Index<3>> {
    let extent = bounds.extents().into_iter().fold(1.0, f32::max) * HALF_STEPS;
    let half = (extent as u32).next_power_of_two() / 2;
    let root = Cube::new(TUVec3::splat(half), half).expect("a power of two");
    Box::new(Oktree {
        tree: Octree::from_aabb(root),
        origin: bounds.min(),
        reach: [0; 3],
        boxes: Vec::new(),
        ids: Vec::new(),
    })
}

/// The centers of boxes on the lattice are on a lattice twice as fine.
const HALF_STEPS: f32 = 2.0 * STEPS_PER_UNIT;

struct Oktree {
    tree: Octree<u32, Center>,
    origin: [f32; 3],
    /// The largest half extents.
    reach: [u32; 3],
    boxes: Vec<Aabb<f32, 3>>,
    ids: Vec<ElementId>,
}

struct Center {
    number: u32,
    place: [u32; 3],
}

impl Position for Center {
    type U = u32;

    fn position(&self) -> TUVec3<u32> {
        let [x, y, z] = self.place;
        TUVec3::new(x, y, z)
    }
}

impl Oktree {
    /// The minimum and maximum, in steps from the origin.
    fn steps(&self, aabb: &Aabb<f32, 3>) -> [[u32; 3]; 2] {
        [aabb.min(), aabb.max()].map(|corner| {
            array::from_fn(|axis| ((corner[axis] - self.origin[axis]) * HALF_STEPS) as u32)
        })
    }

    fn insert(&mut self, number: u32, aabb: &Aabb<f32, 3>) -> ElementId {
        let [min, max] = self.steps(aabb);
        let place = array::from_fn(|axis| u32::midpoint(min[axis], max[axis]));
        self.reach =
            array::from_fn(|axis| self.reach[axis].max((max[axis] - min[axis]).div_ceil(2)));
        self.tree
            .insert(Center { number, place })
            .expect("no two boxes have the same center")
    }

    fn visit(&self, region: &Aabb<f32, 3>, mut visit: impl FnMut(u32)) {
        let [min, max] = self.steps(region);
        let min: [u32; 3] = array::from_fn(|axis| min[axis].saturating_sub(self.reach[axis]));
        let max: [u32; 3] = array::from_fn(|axis| max[axis].saturating_add(self.reach[axis]));
        let meets = |cube: &Cube<u32>| {
            let (low, high) = (
                [cube.min.x, cube.min.y, cube.min.z],
                [cube.max.x, cube.max.y, cube.max.z],
            );
            (0..3).all(|axis| low[axis] <= max[axis] && high[axis] >= min[axis])
        };
        self.tree.intersect_with_for_each(meets, |center| {
            if self.boxes[center.number as usize].overlaps(region) {
                visit(center.number);
            }
        });
    }
}

impl Index<3> for Oktree {
    fn name(&self) -> &'static str {
        "oktree of centers"
    }

    fn build(&mut self, boxes: &[Aabb<f32, 3>]) {
        self.boxes = boxes.to_vec();
        self.ids = (0..)
            .zip(boxes)
            .map(|(number, aabb)| self.insert(number, aabb))
            .collect();
    }

    fn apply(&mut self, moves: &[Move<3>]) {
        for step in moves {
            let number = step.number as usize;
            self.tree
                .remove(self.ids[number])
                .expect("the center is there");
            self.ids[number] = self.insert(step.number, &step.to);
            self.boxes[number] = step.to;
        }
    }

    fn overlaps(&mut self, region: &Aabb<f32, 3>, numbers: &mut Vec<u32>) {
        self.visit(region, |number| numbers.push(number));
    }

    fn pairs(&mut self, pairs: &mut Pairs) {
        pairs_by_questions(&self.boxes, pairs, |aabb, found| self.visit(aabb, found));
    }
}
