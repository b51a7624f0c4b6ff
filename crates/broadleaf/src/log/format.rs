//! The constants of the format, and the margin of a proxy in it.

use alloc::vec::Vec;

use crate::broad_phase::Margin;
use crate::broad_phase::history::header::{Format, put_margin};
use crate::broad_phase::history::mixer::canonical_word;
use crate::geometry::Scalar;

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

/// Writes the margin of a proxy.
pub(super) fn put_own_margin<S: Scalar>(out: &mut Vec<u8>, margin: Option<Margin<S>>) {
    match margin {
        Some(margin) => put_margin(out, &margin.map(canonical_word)),
        None => out.push(NO_MARGIN),
    }
}
