//! Builds on the threads of rayon's current pool. Results do not depend on the number of threads.

use super::node::CellBox;
use super::tree::Orthtree;
use crate::executor::{Executor, Parallel};
use crate::geometry::{Aabb, Scalar};
use crate::index::par_from_boxes;
use crate::store::Id;
use rayon::iter::{IntoParallelIterator, ParallelExtend, ParallelIterator};

par_from_boxes!(Orthtree, "Quadtree");

impl<S: Scalar, const D: usize> ParallelExtend<(Id, Aabb<S, D>)> for Orthtree<S, D> {
    /// `extend` on the threads of rayon's current pool, which share the boxes and a rebuild. Needs
    /// the feature `rayon`.
    ///
    /// Collect the boxes of a sequential iterator into a vector first.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, Quadtree, SpatialIndex};
    /// use rayon::prelude::*;
    /// let mut tree = Quadtree::new();
    /// let at = |i| (Id(i), Aabb::new([2 * i as i32, 0], [2 * i as i32 + 2, 1]));
    /// tree.par_extend((0..10_000).into_par_iter().map(at));
    /// assert_eq!(tree.par_count_pairs(), 9_999);
    /// ```
    fn par_extend<I>(&mut self, boxes: I)
    where
        I: IntoParallelIterator<Item = (Id, Aabb<S, D>)>,
    {
        let boxes = boxes.into_par_iter();
        Parallel.enter(|| {
            self.update_in(Parallel, |items| {
                items.par_extend(boxes.map(|(id, aabb)| CellBox::new(id, aabb)));
            });
        });
    }
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// [`optimize`](crate::SpatialIndexMut::optimize) on the threads of rayon's current pool. Needs
    /// the feature `rayon`.
    pub fn par_optimize(&mut self) {
        self.rebuild_if_changed(Parallel);
    }
}
