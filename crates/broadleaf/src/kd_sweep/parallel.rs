//! The same on the threads of rayon's current pool, with the same results for any number of them.

use core::convert::Infallible;
use core::ops::ControlFlow;

use super::{Aabb, Body, Id, KdSweep, Scalar, Vec};
use crate::executor::{Executor, Parallel};
use crate::sort::sort_pairs;

/// How many nodes are looked at as one piece of work.
const NODES: usize = 64;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// `extend` in parallel. Needs the feature `rayon`.
    pub fn par_extend(&mut self, boxes: impl IntoIterator<Item = (Id, Aabb<S, D>)>) {
        self.put_all(Parallel, boxes.into_iter());
    }

    /// [`optimize`](crate::BroadPhase::optimize) in parallel. Needs the feature `rayon`.
    pub fn par_optimize(&mut self) {
        if !self.is_tidy() {
            self.rebuild(Parallel);
        }
    }

    /// [`pairs`](crate::BroadPhase::pairs) in parallel. Needs the feature `rayon`.
    #[must_use]
    pub fn par_pairs(&self) -> Vec<(Id, Id)> {
        let ends = self.pair_sources();
        let parts = Parallel.map(ends.div_ceil(NODES), |part| {
            let mut pairs = Vec::new();
            let ControlFlow::Continue(()) = self.visit_pairs_at(part * NODES..ends.min((part + 1) * NODES), |a, b| {
                pairs.push((a, b));
                ControlFlow::<Infallible>::Continue(())
            });
            pairs
        });
        let mut pairs = parts.concat();
        sort_pairs(&mut pairs);
        pairs
    }

    /// [`n_body`](Self::n_body) in parallel. Needs the feature `rayon`.
    #[must_use]
    pub fn par_n_body(
        &self,
        opening: S::Real,
        body: impl Fn(Id) -> Body<S::Real, D> + Sync,
        force: impl Fn(&Body<S::Real, D>, &Body<S::Real, D>) -> [S::Real; D] + Sync,
    ) -> Vec<(Id, [S::Real; D])> {
        self.forces(Parallel, opening, body, force)
    }
}
