//! What was done to a world, as bytes, and where two such logs part.
//!
//! ```text
//!   "BLlg"  version  coordinates: float or fixed, bits, fraction  dimensions  margin
//!   operations: what; the slot, as the distance from the last one's; what else there is to know
//! ```
//!
//! The head is that of a saved world (`save.rs`), numbers are those of `bytes.rs`, boxes those of
//! `image.rs`. A moved box is what it differs from the one before, which the reader knows; so a
//! move is some ten bytes.

mod compare;
mod read;
mod record;

pub use self::compare::{Comparison, Difference, Side, compare_logs};
pub use self::read::{InvalidLog, LogBox, Operation};
pub use self::record::Recorder;

const MAGIC: &[u8; 4] = b"BLlg";
const VERSION: u8 = 1;
// Operations.
const CREATE: u8 = 0;
const DESTROY: u8 = 1;
const MOVE: u8 = 2;
const SET_FILTER: u8 = 3;
const TOUCH: u8 = 4;
const STEP: u8 = 5;
