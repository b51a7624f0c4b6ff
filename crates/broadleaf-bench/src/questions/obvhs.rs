//! `obvhs`, which is for 3D: its binary tree and its compressed tree of eight children per node.

use std::time::Duration;

use broadleaf::Aabb;
use glam::Vec3A;
use obvhs::BvhBuildParams;
use obvhs::aabb::Aabb as Bounds;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2;
use obvhs::cwbvh::CwBvh;
use obvhs::cwbvh::builder::build_cwbvh;
use obvhs::ray::{Ray, RayHit};

use super::asked::{Asked, ask};
use super::contender::{Boxes, Changes, Contender, Line};

/// The binary tree with the fastest build, with one box per leaf.
pub(super) fn fastest() -> Box<dyn Contender<3>> {
    binary("obvhs Bvh2, fastest build", BvhBuildParams::fastest_build())
}

/// The recommended compromise between fast builds and fast queries.
pub(super) fn medium() -> Box<dyn Contender<3>> {
    // Only leaves of one box can be moved, and only they keep the exact bounds of the boxes.
    let params = BvhBuildParams {
        max_prims_per_leaf: 1,
        ..BvhBuildParams::medium_build()
    };
    binary("obvhs Bvh2, medium build", params)
}

pub(super) fn compressed() -> Box<dyn Contender<3>> {
    Box::new(Compressed {
        tree: None,
        boxes: Vec::new(),
    })
}

fn binary(name: &'static str, params: BvhBuildParams) -> Box<dyn Contender<3>> {
    Box::new(Binary {
        name,
        params,
        tree: Bvh2::default(),
    })
}

fn convert(aabb: &Aabb<f32, 3>) -> Bounds {
    Bounds::new(Vec3A::from(aabb.min()), Vec3A::from(aabb.max()))
}

fn ray(line: &Line<3>) -> Ray {
    Ray::new_inf(Vec3A::from(line.origin), Vec3A::from(line.direction))
}

/// A ray hits the box that contains its start at 0.
fn reach(bounds: &Bounds, ray: &Ray) -> f32 {
    bounds.intersect_ray(ray).max(0.0)
}

struct Binary {
    name: &'static str,
    params: BvhBuildParams,
    tree: Bvh2,
}

impl Contender<3> for Binary {
    fn name(&self) -> &'static str {
        self.name
    }

    fn build(&mut self, boxes: &Boxes<3>) {
        let bounds: Vec<_> = boxes.single.iter().map(convert).collect();
        self.tree = build_bvh2(&bounds, self.params, &mut Duration::default());
    }

    fn range(&mut self, windows: &[Aabb<f32, 3>]) -> Option<Asked> {
        let windows: Vec<_> = windows.iter().map(convert).collect();
        Some(ask(&windows, |&window, ids: &mut Vec<u32>| {
            ids.clear();
            self.tree.aabb_traverse(window, |tree, node| {
                let first = tree.nodes[node as usize].first_index;
                ids.push(tree.primitive_indices[first as usize]);
                true
            });
        }))
    }

    fn closest_hit(&mut self, lines: &[Line<3>]) -> Option<Asked> {
        let rays: Vec<_> = lines.iter().map(ray).collect();
        self.tree.init_primitives_to_nodes_if_uninit();
        let tree = &self.tree;
        Some(ask(&rays, |&ray, found| {
            let mut hit = RayHit::none();
            let is_hit = tree.ray_traverse(ray, &mut hit, |ray, index| {
                let id = tree.primitive_indices[index];
                let leaf = tree.primitives_to_nodes[id as usize];
                reach(tree.nodes[leaf as usize].aabb(), ray)
            });
            *found = is_hit.then(|| tree.primitive_indices[hit.primitive_id as usize]);
        }))
    }

    fn changes(&mut self) -> Option<&mut dyn Changes<3>> {
        Some(self)
    }
}

impl Changes<3> for Binary {
    fn prepare(&mut self, _: &[Aabb<f32, 3>]) {
        self.tree.init_parents_if_uninit();
        self.tree.init_primitives_to_nodes_if_uninit();
    }

    fn insert(&mut self, id: u32, aabb: &Aabb<f32, 3>) {
        self.tree.insert_primitive(convert(aabb), id);
    }

    fn remove(&mut self, id: u32) {
        self.tree.remove_primitive(id);
    }

    fn move_to(&mut self, id: u32, aabb: &Aabb<f32, 3>) {
        self.tree.move_primitive(convert(aabb), id);
    }
}

struct Compressed {
    tree: Option<CwBvh>,
    /// The boxes in the order of the leaves, whose bounds are rounded.
    boxes: Vec<Bounds>,
}

impl Contender<3> for Compressed {
    fn name(&self) -> &'static str {
        "obvhs CwBvh, medium build"
    }

    fn build(&mut self, boxes: &Boxes<3>) {
        let bounds: Vec<_> = boxes.single.iter().map(convert).collect();
        let params = BvhBuildParams::medium_build();
        let tree = build_cwbvh(&bounds, params, &mut Duration::default());
        let ids = tree.primitive_indices.iter();
        self.boxes = ids.map(|&id| bounds[id as usize]).collect();
        self.tree = Some(tree);
    }

    fn range(&mut self, windows: &[Aabb<f32, 3>]) -> Option<Asked> {
        use glam::UVec2;
        let tree = self.tree.as_ref()?;
        let windows: Vec<_> = windows.iter().map(convert).collect();
        Some(ask(&windows, |window, ids: &mut Vec<u32>| {
            ids.clear();
            let mut state = tree.new_traversal(Vec3A::X);
            let mut node;
            obvhs::traverse!(
                tree,
                node,
                state,
                node.intersect_aabb(window, state.oct_inv4),
                {
                    let index = state.primitive_id as usize;
                    if self.boxes[index].intersect_aabb(window) {
                        ids.push(tree.primitive_indices[index]);
                    }
                }
            );
        }))
    }

    fn closest_hit(&mut self, lines: &[Line<3>]) -> Option<Asked> {
        let tree = self.tree.as_ref()?;
        let rays: Vec<_> = lines.iter().map(ray).collect();
        Some(ask(&rays, |&ray, found| {
            let mut hit = RayHit::none();
            let is_hit =
                tree.ray_traverse(ray, &mut hit, |ray, index| reach(&self.boxes[index], ray));
            *found = is_hit.then(|| tree.primitive_indices[hit.primitive_id as usize]);
        }))
    }
}
