//! The interface of every structure: few required methods, every question provided once.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::convert::Infallible;
use core::mem;
use core::ops::ControlFlow;

use crate::geometry::{Aabb, Probe, Real, Region, Scalar};
use crate::report::{NodeView, Stats, Violation};
use crate::sort::sort_pairs;
use crate::store::Id;

/// A map from ids to boxes that can also be asked about space.
///
/// An answer depends only on the map: never on the order of inserts, the shape of the structure,
/// the structure chosen or the machine. Forms that return a `Vec` are in canonical order: ids
/// ascending, pairs by `(a, b)` with `a < b`, hits by `(reach, id)`. The visiting forms are faster,
/// give the same set, and their order means nothing.
///
/// ```
/// use broadleaf::{Aabb, BroadPhase, DynamicTree, Id};
///
/// let mut tree = DynamicTree::default();
/// tree.extend((0..4).map(|i| (Id(i), Aabb::new([i as f32, 0.0], [i as f32 + 1.5, 1.0]))));
/// assert_eq!(tree.pairs(), [(Id(0), Id(1)), (Id(1), Id(2)), (Id(2), Id(3))]);
/// assert_eq!(tree.overlaps(&[2.25, 0.5]), [Id(1), Id(2)]);
/// let nearest = tree.nearest(&[-3.0, 0.5]).unwrap();
/// assert_eq!((nearest.id, nearest.reach), (Id(0), 9.0)); // squared distance
/// ```
pub trait BroadPhase<S: Scalar, const D: usize>:
    Default + Extend<(Id, Aabb<S, D>)> + 'static
{
    // The map.

    /// How many boxes it holds.
    fn len(&self) -> usize;

    /// The box of an id.
    fn get(&self, id: Id) -> Option<Aabb<S, D>>;

    /// All ids and boxes, by ascending id.
    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)>;

    /// Inserts a box, or moves the one with this id; returns the old one.
    #[doc(alias = "moveProxy")]
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>>;

    /// Removes and returns the box of an id.
    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>>;

    /// Removes every box and keeps the memory.
    fn clear(&mut self);

    /// Makes room for `additional` more boxes, if there is memory: a hint.
    fn reserve(&mut self, additional: usize);

    /// The category bits of an id: all ones unless they were set.
    fn category(&self, id: Id) -> Option<u32>;

    /// Sets the category bits that [`Masked`](crate::Masked) questions look at; returns the old
    /// ones. A moved box keeps its bits.
    fn set_category(&mut self, id: Id, category: u32) -> Option<u32>;

    /// Makes later questions faster; never changes an answer.
    fn optimize(&mut self);

    // The three questions.

    /// Visits every box that the region touches, until the visitor breaks.
    #[doc(alias = "query")]
    fn try_for_each_overlap<B>(
        &self,
        region: &impl Region<S, D>,
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Visits every overlapping pair once, smaller id first, until the visitor breaks.
    fn try_for_each_pair<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Visits the boxes that the probe reaches no later than `limit`, roughly soonest first, until
    /// the visitor breaks.
    ///
    /// The visitor may shorten the limit: it is the least of what it returned so far.
    /// `Continue(S::Real::INFINITY)` ignores a box.
    #[doc(alias = "raycast")]
    fn try_probe<B>(
        &self,
        probe: &impl Probe<S, D>,
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B>;

    // Self-knowledge.

    /// Checks every invariant of the structure.
    ///
    /// # Errors
    /// Names the first broken invariant; that is a bug in Broadleaf.
    fn validate(&self) -> Result<(), Violation>;

    /// Height, balance, area ratio, nodes, bytes.
    #[doc(alias = "getHeight")]
    #[doc(alias = "getMaxBalance")]
    #[doc(alias = "getAreaRatio")]
    #[doc(alias = "computeHeight")]
    fn stats(&self) -> Stats;

    /// Visits every node, parents before children.
    #[doc(alias = "drawTree")]
    fn for_each_node(&self, visit: impl FnMut(NodeView<S, D>));

    // Provided: the map.

    /// Whether it holds no box.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it holds a box with this id.
    fn contains(&self, id: Id) -> bool {
        self.get(id).is_some()
    }

    // Provided: overlaps.

    /// Visits every box that the region touches.
    fn for_each_overlap(&self, region: &impl Region<S, D>, mut visit: impl FnMut(Id)) {
        let ControlFlow::Continue(()) = self.try_for_each_overlap(region, |id| {
            visit(id);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// The ids of all boxes that the region touches, ascending.
    fn overlaps(&self, region: &impl Region<S, D>) -> Vec<Id> {
        let mut ids = Vec::new();
        self.overlaps_into(region, &mut ids);
        ids
    }

    /// [`overlaps`](Self::overlaps) into a vector that is cleared first and can be reused.
    fn overlaps_into(&self, region: &impl Region<S, D>, ids: &mut Vec<Id>) {
        ids.clear();
        self.for_each_overlap(region, |id| ids.push(id));
        ids.sort_unstable();
    }

    /// The ids of all boxes that the region touches, one by one where the structure can, in no
    /// particular order.
    fn overlap_iter<'a>(&'a self, region: &'a impl Region<S, D>) -> impl Iterator<Item = Id> + 'a {
        self.overlaps(region).into_iter()
    }

    /// Whether the region touches any box.
    fn any_overlap(&self, region: &impl Region<S, D>) -> bool {
        self.try_for_each_overlap(region, |_| ControlFlow::Break(()))
            .is_break()
    }

    /// The ids of all boxes that lie inside another, ascending; touching its sides from inside
    /// counts.
    fn contained(&self, aabb: &Aabb<S, D>) -> Vec<Id> {
        let mut ids = self.overlaps(aabb);
        ids.retain(|&id| self.get(id).is_some_and(|inner| aabb.contains(&inner)));
        ids
    }

    /// The ids of all boxes that do not lie inside another, ascending: beside it, across its sides
    /// or around it.
    fn not_contained(&self, aabb: &Aabb<S, D>) -> Vec<Id> {
        self.overlaps(&NotInside(aabb))
    }

    // Provided: pairs.

    /// Visits every overlapping pair once, smaller id first.
    fn for_each_pair(&self, mut visit: impl FnMut(Id, Id)) {
        let ControlFlow::Continue(()) = self.try_for_each_pair(|a, b| {
            visit(a, b);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// All overlapping pairs, sorted.
    fn pairs(&self) -> Vec<(Id, Id)> {
        let mut pairs = Vec::new();
        self.pairs_into(&mut pairs);
        pairs
    }

    /// [`pairs`](Self::pairs) into a vector that is cleared first and can be reused.
    fn pairs_into(&self, pairs: &mut Vec<(Id, Id)>) {
        pairs.clear();
        self.for_each_pair(|a, b| pairs.push((a, b)));
        sort_pairs(pairs);
    }

    /// Visits every overlapping pair with at least one side among `ids` once, smaller id first,
    /// until the visitor breaks.
    ///
    /// `ids` may be in any order; repeated and unknown ids do no harm. Costs no more than one
    /// region question per id and a bit of memory per box.
    #[doc(alias = "updatePairs")]
    fn try_for_each_pair_of<B>(
        &self,
        ids: &[Id],
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        for &id in &sorted {
            let Some(aabb) = self.get(id) else { continue };
            self.try_for_each_overlap(&aabb, |other| match id.cmp(&other) {
                Ordering::Less => visit(id, other),
                // The pair of two ids that are both asked for belongs to the smaller one.
                Ordering::Greater if sorted.binary_search(&other).is_err() => visit(other, id),
                _ => ControlFlow::Continue(()),
            })?;
        }
        ControlFlow::Continue(())
    }

    /// All overlapping pairs with at least one side among `ids`, sorted.
    fn pairs_of(&self, ids: &[Id]) -> Vec<(Id, Id)> {
        let mut pairs = Vec::new();
        let ControlFlow::Continue(()) = self.try_for_each_pair_of(ids, |a, b| {
            pairs.push((a, b));
            ControlFlow::<Infallible>::Continue(())
        });
        sort_pairs(&mut pairs);
        pairs
    }

    /// Visits every overlapping pair of a box here and a box of another structure, until the
    /// visitor breaks. The id from here comes first. Costs one region question per box of one
    /// structure, less where both are trees.
    fn try_for_each_pair_with<O: BroadPhase<S, D>, B>(
        &self,
        other: &O,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if other.len() <= self.len() {
            other.iter().try_for_each(|(theirs, aabb)| {
                self.try_for_each_overlap(&aabb, |ours| visit(ours, theirs))
            })
        } else {
            self.iter().try_for_each(|(ours, aabb)| {
                other.try_for_each_overlap(&aabb, |theirs| visit(ours, theirs))
            })
        }
    }

    /// All overlapping pairs of a box here and a box of another structure, sorted. The id from here
    /// comes first.
    fn pairs_with<O: BroadPhase<S, D>>(&self, other: &O) -> Vec<(Id, Id)> {
        let mut pairs = Vec::new();
        let ControlFlow::Continue(()) = self.try_for_each_pair_with(other, |ours, theirs| {
            pairs.push((ours, theirs));
            ControlFlow::<Infallible>::Continue(())
        });
        sort_pairs(&mut pairs);
        pairs
    }

    // Provided: probes.

    /// What a ray or box cast hits first; the smallest id among equally soon ones.
    #[doc(alias = "ray_cast")]
    #[doc(alias = "box_cast")]
    fn cast(&self, probe: &impl Probe<S, D>) -> Option<Hit<S::Real>> {
        self.cast_with(probe, |hit| Some(hit.reach))
    }

    /// What a ray or box cast hits first when `refine` says where it truly hits the shape inside a
    /// box, `None` for not at all.
    ///
    /// A true hit must not be sooner than `hit.reach`, where the box is reached.
    fn cast_with(
        &self,
        probe: &impl Probe<S, D>,
        mut refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    ) -> Option<Hit<S::Real>> {
        let mut best: Option<Hit<S::Real>> = None;
        let ControlFlow::Continue(()) = self.try_probe(probe, S::Real::INFINITY, |hit| {
            let refined = refine(hit)
                .filter(|reach| !reach.is_nan())
                .map(|reach| Hit { reach, ..hit });
            best = best.into_iter().chain(refined).min();
            ControlFlow::<Infallible, _>::Continue(best.map_or(S::Real::INFINITY, |hit| hit.reach))
        });
        best
    }

    /// Whether a ray or box cast hits anything.
    fn cast_any(&self, probe: &impl Probe<S, D>) -> bool {
        self.try_probe(probe, S::Real::INFINITY, |_| ControlFlow::Break(()))
            .is_break()
    }

    /// Everything a ray or box cast hits, by `(reach, id)`.
    fn cast_all(&self, probe: &impl Probe<S, D>) -> Vec<Hit<S::Real>> {
        let mut hits = Vec::new();
        self.hits_into(probe, S::Real::INFINITY, &mut hits);
        hits
    }

    /// Everything a probe reaches no later than `limit`, by `(reach, id)`, into a vector that is
    /// cleared first and can be reused.
    fn hits_into(&self, probe: &impl Probe<S, D>, limit: S::Real, hits: &mut Vec<Hit<S::Real>>) {
        hits.clear();
        let ControlFlow::Continue(()) = self.try_probe(probe, limit, |hit| {
            hits.push(hit);
            ControlFlow::<Infallible, _>::Continue(limit)
        });
        hits.sort_unstable();
    }

    /// The box nearest to a point or a box, with the squared distance; the smallest id among
    /// equally near ones.
    fn nearest(&self, place: &impl Probe<S, D>) -> Option<Hit<S::Real>> {
        self.cast(place)
    }

    /// The `k` boxes nearest to a point or a box, with squared distances, by `(distance, id)`.
    fn k_nearest(&self, place: &impl Probe<S, D>, k: usize) -> Vec<Hit<S::Real>> {
        let mut hits = Vec::new();
        self.k_nearest_into(place, k, &mut hits);
        hits
    }

    /// [`k_nearest`](Self::k_nearest) into a vector that is cleared first and can be reused.
    fn k_nearest_into(&self, place: &impl Probe<S, D>, k: usize, hits: &mut Vec<Hit<S::Real>>) {
        hits.clear();
        if k == 0 {
            return;
        }
        let mut best = BinaryHeap::from(mem::take(hits));
        let ControlFlow::Continue(()) = self.try_probe(place, S::Real::INFINITY, |hit| {
            if best.len() < k {
                best.push(hit);
            } else if let Some(mut farthest) = best.peek_mut().filter(|farthest| hit < **farthest) {
                *farthest = hit;
            }
            let farthest = best.peek().filter(|_| best.len() == k);
            ControlFlow::<Infallible, _>::Continue(
                farthest.map_or(S::Real::INFINITY, |hit| hit.reach),
            )
        });
        *hits = best.into_sorted_vec();
    }

    /// The boxes at the `k` smallest different distances from a point or a box, by
    /// `(distance, id)`: at least as many as [`k_nearest`](Self::k_nearest) finds, with all ties.
    /// Of a ray or box cast and `k` = 1, everything that is hit first.
    fn k_nearest_with_ties(&self, place: &impl Probe<S, D>, k: usize) -> Vec<Hit<S::Real>> {
        let mut hits = Vec::new();
        // Different ones, ascending.
        let mut distances: Vec<S::Real> = Vec::new();
        let ControlFlow::Continue(()) = self.try_probe(place, S::Real::INFINITY, |hit| {
            let nearer = distances.partition_point(|&distance| distance < hit.reach);
            if distances.get(nearer) != Some(&hit.reach) {
                distances.insert(nearer, hit.reach);
                distances.truncate(k);
            }
            hits.push(hit);
            let farthest = if k == 0 { None } else { distances.get(k - 1) };
            ControlFlow::<Infallible, _>::Continue(farthest.copied().unwrap_or(S::Real::INFINITY))
        });
        hits.retain(|hit| {
            distances
                .last()
                .is_some_and(|&farthest| hit.reach <= farthest)
        });
        hits.sort_unstable();
        hits
    }

    /// All boxes at most `distance` away from a point or a box, with squared distances, by
    /// `(distance, id)`. None if it is negative.
    fn within_distance(&self, place: &impl Probe<S, D>, distance: S::Real) -> Vec<Hit<S::Real>> {
        let mut hits = Vec::new();
        if S::Real::ZERO <= distance {
            self.hits_into(place, distance * distance, &mut hits);
        }
        hits
    }
}

/// The boxes that do not lie inside another. A box around one of them does not either.
struct NotInside<'a, S, const D: usize>(&'a Aabb<S, D>);

impl<S: Scalar, const D: usize> Region<S, D> for NotInside<'_, S, D> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        !self.0.contains(aabb)
    }
}

/// A box reached by a probe. Ordered by `(reach, id)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<R> {
    /// How soon: the ray parameter, or the *squared* distance.
    pub reach: R,
    /// Which box.
    pub id: Id,
}

impl<R: Real> Eq for Hit<R> {}

impl<R: Real> PartialOrd for Hit<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Real> Ord for Hit<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        // Never NaN, so never incomparable: see `Probe::reach`.
        let by_reach = self
            .reach
            .partial_cmp(&other.reach)
            .unwrap_or(Ordering::Equal);
        by_reach.then(self.id.cmp(&other.id))
    }
}
