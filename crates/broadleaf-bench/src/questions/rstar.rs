//! `rstar`, bulk-loaded.

use broadleaf::Aabb;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use super::asked::{Asked, ask};
use super::contender::{Boxes, Changes, Contender};

pub(super) fn make<const D: usize>() -> Box<dyn Contender<D>> {
    Box::new(Rstar {
        tree: RTree::new(),
        boxes: Vec::new(),
    })
}

type Numbered<const D: usize> = GeomWithData<Rectangle<[f32; D]>, u32>;

struct Rstar<const D: usize> {
    tree: RTree<Numbered<D>>,
    /// The boxes by id, which removals need. Kept only if boxes change.
    boxes: Vec<Aabb<f32, D>>,
}

fn envelope<const D: usize>(aabb: &Aabb<f32, D>) -> AABB<[f32; D]> {
    AABB::from_corners(aabb.min(), aabb.max())
}

fn numbered<const D: usize>(id: u32, aabb: &Aabb<f32, D>) -> Numbered<D> {
    GeomWithData::new(Rectangle::from_aabb(envelope(aabb)), id)
}

impl<const D: usize> Contender<D> for Rstar<D> {
    fn name(&self) -> &'static str {
        "rstar"
    }

    fn build(&mut self, boxes: &Boxes<D>) {
        let boxes = (0..).zip(&boxes.single);
        self.tree = RTree::bulk_load(boxes.map(|(id, aabb)| numbered(id, aabb)).collect());
    }

    fn range(&mut self, windows: &[Aabb<f32, D>]) -> Option<Asked> {
        let windows: Vec<_> = windows.iter().map(envelope).collect();
        Some(ask(&windows, |window, ids: &mut Vec<u32>| {
            ids.clear();
            let hits = self.tree.locate_in_envelope_intersecting(*window);
            ids.extend(hits.map(|hit| hit.data));
        }))
    }

    fn nearest(&mut self, points: &[[f32; D]]) -> Option<Asked> {
        Some(ask(points, |&point, found| {
            *found = self.tree.nearest_neighbor(point).map(|hit| hit.data);
        }))
    }

    fn nearest_few(&mut self, points: &[[f32; D]], count: usize) -> Option<Asked> {
        Some(ask(points, |&point, ids: &mut Vec<u32>| {
            ids.clear();
            let hits = self.tree.nearest_neighbor_iter(point).take(count);
            ids.extend(hits.map(|hit| hit.data));
        }))
    }

    fn changes(&mut self) -> Option<&mut dyn Changes<D>> {
        Some(self)
    }
}

impl<const D: usize> Changes<D> for Rstar<D> {
    fn prepare(&mut self, boxes: &[Aabb<f32, D>]) {
        self.boxes = boxes.to_vec();
    }

    fn insert(&mut self, id: u32, aabb: &Aabb<f32, D>) {
        self.tree.insert(numbered(id, aabb));
    }

    fn remove(&mut self, id: u32) {
        self.tree.remove(&numbered(id, &self.boxes[id as usize]));
    }

    fn move_to(&mut self, id: u32, aabb: &Aabb<f32, D>) {
        self.remove(id);
        self.insert(id, aabb);
        self.boxes[id as usize] = *aabb;
    }
}
