//! A tree of a list of boxes, all of them packed.

use super::id_bits::IdBits;
use super::tree::SettledTree;
use crate::geometry::{BoxSource, Scalar};
use crate::index::SpatialIndex;
use crate::packed_tree::PackedTree;
use crate::store::{Id, TooManyBoxes, to_u32};

impl<S: Scalar, const D: usize> SettledTree<S, D> {
    /// Builds the tree of these boxes, all of them packed. The id of a box is its index.
    ///
    /// `boxes` is a slice, an array, a vector or another [`BoxSource`].
    ///
    /// # Errors
    /// If there are more than 2³² - 1 boxes.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, SettledTree, SpatialIndex};
    /// let boxes = [[0, 0], [5, 5], [2, 1]].map(|[x, y]| Aabb::new([x, y], [x + 2, y + 2]));
    /// let tree = SettledTree::from_boxes(&boxes)?;
    /// assert_eq!(tree.pairs(), [[Id(0), Id(2)]]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn from_boxes(boxes: &(impl BoxSource<S, D> + ?Sized)) -> Result<Self, TooManyBoxes> {
        Ok(Self::of_packed(PackedTree::from_boxes(boxes)?))
    }

    /// [`from_boxes`](Self::from_boxes) on the threads of rayon's current pool, with the same
    /// result for any number of threads. Needs the feature `rayon`.
    ///
    /// # Errors
    /// If there are more than 2³² - 1 boxes.
    #[cfg(feature = "rayon")]
    pub fn par_from_boxes(boxes: &(impl BoxSource<S, D> + ?Sized)) -> Result<Self, TooManyBoxes> {
        Ok(Self::of_packed(PackedTree::par_from_boxes(boxes)?))
    }

    /// The tree of packed boxes whose ids are 0, 1, 2 and so on.
    fn of_packed(packed: PackedTree<S, D>) -> Self {
        let rested = IdBits::of((0..to_u32(packed.len())).map(Id));
        Self::of(packed, rested)
    }
}
