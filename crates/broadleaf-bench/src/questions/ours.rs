//! Broadleaf's structures.

use broadleaf::geometry::Scalar;
use broadleaf::packed_tree::{Order, PackedTree};
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Id, KdSweep, Octree, Quadtree, Ray, SpatialIndex,
    SpatialIndexMut,
};

use super::asked::{Asked, ask};
use super::contender::{Boxes, Changes, Contender, Line, Storage};

pub(super) fn packed_tree<const D: usize>() -> Box<dyn Contender<D>> {
    at_rest::<f32, D>("broadleaf PackedTree", Order::Cuts)
}

pub(super) fn packed_curve<const D: usize>() -> Box<dyn Contender<D>> {
    at_rest::<f32, D>("broadleaf PackedTree, curve", Order::Curve)
}

pub(super) fn packed_tree_f64<const D: usize>() -> Box<dyn Contender<D>> {
    at_rest::<f64, D>("broadleaf PackedTree f64", Order::Cuts)
}

pub(super) fn packed_curve_f64<const D: usize>() -> Box<dyn Contender<D>> {
    at_rest::<f64, D>("broadleaf PackedTree f64, curve", Order::Curve)
}

pub(super) fn quadtree() -> Box<dyn Contender<2>> {
    Box::new(Changing("broadleaf Quadtree", Quadtree::default()))
}

pub(super) fn octree() -> Box<dyn Contender<3>> {
    Box::new(Changing("broadleaf Octree", Octree::default()))
}

pub(super) fn dynamic_tree<const D: usize>() -> Box<dyn Contender<D>> {
    Box::new(Changing("broadleaf DynamicTree", DynamicTree::default()))
}

pub(super) fn kd_sweep<const D: usize>() -> Box<dyn Contender<D>> {
    Box::new(Changing("broadleaf KdSweep", KdSweep::default()))
}

pub(super) fn brute_force<const D: usize>() -> Box<dyn Contender<D>> {
    Box::new(Changing("broadleaf BruteForce", BruteForce::default()))
}

fn at_rest<S: Number, const D: usize>(name: &'static str, order: Order) -> Box<dyn Contender<D>> {
    Box::new(AtRest::<S, D> {
        name,
        order,
        tree: PackedTree::default(),
    })
}

/// The number types of both precisions.
trait Number: Scalar<Real = Self> + From<f32> {
    const STORAGE: Storage;

    fn boxes<const D: usize>(boxes: &Boxes<D>) -> &[Aabb<Self, D>];
}

impl Number for f32 {
    const STORAGE: Storage = Storage::F32;

    fn boxes<const D: usize>(boxes: &Boxes<D>) -> &[Aabb<Self, D>] {
        &boxes.single
    }
}

impl Number for f64 {
    const STORAGE: Storage = Storage::F64;

    fn boxes<const D: usize>(boxes: &Boxes<D>) -> &[Aabb<Self, D>] {
        &boxes.double
    }
}

/// Queries a structure of any kind.
struct Questions<'a, I>(&'a I);

impl<I> Questions<'_, I> {
    fn range<S: Number, const D: usize>(&self, windows: &[Aabb<f32, D>]) -> Asked
    where
        I: SpatialIndex<S, D>,
    {
        let convert =
            |window: &Aabb<f32, D>| Aabb::new(window.min().map(S::from), window.max().map(S::from));
        let windows: Vec<Aabb<S, D>> = windows.iter().map(convert).collect();
        ask(&windows, |window, ids: &mut Vec<Id>| {
            ids.clear();
            self.0.append_unsorted_overlaps(window, ids);
        })
    }

    fn closest_hit<S: Number, const D: usize>(&self, lines: &[Line<D>]) -> Asked
    where
        I: SpatialIndex<S, D>,
    {
        let ray = |line: &Line<D>| {
            Ray::new(line.origin.map(S::from), line.direction.map(S::from))
                .expect("the numbers are finite")
        };
        let rays: Vec<Ray<S, D>> = lines.iter().map(ray).collect();
        ask(&rays, |ray, found| {
            *found = self.0.cast(ray).map(|hit| hit.id.0);
        })
    }

    fn nearest<S: Number, const D: usize>(&self, points: &[[f32; D]]) -> Asked
    where
        I: SpatialIndex<S, D>,
    {
        let points: Vec<[S; D]> = points.iter().map(|point| point.map(S::from)).collect();
        ask(&points, |point, found| {
            *found = self.0.nearest(point).map(|hit| hit.id.0);
        })
    }

    fn nearest_few<S: Number, const D: usize>(&self, points: &[[f32; D]], count: usize) -> Asked
    where
        I: SpatialIndex<S, D>,
    {
        let points: Vec<[S; D]> = points.iter().map(|point| point.map(S::from)).collect();
        ask(&points, |point, hits| {
            self.0.k_nearest_into(point, count, hits);
        })
    }
}

struct AtRest<S: Scalar, const D: usize> {
    name: &'static str,
    order: Order,
    tree: PackedTree<S, D>,
}

impl<S: Number, const D: usize> Contender<D> for AtRest<S, D> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn storage(&self) -> Storage {
        S::STORAGE
    }

    fn is_ours(&self) -> bool {
        true
    }

    fn build(&mut self, boxes: &Boxes<D>) {
        self.tree = PackedTree::with_order(S::boxes(boxes), self.order)
            .expect("ids are indices of 32 bits");
    }

    fn range(&mut self, windows: &[Aabb<f32, D>]) -> Option<Asked> {
        Some(Questions(&self.tree).range(windows))
    }

    fn closest_hit(&mut self, lines: &[Line<D>]) -> Option<Asked> {
        Some(Questions(&self.tree).closest_hit(lines))
    }

    fn nearest(&mut self, points: &[[f32; D]]) -> Option<Asked> {
        Some(Questions(&self.tree).nearest(points))
    }

    fn nearest_few(&mut self, points: &[[f32; D]], count: usize) -> Option<Asked> {
        Some(Questions(&self.tree).nearest_few(points, count))
    }
}

/// A structure of `f32` whose boxes can be changed.
struct Changing<B>(&'static str, B);

impl<B: SpatialIndexMut<f32, D> + Default, const D: usize> Contender<D> for Changing<B> {
    fn name(&self) -> &'static str {
        self.0
    }

    fn is_ours(&self) -> bool {
        true
    }

    fn build(&mut self, boxes: &Boxes<D>) {
        self.1 = B::default();
        let boxes = boxes.single.iter().copied();
        self.1.extend((0..).map(Id).zip(boxes));
    }

    fn range(&mut self, windows: &[Aabb<f32, D>]) -> Option<Asked> {
        Some(Questions(&self.1).range(windows))
    }

    fn closest_hit(&mut self, lines: &[Line<D>]) -> Option<Asked> {
        Some(Questions(&self.1).closest_hit(lines))
    }

    fn nearest(&mut self, points: &[[f32; D]]) -> Option<Asked> {
        Some(Questions(&self.1).nearest(points))
    }

    fn nearest_few(&mut self, points: &[[f32; D]], count: usize) -> Option<Asked> {
        Some(Questions(&self.1).nearest_few(points, count))
    }

    fn changes(&mut self) -> Option<&mut dyn Changes<D>> {
        Some(self)
    }
}

impl<B: SpatialIndexMut<f32, D>, const D: usize> Changes<D> for Changing<B> {
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
