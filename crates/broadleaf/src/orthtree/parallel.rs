//! Builds on the threads of rayon's current pool, with the same results for any number of threads.

use super::rebuild::Update;
use super::tree::Orthtree;
use crate::executor::Parallel;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// [`update_many`](Self::update_many) on the threads of rayon's current pool, which share a
    /// rebuild. Needs the feature `rayon`.
    ///
    /// ```
    /// use broadleaf::orthtree::Update;
    /// use broadleaf::{Aabb, Id, Quadtree, SpatialIndex};
    /// let mut tree = Quadtree::new();
    /// let row = (0..10_000).map(|i| (Id(i as u32), Aabb::new([2 * i, 0], [2 * i + 2, 1])));
    /// assert_eq!(tree.par_update_many(row), Update::Rebuild);
    /// assert_eq!(tree.par_count_pairs(), 9_999);
    /// ```
    #[doc(alias = "par_extend")]
    pub fn par_update_many(&mut self, boxes: impl IntoIterator<Item = (Id, Aabb<S, D>)>) -> Update {
        self.update_in(Parallel, boxes.into_iter())
    }

    /// [`rebuild`](Self::rebuild) on the threads of rayon's current pool. Needs the feature
    /// `rayon`.
    pub fn par_rebuild(&mut self) {
        self.rebuild_in(Parallel);
    }
}
