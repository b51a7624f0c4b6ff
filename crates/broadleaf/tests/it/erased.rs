//! Any structure, region or probe behind a pointer.
//!
//! A test of random operations instantiates every query for every number type and dimension. With
//! the structure as a type parameter it would do so for every structure, too, which took two thirds
//! of the compile time. Behind [`Erased`], only the functions that a structure implements or
//! overrides are compiled for each structure; the provided forms call those, and are compiled once
//! for all structures.

use std::any::Any;
use std::fmt::Debug;
use std::ops::{ControlFlow, RangeInclusive};

use broadleaf::filter::CategoryMatrix;
use broadleaf::geometry::{Cast, Place, Probe, Region, Scalar};
use broadleaf::index::{Accelerated, IndexCore, sealed};
use broadleaf::report::{NodeView, Stats, Violation};
use broadleaf::{Aabb, BruteForce, Hit, Id, SpatialIndex, SpatialIndexMut};

/// A region that can be shown when a test fails.
pub(crate) trait AnyRegion<S: Scalar, const D: usize>: Region<S, D> + Debug {}
impl<S: Scalar, const D: usize, T: Region<S, D> + Debug> AnyRegion<S, D> for T {}

/// A cast that can be shown when a test fails.
pub(crate) trait AnyCast<S: Scalar, const D: usize>: Cast<S, D> + Debug {}
impl<S: Scalar, const D: usize, T: Cast<S, D> + Debug> AnyCast<S, D> for T {}

/// A place that can be shown when a test fails.
pub(crate) trait AnyPlace<S: Scalar, const D: usize>: Place<S, D> + Debug {}
impl<S: Scalar, const D: usize, T: Place<S, D> + Debug> AnyPlace<S, D> for T {}

type Visit<'a, T> = &'a mut dyn FnMut(T) -> ControlFlow<()>;
type VisitHit<'a, R> = &'a mut dyn FnMut(Hit<R>) -> ControlFlow<(), R>;

/// The functions that an index may implement or override, without type parameters.
trait Index<S: Scalar, const D: usize> {
    fn len(&self) -> usize;
    fn get(&self, id: Id) -> Option<Aabb<S, D>>;
    fn category(&self, id: Id) -> Option<u32>;
    fn items(&self) -> Vec<(Id, Aabb<S, D>)>;
    fn visit_overlaps(&self, region: &dyn Region<S, D>, visit: Visit<Id>) -> ControlFlow<()>;
    fn append_unsorted_overlaps(&self, region: &dyn Region<S, D>, ids: &mut Vec<Id>);
    fn iterate_overlaps(&self, region: &dyn Region<S, D>) -> Vec<Id>;
    fn visit_pairs(&self, visit: Visit<[Id; 2]>) -> ControlFlow<()>;
    fn visit_pairs_of(&self, ids: &[Id], visit: Visit<[Id; 2]>) -> ControlFlow<()>;
    fn visit_filtered_pairs(
        &self,
        matrix: &CategoryMatrix,
        visit: Visit<[Id; 2]>,
    ) -> ControlFlow<()>;
    fn visit_pairs_with(
        &self,
        matrix: Option<&CategoryMatrix>,
        other: &ErasedIndex<S, D>,
        visit: Visit<[Id; 2]>,
    ) -> ControlFlow<()>;
    fn visit_hits(
        &self,
        probe: &dyn Probe<S, D>,
        limit: S::Real,
        visit: VisitHit<S::Real>,
    ) -> ControlFlow<()>;
    fn iterate_hits(&self, probe: &dyn Probe<S, D>) -> Vec<Hit<S::Real>>;
    fn validate(&self) -> Result<(), Violation>;
    fn stats(&self) -> Stats;
    fn nodes(&self) -> Vec<NodeView<S, D>>;
    fn join(&self, boxes: &[Aabb<S, D>], visit: &mut dyn FnMut(u32, Id)) -> bool;
    fn bounds_of_count(
        &self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>>;
    fn count_touched(&self, region: &dyn Region<S, D>) -> usize;
    fn estimate(&self, region: &dyn Region<S, D>, max_nodes: usize) -> RangeInclusive<usize>;
    fn union(&self) -> Option<Aabb<S, D>>;
    fn as_any(&self) -> Option<&dyn Any>;
}

impl<S: Scalar, const D: usize, I: IndexCore<S, D>> Index<S, D> for I {
    fn len(&self) -> usize {
        SpatialIndex::len(self)
    }
    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        SpatialIndex::get(self, id)
    }
    fn category(&self, id: Id) -> Option<u32> {
        SpatialIndex::category(self, id)
    }
    fn items(&self) -> Vec<(Id, Aabb<S, D>)> {
        self.iter().collect()
    }
    fn visit_overlaps(&self, region: &dyn Region<S, D>, visit: Visit<Id>) -> ControlFlow<()> {
        self.try_for_each_overlap(region, visit)
    }
    fn append_unsorted_overlaps(&self, region: &dyn Region<S, D>, ids: &mut Vec<Id>) {
        SpatialIndex::append_unsorted_overlaps(self, region, ids);
    }
    fn iterate_overlaps(&self, region: &dyn Region<S, D>) -> Vec<Id> {
        self.overlap_iter(region).collect()
    }
    fn visit_pairs(&self, visit: Visit<[Id; 2]>) -> ControlFlow<()> {
        self.try_for_each_pair(|a, b| visit([a, b]))
    }
    fn visit_pairs_of(&self, ids: &[Id], visit: Visit<[Id; 2]>) -> ControlFlow<()> {
        self.try_for_each_pair_of(ids, |a, b| visit([a, b]))
    }
    fn visit_filtered_pairs(
        &self,
        matrix: &CategoryMatrix,
        visit: Visit<[Id; 2]>,
    ) -> ControlFlow<()> {
        let ways = self.accelerated();
        ways.search_filtered_pairs(matrix, |a, b| visit([a, b]))
    }
    fn visit_pairs_with(
        &self,
        matrix: Option<&CategoryMatrix>,
        other: &ErasedIndex<S, D>,
        visit: Visit<[Id; 2]>,
    ) -> ControlFlow<()> {
        let ways = self.accelerated();
        ways.search_cross_pairs(matrix, other, |a, b| visit([a, b]))
    }
    fn estimate(&self, region: &dyn Region<S, D>, max_nodes: usize) -> RangeInclusive<usize> {
        self.estimate_overlaps(region, max_nodes)
    }
    fn visit_hits(
        &self,
        probe: &dyn Probe<S, D>,
        limit: S::Real,
        visit: VisitHit<S::Real>,
    ) -> ControlFlow<()> {
        self.try_for_each_hit(probe, limit, visit)
    }
    fn iterate_hits(&self, probe: &dyn Probe<S, D>) -> Vec<Hit<S::Real>> {
        self.hit_iter(probe).collect()
    }
    fn validate(&self) -> Result<(), Violation> {
        SpatialIndex::validate(self)
    }
    fn stats(&self) -> Stats {
        SpatialIndex::stats(self)
    }
    fn nodes(&self) -> Vec<NodeView<S, D>> {
        let mut nodes = Vec::new();
        self.for_each_node(|node| nodes.push(node));
        nodes
    }
    fn join(&self, boxes: &[Aabb<S, D>], visit: &mut dyn FnMut(u32, Id)) -> bool {
        self.accelerated().join_boxes(boxes, visit)
    }
    fn bounds_of_count(
        &self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        self.accelerated().bounds_of_count(window, max_nodes)
    }
    fn count_touched(&self, region: &dyn Region<S, D>) -> usize {
        self.count_overlaps(region)
    }
    fn union(&self) -> Option<Aabb<S, D>> {
        self.bounds()
    }
    fn as_any(&self) -> Option<&dyn Any> {
        self.accelerated().as_any()
    }
}

/// The other functions that a structure may implement or override.
trait Structure<S: Scalar, const D: usize>: Index<S, D> + Debug {
    fn boxed_clone(&self) -> Box<dyn Structure<S, D>>;
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>>;
    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>>;
    fn clear(&mut self);
    fn reserve(&mut self, additional: usize);
    fn set_category(&mut self, id: Id, category: u32) -> Option<u32>;
    fn insert_with_category(
        &mut self,
        id: Id,
        aabb: Aabb<S, D>,
        category: u32,
    ) -> Option<Aabb<S, D>>;
    fn optimize(&mut self);
    fn optimize_some(&mut self, boxes: usize);
    fn extend(&mut self, boxes: &mut dyn Iterator<Item = (Id, Aabb<S, D>)>);
}

impl<S: Scalar, const D: usize, B> Structure<S, D> for B
where
    B: SpatialIndexMut<S, D> + Clone + Debug + 'static,
{
    fn boxed_clone(&self) -> Box<dyn Structure<S, D>> {
        Box::new(self.clone())
    }
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        SpatialIndexMut::insert(self, id, aabb)
    }
    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        SpatialIndexMut::remove(self, id)
    }
    fn clear(&mut self) {
        SpatialIndexMut::clear(self);
    }
    fn reserve(&mut self, additional: usize) {
        SpatialIndexMut::reserve(self, additional);
    }
    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        SpatialIndexMut::set_category(self, id, category)
    }
    fn insert_with_category(
        &mut self,
        id: Id,
        aabb: Aabb<S, D>,
        category: u32,
    ) -> Option<Aabb<S, D>> {
        SpatialIndexMut::insert_with_category(self, id, aabb, category)
    }
    fn optimize(&mut self) {
        SpatialIndexMut::optimize(self);
    }
    fn optimize_some(&mut self, boxes: usize) {
        SpatialIndexMut::optimize_some(self, boxes);
    }
    fn extend(&mut self, boxes: &mut dyn Iterator<Item = (Id, Aabb<S, D>)>) {
        Extend::extend(self, boxes);
    }
}

/// An index of any type.
struct ErasedIndex<'a, S: Scalar, const D: usize>(&'a dyn Index<S, D>);

/// A structure of any type.
#[derive(Debug)]
pub(crate) struct Erased<S: Scalar, const D: usize>(Box<dyn Structure<S, D>>);

impl<S: Scalar, const D: usize> Erased<S, D> {
    pub(crate) fn new(structure: impl SpatialIndexMut<S, D> + Clone + Debug + 'static) -> Self {
        Self(Box::new(structure))
    }
}

impl<S: Scalar, const D: usize> Clone for Erased<S, D> {
    fn clone(&self) -> Self {
        Self(self.0.boxed_clone())
    }
}

/// A sized region or probe around one that may be unsized.
struct Borrowed<'a, Q: ?Sized>(&'a Q);

impl<S: Scalar, const D: usize, Q: Region<S, D> + ?Sized> Region<S, D> for Borrowed<'_, Q> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.0.touches(aabb)
    }
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        self.0.may_touch_inside(aabb)
    }
    fn bounds(&self) -> Aabb<S, D> {
        self.0.bounds()
    }
    fn is_a_box(&self) -> bool {
        self.0.is_a_box()
    }
    fn admits(&self, category: u32) -> bool {
        self.0.admits(category)
    }
}

/// Runs a query whose visitor cannot break with a value, for a visitor that does.
fn with_value<T, B, C>(
    mut visit: impl FnMut(T) -> ControlFlow<B, C>,
    ask: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<(), C>) -> ControlFlow<()>,
) -> ControlFlow<B> {
    let mut value = None;
    let outcome = ask(&mut |item| match visit(item) {
        ControlFlow::Continue(next) => ControlFlow::Continue(next),
        ControlFlow::Break(broken) => {
            value = Some(broken);
            ControlFlow::Break(())
        }
    });
    let is_passed_on = outcome.is_break() == value.is_some();
    assert!(is_passed_on, "a query returns the break of its visitor");
    value.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}

macro_rules! by_index {
    ($Index:ty) => {
        impl<S: Scalar, const D: usize> IndexCore<S, D> for $Index {
            fn box_count(&self) -> usize {
                self.0.len()
            }
            fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
                self.0.get(id)
            }
            fn category_of(&self, id: Id) -> Option<u32> {
                self.0.category(id)
            }
            fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
                self.0.items().into_iter()
            }
            fn search<B>(
                &self,
                region: &(impl Region<S, D> + ?Sized),
                visit: impl FnMut(Id) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                with_value(visit, |visit| {
                    self.0.visit_overlaps(&Borrowed(region), visit)
                })
            }
            fn search_pairs<B>(
                &self,
                mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                with_value(
                    |[a, b]: [Id; 2]| visit(a, b),
                    |visit| self.0.visit_pairs(visit),
                )
            }
            fn search_hits<B>(
                &self,
                probe: &(impl Probe<S, D> + ?Sized),
                limit: S::Real,
                visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
            ) -> ControlFlow<B> {
                with_value(visit, |visit| self.0.visit_hits(&probe, limit, visit))
            }
            fn check(&self) -> Result<(), Violation> {
                self.0.validate()
            }
            fn measure(&self) -> Stats {
                self.0.stats()
            }
            fn visit_nodes(&self, visit: impl FnMut(NodeView<S, D>)) {
                self.0.nodes().into_iter().for_each(visit);
            }
            fn accelerated(&self) -> impl Accelerated<'_, S, D> {
                Ways(&*self.0)
            }
        }
    };
}

by_index!(ErasedIndex<'_, S, D>);
by_index!(Erased<S, D>);

/// The accelerated functions of a structure of any type.
struct Ways<'a, I: ?Sized>(&'a I);

impl<I: ?Sized> Clone for Ways<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: ?Sized> Copy for Ways<'_, I> {}

impl<I: ?Sized> sealed::Sealed for Ways<'_, I> {}

impl<'a, S: Scalar, const D: usize, I: Index<S, D> + ?Sized> Accelerated<'a, S, D> for Ways<'a, I> {
    type Core = BruteForce<S, D>;

    fn core(&self) -> &BruteForce<S, D> {
        unreachable!("every way is given")
    }
    fn union(self) -> Option<Aabb<S, D>> {
        self.0.union()
    }
    fn append_touched(self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        self.0.append_unsorted_overlaps(&Borrowed(region), ids);
    }
    fn iter_touched(
        self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        self.0.iterate_overlaps(&Borrowed(region)).into_iter()
    }
    fn count_touched(self, region: &(impl Region<S, D> + ?Sized)) -> usize {
        self.0.count_touched(&Borrowed(region))
    }
    fn estimate_touched(
        self,
        region: &(impl Region<S, D> + ?Sized),
        max_nodes: usize,
    ) -> RangeInclusive<usize> {
        self.0.estimate(&Borrowed(region), max_nodes)
    }
    fn bounds_of_count(
        self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        self.0.bounds_of_count(window, max_nodes)
    }
    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        self.0.iterate_hits(&probe).into_iter()
    }
    fn search_filtered_pairs<B>(
        self,
        matrix: &CategoryMatrix,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let visit = |[a, b]: [Id; 2]| visit(a, b);
        with_value(visit, |visit| self.0.visit_filtered_pairs(matrix, visit))
    }
    fn search_pairs_of<B>(
        self,
        ids: &[Id],
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        with_value(
            |[a, b]: [Id; 2]| visit(a, b),
            |visit| self.0.visit_pairs_of(ids, visit),
        )
    }
    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let other = ErasedIndex(other);
        with_value(
            |[a, b]: [Id; 2]| visit(a, b),
            |visit| self.0.visit_pairs_with(matrix, &other, visit),
        )
    }
    fn join_boxes(self, boxes: &[Aabb<S, D>], mut visit: impl FnMut(u32, Id)) -> bool {
        self.0.join(boxes, &mut visit)
    }
    fn as_any(self) -> Option<&'a dyn Any> {
        self.0.as_any()
    }
}

impl<S: Scalar, const D: usize> SpatialIndexMut<S, D> for Erased<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        self.0.insert(id, aabb)
    }
    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        self.0.remove(id)
    }
    fn clear(&mut self) {
        self.0.clear();
    }
    fn reserve(&mut self, additional: usize) {
        self.0.reserve(additional);
    }
    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        self.0.set_category(id, category)
    }
    fn insert_with_category(
        &mut self,
        id: Id,
        aabb: Aabb<S, D>,
        category: u32,
    ) -> Option<Aabb<S, D>> {
        self.0.insert_with_category(id, aabb, category)
    }
    fn optimize(&mut self) {
        self.0.optimize();
    }
    fn optimize_some(&mut self, boxes: usize) {
        self.0.optimize_some(boxes);
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for Erased<S, D> {
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        self.0.extend(&mut boxes.into_iter());
    }
}
