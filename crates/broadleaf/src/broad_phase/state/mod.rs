//! State: all proxies, at the last step and at present.
//!
//! ```text
//!   ProxyId ─▶ Slots ─▶ Proxy: user data, tight box, mobility
//!      slot ─▶ Table: fat boxes, statuses (8 bytes a slot), filters, margins
//!                     changes since the last step, each with the state of the last step
//!                └────▶ SlotRecords: all of this but user data, which threads can share
//! ```
//!
//! A fat box is a tight box with its [`Margin`](super::Margin). `ahead.rs` knows the boxes that a
//! motion extended, because a step has to end them. Nothing here knows the structures or the
//! events. Start at `table.rs`.

pub(crate) mod ahead;
pub(crate) mod config;
pub(crate) mod departed;
pub(crate) mod filters;
pub(crate) mod free_slots;
pub(crate) mod id;
pub(crate) mod margin;
pub(crate) mod mobility;
pub(crate) mod multiplier;
pub(crate) mod proxy;
pub(crate) mod records;
pub(crate) mod slots;
pub(crate) mod table;
