//! The structure, and the meaning of its fields.

use alloc::vec::Vec;

use super::config::Config;
use super::median_build::{KdMemory, Node, SweptBox};
use super::tuning::{LEAST_TREE_PER_PENDING, PENDING_PER_ROOT};
use crate::geometry::Scalar;
use crate::index::from_boxes;
use crate::pair_finder::PairFinder;
use crate::store::{Id, IdMap, ScratchPool, to_u32};

/// A KD tree of boxes whose leaves are swept: the structure to rebuild in every frame.
///
/// `extend` with many boxes builds the tree. A single `insert` appends the box to a short list that
/// every query scans. `optimize` builds the tree, and so does a change that makes the list too
/// long.
///
/// # Costs
/// For n boxes: a build O(n log n); insert, remove and move O(√n) amortized; queries O(√n + found)
/// and all pairs O(n + found) unless many boxes overlap. Builds and searches for all pairs allocate
/// nothing once they have seen as many boxes.
///
/// ```
/// use broadleaf::{Aabb, SpatialIndexMut, Id, KdSweep, SpatialIndex};
/// let boxes: Vec<_> = (0..100).map(|i| Aabb::new([3 * i, 0], [3 * i + 2, 2])).collect();
/// let mut index = KdSweep::from_boxes(&boxes)?;
/// index.insert(Id(5), Aabb::new([0, 0], [1, 1])); // moves it
/// assert_eq!(index.pairs(), [[Id(0), Id(5)]]);
/// assert_eq!(index.nearest(&[17, 9]).unwrap().id, Id(6));
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "kdtree")]
#[doc(alias = "sweep_and_prune")]
#[doc(alias = "broccoli")]
pub struct KdSweep<S: Scalar, const D: usize> {
    /// The items of the tree in its order, then the pending items.
    pub(super) items: Vec<SweptBox<S, D>>,
    /// For each item of the tree, the greatest end of the items up to it in its leaf, along the
    /// leaf's axis.
    pub(super) max_ends: Vec<S>,
    /// In pre-order; empty if there is no tree.
    pub(super) nodes: Vec<Node<S, D>>,
    pub(super) indices: IdMap,
    /// The number of items of the tree whose ids have been removed or have a pending item.
    pub(super) stale: usize,
    pub(super) config: Config,
    pub(super) memory: KdMemory<S, D>,
    /// Scratch lists that a search for pairs carries down the tree.
    pub(super) lists: ScratchPool<Vec<u32>>,
    /// Finders for the pairs of pending items.
    pub(super) finders: ScratchPool<PairFinder<S, D>>,
}

from_boxes!(KdSweep, "KdSweep");

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// An empty index with default parameters.
    #[must_use]
    pub fn new() -> Self {
        Self::with_config(Config::default())
    }

    /// An empty index with these parameters.
    #[must_use]
    pub fn with_config(config: Config) -> Self {
        Self {
            items: Vec::new(),
            max_ends: Vec::new(),
            nodes: Vec::new(),
            indices: IdMap::default(),
            stale: 0,
            config,
            memory: KdMemory::default(),
            lists: ScratchPool::default(),
            finders: ScratchPool::default(),
        }
    }

    /// The parameters that the index was made with.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    pub(super) fn reserve_boxes(&mut self, additional: usize) {
        // Only a hint: memory that is not available here is requested again when it is needed.
        let _ = self.items.try_reserve(additional);
        self.indices.reserve(additional);
    }

    /// The number of items of the tree, including stale ones.
    pub(super) fn tree_len(&self) -> usize {
        self.nodes.first().map_or(0, |root| root.end as usize)
    }

    pub(super) fn pending(&self) -> &[SweptBox<S, D>] {
        &self.items[self.tree_len()..]
    }

    /// Whether the tree has exactly the boxes of the index.
    pub(super) fn is_tidy(&self) -> bool {
        self.stale == 0 && self.pending().is_empty()
    }

    pub(super) fn item(&self, id: Id) -> Option<&SweptBox<S, D>> {
        self.indices
            .get(id)
            .map(|index| &self.items[index as usize])
    }

    /// The most pending items, and the most stale items. Scanning so many costs a query about as
    /// much as an insert's share of the next build.
    pub(super) fn max_pending(&self) -> usize {
        let len = self.tree_len();
        let scanned = (PENDING_PER_ROOT * len.isqrt()).min(len / LEAST_TREE_PER_PENDING);
        self.config.effective_leaf_capacity().max(scanned)
    }

    pub(super) fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<SweptBox<S, D>>()
            + self.max_ends.capacity() * size_of::<S>()
            + self.nodes.capacity() * size_of::<Node<S, D>>()
            + self.indices.bytes()
            + self.memory.bytes()
            + self.lists.bytes(|list| list.capacity() * size_of::<u32>())
            + self.finders.bytes(PairFinder::bytes)
    }

    /// Whether an item is the current item of its id.
    #[inline]
    pub(super) fn is_live(&self, index: usize) -> bool {
        self.stale == 0 || self.indices.get(self.items[index].id) == Some(to_u32(index))
    }
}
