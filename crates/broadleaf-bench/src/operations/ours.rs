//! Broadleaf's structures.

use broadleaf::{Aabb, DynamicTree, Id, Octree, Quadtree, SpatialIndexMut};

use super::index::{Index, Move, Pairs};

pub(super) fn quadtree(_: &Aabb<f32, 2>) -> Box<dyn Index<2>> {
    Box::new(Ours("broadleaf Quadtree", Quadtree::default()))
}

pub(super) fn octree(_: &Aabb<f32, 3>) -> Box<dyn Index<3>> {
    Box::new(Ours("broadleaf Octree", Octree::default()))
}

pub(super) fn dynamic_tree<const D: usize>(_: &Aabb<f32, D>) -> Box<dyn Index<D>> {
    Box::new(Ours("broadleaf DynamicTree", DynamicTree::default()))
}

struct Ours<B>(&'static str, B);

impl<B: SpatialIndexMut<f32, D> + Default, const D: usize> Index<D> for Ours<B> {
    fn name(&self) -> &'static str {
        self.0
    }

    fn build(&mut self, boxes: &[Aabb<f32, D>]) {
        self.1.extend((0..).map(Id).zip(boxes.iter().copied()));
    }

    fn apply(&mut self, moves: &[Move<D>]) {
        for step in moves {
            self.1.insert(Id(step.number), step.to);
        }
    }

    fn overlaps(&mut self, region: &Aabb<f32, D>, numbers: &mut Vec<u32>) {
        self.1.for_each_overlap(region, |id| numbers.push(id.0));
    }

    fn pairs(&mut self, pairs: &mut Pairs) {
        self.1.for_each_pair(|a, b| pairs.push((a.0, b.0)));
    }
}
