//! Every form of every query, on whatever implements [`IndexCore`].
//!
//! One trait and one file, although the sections are independent: a method can be called only where
//! its trait is imported, so a trait for each section would mean an import for each section in
//! every program. A section begins with a line that says what it holds. Each form is a line or two
//! on top of the first form of its section, or of `Accelerated`.

use super::answers::Answers;
use super::closest_pair::ClosestPair;
use super::filtered::Filtered;
use super::forms::{count, list};
use super::hit::Hit;
use super::index_core::{Accelerated, IndexCore};
#[cfg(feature = "rayon")]
use super::join::par_pairs::{fold_cross_pairs, fold_pairs};
use crate::filter::Rule;
use crate::geometry::{Aabb, Cast, Place, Probe, Real, Region, Scalar, reach_within};
use crate::index::batch::index::Batch;
use crate::index::near::relation::Near;
use crate::index::query::hits::{First, FirstHits, FirstTies, refined};
#[cfg(feature = "rayon")]
use crate::pair_finder::par_sort_pairs_into;
use crate::report::{NodeView, Stats, Violation};
use crate::sort::sort_pairs_in_place;
use crate::store::Id;
use crate::visit::never_breaks;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::mem;
use core::ops::{ControlFlow, RangeInclusive};

/// A map from ids to boxes with spatial queries.
///
/// The result of a query depends only on the map, never on the order of inserts, the shape of the
/// structure, the structure chosen or the machine. Forms that return a `Vec` are in canonical
/// order: ids ascending, pairs by `[a, b]` with `a < b`, hits by `(reach, id)`. Forms that visit
/// are faster and give the same set in an unspecified order. The [module page](crate::index) lists
/// the forms.
///
/// ```
/// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
///
/// let row = (0..4).map(|i| (Id(i), Aabb::new([i as f32, 0.0], [i as f32 + 1.5, 1.0])));
/// let tree: DynamicTree<f32, 2> = row.collect();
/// assert_eq!(tree.pairs(), [[Id(0), Id(1)], [Id(1), Id(2)], [Id(2), Id(3)]]);
/// assert_eq!(tree.overlaps(&[2.25, 0.5]), [Id(1), Id(2)]);
/// assert_eq!(tree.count_overlaps(&|aabb: &Aabb<f32, 2>| aabb.max()[0] > 2.0), 3);
/// let nearest = tree.nearest(&[-3.0, 0.5]).unwrap();
/// assert_eq!((nearest.id, nearest.reach), (Id(0), 9.0)); // squared distance
/// ```
///
/// Queries of distance take a [`Place`], queries of motion a [`Cast`]. A ray has no distance:
///
/// ```compile_fail,E0277
/// # use broadleaf::{Aabb, BruteForce, Id, Ray, SpatialIndex};
/// # let index: BruteForce<f32, 2> = [(Id(0), Aabb::point([0.0, 0.0]))].into_iter().collect();
/// let ray = Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap();
/// index.nearest(&ray);
/// ```
///
/// ```compile_fail,E0277
/// # use broadleaf::{Aabb, BruteForce, Id, Ray, SpatialIndex};
/// # let index: BruteForce<f32, 2> = [(Id(0), Aabb::point([0.0, 0.0]))].into_iter().collect();
/// let ray = Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap();
/// index.within_distance(&ray, 3.0);
/// ```
pub trait SpatialIndex<S: Scalar, const D: usize>: IndexCore<S, D> {
    // The map: boxes by id. Nothing is searched.

    /// The number of boxes. Costs O(1), except for a filtered index.
    fn len(&self) -> usize {
        self.box_count()
    }

    /// The box of an id; `None` if the id is unknown.
    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.box_of(id)
    }

    /// The category bits of an id, which are all set by default; `None` if the id is unknown.
    fn category(&self, id: Id) -> Option<u32> {
        self.category_of(id)
    }

    /// All ids and boxes, by ascending id.
    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.boxes()
    }

    /// The smallest box around all boxes; `None` if the index is empty. Costs O(n), and O(1) for a
    /// packed tree.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let tree: DynamicTree<i32, 1> = [4, 1].map(|x| (Id(x), Aabb::point([x as i32]))).into_iter().collect();
    /// assert_eq!(tree.bounds(), Some(Aabb::new([1], [4])));
    /// ```
    #[doc(alias = "total_bounds")]
    #[doc(alias = "envelope")]
    fn bounds(&self) -> Option<Aabb<S, D>> {
        self.accelerated().union()
    }

    /// Whether the index has no boxes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the index has a box with this id.
    fn contains(&self, id: Id) -> bool {
        self.get(id).is_some()
    }

    // Reports: validation, statistics and drawings of the nodes.

    /// Checks every invariant of the structure.
    ///
    /// # Errors
    /// Names the first broken invariant, which is a bug in Broadleaf.
    fn validate(&self) -> Result<(), Violation> {
        self.check()
    }

    /// Height, balance, area ratio, number of nodes, bytes. Costs a walk over all nodes.
    #[doc(alias = "getHeight")]
    #[doc(alias = "getMaxBalance")]
    #[doc(alias = "getAreaRatio")]
    #[doc(alias = "computeHeight")]
    fn stats(&self) -> Stats {
        self.measure()
    }

    /// Visits every node, parents before children.
    #[doc(alias = "drawTree")]
    fn for_each_node(&self, visit: impl FnMut(NodeView<S, D>)) {
        self.visit_nodes(visit);
    }

    // Overlaps: which boxes a region touches, as a visit, list, count, estimate, iterator or bool.

    /// Visits every box that the region touches, until the visitor breaks.
    #[doc(alias = "query")]
    fn try_for_each_overlap<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.search(region, visit)
    }

    /// Visits every box that the region touches.
    fn for_each_overlap(&self, region: &(impl Region<S, D> + ?Sized), mut visit: impl FnMut(Id)) {
        let ControlFlow::Continue(()) = self.try_for_each_overlap(region, |id| {
            visit(id);
            NEVER_BREAKS
        });
    }

    /// The ids of all boxes that the region touches, ascending.
    #[doc(alias = "intersects")]
    #[doc(alias = "search")]
    fn overlaps(&self, region: &(impl Region<S, D> + ?Sized)) -> Vec<Id> {
        list(|ids| self.overlaps_into(region, ids))
    }

    /// [`overlaps`](Self::overlaps) into a vector, which is cleared first.
    fn overlaps_into(&self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        ids.clear();
        self.append_unsorted_overlaps(region, ids);
        ids.sort_unstable();
    }

    /// Appends the ids of all boxes that the region touches to a vector, in no particular order.
    /// The fastest form of a list, since it does not sort.
    fn append_unsorted_overlaps(&self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        self.accelerated().append_touched(region, ids);
    }

    /// The ids of all boxes that the region touches, in no particular order. Trees search as the
    /// iterator is advanced.
    fn overlap_iter<'a>(
        &'a self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        self.accelerated().iter_touched(region)
    }

    /// The number of boxes that the region touches, counted without a list.
    fn count_overlaps(&self, region: &(impl Region<S, D> + ?Sized)) -> usize {
        self.accelerated().count_touched(region)
    }

    /// Bounds on the number of boxes that the region touches, found by opening at most `max_nodes`
    /// nodes: an estimate of the length of a result.
    ///
    /// The bounds are never wrong, and are equal if `max_nodes` is at least the number of nodes.
    /// Unlike a result, they depend on the shape of the structure. A structure whose nodes do not
    /// store the numbers of their boxes counts all boxes, and so does every structure for a region
    /// that is not a plain box.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, Quadtree, SpatialIndex};
    /// let tree: Quadtree<i32> = (0..10_000)
    ///     .map(|i| (Id(i), Aabb::point([(i % 100) as i32, (i / 100) as i32])))
    ///     .collect();
    /// let window = Aabb::new([10, 10], [69, 79]);
    /// let estimate = tree.estimate_overlaps(&window, 50);
    /// assert!(estimate.contains(&tree.count_overlaps(&window)));
    /// assert!(*estimate.start() > 3_000 && *estimate.end() < 6_000, "{estimate:?}");
    /// ```
    fn estimate_overlaps(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        max_nodes: usize,
    ) -> RangeInclusive<usize> {
        self.accelerated().estimate_touched(region, max_nodes)
    }

    /// Whether the region touches any box.
    fn any_overlap(&self, region: &(impl Region<S, D> + ?Sized)) -> bool {
        self.try_for_each_overlap(region, |_| ControlFlow::Break(()))
            .is_break()
    }

    /// The ids of all boxes inside `aabb`, ascending. A box that touches a side of `aabb` from
    /// inside counts.
    fn contained(&self, aabb: &Aabb<S, D>) -> Vec<Id> {
        let mut ids = self.overlaps(aabb);
        ids.retain(|&id| self.get(id).is_some_and(|inner| aabb.contains(&inner)));
        ids
    }

    /// The ids of all boxes that are not inside `aabb`, ascending: boxes beside it, across its
    /// sides or around it.
    fn not_contained(&self, aabb: &Aabb<S, D>) -> Vec<Id> {
        // A box around one that is not inside is not inside either, as a region requires.
        self.overlaps(&|other: &Aabb<S, D>| !aabb.contains(other))
    }

    // Pairs: which two boxes of this index overlap.

    /// Visits every overlapping pair once, smaller id first, until the visitor breaks.
    #[doc(alias = "find_colliding_pairs")]
    fn try_for_each_pair<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.search_pairs(visit)
    }

    /// Visits every overlapping pair once, smaller id first.
    fn for_each_pair(&self, visit: impl FnMut(Id, Id)) {
        let ControlFlow::Continue(()) = self.try_for_each_pair(never_breaks(visit));
    }

    /// All overlapping pairs, sorted.
    #[doc(alias = "FindAllIntersections")]
    fn pairs(&self) -> Vec<[Id; 2]> {
        list(|pairs| self.pairs_into(pairs))
    }

    /// [`pairs`](Self::pairs) into a vector, which is cleared first.
    fn pairs_into(&self, pairs: &mut Vec<[Id; 2]>) {
        pairs.clear();
        self.for_each_pair(|a, b| pairs.push([a, b]));
        sort_pairs_in_place(pairs);
    }

    /// The number of overlapping pairs, counted without a list.
    fn count_pairs(&self) -> u64 {
        count(|count| self.for_each_pair(|_, _| *count += 1))
    }

    /// Whether any two boxes overlap.
    fn any_pair(&self) -> bool {
        self.try_for_each_pair(|_, _| ControlFlow::Break(()))
            .is_break()
    }

    // Pairs of given ids: pairs with at least one of the ids, by a search for each id.

    /// Visits every overlapping pair with at least one id among `ids` once, smaller id first, until
    /// the visitor breaks.
    ///
    /// `ids` may be in any order. Repeated and unknown ids are ignored. Costs at most one overlap
    /// query per id.
    #[doc(alias = "updatePairs")]
    fn try_for_each_pair_of<B>(
        &self,
        ids: &[Id],
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.accelerated().search_pairs_of(ids, visit)
    }

    /// Visits every overlapping pair with at least one id among `ids` once, smaller id first.
    fn for_each_pair_of(&self, ids: &[Id], visit: impl FnMut(Id, Id)) {
        let ControlFlow::Continue(()) = self.try_for_each_pair_of(ids, never_breaks(visit));
    }

    /// All overlapping pairs with at least one id among `ids`, sorted.
    fn pairs_of(&self, ids: &[Id]) -> Vec<[Id; 2]> {
        list(|pairs| self.pairs_of_into(ids, pairs))
    }

    /// [`pairs_of`](Self::pairs_of) into a vector, which is cleared first.
    fn pairs_of_into(&self, ids: &[Id], pairs: &mut Vec<[Id; 2]>) {
        pairs.clear();
        self.for_each_pair_of(ids, |a, b| pairs.push([a, b]));
        sort_pairs_in_place(pairs);
    }

    /// The number of overlapping pairs with at least one id among `ids`.
    fn count_pairs_of(&self, ids: &[Id]) -> u64 {
        count(|count| self.for_each_pair_of(ids, |_, _| *count += 1))
    }

    /// Whether the box of any of `ids` overlaps another box.
    fn any_pair_of(&self, ids: &[Id]) -> bool {
        self.try_for_each_pair_of(ids, |_, _| ControlFlow::Break(()))
            .is_break()
    }

    // Pairs with another index: the id from this index comes first.

    /// Visits every overlapping pair of a box of this index and a box of `other`, until the visitor
    /// breaks. The id from this index comes first.
    ///
    /// Costs one overlap query per box of the smaller index, less if both are trees.
    #[doc(alias = "spatial_join")]
    fn try_for_each_cross_pair<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.accelerated().search_cross_pairs(None, other, visit)
    }

    /// Visits every overlapping pair of a box of this index and a box of `other`. The id from this
    /// index comes first.
    fn for_each_cross_pair(&self, other: &impl SpatialIndex<S, D>, visit: impl FnMut(Id, Id)) {
        let ControlFlow::Continue(()) = self.try_for_each_cross_pair(other, never_breaks(visit));
    }

    /// All overlapping pairs of a box of this index and a box of `other`, sorted. The id from this
    /// index comes first.
    #[doc(alias = "join")]
    #[doc(alias = "pairs_with")]
    fn cross_pairs(&self, other: &impl SpatialIndex<S, D>) -> Vec<[Id; 2]> {
        list(|pairs| self.cross_pairs_into(other, pairs))
    }

    /// [`cross_pairs`](Self::cross_pairs) into a vector, which is cleared first.
    fn cross_pairs_into(&self, other: &impl SpatialIndex<S, D>, pairs: &mut Vec<[Id; 2]>) {
        pairs.clear();
        self.for_each_cross_pair(other, |ours, theirs| pairs.push([ours, theirs]));
        sort_pairs_in_place(pairs);
    }

    /// The number of overlapping pairs of a box of this index and a box of `other`.
    fn count_cross_pairs(&self, other: &impl SpatialIndex<S, D>) -> u64 {
        count(|count| self.for_each_cross_pair(other, |_, _| *count += 1))
    }

    /// Whether any box of this index overlaps a box of `other`.
    fn any_cross_pair(&self, other: &impl SpatialIndex<S, D>) -> bool {
        self.try_for_each_cross_pair(other, |_, _| ControlFlow::Break(()))
            .is_break()
    }

    // Pairs in threads: the same two kinds, folded piece by piece.

    /// Folds the overlapping pairs into one accumulator for each piece of work, on the threads of
    /// rayon's current pool, and returns the accumulators in the order of the pieces. Needs the
    /// feature `rayon`.
    ///
    /// `fold` needs no locks: it gets one accumulator and the pairs of its piece, smaller id first.
    /// The pieces depend on the index alone, so the result is the same for any number of threads. A
    /// structure outside this library is one piece.
    ///
    /// To use a pool of your own, see [Threads](crate::index#threads).
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let row = (0..10_000).map(|i| (Id(i), Aabb::new([2 * i as i32], [2 * i as i32 + 2])));
    /// let tree: DynamicTree<i32, 1> = row.collect();
    /// // Pairs that a filter admits.
    /// let lists = tree.par_fold_pairs(Vec::new, |pairs, a, b| {
    ///     if a.0 % 100 == 0 {
    ///         pairs.push([a, b]);
    ///     }
    /// });
    /// assert_eq!(lists.concat().len(), 100);
    /// ```
    #[cfg(feature = "rayon")]
    #[doc(alias = "par_find_colliding_pairs_acc_closure")]
    fn par_fold_pairs<T: Send>(
        &self,
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        Self: Sync,
    {
        fold_pairs(self, init, fold)
    }

    /// Visits every overlapping pair once, smaller id first, from the threads of rayon's current
    /// pool and in no particular order. Needs the feature `rayon`.
    #[cfg(feature = "rayon")]
    fn par_for_each_pair(&self, visit: impl Fn(Id, Id) + Sync)
    where
        Self: Sync,
    {
        self.par_fold_pairs(|| (), |(), a, b| visit(a, b));
    }

    /// [`pairs`](Self::pairs) on the threads of rayon's current pool. Needs the feature `rayon`.
    #[cfg(feature = "rayon")]
    fn par_pairs(&self) -> Vec<[Id; 2]>
    where
        Self: Sync,
    {
        list(|pairs| self.par_pairs_into(pairs))
    }

    /// [`par_pairs`](Self::par_pairs) into a vector, which is cleared first.
    #[cfg(feature = "rayon")]
    fn par_pairs_into(&self, pairs: &mut Vec<[Id; 2]>)
    where
        Self: Sync,
    {
        let lists = self.par_fold_pairs(Vec::new, |pairs, a, b| pairs.push([a, b]));
        par_sort_pairs_into(&lists, pairs);
    }

    /// [`count_pairs`](Self::count_pairs) on the threads of rayon's current pool. Needs the feature
    /// `rayon`.
    #[cfg(feature = "rayon")]
    fn par_count_pairs(&self) -> u64
    where
        Self: Sync,
    {
        self.par_fold_pairs(|| 0, |count, _, _| *count += 1)
            .into_iter()
            .sum()
    }

    /// [`par_fold_pairs`](Self::par_fold_pairs) for the pairs of a box of this index and a box of
    /// `other`. The id from this index comes first. Needs the feature `rayon`.
    #[cfg(feature = "rayon")]
    fn par_fold_cross_pairs<T: Send>(
        &self,
        other: &(impl SpatialIndex<S, D> + Sync),
        init: impl Fn() -> T,
        fold: impl Fn(&mut T, Id, Id) + Sync,
    ) -> Vec<T>
    where
        Self: Sync,
    {
        fold_cross_pairs(self, other, init, fold)
    }

    /// Visits every overlapping pair of a box of this index and a box of `other` from the threads
    /// of rayon's current pool and in no particular order. The id from this index comes first.
    /// Needs the feature `rayon`.
    #[cfg(feature = "rayon")]
    fn par_for_each_cross_pair(
        &self,
        other: &(impl SpatialIndex<S, D> + Sync),
        visit: impl Fn(Id, Id) + Sync,
    ) where
        Self: Sync,
    {
        self.par_fold_cross_pairs(other, || (), |(), ours, theirs| visit(ours, theirs));
    }

    /// [`cross_pairs`](Self::cross_pairs) on the threads of rayon's current pool. Needs the feature
    /// `rayon`.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PackedTree, SpatialIndex};
    /// let row = |y: i32| (0..99).map(move |i| (Id(i), Aabb::new([3 * i as i32, y], [3 * i as i32 + 1, 5])));
    /// let (towns, rivers): (PackedTree<_, 2>, PackedTree<_, 2>) = (row(0).collect(), row(4).collect());
    /// assert_eq!(towns.par_cross_pairs(&rivers), towns.cross_pairs(&rivers));
    /// ```
    #[cfg(feature = "rayon")]
    fn par_cross_pairs(&self, other: &(impl SpatialIndex<S, D> + Sync)) -> Vec<[Id; 2]>
    where
        Self: Sync,
    {
        list(|pairs| self.par_cross_pairs_into(other, pairs))
    }

    /// [`par_cross_pairs`](Self::par_cross_pairs) into a vector, which is cleared first.
    #[cfg(feature = "rayon")]
    fn par_cross_pairs_into(
        &self,
        other: &(impl SpatialIndex<S, D> + Sync),
        pairs: &mut Vec<[Id; 2]>,
    ) where
        Self: Sync,
    {
        let lists = self.par_fold_cross_pairs(other, Vec::new, |pairs, ours, theirs| {
            pairs.push([ours, theirs]);
        });
        par_sort_pairs_into(&lists, pairs);
    }

    /// [`count_cross_pairs`](Self::count_cross_pairs) on the threads of rayon's current pool. Needs
    /// the feature `rayon`.
    #[cfg(feature = "rayon")]
    fn par_count_cross_pairs(&self, other: &(impl SpatialIndex<S, D> + Sync)) -> u64
    where
        Self: Sync,
    {
        self.par_fold_cross_pairs(other, || 0, |count, _, _| *count += 1)
            .into_iter()
            .sum()
    }

    // Hits: when a cast reaches boxes. Visits and iterators take any probe, including places.

    /// Visits the boxes that the probe reaches no later than `limit`, roughly soonest first, until
    /// the visitor breaks.
    ///
    /// The visitor returns a new limit, which counts if it is less than the current one:
    /// `Continue(hit.reach)` clips a ray where it hits, `Continue(S::Real::INFINITY)` ignores the
    /// box.
    #[doc(alias = "raycast")]
    #[doc(alias = "rayCast")]
    fn try_for_each_hit<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        self.search_hits(probe, limit, visit)
    }

    /// Visits the boxes that the probe reaches no later than `limit`, roughly soonest first.
    fn for_each_hit(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>),
    ) {
        let ControlFlow::Continue(()) = self.try_for_each_hit(probe, limit, |hit| {
            visit(hit);
            ControlFlow::<Infallible, _>::Continue(limit)
        });
    }

    /// The boxes that the probe reaches, by `(reach, id)`. Trees search as the iterator is
    /// advanced, nearest nodes first: the first k hits cost about as much as the k nearest boxes.
    ///
    /// After Hjaltason & Samet 1999.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let row = (0..100).map(|i| (Id(i), Aabb::point([i as f32])));
    /// let tree: DynamicTree<f32, 1> = row.collect();
    /// let even = tree.hit_iter(&[6.4]).map(|hit| hit.id).filter(|id| id.0 % 2 == 0);
    /// assert!(even.take(3).eq([Id(6), Id(8), Id(4)]));
    /// ```
    fn hit_iter<'a>(
        &'a self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        self.accelerated().iter_hits(probe)
    }

    /// The first box that a ray or box cast hits; the smallest id among equally soon hits.
    #[doc(alias = "ray_cast")]
    #[doc(alias = "cast_ray")]
    #[doc(alias = "box_cast")]
    fn cast(&self, cast: &(impl Cast<S, D> + ?Sized)) -> Option<Hit<S::Real>> {
        self.cast_with(cast, |hit| Some(hit.reach))
    }

    /// The first shape that a ray or box cast hits: `refine` returns when it hits the shape inside
    /// a box, or `None` if it misses.
    ///
    /// The result of `refine` must not be less than `hit.reach`, where the cast reaches the box.
    /// NaN is a miss.
    fn cast_with(
        &self,
        cast: &(impl Cast<S, D> + ?Sized),
        refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    ) -> Option<Hit<S::Real>> {
        first(self, cast, S::Real::INFINITY, refine)
    }

    /// All boxes that a ray or box cast hits first, at the least reach, by ascending id.
    fn cast_ties(&self, cast: &(impl Cast<S, D> + ?Sized)) -> Vec<Hit<S::Real>> {
        self.cast_ties_with(cast, |hit| Some(hit.reach))
    }

    /// All shapes that a ray or box cast hits first, by ascending id; `refine` as in
    /// [`cast_with`](Self::cast_with).
    fn cast_ties_with(
        &self,
        cast: &(impl Cast<S, D> + ?Sized),
        refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    ) -> Vec<Hit<S::Real>> {
        first_ties(self, cast, 1, refine)
    }

    /// All boxes that a ray or box cast hits, by `(reach, id)`.
    fn cast_all(&self, cast: &(impl Cast<S, D> + ?Sized)) -> Vec<Hit<S::Real>> {
        list(|hits| self.cast_all_into(cast, hits))
    }

    /// [`cast_all`](Self::cast_all) into a vector, which is cleared first.
    fn cast_all_into(&self, cast: &(impl Cast<S, D> + ?Sized), hits: &mut Vec<Hit<S::Real>>) {
        all_into(self, cast, S::Real::INFINITY, |hit| Some(hit.reach), hits);
    }

    /// All shapes that a ray or box cast hits, by `(reach, id)`; `refine` as in
    /// [`cast_with`](Self::cast_with).
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Hit, Id, Ray, SpatialIndex};
    /// // Discs in boxes: the ray reaches each disc later than its box, and misses the last one.
    /// let centers = [[2.0_f64, 0.0], [6.0, 0.0], [9.0, 0.9]];
    /// let boxes = centers.map(|[x, y]| Aabb::new([x - 1.0, y - 1.0], [x + 1.0, y + 1.0]));
    /// let tree = DynamicTree::from_boxes(&boxes)?;
    /// let ray = Ray::new([0.0, 0.6], [1.0, 0.0])?;
    /// let radius: f64 = 0.9;
    /// let hits = tree.cast_all_with(&ray, |hit| {
    ///     let [x, y] = centers[hit.id.index()];
    ///     let half_chord = radius.powi(2) - (y - 0.6).powi(2);
    ///     Some(x - half_chord.sqrt()).filter(|_| hit.id != Id(2))
    /// });
    /// assert!(hits.iter().map(|hit| hit.id).eq([Id(0), Id(1)]));
    /// assert!(hits[0].reach > tree.cast(&ray).unwrap().reach);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn cast_all_with(
        &self,
        cast: &(impl Cast<S, D> + ?Sized),
        refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    ) -> Vec<Hit<S::Real>> {
        list(|hits| all_into(self, cast, S::Real::INFINITY, refine, hits))
    }

    /// The number of boxes that a ray or box cast hits.
    fn count_hits(&self, cast: &(impl Cast<S, D> + ?Sized)) -> usize {
        let mut count = 0;
        self.for_each_hit(cast, S::Real::INFINITY, |_| count += 1);
        count
    }

    /// Whether a ray or box cast hits any box.
    fn any_hit(&self, cast: &(impl Cast<S, D> + ?Sized)) -> bool {
        self.try_for_each_hit(cast, S::Real::INFINITY, |_| ControlFlow::Break(()))
            .is_break()
    }

    // Distances from places: the nearest box, the k nearest, and all within a distance.

    /// The box nearest to a place, with its squared distance; the smallest id among equally near
    /// boxes.
    #[doc(alias = "nearest_neighbor")]
    #[doc(alias = "closest")]
    fn nearest(&self, place: &(impl Place<S, D> + ?Sized)) -> Option<Hit<S::Real>> {
        self.nearest_with(place, |hit| Some(hit.reach))
    }

    /// The shape nearest to a place: `refine` returns the squared distance of the shape inside a
    /// box, or `None` to ignore it.
    ///
    /// The result of `refine` must not be less than `hit.reach`, the squared distance of the box.
    /// NaN ignores the shape.
    fn nearest_with(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    ) -> Option<Hit<S::Real>> {
        first(self, place, S::Real::INFINITY, refine)
    }

    /// The `k` boxes nearest to a place, with squared distances, by `(distance, id)`.
    #[doc(alias = "query_nearest")]
    #[doc(alias = "neighbors")]
    #[doc(alias = "find_knearest")]
    #[doc(alias = "knn")]
    fn k_nearest(&self, place: &(impl Place<S, D> + ?Sized), k: usize) -> Vec<Hit<S::Real>> {
        list(|hits| self.k_nearest_into(place, k, hits))
    }

    /// [`k_nearest`](Self::k_nearest) into a vector, which is cleared first.
    fn k_nearest_into(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        k: usize,
        hits: &mut Vec<Hit<S::Real>>,
    ) {
        first_hits_into(
            self,
            place,
            S::Real::INFINITY,
            k,
            |hit| Some(hit.reach),
            hits,
        );
    }

    /// The `k` shapes nearest to a place, with squared distances, by `(distance, id)`; `refine` as
    /// in [`nearest_with`](Self::nearest_with).
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// // Balls of radius 1 in boxes.
    /// let centers = [[0.0, 0.0], [3.0, 3.0], [0.0, 4.5]];
    /// let boxes = centers.map(|[x, y]| Aabb::new([x - 1.0, y - 1.0], [x + 1.0, y + 1.0]));
    /// let tree = DynamicTree::from_boxes(&boxes)?;
    /// let from = [5.0, 5.0];
    /// let hits = tree.k_nearest_with(&from, 2, |hit| {
    ///     let [x, y] = centers[hit.id.index()];
    ///     let distance = f64::hypot(x - from[0], y - from[1]) - 1.0;
    ///     Some(distance.max(0.0).powi(2))
    /// });
    /// assert!(hits.iter().map(|hit| hit.id).eq([Id(1), Id(2)]));
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    fn k_nearest_with(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        k: usize,
        refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    ) -> Vec<Hit<S::Real>> {
        list(|hits| first_hits_into(self, place, S::Real::INFINITY, k, refine, hits))
    }

    /// The boxes at the `k` smallest distinct distances from a place, by `(distance, id)`:
    /// everything that [`k_nearest`](Self::k_nearest) finds, and all ties.
    fn k_nearest_ties(&self, place: &(impl Place<S, D> + ?Sized), k: usize) -> Vec<Hit<S::Real>> {
        self.k_nearest_ties_with(place, k, |hit| Some(hit.reach))
    }

    /// The shapes at the `k` smallest distinct distances from a place, by `(distance, id)`;
    /// `refine` as in [`nearest_with`](Self::nearest_with).
    fn k_nearest_ties_with(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        k: usize,
        refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    ) -> Vec<Hit<S::Real>> {
        first_ties(self, place, k, refine)
    }

    /// The box nearest to a place, with its squared distance, if it is at most `distance` away; the
    /// smallest id among equally near boxes.
    ///
    /// The search never goes beyond `distance`, so it is faster than [`nearest`](Self::nearest) if
    /// no box is near.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let tree: DynamicTree<i32, 1> = [(Id(0), Aabb::new([4], [6]))].into_iter().collect();
    /// assert_eq!(tree.nearest_within(&[1], 3.0).map(|hit| hit.reach), Some(9.0));
    /// assert_eq!(tree.nearest_within(&[0], 3.0), None);
    /// ```
    fn nearest_within(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        distance: S::Real,
    ) -> Option<Hit<S::Real>> {
        let limit = reach_within(distance)?;
        first(self, place, limit, |hit| Some(hit.reach))
    }

    /// The `k` boxes nearest to a place among those at most `distance` away, with squared
    /// distances, by `(distance, id)`.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let row = (0..100).map(|i| (Id(i), Aabb::point([i as f32])));
    /// let tree: DynamicTree<f32, 1> = row.collect();
    /// let ids = |k| tree.k_nearest_within(&[6.4], k, 1.0).into_iter().map(|hit| hit.id);
    /// assert!(ids(1).eq([Id(6)]));
    /// assert!(ids(8).eq([Id(6), Id(7)]));
    /// ```
    fn k_nearest_within(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        k: usize,
        distance: S::Real,
    ) -> Vec<Hit<S::Real>> {
        list(|hits| self.k_nearest_within_into(place, k, distance, hits))
    }

    /// [`k_nearest_within`](Self::k_nearest_within) into a vector, which is cleared first.
    fn k_nearest_within_into(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        k: usize,
        distance: S::Real,
        hits: &mut Vec<Hit<S::Real>>,
    ) {
        hits.clear();
        if let Some(limit) = reach_within(distance) {
            first_hits_into(self, place, limit, k, |hit| Some(hit.reach), hits);
        }
    }

    /// All boxes at most `distance` away from a place, with squared distances, by `(distance, id)`.
    /// A negative distance finds nothing.
    ///
    /// As in all queries with a distance, a box is within it exactly if the distance that
    /// [`Hit::distance`] reports for the box is at most that.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let tree: DynamicTree<f64, 3> = [(Id(0), Aabb::point([1.0; 3]))].into_iter().collect();
    /// let hit = tree.nearest(&[0.0; 3]).unwrap();
    /// assert_eq!(hit.distance(), 3.0_f64.sqrt());
    /// assert_eq!(tree.within_distance(&[0.0; 3], hit.distance()), [hit]);
    /// ```
    #[doc(alias = "dwithin")]
    fn within_distance(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        distance: S::Real,
    ) -> Vec<Hit<S::Real>> {
        list(|hits| self.within_distance_into(place, distance, hits))
    }

    /// [`within_distance`](Self::within_distance) into a vector, which is cleared first.
    fn within_distance_into(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        distance: S::Real,
        hits: &mut Vec<Hit<S::Real>>,
    ) {
        hits.clear();
        if let Some(limit) = reach_within(distance) {
            all_into(self, place, limit, |hit| Some(hit.reach), hits);
        }
    }

    /// All shapes at most `distance` away from a place, with squared distances, by
    /// `(distance, id)`; `refine` as in [`nearest_with`](Self::nearest_with).
    fn within_distance_with(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        distance: S::Real,
        refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    ) -> Vec<Hit<S::Real>> {
        let mut hits = Vec::new();
        if let Some(limit) = reach_within(distance) {
            all_into(self, place, limit, refine, &mut hits);
        }
        hits
    }

    /// The number of boxes at most `distance` away from a place.
    fn count_within_distance(
        &self,
        place: &(impl Place<S, D> + ?Sized),
        distance: S::Real,
    ) -> usize {
        let mut count = 0;
        if let Some(limit) = reach_within(distance) {
            self.for_each_hit(place, limit, |_| count += 1);
        }
        count
    }

    /// Whether any box is at most `distance` away from a place.
    fn any_within_distance(&self, place: &(impl Place<S, D> + ?Sized), distance: S::Real) -> bool {
        reach_within(distance).is_some_and(|limit| {
            self.try_for_each_hit(place, limit, |_| ControlFlow::Break(()))
                .is_break()
        })
    }

    // Sets of boxes: views of this index with forms of their own, and queries derived from pairs.

    /// A view for queries of boxes of this index that are at most `distance` apart: pairs, pairs
    /// with another index, the closest pair, connected components, joins.
    #[doc(alias = "join_within")]
    #[doc(alias = "pairs_within")]
    fn near(&self, distance: S::Real) -> Near<'_, Self, S, D> {
        Near::within(self, distance)
    }

    /// A view for queries of boxes of this index whose interiors overlap, ignoring boxes that only
    /// touch: pairs, pairs with another index, connected components, joins. For a window see
    /// [`Interior`](crate::geometry::Interior).
    #[doc(alias = "half_open")]
    fn interiors(&self) -> Near<'_, Self, S, D> {
        Near::interiors(self)
    }

    /// This index without the boxes and pairs that a [`Rule`] leaves out: a closure from an id to
    /// `bool`, filters, a matrix, or a rule of your own.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Filter, Id, SpatialIndex};
    /// let row = [0, 1, 2, 3].map(|x| Aabb::new([x], [x + 1]));
    /// let tree: DynamicTree<i32, 1> = (0..).map(Id).zip(row).collect();
    /// let me = Id(1);
    /// assert_eq!(tree.filtered(&|id| id != me).nearest(&row[1]).unwrap().id, Id(0));
    /// // Two bodies of two boxes each.
    /// let filters = [-1, -1, -2, -2].map(|body| Filter::default().with_group(body));
    /// assert_eq!(tree.filtered(&filters[..]).pairs(), [[Id(1), Id(2)]]);
    /// ```
    fn filtered<'a, R: Rule + ?Sized>(&'a self, rule: &'a R) -> Filtered<'a, Self, R> {
        Filtered { index: self, rule }
    }

    /// The two boxes closest to each other. A tie goes to the pair with the smallest ids. `None` if
    /// there are fewer than two boxes.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let row = [0, 10, 13, 20, 23].map(|x| Aabb::new([x, 0], [x + 1, 1]));
    /// let tree = DynamicTree::from_boxes(&row)?;
    /// let closest = tree.closest_pair().unwrap();
    /// assert_eq!((closest.ids, closest.reach), ([Id(1), Id(2)], 4.0)); // squared distance
    /// assert_eq!(tree.near(1.0).closest_pair(), None);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    fn closest_pair(&self) -> Option<ClosestPair<S::Real>> {
        self.near(S::Real::INFINITY).closest_pair()
    }

    /// The box of this index and the box of `other` closest to each other. A tie goes to the pair
    /// with the smallest ids. The id from this index comes first. `None` if either index is empty.
    fn closest_cross_pair(&self, other: &impl SpatialIndex<S, D>) -> Option<ClosestPair<S::Real>> {
        self.near(S::Real::INFINITY).closest_cross_pair(other)
    }

    /// The connected components of the graph whose edges are the overlapping pairs: lists of
    /// ascending ids, by their smallest ids. A box that overlaps no other is a component.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let row = [0, 9, 1, 5, 2].map(|x| Aabb::new([x, 0], [x + 1, 1]));
    /// let tree = DynamicTree::from_boxes(&row)?;
    /// let islands = tree.components();
    /// assert_eq!(islands[0], [Id(0), Id(2), Id(4)]);
    /// assert!(islands.iter().map(<[Id]>::len).eq([3, 1, 1]));
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[doc(alias = "islands")]
    #[doc(alias = "connected_components")]
    fn components(&self) -> Answers<Id> {
        Near::overlapping(self).components()
    }

    /// [`components`](Self::components) of the graph whose edges are the overlapping pairs for
    /// which `is_edge` returns true: use it to keep the ground from joining the islands of a
    /// physics engine.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let ground = Aabb::new([0, 0], [99, 1]);
    /// let boxes = [ground, Aabb::new([0, 1], [2, 2]), Aabb::new([2, 1], [4, 3]), Aabb::new([8, 1], [9, 2])];
    /// let tree = DynamicTree::from_boxes(&boxes)?;
    /// let is_ground = |id| id == Id(0);
    /// let islands = tree.components_where(|a, b| !is_ground(a) && !is_ground(b));
    /// assert_eq!(islands.iter().collect::<Vec<_>>(), [&[Id(0)][..], &[Id(1), Id(2)], &[Id(3)]]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    fn components_where(&self, is_edge: impl FnMut(Id, Id) -> bool) -> Answers<Id> {
        Near::overlapping(self).components_where(is_edge)
    }

    /// The ids of all boxes of this index that overlap any box of `other`, ascending.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let houses: DynamicTree<i32, 1> = [0, 5, 9].map(|x| Aabb::new([x], [x + 1])).into_iter()
    ///     .zip(0..).map(|(house, id)| (Id(id), house)).collect();
    /// let floods: DynamicTree<i32, 1> = [(Id(0), Aabb::new([4], [9]))].into_iter().collect();
    /// assert_eq!(houses.semi_join(&floods), [Id(1), Id(2)]);
    /// assert_eq!(houses.anti_join(&floods), [Id(0)]);
    /// ```
    fn semi_join(&self, other: &impl SpatialIndex<S, D>) -> Vec<Id> {
        Near::overlapping(self).semi_join(other)
    }

    /// The ids of all boxes of this index that overlap no box of `other`, ascending.
    fn anti_join(&self, other: &impl SpatialIndex<S, D>) -> Vec<Id> {
        Near::overlapping(self).anti_join(other)
    }

    // Many queries: a view that runs them in the order of a curve.

    /// A view that runs many queries at once: the same results in less time.
    fn batch(&self) -> Batch<'_, Self, S, D> {
        Batch::new(self)
    }
}

impl<I: IndexCore<S, D> + ?Sized, S: Scalar, const D: usize> SpatialIndex<S, D> for I {}

const NEVER_BREAKS: ControlFlow<Infallible> = ControlFlow::Continue(());

/// Visits hits up to `limit`, and then up to the limit that `add` returns for each.
fn search<S: Scalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    probe: &(impl Probe<S, D> + ?Sized),
    limit: S::Real,
    mut add: impl FnMut(Hit<S::Real>) -> S::Real,
) {
    let ControlFlow::Continue(()) = index.try_for_each_hit(probe, limit, |hit| {
        ControlFlow::<Infallible, _>::Continue(add(hit))
    });
}

/// The soonest hit after `refine`; the smallest id among equally soon hits.
fn first<S: Scalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    probe: &(impl Probe<S, D> + ?Sized),
    limit: S::Real,
    mut refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
) -> Option<Hit<S::Real>> {
    let mut hits = First(None);
    search(index, probe, limit, |hit| {
        hits.add(refined(hit, &mut refine))
    });
    hits.0
}

/// The first `k` hits after `refine`, by `(reach, id)`.
pub(in crate::index) fn first_hits_into<S: Scalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    probe: &(impl Probe<S, D> + ?Sized),
    limit: S::Real,
    k: usize,
    mut refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    hits: &mut Vec<Hit<S::Real>>,
) {
    hits.clear();
    if k > 0 {
        let mut first = FirstHits::new(k, mem::take(hits));
        search(index, probe, limit, |hit| {
            first.add(refined(hit, &mut refine))
        });
        *hits = first.into_sorted();
    }
}

/// The hits at the `k` smallest distinct reaches after `refine`, by `(reach, id)`.
fn first_ties<S: Scalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    probe: &(impl Probe<S, D> + ?Sized),
    k: usize,
    mut refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
) -> Vec<Hit<S::Real>> {
    if k == 0 {
        return Vec::new();
    }
    let mut ties = FirstTies::new(k);
    search(index, probe, S::Real::INFINITY, |hit| {
        ties.add(refined(hit, &mut refine))
    });
    ties.into_sorted()
}

/// All hits no later than `limit` after `refine`, by `(reach, id)`.
fn all_into<S: Scalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    probe: &(impl Probe<S, D> + ?Sized),
    limit: S::Real,
    mut refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    hits: &mut Vec<Hit<S::Real>>,
) {
    hits.clear();
    index.for_each_hit(probe, limit, |hit| {
        hits.extend(refined(hit, &mut refine).filter(|hit| hit.reach <= limit));
    });
    hits.sort_unstable();
}
