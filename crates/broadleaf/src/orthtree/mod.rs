//! The orthtree: quadtree, octree.
//!
//! ```text
//!   ┌───────────┬─────┬─────┐      A cell is cut at its center along every axis when it holds too many boxes.
//!   │         ▄▄│▄▄   │     │      A box goes into the deepest cell that it fits into: across a boundary (▄▄) it stays above,
//!   │         ▀▀│▀▀ ──┼─────┤      unless the tree is loose, where cells may be overhung.
//!   │           │  ▪  │ ▪▪  │
//!   ├───────────┼─────┴─────┤      Every node knows a box around what is in it: questions look at that.
//!   │    ▪      │           │
//!   │           │           │      outside ▪▪ is a list of what does not fit into the root
//!   └───────────┴───────────┘
//! ```
//!
//! Invariants, checked by `validate`:
//! * O1: every box is in one node, and the id map leads to it.
//! * O2: a node's count is that of the boxes at or below it; its bounds and categories contain
//!   theirs.
//! * O3: every box is where the rule puts it (`rule.rs`).
//! * O4: parent links lead to parents, and the children's cells meet at the parent's center.
//! * O5: a node that holds no more boxes than a leaf may is a leaf.
//! * O6: no node is deeper than noted, and none so deep that its path has no room in 128 bits.
//! * O7: every block of children is reachable or free.
//!
//! Costs for n boxes in a tree of depth d: insert, remove and move O(d), a move that stays in its
//! node O(1); questions O(d + found) for boxes that spread; a rebuild O(n d).
//!
//! Sources: Finkel & Bentley 1974; lazily split quadtrees with values in inner nodes; loose octrees
//! after Ulrich 2000, growing and shrinking at the root.

mod build;
mod config;
mod grow;
mod layout;
mod pairs;
mod query;
mod rule;
mod stats;
mod update;
mod validate;

use self::build::Scratch;
pub use self::config::OrthtreeConfig;
use self::layout::{Item, Node, NodeIndex, Place};
pub use self::stats::Location;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::{BroadPhase, Hit, SpatialIndex, from_iterator};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use crate::store::{IdMap, IndexPool};
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

/// An [`Orthtree`] in 2D.
pub type Quadtree<S> = Orthtree<S, 2>;
/// An [`Orthtree`] in 3D.
pub type Octree<S> = Orthtree<S, 3>;

/// A tree of cells, each cut in two along every axis: a quadtree in 2D, an octree in 3D.
///
/// Boxes that move a little stay in their cell, which costs next to nothing. No box is too far
/// away: the root grows toward it, and shrinks when it has gone. One to six dimensions.
///
/// ```
/// use broadleaf::{Aabb, BroadPhase, Id, Quadtree, SpatialIndex};
/// use broadleaf::orthtree::OrthtreeConfig;
/// let mut tree = Quadtree::new(OrthtreeConfig { capacity: 4, ..OrthtreeConfig::default() });
/// for i in 0..100 {
///     tree.insert(Id(i as u32), Aabb::new([3 * i, 0], [3 * i + 2, 2]));
/// }
/// tree.insert(Id(5), Aabb::new([0, 0], [1, 1])); // moves it
/// assert_eq!(tree.pairs(), [[Id(0), Id(5)]]);
/// assert!(tree.locate(Id(99)).unwrap().depth > 2);
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "quadtree")]
#[doc(alias = "octree")]
pub struct Orthtree<S, const D: usize> {
    /// In blocks of siblings. The first block is the root, the node for what is outside, and unused
    /// ones.
    nodes: Vec<Node<S, D>>,
    blocks: IndexPool,
    /// From an id to its slot, from a slot to its place: a box that takes another's place need not
    /// be looked up by id.
    slots: IdMap,
    places: Vec<Place>,
    pool: IndexPool,
    config: OrthtreeConfig<S, D>,
    /// Looseness beyond 1.
    eighths: u32,
    /// No node is deeper.
    levels: u32,
    /// Boxes inserted, moved or removed since the last rebuild.
    changes: usize,
    has_categories: bool,
    scratch: Scratch<S, D>,
}

/// From this share of new boxes on, a rebuild costs less than inserting them one by one. Moving
/// boxes one by one always costs less, unless they jump.
const NEW_SHARE: usize = 2;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// How many children a node has.
    const WIDTH: u32 = {
        assert!(D >= 1 && D <= 6, "one to six dimensions");
        1 << D
    };
    /// The most levels a path has room for.
    const MOST_LEVELS: u32 = 128 / Self::AXES;
    #[expect(clippy::cast_possible_truncation, reason = "six at most")]
    const AXES: u32 = D as u32;

    /// An empty tree with these parameters.
    #[must_use]
    pub fn new(config: OrthtreeConfig<S, D>) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            blocks: IndexPool::default(),
            slots: IdMap::default(),
            places: Vec::new(),
            pool: IndexPool::default(),
            config,
            eighths: config.eighths(),
            levels: 0,
            changes: 0,
            has_categories: false,
            scratch: Scratch::default(),
        };
        tree.reset_nodes();
        tree
    }

    /// The parameters it was made with.
    #[must_use]
    pub fn config(&self) -> &OrthtreeConfig<S, D> {
        &self.config
    }

    /// The root's cell.
    #[must_use]
    pub fn root(&self) -> Aabb<S, D> {
        self.node(layout::ROOT).cell
    }

    fn capacity(&self) -> usize {
        self.config.capacity.max(1)
    }

    #[inline]
    fn node(&self, index: NodeIndex) -> &Node<S, D> {
        &self.nodes[index as usize]
    }

    fn item(&self, slot: u32) -> &Item<S, D> {
        let Place { node, index, .. } = self.places[slot as usize];
        &self.node(node).items[index as usize]
    }

    fn item_mut(&mut self, slot: u32) -> &mut Item<S, D> {
        let Place { node, index, .. } = self.places[slot as usize];
        &mut self.nodes[node as usize].items[index as usize]
    }
}

impl<S: Scalar, const D: usize> SpatialIndex<S, D> for Orthtree<S, D> {
    fn len(&self) -> usize {
        self.slots.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.slots.get(id).map(|slot| self.item(slot).aabb)
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.slots
            .iter()
            .map(|(id, slot)| (id, self.item(slot).aabb))
    }

    fn category(&self, id: Id) -> Option<u32> {
        self.slots
            .get(id)
            .map(|slot| self.places[slot as usize].category)
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

impl<S: Scalar, const D: usize> BroadPhase<S, D> for Orthtree<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        self.changes += 1;
        match self.slots.get(id) {
            Some(slot) => Some(self.move_slot(slot, aabb)),
            None => {
                self.insert_new(id, aabb);
                None
            }
        }
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let slot = self.slots.get(id)?;
        self.changes += 1;
        Some(self.remove_slot(id, slot))
    }

    fn clear(&mut self) {
        self.slots.clear();
        self.pool.clear();
        self.places.clear();
        self.nodes.iter_mut().for_each(|node| node.items.clear());
        self.reset_nodes();
        self.has_categories = false;
    }

    fn reserve(&mut self, additional: usize) {
        // A hint: what there is no memory for is asked for again when it is needed.
        let _ = self.places.try_reserve(additional);
        self.slots.reserve(additional);
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        let place = self.places.get_mut(self.slots.get(id)? as usize)?;
        let old = mem::replace(&mut place.category, category);
        self.has_categories = true;
        let mut index = place.node;
        while let Some(node) = self.nodes.get_mut(index as usize) {
            node.category |= category;
            index = node.parent;
        }
        Some(old)
    }

    fn optimize(&mut self) {
        if self.changes > 0 {
            self.rebuild();
        }
    }
}

from_iterator!(Orthtree);

impl<S: Scalar, const D: usize> Default for Orthtree<S, D> {
    fn default() -> Self {
        Self::new(OrthtreeConfig::default())
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for Orthtree<S, D> {
    /// Inserts or moves many boxes; of several boxes with one id the last counts. Where at least
    /// half of the boxes are then new, the tree is rebuilt.
    #[doc(alias = "UpdateValues")]
    #[doc(alias = "update_many")]
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        // Taken in before anything changes: an iterator may panic.
        let boxes: Vec<_> = boxes.into_iter().collect();
        let new = boxes.iter().filter(|(id, _)| !self.contains(*id)).count();
        if new * NEW_SHARE < self.len() + new || new == 0 {
            for (id, aabb) in boxes {
                self.insert(id, aabb);
            }
            return;
        }
        self.rebuild_with(boxes);
    }
}
