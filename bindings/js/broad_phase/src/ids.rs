//! Ids of proxies as numbers of JavaScript.

use broadleaf::Id;
use broadleaf::broad_phase::ProxyId;

use crate::any_broad_phase::BroadPhase;

/// The bits of a slot. A slot takes more than 128 bytes, so a module, which has at most
/// 2<sup>32</sup>, never has more slots.
const SLOT_BITS: u32 = 25;
/// The bits of a generation: what an exact integer of 53 bits has left.
const GENERATION_BITS: u32 = 53 - SLOT_BITS;

/// The id of no proxy.
pub(crate) const NONE: f64 = -1.0;

/// The number of a proxy: its slot, plus its generation times 2<sup>25</sup>.
pub(crate) fn number(id: ProxyId) -> f64 {
    let generation = id.to_bits() >> 32 & ((1 << GENERATION_BITS) - 1);
    (generation << SLOT_BITS | u64::from(id.id().0)) as f64
}

/// The proxy with a number.
pub(crate) fn proxy<const D: usize>(of: &BroadPhase<D>, number: f64) -> Option<ProxyId> {
    // The conversion saturates. Other numbers than ids fail the comparison.
    let slot = number as u64 & ((1 << SLOT_BITS) - 1);
    let id = of.proxy(Id(slot as u32))?;
    (self::number(id) == number).then_some(id)
}

/// The number of the proxy in a slot.
pub(crate) fn number_in<const D: usize>(of: &BroadPhase<D>, slot: Id) -> f64 {
    of.proxy(slot).map_or(NONE, number)
}
