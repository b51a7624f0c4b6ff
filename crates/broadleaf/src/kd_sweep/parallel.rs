//! Builds on the threads of rayon's current pool, with the same results for any number of threads.

use super::sweep::KdSweep;
use crate::executor::Parallel;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// `extend` on the threads of rayon's current pool. Needs the feature `rayon`.
    pub fn par_extend(&mut self, boxes: impl IntoIterator<Item = (Id, Aabb<S, D>)>) {
        self.put_all(Parallel, boxes.into_iter());
    }

    /// [`optimize`](crate::BroadPhase::optimize) on the threads of rayon's current pool. Needs the
    /// feature `rayon`.
    pub fn par_optimize(&mut self) {
        self.build_if_untidy(Parallel);
    }
}
