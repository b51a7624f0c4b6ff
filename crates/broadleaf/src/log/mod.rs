//! Logs of the operations on a broad phase, and the first difference between two logs.
//!
//! ```text
//!   header (history/header.rs)
//!   operations: kind (1), the distance from the previous slot, and what the kind requires:
//!     0 create        generation, mobility, margin or 255, filter, box from the origin
//!     1 destroy
//!     2 move          box from the previous box, displacement unless the margin ignores it
//!     3 set filter    filter
//!     4 touch
//!     6 set mobility  mobility
//!     7 set margin    margin or 255
//!   5 step, without a slot: pairs that began, pairs that ended, hash of both and of the state (8)
//! ```
//!
//! `history/bytes.rs` of the broad phase defines the numbers, `history/boxes.rs` the boxes and
//! filters. A moved box is stored as its difference from the previous one, which the reader knows,
//! so a move takes about ten bytes.

mod compare;
mod difference;
mod format;
mod log_box;
mod operation;
mod proxies;
mod read;
mod record;
mod settings;
#[cfg(test)]
mod tests;
mod unrecorded;

pub use self::compare::compare_logs;
pub use self::difference::{Comparison, Difference, Side};
pub use self::log_box::LogBox;
pub use self::operation::Operation;
pub use self::read::InvalidLog;
pub use self::record::Recorder;
