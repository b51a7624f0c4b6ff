//! The boxes that a region touches.

use super::layout::NodeIndex;
use super::tree::DynamicTree;
use crate::geometry::{Region, Scalar};
use crate::store::{Id, Stack};

/// The stack of a deeper tree moves to the heap.
const INLINE: usize = 64;
/// The number of pairs of siblings that are tested together: the processor works on several at a
/// time, because no test depends on the result of another. Measured: 1.5 times as fast as one by
/// one.
const BATCH: usize = 8;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// The ids of the boxes that the region touches.
    pub(super) fn walk<'a, Q: Region<S, D> + ?Sized>(&'a self, region: &'a Q) -> Walk<'a, S, D, Q> {
        let mut walk = Walk {
            tree: self,
            region,
            inner: Stack::new(0),
            found: [Id(0); 2 * BATCH],
            found_len: 0,
        };
        if self.leaves.len() > 0 {
            walk.test(NodeIndex::ROOT);
        }
        walk
    }
}

/// A search for the leaves that a region touches.
pub(super) struct Walk<'a, S: Scalar, const D: usize, Q: ?Sized> {
    tree: &'a DynamicTree<S, D>,
    region: &'a Q,
    /// Siblings below touched nodes.
    inner: Stack<u32, INLINE>,
    /// Touched leaves; only the first `found_len` are valid.
    found: [Id; 2 * BATCH],
    found_len: usize,
}

impl<S: Scalar, const D: usize, Q: Region<S, D> + ?Sized> Walk<'_, S, D, Q> {
    #[inline]
    fn test(&mut self, index: NodeIndex) {
        let node = self.tree.node(index);
        let touched =
            self.region.touches(&node.aabb) && self.region.admits(self.tree.category_of(index));
        // An entry is stored first and then counted or not, so no branch depends on the test.
        self.found[self.found_len] = node.id();
        self.found_len += usize::from(touched & node.is_leaf());
        self.inner
            .push_if(touched & node.is_inner(), node.children());
    }
}

impl<S: Scalar, const D: usize, Q: Region<S, D> + ?Sized> Iterator for Walk<'_, S, D, Q> {
    type Item = Id;

    #[inline]
    fn next(&mut self) -> Option<Id> {
        while self.found_len == 0 {
            let mut batch = [0; BATCH];
            let count = self.inner.pop_into(&mut batch);
            if count == 0 {
                return None;
            }
            for &siblings in &batch[..count] {
                self.test(NodeIndex::new(siblings, 0));
                self.test(NodeIndex::new(siblings, 1));
            }
        }
        self.found_len -= 1;
        Some(self.found[self.found_len])
    }
}
