//! The tree: its memory, its settings, and links between nodes.

use super::build::scratch::{Leaf, TreeScratch};
use super::config::Config;
use super::layout::{NodeIndex, TreeNode};
use super::update::decay::Decay;
use super::update::stale::Stale;
use crate::geometry::{Aabb, Scalar};
use crate::index::from_boxes;
use crate::store::{Id, IdMap, IndexPool};
use alloc::vec::Vec;
use core::mem::take;

/// The most pairs of siblings: a node's index has 32 bits, and the lowest is its side in the pair.
const MAX_PAIRS: u32 = 1 << 31;

/// A binary tree of boxes that stays efficient while boxes come, go and move: the general-purpose
/// structure.
///
/// `insert` inserts or moves a box in O(log n). `extend` with many boxes at once costs much less
/// per box: it puts the new boxes into the existing tree, and builds a new tree if there are new
/// ids or the existing one has degraded. `optimize` repairs the damage that single moves cause.
///
/// A tree holds at most 2^31 boxes, because the index of a node is a `u32`. One more insert panics,
/// like a `Vec` that runs out of memory.
///
/// ```
/// use broadleaf::{Aabb, SpatialIndexMut, DynamicTree, Id, Ray, SpatialIndex};
///
/// let row: Vec<_> = (0..100).map(|i| Aabb::new([3 * i, 0], [3 * i + 2, 2])).collect();
/// let mut tree = DynamicTree::from_boxes(&row)?;
/// tree.insert(Id(5), Aabb::new([0, 0], [1, 1])); // moves it
/// assert_eq!(tree.pairs(), [[Id(0), Id(5)]]);
/// let hit = tree.cast(&Ray::new([11, 1], [1.0, 0.0])?).unwrap();
/// assert_eq!((hit.id, hit.reach), (Id(3), 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "bvh")]
#[doc(alias = "b2DynamicTree")]
#[doc(alias = "btDbvt")]
#[doc(alias = "AabbTree")]
pub struct DynamicTree<S, const D: usize> {
    /// Pairs of siblings, side by side. The first pair is the root and an unused node.
    pub(super) siblings: Vec<[TreeNode<S, D>; 2]>,
    /// The parent of each pair of siblings.
    pub(super) parents: Vec<NodeIndex>,
    /// For each node, the union of the category bits of all leaves at or below it. Empty while all
    /// bits of all leaves are set.
    pub(super) categories: Vec<[u32; 2]>,
    pub(super) pool: IndexPool,
    pub(super) leaves: IdMap,
    pub(super) stale: Stale,
    pub(super) decay: Decay,
    pub(super) scratch: TreeScratch<S, D>,
    pub(super) config: Config,
}

from_boxes!(DynamicTree, "DynamicTree");

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// An empty tree with default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::with_config(Config::default())
    }

    /// An empty tree with these settings, which [`set_balance`](Self::set_balance) can change
    /// later.
    #[must_use]
    #[inline(never)]
    pub fn with_config(config: Config) -> Self {
        let mut tree = Self {
            siblings: Vec::new(),
            parents: Vec::new(),
            categories: Vec::new(),
            pool: IndexPool::default(),
            leaves: IdMap::default(),
            stale: Stale::default(),
            decay: Decay::default(),
            scratch: TreeScratch::default(),
            config,
        };
        tree.free_all();
        tree
    }

    /// The current settings, as given or as changed by [`set_balance`](Self::set_balance).
    #[must_use]
    pub fn config(&self) -> Config {
        self.config
    }

    /// The number of steps from the root to the deepest leaf; 0 for at most one box. Costs O(1).
    #[must_use]
    #[doc(alias = "getHeight")]
    #[doc(alias = "computeHeight")]
    pub fn height(&self) -> usize {
        self.node(NodeIndex::ROOT).shape.height() as usize
    }

    /// The smallest box around all boxes; `None` if the tree is empty. Costs O(1).
    ///
    /// ```
    /// use broadleaf::{Aabb, SpatialIndexMut, DynamicTree, Id};
    /// let mut tree = DynamicTree::new();
    /// assert_eq!(tree.bounds(), None);
    /// for (id, x) in [(0, 5), (1, -2)] {
    ///     tree.insert(Id(id), Aabb::new([x, 0], [x + 1, 1]));
    /// }
    /// assert_eq!(tree.bounds(), Some(Aabb::new([-2, 0], [6, 1])));
    /// ```
    #[must_use]
    #[doc(alias = "GetRootBounds")]
    pub fn bounds(&self) -> Option<Aabb<S, D>> {
        let root = self.node(NodeIndex::ROOT);
        (!root.is_unused()).then_some(root.aabb)
    }

    #[inline]
    pub(super) fn node(&self, index: NodeIndex) -> &TreeNode<S, D> {
        &self.siblings[index.siblings()][index.side()]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, index: NodeIndex) -> &mut TreeNode<S, D> {
        &mut self.siblings[index.siblings()][index.side()]
    }

    #[inline]
    pub(super) fn children(&self, node: &TreeNode<S, D>) -> &[TreeNode<S, D>; 2] {
        &self.siblings[node.children() as usize]
    }

    #[inline]
    pub(super) fn parent(&self, index: NodeIndex) -> NodeIndex {
        self.parents[index.siblings()]
    }

    #[inline]
    pub(super) fn category_of(&self, index: NodeIndex) -> u32 {
        self.categories
            .get(index.siblings())
            .map_or(u32::MAX, |categories| categories[index.side()])
    }

    #[inline]
    pub(super) fn set_category_of(&mut self, index: NodeIndex, category: u32) {
        if self.category_of(index) != category {
            self.store_category(index, category);
        }
    }

    #[inline(never)]
    fn store_category(&mut self, index: NodeIndex, category: u32) {
        self.categories.resize(self.siblings.len(), [u32::MAX; 2]);
        self.categories[index.siblings()][index.side()] = category;
    }

    pub(super) fn leaf(&self, id: Id) -> Option<NodeIndex> {
        self.leaves.get(id).map(NodeIndex)
    }

    /// A copy of a node with its category, from which a tree can be built.
    pub(super) fn leaf_at(&self, index: NodeIndex) -> Leaf<S, D> {
        Leaf {
            node: *self.node(index),
            category: self.category_of(index),
        }
    }

    pub(super) fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        self.leaf(id).map(|leaf| self.node(leaf).aabb)
    }

    #[inline(never)]
    pub(super) fn reserve_boxes(&mut self, additional: usize) {
        // Only a hint: memory that is not available here is requested again when it is needed.
        let _ = self.siblings.try_reserve(additional);
        let _ = self.parents.try_reserve(additional);
        self.leaves.reserve(additional);
        self.stale
            .reserve(self.leaves.len().saturating_add(additional));
    }

    /// Frees all nodes except an unused root. A list of categories stays in use: leaves that come
    /// back may have some.
    pub(super) fn free_all(&mut self) {
        self.pool.clear();
        self.siblings.clear();
        self.parents.clear();
        self.categories.truncate(1);
        self.categories.fill([u32::MAX; 2]);
        self.allocate(NodeIndex::ROOT);
    }

    /// Allocates a pair of unused nodes below `parent`.
    pub(super) fn allocate(&mut self, parent: NodeIndex) -> u32 {
        let siblings = self.pool.take();
        if self.siblings.len() < self.pool.len() {
            assert!(siblings < MAX_PAIRS, "at most 2^31 boxes");
            self.siblings.push([TreeNode::UNUSED; 2]);
            self.parents.push(parent);
        }
        self.parents[siblings as usize] = parent;
        siblings
    }

    /// Allocates a pair of unused nodes below `root` for each inner node of a new subtree, unless
    /// they are already allocated.
    pub(super) fn allocate_all(&mut self, root: NodeIndex, inner: usize) {
        let mut indices = take(&mut self.scratch.built.indices);
        if indices.is_empty() {
            // In an empty tree, pairs of siblings are allocated one after the other.
            self.scratch.built.is_whole = self.siblings.len() == 1;
        }
        while indices.len() < inner && !self.pool.free().is_empty() {
            indices.push(self.allocate(root));
        }
        let new = self.pool.take_new(inner - indices.len());
        assert!(new.end <= MAX_PAIRS, "at most 2^31 boxes");
        // Not `resize`: it clones, which takes ten times as long as a copy.
        let unused = [TreeNode::UNUSED; 2];
        self.siblings.extend(new.clone().map(|_| unused));
        self.parents.extend(new.clone().map(|_| root));
        indices.extend(new);
        self.scratch.built.indices = indices;
    }

    pub(super) fn free(&mut self, siblings: u32) {
        self.siblings[siblings as usize] = [TreeNode::UNUSED; 2];
        self.pool.give_back(siblings);
    }

    /// Writes a node and updates the links that point to it.
    #[inline]
    pub(super) fn set_node(&mut self, index: NodeIndex, node: TreeNode<S, D>, category: u32) {
        *self.node_mut(index) = node;
        self.set_category_of(index, category);
        if node.is_leaf() {
            self.leaves.set(node.id(), index.0);
        } else {
            self.parents[node.children() as usize] = index;
        }
    }

    /// Copies a node and updates the links that point to it.
    pub(super) fn copy_node(&mut self, from: NodeIndex, to: NodeIndex) {
        self.set_node(to, *self.node(from), self.category_of(from));
    }

    /// Recomputes an inner node from its children; returns whether that changed it.
    #[inline]
    pub(super) fn refit(&mut self, index: NodeIndex) -> bool {
        let children = self.node(index).children();
        let node = TreeNode::inner(children, &self.siblings[children as usize]);
        let category = self.category_of(NodeIndex::new(children, 0))
            | self.category_of(NodeIndex::new(children, 1));
        let changed = *self.node(index) != node || self.category_of(index) != category;
        *self.node_mut(index) = node;
        self.set_category_of(index, category);
        changed
    }
}
