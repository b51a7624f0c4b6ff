//! Builds on the threads of rayon's current pool. Results do not depend on the number of threads.

use super::scratch::Leaf;
use crate::dynamic_tree::tree::DynamicTree;
use crate::executor::{Executor, Parallel};
use crate::geometry::{Aabb, Scalar};
use crate::index::par_from_boxes;
use crate::store::Id;
use rayon::iter::{IntoParallelIterator, ParallelExtend, ParallelIterator};

par_from_boxes!(DynamicTree, "DynamicTree");

impl<S: Scalar, const D: usize> ParallelExtend<(Id, Aabb<S, D>)> for DynamicTree<S, D> {
    /// `extend` on the threads of rayon's current pool, which share the boxes and the build of a
    /// new tree or the refit of an existing one. Needs the feature `rayon`.
    ///
    /// Collect the boxes of a sequential iterator into a vector first.
    ///
    /// ```
    /// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
    /// use rayon::prelude::*;
    /// let row: Vec<_> = (0..10_000).map(|i| Aabb::new([2 * i], [2 * i + 2])).collect();
    /// let mut tree = DynamicTree::new();
    /// tree.par_extend((0..10_000).into_par_iter().map(Id).zip(row));
    /// assert_eq!(tree.par_count_pairs(), 9_999);
    /// ```
    fn par_extend<I>(&mut self, boxes: I)
    where
        I: IntoParallelIterator<Item = (Id, Aabb<S, D>)>,
    {
        let boxes = boxes.into_par_iter();
        Parallel.enter(|| {
            self.insert_all(Parallel, |leaves| {
                leaves.par_extend(boxes.map(|(id, aabb)| Leaf::new(id, aabb)));
            });
        });
    }
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// [`rebuild`](Self::rebuild) on the threads of rayon's current pool. Needs the feature
    /// `rayon`.
    pub fn par_rebuild(&mut self) {
        self.rebuild_in(Parallel);
    }
}
