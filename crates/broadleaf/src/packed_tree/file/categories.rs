//! Category bits of boxes, and for each node the union over its children.

use super::format::PackedTreeHeader;
use crate::geometry::Scalar;
use crate::packed_tree::build::pack::write_numbers;
use crate::packed_tree::levels::CHILDREN;
use crate::packed_tree::tree::PackedTree;
use crate::simd::LANES;
use crate::store::Id;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> PackedTree<S, D> {
    /// Sets the category bits of all boxes, which [`Masked`](crate::geometry::Masked) queries test.
    /// Without them, a box has all bits.
    ///
    /// Costs O(n), and four bytes for each box.
    ///
    /// ```
    /// use broadleaf::geometry::Masked;
    /// use broadleaf::{Aabb, Id, PackedTree, SpatialIndex};
    /// let boxes = [Aabb::new([0, 0], [9, 9]), Aabb::new([3, 3], [4, 4])];
    /// let tree = PackedTree::from_boxes(&boxes)?.with_categories(|id| 1 << id.0);
    /// assert_eq!(tree.overlaps(&Masked::new([3, 3], 0b10)), [Id(1)]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[must_use]
    pub fn with_categories(mut self, category: impl Fn(Id) -> u32) -> Self {
        let header = PackedTreeHeader {
            has_categories: true,
            ..self.view().header()
        };
        self.set_header(&header);
        let view = self.view();
        let levels = view.levels;
        let mut children: Vec<_> = view.ids_by_position().map(category).collect();
        let per_node = LANES * size_of::<u32>();
        for level in 0..levels.count {
            let start = self.sections.categories.start + levels.number(level, 0) * per_node;
            let end = start + levels.len(level) as usize * per_node;
            write_numbers(&mut self.bytes[start..end], children.iter().copied());
            let nodes = children.chunks(LANES);
            let union = |node: &[u32]| node.iter().fold(0, |union, bits| union | bits);
            children = nodes.map(union).collect();
        }
        self
    }

    /// Sets the category bits of one box. Returns the previous bits; `None` if the id is unknown.
    ///
    /// Costs O(log n), or O(n) if the tree has no categories yet.
    ///
    /// ```
    /// use broadleaf::geometry::Masked;
    /// use broadleaf::{Aabb, Id, PackedTree, SpatialIndex};
    /// let mut tree = PackedTree::from_boxes(&[Aabb::new([0, 0], [9, 9]), Aabb::new([3, 3], [4, 4])])?;
    /// assert_eq!(tree.set_category(Id(1), 0b10), Some(u32::MAX));
    /// assert_eq!(tree.overlaps(&Masked::new([3, 3], 0b1)), [Id(0)]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        let position = self.view().position(id)?;
        let old = self.view().category_at(position);
        if old == category {
            return Some(old);
        }
        if self.sections.categories.is_empty() {
            *self = core::mem::take(self).with_categories(|_| u32::MAX);
        }
        let (mut child, mut category) = (position, category);
        for level in 0..self.sections.levels.count {
            self.write_category(level, child, category);
            child /= CHILDREN;
            category = self.view().category_union(level, child)?;
        }
        Some(old)
    }

    /// Writes the category of a child of a node of this level.
    fn write_category(&mut self, level: usize, child: u32, category: u32) {
        let first = self.sections.levels.number(level, 0) * LANES;
        let start = self.sections.categories.start + (first + child as usize) * size_of::<u32>();
        write_numbers(
            &mut self.bytes[start..start + size_of::<u32>()],
            [category].into_iter(),
        );
    }
}
