//! Changes the settings of a proxy, and records it.

use super::format::Code;
use super::record::Recorder;
use crate::broad_phase::history::boxes::put_filter;
use crate::broad_phase::history::header::put_own_margin;
use crate::broad_phase::{Margin, Mobility, ProxyId, UnknownProxy};
use crate::filter::Filter;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    Recorder<T, S, D, B, F>
{
    /// [`BroadPhase::touch`](crate::BroadPhase::touch), recorded.
    ///
    /// # Errors
    /// If the proxy does not exist.
    pub fn touch(&mut self, id: ProxyId) -> Result<(), UnknownProxy> {
        self.broad_phase.touch(id)?;
        self.put_operation(Code::Touch, id);
        Ok(())
    }

    /// [`BroadPhase::set_filter`](crate::BroadPhase::set_filter), recorded.
    ///
    /// # Errors
    /// If the proxy does not exist.
    pub fn set_filter(&mut self, id: ProxyId, filter: Filter) -> Result<(), UnknownProxy> {
        self.broad_phase.set_filter(id, filter)?;
        self.put_operation(Code::SetFilter, id);
        put_filter(&mut self.bytes, &filter);
        Ok(())
    }

    /// [`BroadPhase::set_mobility`](crate::BroadPhase::set_mobility), recorded.
    ///
    /// # Errors
    /// If the proxy does not exist.
    pub fn set_mobility(&mut self, id: ProxyId, mobility: Mobility) -> Result<(), UnknownProxy> {
        self.broad_phase.set_mobility(id, mobility)?;
        self.put_operation(Code::SetMobility, id);
        self.bytes.push(mobility.code());
        Ok(())
    }

    /// [`BroadPhase::set_margin`](crate::BroadPhase::set_margin), recorded.
    ///
    /// # Errors
    /// If the proxy does not exist.
    pub fn set_margin(
        &mut self,
        id: ProxyId,
        margin: Option<Margin<S>>,
    ) -> Result<(), UnknownProxy> {
        self.broad_phase.set_margin(id, margin)?;
        self.put_operation(Code::SetMargin, id);
        put_own_margin(&mut self.bytes, margin);
        Ok(())
    }
}
