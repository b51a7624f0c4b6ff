//! What a recorder passes on to its world without recording it, since it changes no answer.

use super::record::Recorder;
use crate::dynamic_tree::Balance;
use crate::geometry::Scalar;
use crate::index::BroadPhase;
use crate::world::ProxyId;

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>, F: BroadPhase<S, D>>
    Recorder<T, S, D, B, F>
{
    /// [`World::user_data_mut`](crate::World::user_data_mut); not recorded.
    pub fn user_data_mut(&mut self, id: ProxyId) -> Option<&mut T> {
        self.world.user_data_mut(id)
    }

    /// [`World::set_reports_stays`](crate::World::set_reports_stays); not recorded.
    pub fn set_reports_stays(&mut self, reports: bool) {
        self.world.set_reports_stays(reports);
    }

    /// [`World::set_max_proxies`](crate::World::set_max_proxies); not recorded.
    pub fn set_max_proxies(&mut self, max: usize) {
        self.world.set_max_proxies(max);
    }

    /// [`World::reserve`](crate::World::reserve); not recorded.
    pub fn reserve(&mut self, additional: usize) {
        self.world.reserve(additional);
    }

    /// [`World::optimize`](crate::World::optimize); not recorded.
    pub fn optimize(&mut self) {
        self.world.optimize();
    }

    /// [`World::optimize_some`](crate::World::optimize_some); not recorded.
    pub fn optimize_some(&mut self, proxies: usize) {
        self.world.optimize_some(proxies);
    }
}

impl<T, S: Scalar, const D: usize> Recorder<T, S, D> {
    /// [`World::set_balance`](crate::World::set_balance); not recorded.
    pub fn set_balance(&mut self, balance: Balance) {
        self.world.set_balance(balance);
    }

    /// [`World::rebuild_bottom_up`](crate::World::rebuild_bottom_up); not recorded.
    pub fn rebuild_bottom_up(&mut self) {
        self.world.rebuild_bottom_up();
    }
}
