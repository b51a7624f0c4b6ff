//! Which boxes may form pairs, by their categories. A type parameter of joins: without a filter
//! they are what they would be without this file.

use crate::filter::Masks;
use crate::geometry::Scalar;
use crate::packed_tree::levels::CHILDREN;
use crate::packed_tree::view::PackedTreeView;
use crate::simd::Numbers;
use crate::store::to_u32;

/// Which categories form pairs with each other.
pub(in crate::packed_tree) trait Meet: Copy {
    /// The categories that form pairs with a box of a leaf node.
    fn mask_of<S: Scalar, const D: usize>(self, tree: &PackedTreeView<'_, S, D>, leaf: u32) -> u32;

    /// The categories that form pairs with the box in a lane of a leaf node.
    fn mask_of_box<S: Scalar, const D: usize>(
        self,
        tree: &PackedTreeView<'_, S, D>,
        leaf: u32,
        lane: usize,
    ) -> u32;

    /// The lanes of the node of a level with an index whose categories share a bit with a mask.
    fn lanes<S: Scalar, const D: usize>(
        lanes: impl Numbers,
        tree: &PackedTreeView<'_, S, D>,
        node: (usize, u32),
        mask: u32,
    ) -> u32;
}

/// All categories do.
#[derive(Clone, Copy)]
pub(in crate::packed_tree) struct AllMeet;

impl Meet for AllMeet {
    #[inline(always)]
    fn mask_of<S: Scalar, const D: usize>(self, _: &PackedTreeView<'_, S, D>, _: u32) -> u32 {
        u32::MAX
    }

    #[inline(always)]
    fn mask_of_box<S: Scalar, const D: usize>(
        self,
        _: &PackedTreeView<'_, S, D>,
        _: u32,
        _: usize,
    ) -> u32 {
        u32::MAX
    }

    #[inline(always)]
    fn lanes<S: Scalar, const D: usize>(
        _: impl Numbers,
        _: &PackedTreeView<'_, S, D>,
        _: (usize, u32),
        _: u32,
    ) -> u32 {
        u32::MAX
    }
}

impl Meet for &Masks {
    #[inline(always)]
    fn mask_of<S: Scalar, const D: usize>(self, tree: &PackedTreeView<'_, S, D>, leaf: u32) -> u32 {
        self.mask(tree.category_union(0, leaf).unwrap_or(u32::MAX))
    }

    #[inline(always)]
    fn mask_of_box<S: Scalar, const D: usize>(
        self,
        tree: &PackedTreeView<'_, S, D>,
        leaf: u32,
        lane: usize,
    ) -> u32 {
        self.mask(tree.category_at(leaf * CHILDREN + to_u32(lane)))
    }

    #[inline(always)]
    fn lanes<S: Scalar, const D: usize>(
        lanes: impl Numbers,
        tree: &PackedTreeView<'_, S, D>,
        (level, index): (usize, u32),
        mask: u32,
    ) -> u32 {
        match tree.categories_of(level, index) {
            Some(categories) => lanes.common(&categories, mask),
            // Without categories, boxes are in all of them.
            None => u32::from(mask == 0).wrapping_sub(1),
        }
    }
}
