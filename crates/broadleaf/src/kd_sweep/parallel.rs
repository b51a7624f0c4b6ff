//! Builds on the threads of rayon's current pool. Results do not depend on the number of threads.

use super::median_build::SweptBox;
use super::sweep::KdSweep;
use crate::executor::{Executor, Parallel};
use crate::geometry::{Aabb, Scalar};
use crate::index::par_from_boxes;
use crate::store::Id;
use rayon::iter::{IntoParallelIterator, ParallelExtend, ParallelIterator};

par_from_boxes!(KdSweep, "KdSweep");

impl<S: Scalar, const D: usize> ParallelExtend<(Id, Aabb<S, D>)> for KdSweep<S, D> {
    /// `extend` on the threads of rayon's current pool, which share the boxes and the build. Needs
    /// the feature `rayon`.
    ///
    /// Collect the boxes of a sequential iterator into a vector first.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, KdSweep, SpatialIndex};
    /// use rayon::prelude::*;
    /// let mut row = KdSweep::new();
    /// let at = |i: u32| (Id(i), Aabb::new([2 * i], [2 * i + 2]));
    /// row.par_extend((0..10_000).into_par_iter().map(at));
    /// assert_eq!(row.par_pairs().len(), 9_999);
    /// ```
    fn par_extend<I>(&mut self, boxes: I)
    where
        I: IntoParallelIterator<Item = (Id, Aabb<S, D>)>,
    {
        let boxes = boxes.into_par_iter();
        Parallel.enter(|| {
            self.put_all(Parallel, |items| {
                items.par_extend(boxes.map(|(id, aabb)| SweptBox::new(id, aabb)));
            });
        });
    }
}

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// [`optimize`](crate::SpatialIndexMut::optimize) on the threads of rayon's current pool. Needs
    /// the feature `rayon`.
    pub fn par_optimize(&mut self) {
        self.build_if_untidy(Parallel);
    }
}
