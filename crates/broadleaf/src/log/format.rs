//! The constants of the format.

use crate::broad_phase::header::Format;

pub(super) const FORMAT: Format = Format {
    magic: *b"BLlg",
    version: 3,
};

pub(super) const CREATE: u8 = 0;
pub(super) const DESTROY: u8 = 1;
pub(super) const MOVE: u8 = 2;
pub(super) const SET_FILTER: u8 = 3;
pub(super) const TOUCH: u8 = 4;
pub(super) const STEP: u8 = 5;
pub(super) const SET_MOBILITY: u8 = 6;
pub(super) const SET_MARGIN: u8 = 7;

/// Stands in place of a margin for none.
pub(super) const NO_MARGIN: u8 = u8::MAX;
