//! The structure, and the meaning of its fields.

use super::config::Config;
use super::looseness::Looseness;
use super::node::{BoxPlace, CellBox, CellNode, NO_PARENT, NodeIndex, OUTSIDE, ROOT};
use super::plan::PlanMemory;
use crate::geometry::{Aabb, Scalar};
use crate::index::from_boxes;
use crate::store::{IdMap, IndexPool, ScratchPool};
use alloc::vec::Vec;

/// An [`Orthtree`] in 2D, of `f32` by default.
pub type Quadtree<S = f32> = Orthtree<S, 2>;
/// An [`Orthtree`] in 3D, of `f32` by default.
pub type Octree<S = f32> = Orthtree<S, 3>;

/// A tree of cells that are halved along every axis: a quadtree in 2D, an octree in 3D. Supports
/// one to six dimensions.
///
/// A box that moves a little stays in its cell, which costs O(1). The root grows toward boxes
/// outside it, and shrinks when they are removed.
///
/// # Costs
/// For n boxes in a tree of depth d: insert, remove and move O(d); queries O(d + found) unless many
/// boxes overlap; a rebuild O(n d).
///
/// ```
/// use broadleaf::{Aabb, SpatialIndexMut, Id, Quadtree, SpatialIndex, orthtree::Config};
/// let mut tree = Quadtree::with_config(Config::default().with_leaf_capacity(4));
/// for i in 0..100 {
///     tree.insert(Id(i as u32), Aabb::new([3 * i, 0], [3 * i + 2, 2]));
/// }
/// tree.insert(Id(5), Aabb::new([0, 0], [1, 1])); // moves it
/// assert_eq!(tree.pairs(), [[Id(0), Id(5)]]);
/// assert!(tree.locate(Id(99)).unwrap().depth > 0);
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "quadtree")]
#[doc(alias = "octree")]
pub struct Orthtree<S, const D: usize> {
    /// In blocks of siblings. The first block holds the root, the node for boxes outside it, and
    /// unused nodes.
    pub(super) nodes: Vec<CellNode<S, D>>,
    pub(super) blocks: IndexPool,
    /// From an id to its slot, the index of its entry: an item that moves within a node updates its
    /// entry without a lookup by id.
    pub(super) slots: IdMap,
    pub(super) entries: Vec<BoxPlace>,
    pub(super) free_slots: IndexPool,
    pub(super) config: Config<S, D>,
    pub(super) looseness: Looseness,
    /// An upper bound of the depth of the nodes.
    pub(super) levels: u32,
    /// Whether a node is known to have the greatest possible depth, so that the depth need not be
    /// counted again.
    pub(super) is_full: bool,
    /// The number of inserts, moves and removals after the last rebuild.
    pub(super) changes: usize,
    /// Whether a category may have been set for a box in the tree.
    pub(super) has_categories: bool,
    pub(super) memory: PlanMemory<S, D>,
    /// Scratch lists that a search for pairs carries down the tree.
    pub(super) lists: ScratchPool<Vec<u32>>,
}

from_boxes!(Orthtree, "Quadtree");

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    pub(super) const CHILDREN: u32 = {
        assert!(D >= 1 && D <= 6, "one to six dimensions");
        1 << D
    };
    pub(super) const AXES: u32 = Config::<S, D>::AXES;
    pub(super) const MAX_LEVELS: u32 = Config::<S, D>::MAX_LEVELS;

    /// An empty tree with default parameters.
    #[must_use]
    pub fn new() -> Self {
        Self::with_config(Config::default())
    }

    /// An empty tree with these parameters. [`Config::check`] finds invalid ones.
    #[must_use]
    pub fn with_config(config: Config<S, D>) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            blocks: IndexPool::default(),
            slots: IdMap::default(),
            entries: Vec::new(),
            free_slots: IndexPool::default(),
            config,
            looseness: Looseness::new(config.looseness),
            levels: 0,
            is_full: false,
            changes: 0,
            has_categories: false,
            memory: PlanMemory::default(),
            lists: ScratchPool::default(),
        };
        tree.reset_nodes();
        tree
    }

    /// The parameters that the tree was made with.
    #[must_use]
    pub fn config(&self) -> &Config<S, D> {
        &self.config
    }

    /// The root's cell. Meaningless while the tree is empty, unless the parameters give a cell.
    #[must_use]
    #[doc(alias = "GetMaxBounds")]
    #[doc(alias = "getBox")]
    pub fn root(&self) -> Aabb<S, D> {
        self.node(ROOT).cell
    }

    pub(super) fn reserve_boxes(&mut self, additional: usize) {
        // Only a hint: memory that is not available here is requested again when it is needed.
        let _ = self.entries.try_reserve(additional);
        self.slots.reserve(additional);
    }

    /// Makes the root an empty leaf and frees all other nodes, which keep their memory.
    pub(super) fn reset_nodes(&mut self) {
        self.blocks.clear();
        let first = self.blocks.take();
        debug_assert_eq!(first, 0);
        let len = self.nodes.len().max(Self::CHILDREN as usize);
        self.nodes.resize_with(len, CellNode::new);
        self.nodes.iter_mut().for_each(|node| node.children = 0);
        // The cell of a root that has not had a box.
        let origin = Aabb::point([S::default(); D]);
        let root = self.config.root.first_cell().unwrap_or(origin);
        self.nodes[ROOT as usize].reset(root, NO_PARENT, self.looseness);
        self.nodes[OUTSIDE as usize].reset(origin, NO_PARENT, self.looseness);
        (self.levels, self.is_full) = (0, false);
    }

    #[inline]
    pub(super) fn node(&self, index: NodeIndex) -> &CellNode<S, D> {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, index: NodeIndex) -> &mut CellNode<S, D> {
        &mut self.nodes[index as usize]
    }

    pub(super) fn item(&self, slot: u32) -> &CellBox<S, D> {
        let BoxPlace { node, index, .. } = self.entries[slot as usize];
        &self.node(node).items[index as usize]
    }

    pub(super) fn item_mut(&mut self, slot: u32) -> &mut CellBox<S, D> {
        let BoxPlace { node, index, .. } = self.entries[slot as usize];
        &mut self.node_mut(node).items[index as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        let items: usize = self.nodes.iter().map(|node| node.items.capacity()).sum();
        self.nodes.capacity() * size_of::<CellNode<S, D>>()
            + items * size_of::<CellBox<S, D>>()
            + self.entries.capacity() * size_of::<BoxPlace>()
            + self.slots.bytes()
            + self.free_slots.bytes()
            + self.blocks.bytes()
            + self.memory.bytes()
            + self.lists.bytes(|list| list.capacity() * size_of::<u32>())
    }
}
