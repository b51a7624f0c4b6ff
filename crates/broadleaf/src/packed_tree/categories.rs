//! Category bits: of each box, and for each node the union of its children's.

use super::build::write_numbers;
use super::format::PackedTreeHeader;
use super::tree::PackedTree;
use crate::geometry::Scalar;
use crate::simd::LANES;
use crate::store::Id;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> PackedTree<S, D> {
    /// The same tree with these category bits, which [`Masked`](crate::geometry::Masked) questions
    /// test. Without them, a box has all bits.
    ///
    /// Costs O(n), and four bytes for each box.
    ///
    /// ```
    /// use broadleaf::geometry::Masked;
    /// use broadleaf::{Aabb, Id, PackedTree, SpatialIndex};
    /// let boxes = [Aabb::new([0, 0], [9, 9]), Aabb::new([3, 3], [4, 4])];
    /// let tree = PackedTree::new(&boxes)?.with_categories(|id| 1 << id.0);
    /// assert_eq!(tree.overlaps(&Masked { of: [3, 3], mask: 0b10 }), [Id(1)]);
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
}
