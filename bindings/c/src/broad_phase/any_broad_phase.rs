//! Broad phases of any scalar and dimension behind one trait.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use library::Filter;
use library::broad_phase::{Events, Mobility, ProxyId};

use super::events::BroadleafProxyPair;
use super::proxies::Proxies;
use crate::boxes::Described;
use crate::buffers::{List, Lists};
use crate::caller::{Caller, Outcome};
use crate::failure::Failure;
use crate::query::casts::DescribedCasts;
use crate::query::options::{BroadleafHit, BroadleafQueryOptions};
use crate::query::visit::{HitVisitor, IdVisitor};

/// Decides about pairs that would begin.
pub(crate) type Allow<'a> = &'a mut dyn FnMut(ProxyId, ProxyId) -> bool;

/// A call with a query.
pub(crate) struct Call<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) options: &'a BroadleafQueryOptions,
    /// The filter of who asks.
    pub(crate) filter: Option<Filter>,
}

/// A broad phase of some kind. Ids that are given to it are in use, unless a function says
/// otherwise.
pub(crate) trait AnyBroadPhase: Send + Sync {
    fn len(&self) -> usize;
    fn frame(&self) -> u64;
    fn history(&self) -> usize;
    fn hash(&self) -> u64;
    fn save(&self) -> Vec<u8>;
    fn contains(&self, id: ProxyId) -> bool;
    fn ids(&self, list: &mut List<'_, u64>);
    /// Of any ids.
    fn boxes(
        &self,
        ids: &[u64],
        is_fat: bool,
        axes: usize,
        numbers: &mut [MaybeUninit<u8>],
    ) -> Result<(), Failure>;

    fn create(
        &mut self,
        caller: &Caller,
        boxes: &Described,
        proxies: &Proxies<'_>,
        ids: &mut [MaybeUninit<u64>],
    ) -> Result<(), Failure>;
    fn relocate(
        &mut self,
        caller: &Caller,
        ids: &[u64],
        boxes: &Described,
        displacements: *const c_void,
    ) -> Result<usize, Failure>;
    fn remove(&mut self, id: ProxyId);
    fn set_filter(&mut self, id: ProxyId, filter: Filter);
    fn set_mobility(&mut self, id: ProxyId, mobility: Mobility);
    fn touch(&mut self, id: ProxyId);
    fn optimize(&mut self);
    fn step(
        &mut self,
        allow: Option<Allow<'_>>,
        threads: u32,
        events: &mut Events,
    ) -> Result<(), Failure>;
    fn rewind(&mut self, steps: usize) -> Result<(), Failure>;

    fn pairs(&self, is_fat: bool, list: &mut List<'_, BroadleafProxyPair>);
    fn pairs_of(&self, ids: &[u64], is_fat: bool, list: &mut List<'_, BroadleafProxyPair>);
    fn windows(
        &self,
        call: &Call<'_>,
        windows: &Described,
        lists: &mut Lists<'_, u64>,
    ) -> Result<(), Failure>;
    fn casts(
        &self,
        call: &Call<'_>,
        casts: &DescribedCasts,
        lists: &mut Lists<'_, BroadleafHit>,
    ) -> Result<(), Failure>;
    fn nearest(
        &self,
        call: &Call<'_>,
        places: &Described,
        lists: &mut Lists<'_, BroadleafHit>,
    ) -> Result<(), Failure>;
    fn visit_window(&self, call: &Call<'_>, window: &Described, visit: IdVisitor<'_>) -> Outcome;
    fn visit_cast(&self, call: &Call<'_>, cast: &DescribedCasts, visit: HitVisitor<'_>) -> Outcome;
}
