//! Which pairs of a search are wanted.

use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tree::DynamicTree;
use crate::filter::Masks;
use crate::geometry::Scalar;

/// Whether pairs of the leaves at or below two nodes are wanted.
pub(crate) trait Wanted {
    /// Gets a node of the left tree and a node of the right one.
    fn wants(&self, left: NodeIndex, right: NodeIndex) -> bool;
}

/// All pairs. A separate type: a branch for each pair of nodes makes searches 10 % slower.
pub(crate) struct All;

impl Wanted for All {
    #[inline]
    fn wants(&self, _: NodeIndex, _: NodeIndex) -> bool {
        true
    }
}

/// Pairs whose categories meet.
pub(crate) struct CategoriesMeet<'a, S: Scalar, const D: usize> {
    /// The left tree and the right one.
    pub(crate) trees: [&'a DynamicTree<S, D>; 2],
    pub(crate) masks: &'a Masks,
}

impl<S: Scalar, const D: usize> Wanted for CategoriesMeet<'_, S, D> {
    #[inline]
    fn wants(&self, left: NodeIndex, right: NodeIndex) -> bool {
        let [ours, theirs] = self.trees;
        self.masks.mask(ours.category_of(left)) & theirs.category_of(right) != 0
    }
}
