//! Builds on the threads of rayon's current pool, with the same results for any number of threads.

use super::tree::DynamicTree;
use crate::executor::Parallel;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// `extend` on the threads of rayon's current pool, which share the build of a new tree. Needs
    /// the feature `rayon`.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// let mut tree = DynamicTree::new();
    /// tree.par_extend((0..10_000).map(|i| (Id(i), Aabb::new([2 * i], [2 * i + 2]))));
    /// assert_eq!(tree.par_count_pairs(), 9_999);
    /// ```
    pub fn par_extend(&mut self, boxes: impl IntoIterator<Item = (Id, Aabb<S, D>)>) {
        self.insert_all(Parallel, boxes.into_iter());
    }

    /// [`rebuild`](Self::rebuild) on the threads of rayon's current pool. Needs the feature
    /// `rayon`.
    pub fn par_rebuild(&mut self) {
        self.rebuild_in(Parallel);
    }
}
