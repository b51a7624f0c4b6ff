//! Changes of a broad phase, and checks of what callers give it.

use std::ffi::c_void;

use library::Filter;
use library::broad_phase::ProxyId;

use super::events::BroadleafStepOptions;
use super::handle::BroadPhase;
use super::proxies::{BroadleafProxyOptions, Proxies, mobility};
use crate::boxes::{BroadleafBoxes, Described};
use crate::caller::Caller;
use crate::failure::Failure;
use crate::filter::BroadleafFilter;
use crate::index::read::{first_repeated, unknown};
use crate::query::options::BroadleafQueryOptions;
use crate::status::Status;

impl BroadPhase {
    /// Boxes of the caller, which have the kind of the broad phase.
    pub(crate) fn describe(
        &self,
        caller: &Caller,
        boxes: *const BroadleafBoxes,
        name: &'static str,
    ) -> Result<Described, Failure> {
        let boxes = caller.describe(boxes, name)?;
        boxes.kind.must_be(self.kind, name)?;
        Ok(boxes)
    }

    /// Ids of the caller, all of them in use.
    pub(crate) fn known<'a>(
        &self,
        caller: &'a Caller,
        ids: *const u64,
        count: usize,
    ) -> Result<&'a [u64], Failure> {
        let ids = caller.list(ids, count, "ids")?;
        let is_unknown = |&row: &usize| !self.any.contains(ProxyId::from_bits(ids[row]));
        match (0..count).find(is_unknown) {
            Some(row) => Err(unknown(ids[row], row)),
            None => Ok(ids),
        }
    }

    /// Adds proxies.
    pub(crate) fn create(
        &mut self,
        caller: &Caller,
        boxes: *const BroadleafBoxes,
        options: *const BroadleafProxyOptions,
        ids: *mut u64,
    ) -> Result<(), Failure> {
        let boxes = self.describe(caller, boxes, "boxes")?;
        let proxies = Proxies::read(caller, options, boxes.count())?;
        let ids = caller.buffer(ids, boxes.count(), "ids")?;
        self.any.create(caller, &boxes, &proxies, ids)
    }

    /// Moves proxies.
    pub(crate) fn relocate(
        &mut self,
        caller: &Caller,
        ids: *const u64,
        boxes: *const BroadleafBoxes,
        displacements: *const c_void,
    ) -> Result<usize, Failure> {
        let boxes = self.describe(caller, boxes, "boxes")?;
        let ids = self.known(caller, ids, boxes.count())?;
        self.any.relocate(caller, ids, &boxes, displacements)
    }

    /// Removes proxies.
    pub(crate) fn remove(
        &mut self,
        caller: &Caller,
        ids: *const u64,
        count: usize,
    ) -> Result<(), Failure> {
        let ids = self.known(caller, ids, count)?;
        if let Some(row) = first_repeated(ids) {
            return Err(unknown(ids[row], row));
        }
        for &id in ids {
            self.any.remove(ProxyId::from_bits(id));
        }
        Ok(())
    }

    /// Gives proxies filters.
    pub(crate) fn set_filters(
        &mut self,
        caller: &Caller,
        ids: *const u64,
        count: usize,
        filters: *const BroadleafFilter,
    ) -> Result<(), Failure> {
        let ids = self.known(caller, ids, count)?;
        let filters = caller.list(filters, count, "filters")?;
        for (&id, filter) in ids.iter().zip(filters) {
            self.any
                .set_filter(ProxyId::from_bits(id), filter.to_filter());
        }
        Ok(())
    }

    /// Gives proxies mobilities.
    pub(crate) fn set_mobilities(
        &mut self,
        caller: &Caller,
        ids: *const u64,
        count: usize,
        mobilities: *const u32,
    ) -> Result<(), Failure> {
        let ids = self.known(caller, ids, count)?;
        let mobilities = caller.list(mobilities, count, "mobilities")?;
        let checked = mobilities
            .iter()
            .enumerate()
            .map(|(row, &number)| mobility(number).map_err(|failure| failure.row(row)));
        let mobilities = checked.collect::<Result<Vec<_>, _>>()?;
        for (&id, mobility) in ids.iter().zip(mobilities) {
            self.any.set_mobility(ProxyId::from_bits(id), mobility);
        }
        Ok(())
    }

    /// Has pairs of proxies decided again.
    pub(crate) fn touch(
        &mut self,
        caller: &Caller,
        ids: *const u64,
        count: usize,
    ) -> Result<(), Failure> {
        for &id in self.known(caller, ids, count)? {
            self.any.touch(ProxyId::from_bits(id));
        }
        Ok(())
    }

    /// Ends a frame.
    pub(crate) fn step(
        &mut self,
        caller: &Caller,
        options: *const BroadleafStepOptions,
    ) -> Result<(), Failure> {
        let options = caller.options(options, "options")?;
        if options.reserved != 0 {
            let text = "options: its member `reserved` is not 0";
            return Err(Failure::new(Status::Option, text));
        }
        let context = options.context;
        let mut decide = options.allow.map(|allow| {
            // SAFETY: the caller's function, with the arguments that the header says.
            move |a: ProxyId, b: ProxyId| unsafe { allow(context, a.to_bits(), b.to_bits()) } != 0
        });
        let allow = decide.as_mut().map(|decide| decide as _);
        self.any
            .step(allow, options.threads, &mut self.events.events)?;
        self.events.convert();
        Ok(())
    }

    /// The filter of who asks, or `None`.
    pub(crate) fn asker(
        caller: &Caller,
        options: &BroadleafQueryOptions,
    ) -> Result<Option<Filter>, Failure> {
        let filter = caller.optional(options.filter, 1, "filter")?;
        Ok(filter.map(|filter| filter[0].to_filter()))
    }
}
