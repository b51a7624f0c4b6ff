//! The KD-tree with sweep and prune.
//!
//! ```text
//!   ┌──────────┬───────────┐      A cut goes through the start of the box in the middle. What is below it never touches
//!   │  ▪▪    ▄▄│▄▄   ▪     │      what is above it; what crosses it (▄▄) is cut again along the other axes.
//!   │     ▪    │       ▪▪  │
//!   │──────────┤ ▪         │      nodes  ┌ cut x ┬ crossing ┬ below … ┬ above … ┐      in pre-order
//!   │  ▪     ▄▄│▄▄─────────│      boxes  │ ▄▄ ▄▄            │ ▪ ▪ ▪ ▪ │ ▪ ▪ ▪ ▪ │ ○ ○  in the same order, then
//!   │     ▪    │     ▪▪  ▪ │                                                    pending: changed since the last build
//!   └──────────┴───────────┘
//! ```
//!
//! Invariants, checked by `validate`:
//! * K1: the id map leads to every box, and a box in the tree that it does not lead to counts as
//!   stale.
//! * K2: a node's bounds and categories contain those of the boxes at or below it.
//! * K3: children's boxes follow each other and fill their parent's range; a node counts the nodes
//!   at or below it.
//! * K4: boxes below a cut end before it, boxes above it start after it, the others touch it.
//! * K5: the boxes of a leaf are sorted by their starts along its axis, and it is known how far
//!   those before each reach.
//! * K6: no leaf is deeper than 3 log₂ n + 6 + D.
//! * K7: no more boxes are pending than allowed.
//!
//! Costs for n boxes: a build O(n log n), insert, remove and move O(√n) amortized; questions O(√n +
//! found) for boxes that spread; all pairs O(n + found) likewise. Builds and all pairs allocate
//! nothing once they have seen as many boxes; on several threads each part of a build has memory of
//! its own.
//!
//! Sources: broccoli (T. Reed), which sorts what crosses a divider along the other axis and is for
//! 2D; cuts of several levels from a sample as in Blelloch et al. 1991; n-body after Barnes & Hut
//! 1986, with lists for groups after Barnes 1990.

mod build;
mod crowd;
mod cuts;
mod layout;
mod n_body;
mod pairs;
#[cfg(feature = "rayon")]
mod parallel;
mod query;
mod sky;
mod slice;
mod stats;
#[cfg(test)]
mod tests;
mod update;
mod validate;

use self::build::Scratch;
use self::layout::{Item, Node};
pub use self::n_body::Body;
pub use self::slice::KdSlice;
use crate::executor::Sequential;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::{BroadPhase, Hit, SpatialIndex, from_iterator};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use crate::store::IdMap;
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

/// Boxes cut at medians and swept: the structure to build anew in every frame.
///
/// `extend` with many boxes builds; a single `insert` puts its box in a short list that every
/// question looks through, and builds once the list is long. `optimize` builds at any time.
///
/// ```
/// use broadleaf::{Aabb, BroadPhase, Id, KdSweep, SpatialIndex};
/// let mut index = KdSweep::default();
/// index.extend((0..100).map(|i| (Id(i as u32), Aabb::new([3 * i, 0], [3 * i + 2, 2]))));
/// index.insert(Id(5), Aabb::new([0, 0], [1, 1])); // moves it
/// assert_eq!(index.pairs(), [[Id(0), Id(5)]]);
/// assert_eq!(index.nearest(&[17, 9]).unwrap().id, Id(6));
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "kdtree")]
#[doc(alias = "sweep_and_prune")]
pub struct KdSweep<S, const D: usize> {
    /// First those of the tree, in its order, then the pending ones.
    items: Vec<Item<S, D>>,
    /// For each box of the tree, how far it and those before it in its leaf reach along the leaf's
    /// axis.
    reaches: Vec<S>,
    /// In pre-order; none if there is no tree.
    nodes: Vec<Node<S, D>>,
    /// Where each id's box is.
    places: IdMap,
    /// How many boxes of the tree have been removed, or are pending with a new box.
    stale: usize,
    leaf_capacity: usize,
    scratch: Scratch<S, D>,
}

/// Fewer boxes make cheaper questions, more make a cheaper build; `docs/design/kd-sweep.md` has a
/// table.
const LEAF_CAPACITY: usize = 128;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// The same boxes in leaves of at most this many (3 at least), except where most of them
    /// overlap each other. Costs a build.
    #[must_use]
    pub fn with_leaf_capacity(mut self, boxes: usize) -> Self {
        self.leaf_capacity = boxes.max(cuts::FEWEST - 1);
        self.rebuild(Sequential);
        self
    }

    /// How many boxes the tree has, stale ones included.
    fn tree_len(&self) -> usize {
        self.nodes.first().map_or(0, |root| root.end as usize)
    }

    fn pending(&self) -> &[Item<S, D>] {
        &self.items[self.tree_len()..]
    }

    /// Whether all boxes are in the tree, and nothing else.
    fn is_tidy(&self) -> bool {
        self.stale == 0 && self.pending().is_empty()
    }

    fn item(&self, id: Id) -> Option<&Item<S, D>> {
        self.places.get(id).map(|place| &self.items[place as usize])
    }

    /// How many boxes may be pending, or stale: so many that a question's look through the list
    /// costs about as much as an insertion's share of the next build.
    fn most_pending(&self) -> usize {
        let len = self.tree_len();
        self.leaf_capacity.max((8 * len.isqrt()).min(len / 4))
    }

    /// Whether the box at a place is one that the map still has.
    #[inline]
    fn is_live(&self, place: usize) -> bool {
        self.stale == 0 || self.places.get(self.items[place].id) == Some(layout::narrow(place))
    }
}

impl<S: Scalar, const D: usize> SpatialIndex<S, D> for KdSweep<S, D> {
    fn len(&self) -> usize {
        self.places.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.item(id).map(|item| item.aabb)
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.places
            .iter()
            .map(|(id, place)| (id, self.items[place as usize].aabb))
    }

    fn category(&self, id: Id) -> Option<u32> {
        self.item(id).map(|item| item.category)
    }

    fn try_for_each_overlap<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_touched(region, visit)
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
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs_with(other, visit)
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
}

impl<S: Scalar, const D: usize> BroadPhase<S, D> for KdSweep<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        let old = self.put(id, aabb);
        self.rebuild_if_due(Sequential);
        old
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let old = self.take(id);
        self.rebuild_if_due(Sequential);
        old
    }

    fn clear(&mut self) {
        self.items.clear();
        self.nodes.clear();
        self.places.clear();
        self.stale = 0;
    }

    fn reserve(&mut self, additional: usize) {
        // A hint: what there is no memory for is asked for again when it is needed.
        let _ = self.items.try_reserve(additional);
        self.places.reserve(additional);
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        let place = self.places.get(id)? as usize;
        self.admit_above(place, category);
        Some(mem::replace(&mut self.items[place].category, category))
    }

    fn optimize(&mut self) {
        if !self.is_tidy() {
            self.rebuild(Sequential);
        }
    }
}

from_iterator!(KdSweep);

impl<S: Scalar, const D: usize> Default for KdSweep<S, D> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            reaches: Vec::new(),
            nodes: Vec::new(),
            places: IdMap::default(),
            stale: 0,
            leaf_capacity: LEAF_CAPACITY,
            scratch: Scratch::EMPTY,
        }
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for KdSweep<S, D> {
    /// Inserts or moves many boxes, and builds unless they are few; of several boxes with one id
    /// the last counts.
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        self.put_all(Sequential, boxes.into_iter());
    }
}
