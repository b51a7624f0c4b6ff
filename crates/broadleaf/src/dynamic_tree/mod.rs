//! The dynamic AABB tree.
//!
//! ```text
//!            root                 Every inner node has two children that lie side by side in memory,
//!          ┌──┴──┐                so one index names both and one cache line holds both boxes (f32, 3D).
//!      pair 3: A   B              Leaves are the boxes, inner nodes are only there for the search.
//!      ┌───┴──┐    └ leaf 7
//!  pair 9: C    D
//!    leaf 2    leaf 5
//! ```
//!
//! Invariants, checked by `validate`:
//! * T1: an inner node's box is the union of its children's boxes.
//! * T2: weight, height and category of an inner node are the sum, one more than the greatest, and
//!   the union of its children's.
//! * T3: a pair's parent link leads to the node that links to the pair.
//! * T4: siblings differ no more than the [`Balance`] allows.
//! * T5: the id map leads to every leaf, and to nothing else.
//! * T6: every pair is either reachable from the root or free, and free pairs have weight 0.
//!
//! Costs for n boxes: insert, remove and move O(log n) at worst; an overlap question O(log n +
//! found) for boxes that do not all overlap; all pairs O(n + found) likewise; `optimize` after m
//! moves O(m log m); a bulk `extend` O(n) on most inputs and O(n log n) at worst.
//!
//! Sources: the tree of Box2D 2.3 (Catto) and btDbvt (Presson); area-driven insertion and rotation
//! after Goldsmith & Salmon 1987 and Kopta et al. 2012; weight balance after Nievergelt & Reingold
//! 1973; bulk build in Morton order after Lauterbach et al. 2009.

mod bottom_up;
mod build;
mod cost;
mod layout;
mod optimize;
mod pairs;
mod query;
mod refit;
mod stats;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_work;
mod update;
mod validate;

use self::build::Scratch;
pub use self::layout::Balance;
use self::layout::{Node, NodeIndex, Shape};
use self::optimize::Stale;
use self::refit::Decay;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::{BroadPhase, Hit, SpatialIndex, from_iterator};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use crate::store::{IdMap, IndexPool};
use alloc::vec::Vec;
use core::any::Any;
use core::ops::ControlFlow;

/// A binary tree of boxes that is kept good while boxes come, go and move: the all-round structure.
///
/// `insert` moves a box in O(log n). `extend` with many boxes at once is much faster for each: it
/// gives the old tree the new boxes, and builds a new tree when there are new ids or once the old
/// one has become bad. `optimize` repairs what single moves left behind.
///
/// ```
/// use broadleaf::{Aabb, BroadPhase, DynamicTree, Id, Ray, SpatialIndex};
/// let mut tree = DynamicTree::with_capacity(100);
/// for i in 0..100 {
///     tree.insert(Id(i), Aabb::new([3 * i as i32, 0], [3 * i as i32 + 2, 2]));
/// }
/// tree.insert(Id(5), Aabb::new([0, 0], [1, 1])); // moves it
/// assert_eq!(tree.pairs(), [[Id(0), Id(5)]]);
/// let hit = tree.cast(&Ray::new([11, 1], [1.0, 0.0])?).unwrap();
/// assert_eq!((hit.id, hit.reach), (Id(3), 0.0));
/// # Ok::<(), broadleaf::geometry::InvalidProbe>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "bvh")]
#[doc(alias = "b2DynamicTree")]
pub struct DynamicTree<S, const D: usize> {
    /// Pair 0 is the root and an unused node.
    pairs: Vec<[Node<S, D>; 2]>,
    /// The node whose children a pair is.
    parents: Vec<NodeIndex>,
    /// The category bits of all leaves at or below each node; empty as long as nobody has set any.
    categories: Vec<[u32; 2]>,
    pool: IndexPool,
    leaves: IdMap,
    stale: Stale,
    decay: Decay,
    scratch: Scratch<S, D>,
    balance: Balance,
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// An empty tree with room for `capacity` boxes.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        let mut tree = Self::default();
        tree.reserve(capacity);
        tree
    }

    /// The same boxes under another balance policy. Costs a rebuild.
    #[must_use]
    pub fn with_balance(mut self, balance: Balance) -> Self {
        self.balance = balance;
        self.rebuild();
        self
    }

    /// Steps from the root to the deepest leaf; 0 for at most one box. Costs O(1).
    #[must_use]
    #[doc(alias = "getHeight")]
    pub fn height(&self) -> usize {
        self.node(NodeIndex::ROOT).shape.height() as usize
    }

    #[inline]
    fn node(&self, index: NodeIndex) -> &Node<S, D> {
        &self.pairs[index.pair()][index.side()]
    }

    #[inline]
    fn node_mut(&mut self, index: NodeIndex) -> &mut Node<S, D> {
        &mut self.pairs[index.pair()][index.side()]
    }

    #[inline]
    fn parent(&self, index: NodeIndex) -> NodeIndex {
        self.parents[index.pair()]
    }

    #[inline]
    fn category_of(&self, index: NodeIndex) -> u32 {
        self.categories
            .get(index.pair())
            .map_or(u32::MAX, |categories| categories[index.side()])
    }

    fn leaf(&self, id: Id) -> Option<NodeIndex> {
        self.leaves.get(id).map(NodeIndex)
    }
}

impl<S: Scalar, const D: usize> SpatialIndex<S, D> for DynamicTree<S, D> {
    fn len(&self) -> usize {
        self.leaves.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.leaf(id).map(|leaf| self.node(leaf).aabb)
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.leaves
            .iter()
            .map(|(id, leaf)| (id, self.node(NodeIndex(leaf)).aabb))
    }

    fn category(&self, id: Id) -> Option<u32> {
        self.leaf(id).map(|leaf| self.category_of(leaf))
    }

    fn try_for_each_overlap<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.walk(region).try_for_each(visit)
    }

    fn overlap_iter<'a>(
        &'a self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        self.walk(region)
    }

    fn try_for_each_pair<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_pairs(visit)
    }

    fn try_for_each_pair_of<B>(
        &self,
        ids: &[Id],
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs_of(ids, visit)
    }

    fn try_for_each_pair_with<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match other
            .as_any()
            .and_then(|other| other.downcast_ref::<Self>())
        {
            Some(tree) => self.visit_pairs_with(tree, visit),
            None => other.iter().try_for_each(|(theirs, aabb)| {
                self.walk(&aabb).try_for_each(|ours| visit(ours, theirs))
            }),
        }
    }

    fn try_for_each_hit<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        self.visit_reached(probe, limit, visit)
    }

    fn validate(&self) -> Result<(), Violation> {
        self.check()
    }

    fn stats(&self) -> Stats {
        self.measure()
    }

    fn for_each_node(&self, visit: impl FnMut(NodeView<S, D>)) {
        self.visit_nodes(visit);
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }
}

impl<S: Scalar, const D: usize> BroadPhase<S, D> for DynamicTree<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        self.note_stale(id);
        match self.leaf(id) {
            Some(leaf) => Some(self.move_leaf(leaf, aabb)),
            None => {
                self.insert_leaf(NodeIndex::ROOT, Node::leaf(id, aabb), u32::MAX);
                None
            }
        }
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let leaf = NodeIndex(self.leaves.remove(id)?);
        let aabb = self.node(leaf).aabb;
        self.remove_leaf(leaf);
        Some(aabb)
    }

    fn clear(&mut self) {
        self.leaves.clear();
        self.forget_stale();
        self.forget_decay();
        self.reset_pairs();
    }

    fn reserve(&mut self, additional: usize) {
        // A hint: what there is no memory for is asked for again when it is needed.
        let _ = self.pairs.try_reserve(additional);
        let _ = self.parents.try_reserve(additional);
        self.leaves.reserve(additional);
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        let leaf = self.leaf(id)?;
        self.categories.resize(self.pairs.len(), [u32::MAX; 2]);
        let old = core::mem::replace(&mut self.categories[leaf.pair()][leaf.side()], category);
        self.refit_above(leaf, NodeIndex::ROOT, None);
        Some(old)
    }

    fn optimize(&mut self) {
        self.rebuild_stale();
    }
}

from_iterator!(DynamicTree);

impl<S: Scalar, const D: usize> Default for DynamicTree<S, D> {
    fn default() -> Self {
        let mut tree = Self {
            pairs: Vec::new(),
            parents: Vec::new(),
            categories: Vec::new(),
            pool: IndexPool::default(),
            leaves: IdMap::default(),
            stale: Stale::default(),
            decay: Decay::default(),
            scratch: Scratch::default(),
            balance: Balance::default(),
        };
        tree.reset_pairs();
        tree
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for DynamicTree<S, D> {
    /// Inserts or moves many boxes; of several boxes with one id the last counts.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        self.insert_all(boxes.into_iter());
    }
}
