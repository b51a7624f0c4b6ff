//! Which boxes may form pairs, by their categories.

use crate::filter::{CategoryMatrix, Masks};
use crate::geometry::Scalar;
use crate::packed_tree::levels::CHILDREN;
use crate::packed_tree::view::PackedTreeView;
use crate::simd::Numbers;
use crate::store::to_u32;

/// Which categories form pairs with each other; all of them if there are no masks.
#[derive(Clone, Debug)]
pub(crate) struct Meeting(Option<Masks>);

impl Meeting {
    pub(crate) const ALL: Self = Self(None);

    pub(crate) fn of(matrix: Option<&CategoryMatrix>) -> Self {
        Self(matrix.map(CategoryMatrix::masks))
    }

    /// Whether all categories form pairs with each other.
    pub(crate) fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// The categories that form pairs with a box of a leaf node.
    #[inline(always)]
    pub(crate) fn mask_of<S: Scalar, const D: usize>(
        &self,
        tree: &PackedTreeView<'_, S, D>,
        leaf: u32,
    ) -> u32 {
        self.mask(|| tree.category_union(0, leaf).unwrap_or(u32::MAX))
    }

    /// The categories that form pairs with the box in a lane of a leaf node.
    #[inline(always)]
    pub(crate) fn mask_of_box<S: Scalar, const D: usize>(
        &self,
        tree: &PackedTreeView<'_, S, D>,
        leaf: u32,
        lane: usize,
    ) -> u32 {
        self.mask(|| tree.category_at(leaf * CHILDREN + to_u32(lane)))
    }

    #[inline(always)]
    fn mask(&self, category: impl FnOnce() -> u32) -> u32 {
        let masks = self.0.as_ref();
        masks.map_or(u32::MAX, |masks| masks.mask(category()))
    }

    /// The lanes of a node, given by level and index, whose categories share a bit with a mask.
    #[inline(always)]
    pub(crate) fn lanes<S: Scalar, const D: usize>(
        &self,
        lanes: impl Numbers,
        tree: &PackedTreeView<'_, S, D>,
        (level, index): (usize, u32),
        mask: u32,
    ) -> u32 {
        match tree.categories_of(level, index) {
            Some(categories) => lanes.common(&categories, mask),
            // Without categories, a box is in all of them.
            None => u32::from(mask == 0).wrapping_sub(1),
        }
    }
}
