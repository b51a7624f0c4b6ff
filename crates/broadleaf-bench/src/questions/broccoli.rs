//! `broccoli`, which is for 2D.

use broadleaf::Aabb;
use broccoli::aabb::BBox;
use broccoli::aabb::pin::AabbPin;
use broccoli::axgeom::{CastResult, Rect, Vec2, ray, vec2};
use broccoli::queries::knearest::AabbKnearest;
use broccoli::queries::raycast::AabbRaycast;
use broccoli::{Tree, TreeData, bbox, rect};

use super::asked::{Asked, ask};
use super::contender::{Boxes, Contender, Line};

pub(super) fn make() -> Box<dyn Contender<2>> {
    Box::new(Broccoli {
        boxes: Vec::new(),
        nodes: None,
    })
}

/// The boxes in the tree's order, and its nodes. The tree itself borrows both.
struct Broccoli {
    boxes: Vec<BBox<f32, u32>>,
    nodes: Option<TreeData<f32>>,
}

impl Broccoli {
    fn tree(&mut self) -> Option<Tree<'_, BBox<f32, u32>>> {
        Some(Tree::from_tree_data(&mut self.boxes, self.nodes.as_ref()?))
    }
}

fn convert(aabb: &Aabb<f32, 2>) -> Rect<f32> {
    let ([left, bottom], [right, top]) = (aabb.min(), aabb.max());
    rect(left, right, bottom, top)
}

fn point(&[x, y]: &[f32; 2]) -> Vec2<f32> {
    vec2(x, y)
}

impl Contender<2> for Broccoli {
    fn name(&self) -> &'static str {
        "broccoli"
    }

    fn build(&mut self, boxes: &Boxes<2>) {
        self.boxes = (0..)
            .zip(&boxes.single)
            .map(|(id, aabb)| bbox(convert(aabb), id))
            .collect();
        self.nodes = Some(Tree::new(&mut self.boxes).get_tree_data());
    }

    fn range(&mut self, windows: &[Aabb<f32, 2>]) -> Option<Asked> {
        let mut tree = self.tree()?;
        let windows: Vec<_> = windows.iter().map(convert).collect();
        Some(ask(&windows, |&window, ids: &mut Vec<u32>| {
            ids.clear();
            let mut window = window;
            tree.find_all_intersect_rect(AabbPin::new(&mut window), |_, hit| {
                ids.push(*hit.unpack_inner());
            });
        }))
    }

    fn closest_hit(&mut self, lines: &[Line<2>]) -> Option<Asked> {
        let mut tree = self.tree()?;
        let rays: Vec<_> = lines
            .iter()
            .map(|line| ray(point(&line.origin), point(&line.direction)))
            .collect();
        Some(ask(&rays, |&ray, found| {
            *found = match tree.cast_ray(ray, AabbRaycast) {
                CastResult::Hit(mut hits) => hits.elems.pop().map(|hit| *hit.unpack_inner()),
                CastResult::NoHit => None,
            };
        }))
    }

    fn nearest(&mut self, points: &[[f32; 2]]) -> Option<Asked> {
        self.nearest_few(points, 1)
    }

    fn nearest_few(&mut self, points: &[[f32; 2]], count: usize) -> Option<Asked> {
        let mut tree = self.tree()?;
        let points: Vec<_> = points.iter().map(point).collect();
        Some(ask(&points, |&point, ids: &mut Vec<u32>| {
            ids.clear();
            // It finds this number of different distances, with all ties.
            let hits = tree.find_knearest(point, count, AabbKnearest).into_vec();
            let nearest = hits.into_iter().take(count);
            ids.extend(nearest.map(|hit| *hit.bot.unpack_inner()));
        }))
    }
}
