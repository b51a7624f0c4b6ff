//! Forwards operations to the broad phase without recording them, because they change no answer.

use super::record::Recorder;
use crate::broad_phase::ProxyId;
use crate::dynamic_tree::Balance;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    Recorder<T, S, D, B, F>
{
    /// [`BroadPhase::user_data_mut`](crate::BroadPhase::user_data_mut); not recorded.
    pub fn user_data_mut(&mut self, id: ProxyId) -> Option<&mut T> {
        self.broad_phase.user_data_mut(id)
    }

    /// [`BroadPhase::set_reports_stays`](crate::BroadPhase::set_reports_stays); not recorded.
    pub fn set_reports_stays(&mut self, reports: bool) {
        self.broad_phase.set_reports_stays(reports);
    }

    /// [`BroadPhase::set_max_proxies`](crate::BroadPhase::set_max_proxies); not recorded.
    pub fn set_max_proxies(&mut self, max: usize) {
        self.broad_phase.set_max_proxies(max);
    }

    /// [`BroadPhase::reserve`](crate::BroadPhase::reserve); not recorded.
    pub fn reserve(&mut self, additional: usize) {
        self.broad_phase.reserve(additional);
    }

    /// [`BroadPhase::optimize`](crate::BroadPhase::optimize); not recorded.
    pub fn optimize(&mut self) {
        self.broad_phase.optimize();
    }

    /// [`BroadPhase::optimize_some`](crate::BroadPhase::optimize_some); not recorded.
    pub fn optimize_some(&mut self, proxies: usize) {
        self.broad_phase.optimize_some(proxies);
    }
}

impl<T, S: Scalar, const D: usize> Recorder<T, S, D> {
    /// [`BroadPhase::set_balance`](crate::BroadPhase::set_balance); not recorded.
    pub fn set_balance(&mut self, balance: Balance) {
        self.broad_phase.set_balance(balance);
    }

    /// [`BroadPhase::rebuild_bottom_up`](crate::BroadPhase::rebuild_bottom_up); not recorded.
    pub fn rebuild_bottom_up(&mut self) {
        self.broad_phase.rebuild_bottom_up();
    }
}
