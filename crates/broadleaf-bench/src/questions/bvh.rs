//! `bvh`, with SIMD.

use broadleaf::Aabb;
use bvh::aabb::{Aabb as Bounds, Bounded};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::Bvh;
use bvh::point_query::PointDistance;
use bvh::ray::Ray;
use nalgebra::{Point, SVector};

use super::asked::{Asked, ask};
use super::contender::{Boxes, Changes, Contender, Line};

pub(super) fn flat() -> Box<dyn Contender<2>> {
    make()
}

pub(super) fn solid() -> Box<dyn Contender<3>> {
    make()
}

fn make<const D: usize>() -> Box<dyn Contender<D>>
where
    Tree<D>: Contender<D>,
{
    Box::new(Tree {
        bvh: Bvh { nodes: Vec::new() },
        shapes: Vec::new(),
    })
}

/// A tree, and the boxes that it refers to.
struct Tree<const D: usize> {
    bvh: Bvh<f32, D>,
    shapes: Vec<Shape<D>>,
}

#[derive(Clone, Copy)]
struct Shape<const D: usize> {
    bounds: Bounds<f32, D>,
    id: u32,
    node: usize,
}

impl<const D: usize> Bounded<f32, D> for Shape<D> {
    fn aabb(&self) -> Bounds<f32, D> {
        self.bounds
    }
}

impl<const D: usize> BHShape<f32, D> for Shape<D> {
    fn set_bh_node_index(&mut self, index: usize) {
        self.node = index;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

impl<const D: usize> PointDistance<f32, D> for Shape<D> {
    fn distance_squared(&self, point: Point<f32, D>) -> f32 {
        self.bounds.min_distance_squared(point)
    }
}

fn convert<const D: usize>(aabb: &Aabb<f32, D>) -> Bounds<f32, D> {
    Bounds::with_bounds(aabb.min().into(), aabb.max().into())
}

fn shape<const D: usize>((id, aabb): (u32, &Aabb<f32, D>)) -> Shape<D> {
    Shape {
        bounds: convert(aabb),
        id,
        node: 0,
    }
}

macro_rules! contender {
    ($d:literal) => {
        impl Contender<$d> for Tree<$d> {
            fn name(&self) -> &'static str {
                "bvh"
            }

            fn build(&mut self, boxes: &Boxes<$d>) {
                self.shapes = (0..).zip(&boxes.single).map(shape).collect();
                self.bvh = Bvh::build(&mut self.shapes);
            }

            fn range(&mut self, windows: &[Aabb<f32, $d>]) -> Option<Asked> {
                let windows: Vec<_> = windows.iter().map(convert).collect();
                Some(ask(&windows, |window, ids: &mut Vec<u32>| {
                    ids.clear();
                    // The iterator that allocates nothing panics on trees higher than 32.
                    let hits = self.bvh.traverse(window, &self.shapes);
                    ids.extend(hits.iter().map(|hit| hit.id));
                }))
            }

            fn closest_hit(&mut self, lines: &[Line<$d>]) -> Option<Asked> {
                let ray = |line: &Line<$d>| {
                    Ray::new(Point::from(line.origin), SVector::from(line.direction))
                };
                let rays: Vec<_> = lines.iter().map(ray).collect();
                Some(ask(&rays, |ray, found| {
                    let mut hits = self.bvh.nearest_traverse_iterator(ray, &self.shapes);
                    *found = hits.next().map(|hit| hit.id);
                }))
            }

            fn nearest(&mut self, points: &[[f32; $d]]) -> Option<Asked> {
                let points: Vec<_> = points.iter().map(|&point| Point::from(point)).collect();
                Some(ask(&points, |&point, found| {
                    let hit = self.bvh.nearest_to(point, &self.shapes);
                    *found = hit.map(|(hit, _)| hit.id);
                }))
            }

            fn changes(&mut self) -> Option<&mut dyn Changes<$d>> {
                Some(self)
            }
        }
    };
}
contender!(2);
contender!(3);

impl<const D: usize> Changes<D> for Tree<D>
where
    Self: Contender<D>,
{
    fn prepare(&mut self, boxes: &[Aabb<f32, D>]) {
        if self.shapes.is_empty() {
            self.shapes = (0..).zip(boxes).map(shape).collect();
        }
    }

    fn insert(&mut self, id: u32, _: &Aabb<f32, D>) {
        self.bvh.add_shape(&mut self.shapes, id as usize);
    }

    fn remove(&mut self, id: u32) {
        self.bvh.remove_shape(&mut self.shapes, id as usize, false);
    }

    fn move_to(&mut self, id: u32, aabb: &Aabb<f32, D>) {
        self.remove(id);
        self.shapes[id as usize].bounds = convert(aabb);
        self.insert(id, aabb);
    }
}
