//! Proxies with user data, margins, filters and events, over any structure.
//!
//! ```text
//!   tight boxes in ──▶ fat boxes ──▶ moving: B ─┐
//!                                    fixed:  F ─┴─▶ step() ──▶ pairs that began and ended
//! ```
//!
//! A pair begins if its fat boxes overlap and did not at the previous step, and ends in the reverse
//! case. Both follow from boxes that a [`BroadPhase`] has, so the cost of a step depends on what
//! changed, and the only pairs to store are those that the caller's filter refused. Where much
//! moves, the broad phase keeps a list of the overlapping pairs, which makes the next step faster
//! and changes no event. If it reports the pairs that stay, it keeps a sorted list of them.
//!
//! # Touching
//!
//! Pairs are those of closed fat boxes: they begin before the boxes themselves touch, and fat boxes
//! that share only a border form a pair, too. There is no option for interiors alone, since every
//! save, hash and log would have to contain it. The narrow phase can compare the boxes themselves,
//! which costs less than whatever it does next.
//!
//! ```
//! use broadleaf::broad_phase::Margin;
//! use broadleaf::{Aabb, BroadPhase};
//! let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::default());
//! let tiles = [[0, 0], [8, 0], [15, 0]].map(|min| Aabb::new(min, min.map(|x| x + 8)));
//! let ids = tiles.map(|tile| broad_phase.create(tile, ()));
//! broad_phase.step();
//! let interiors_overlap = |pair: &[_; 2]| {
//!     let [a, b] = pair.map(|id| broad_phase.aabb(id));
//!     a.zip(b).is_some_and(|(a, b)| a.interiors_overlap(&b))
//! };
//! let begun = &broad_phase.events().begun;
//! assert_eq!(begun.len(), 2);
//! assert!(begun.iter().copied().filter(interiors_overlap).eq([[ids[1], ids[2]]]));
//! ```
//!
//! # Queries
//!
//! | query | |
//! |---|---|
//! | what a region touches, what a cast hits, what is near; all pairs, pairs of some proxies, islands | functions of a [`BroadPhase`]: ids of proxies, and their data for a visitor |
//! | every other form of a query, batches, threads | [`tight`](BroadPhase::tight), [`fat`](BroadPhase::fat): a [`SpatialIndex`](crate::SpatialIndex) by slot; [`proxies`](BroadPhase::proxies) turns the slots of its answers into ids of proxies |
//! | without what a filter refuses, or without the querying proxy | an [`asker`](BroadPhase::asker): `tight().filtered(&asker)` |
//!
//! Queries for pairs find the pairs of the events: mobilities and filters allow them, and your
//! filter did not refuse them.
//!
//! # Invariants
//!
//! Checked by [`BroadPhase::validate`]:
//! * W1: a fat box belongs to its tight box, by the margin of the proxy.
//! * W2: the structures hold exactly the proxies, each with its category and its fat box.
//! * W3: a change names its proxy, and the proxy its change; its kind is noted.
//! * W4: the status of a slot has the mobility of its proxy, and none without a proxy.
//! * W5: a refused pair overlapped and was allowed at the last step.
//! * W6: the hash that a journal carries is the hash of all slots.
//! * W7: at the end of a step that reports stays, the begun and the stayed pairs are all pairs.
//! * W8: every fat box that reaches far ahead of its proxy is known, so that a step can end it.

#[expect(
    clippy::module_inception,
    reason = "the folder is named after its main type"
)]
mod broad_phase;
pub(crate) mod history;
mod interface;
mod state;
mod step;
#[cfg(test)]
mod tests;

pub use self::broad_phase::BroadPhase;
pub use self::history::restore_error::RestoreError;
pub use self::history::rewind::CannotRewind;
pub use self::interface::by_slot::BySlot;
pub use self::interface::hit::ProxyHit;
pub use self::interface::view::View;
pub use self::state::config::ProxyConfig;
pub use self::state::id::{CannotCreate, ProxyId, UnknownProxy};
pub use self::state::margin::Margin;
pub use self::state::mobility::Mobility;
pub use self::state::multiplier::{InvalidMultiplier, Multiplier};
pub use self::step::events::Events;
pub use self::step::reason::EndReason;
pub use self::step::too_many_pairs::TooManyPairs;
