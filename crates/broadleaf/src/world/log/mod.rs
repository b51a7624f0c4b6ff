//! What was done to a world, as bytes, and where two such logs part.
//!
//! ```text
//!   "BLlg"  version  coordinates: float or fixed, bits, fraction  dimensions  margin
//!   operations: what; the slot, as the distance from the last one's; what else there is to know
//! ```
//!
//! Numbers are those of `bytes.rs`. A moved box is what it differs from the one before, which the reader knows; so a move is some ten bytes.

mod compare;
mod read;
mod record;

pub use self::compare::{Comparison, Difference, Side, compare_logs};
pub use self::read::{InvalidLog, LogBox, Operation};
pub use self::record::Recorder;

const MAGIC: &[u8; 4] = b"BLlg";
const VERSION: u8 = 1;
const FLOAT: u8 = 0;
const FIXED: u8 = 1;
const FATTEN: u8 = 0;
const SNAP: u8 = 1;
// Operations.
const CREATE: u8 = 0;
const DESTROY: u8 = 1;
const MOVE: u8 = 2;
const SET_FILTER: u8 = 3;
const TOUCH: u8 = 4;
const STEP: u8 = 5;
