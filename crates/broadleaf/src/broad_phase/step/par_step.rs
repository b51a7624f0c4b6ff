//! Steps in parallel.

use super::advance::Accepts;
use super::events::Events;
use super::tuning::COST_OF_PROXY;
use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::id::ProxyId;
use crate::executor::{Executor, Parallel, Sequential};
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// [`step`](Self::step) in parallel: the same events in the same order, whatever the number of
    /// threads. Needs the feature `rayon`.
    ///
    /// Runs on the threads of rayon's current pool. To use another pool, call `pool.install(||
    /// broad_phase.par_step())`.
    ///
    /// Saves time if many proxies move, because threads share the comparison of all proxies. If few
    /// proxies move or exist, the step runs on the caller's thread, like [`step`](Self::step).
    /// does.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let row = || (0..30_000).map(|x| Aabb::new([x, 0], [x + 1, 1]));
    /// let mut broad_phases = [0, 1].map(|_| BroadPhase::<(), i32, 2>::default());
    /// for broad_phase in &mut broad_phases {
    ///     row().for_each(|aabb| drop(broad_phase.create(aabb, ())));
    /// }
    /// let [one, many] = &mut broad_phases;
    /// assert_eq!(one.step(), many.par_step());
    /// ```
    pub fn par_step(&mut self) -> Events {
        self.par_advance(None);
        self.events.clone()
    }

    /// [`step_with`](Self::step_with) in parallel. Needs the feature `rayon`.
    ///
    /// The filter is called on the caller's thread, in the order of events.
    pub fn par_step_with(
        &mut self,
        mut accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
    ) -> Events {
        self.par_advance(Some(&mut accepts));
        self.events.clone()
    }

    /// [`step_into`](Self::step_into) in parallel. Needs the feature `rayon`.
    pub fn par_step_into(&mut self, events: &mut Events) {
        self.par_advance(None);
        events.copy_from(&self.events);
    }

    /// [`step_with_into`](Self::step_with_into) in parallel. Needs the feature `rayon`.
    ///
    /// The filter is called on the caller's thread, in the order of events.
    pub fn par_step_with_into(
        &mut self,
        mut accepts: impl FnMut((ProxyId, &T), (ProxyId, &T)) -> bool,
        events: &mut Events,
    ) {
        self.par_advance(Some(&mut accepts));
        events.copy_from(&self.events);
    }

    /// Ends a step, on the threads of the pool if that may save time.
    fn par_advance(&mut self, accepts: Accepts<'_, T>) {
        if Parallel.shares(self.len(), COST_OF_PROXY) {
            self.advance(Parallel, accepts);
        } else {
            self.advance(Sequential, accepts);
        }
    }
}
