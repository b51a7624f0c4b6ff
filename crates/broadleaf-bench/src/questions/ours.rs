//! Broadleaf's structures.

use broadleaf::{Aabb, BroadPhase, DynamicTree, Id, KdSweep, Octree, Quadtree, Ray, SpatialIndex};

use super::asked::{Asked, ask};
use super::contender::{Boxes, Changes, Contender, Line};

pub(super) fn quadtree() -> Box<dyn Contender<2>> {
    Box::new(Ours("broadleaf Quadtree", Quadtree::default()))
}

pub(super) fn octree() -> Box<dyn Contender<3>> {
    Box::new(Ours("broadleaf Octree", Octree::default()))
}

pub(super) fn dynamic_tree<const D: usize>() -> Box<dyn Contender<D>> {
    Box::new(Ours("broadleaf DynamicTree", DynamicTree::default()))
}

pub(super) fn kd_sweep<const D: usize>() -> Box<dyn Contender<D>> {
    Box::new(Ours("broadleaf KdSweep", KdSweep::default()))
}

/// A structure whose boxes can be changed, of `f32`.
struct Ours<B>(&'static str, B);

impl<B: BroadPhase<f32, D> + Default, const D: usize> Contender<D> for Ours<B> {
    fn name(&self) -> &'static str {
        self.0
    }

    fn is_ours(&self) -> bool {
        true
    }

    fn build(&mut self, boxes: &Boxes<D>) {
        self.1 = B::default();
        self.1
            .extend((0..).map(Id).zip(boxes.single.iter().copied()));
    }

    fn range(&mut self, windows: &[Aabb<f32, D>]) -> Option<Asked> {
        Some(range(&self.1, windows))
    }

    fn closest_hit(&mut self, lines: &[Line<D>]) -> Option<Asked> {
        let rays: Vec<_> = lines
            .iter()
            .map(|line| Ray::new(line.origin, line.direction).expect("the numbers are finite"))
            .collect();
        Some(ask(&rays, |ray, found| {
            *found = self.1.cast(ray).map(|hit| hit.id.0);
        }))
    }

    fn nearest(&mut self, points: &[[f32; D]]) -> Option<Asked> {
        Some(ask(points, |point, found| {
            *found = self.1.nearest(point).map(|hit| hit.id.0);
        }))
    }

    fn nearest_few(&mut self, points: &[[f32; D]], count: usize) -> Option<Asked> {
        Some(ask(points, |point, hits| {
            self.1.k_nearest_into(point, count, hits);
        }))
    }

    fn changes(&mut self) -> Option<&mut dyn Changes<D>> {
        Some(self)
    }
}

fn range<const D: usize>(index: &impl SpatialIndex<f32, D>, windows: &[Aabb<f32, D>]) -> Asked {
    ask(windows, |window, ids: &mut Vec<Id>| {
        ids.clear();
        index.for_each_overlap(window, |id| ids.push(id));
    })
}

impl<B: BroadPhase<f32, D>, const D: usize> Changes<D> for Ours<B> {
    fn insert(&mut self, id: u32, aabb: &Aabb<f32, D>) {
        self.1.insert(Id(id), *aabb);
    }

    fn remove(&mut self, id: u32) {
        self.1.remove(Id(id));
    }

    fn move_to(&mut self, id: u32, aabb: &Aabb<f32, D>) {
        self.1.insert(Id(id), *aabb);
    }
}
