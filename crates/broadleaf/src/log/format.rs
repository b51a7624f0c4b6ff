//! The constants of the format.

use crate::broad_phase::history::header::Format;

pub(super) const FORMAT: Format = Format {
    magic: *b"BLlg",
    version: 3,
};

/// The first byte of an operation. Part of the file format: a variant keeps its number.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Code {
    Create,
    Destroy,
    Move,
    SetFilter,
    Touch,
    Step,
    SetMobility,
    SetMargin,
}

impl Code {
    pub(super) fn of(byte: u8) -> Option<Self> {
        let all = [
            Self::Create,
            Self::Destroy,
            Self::Move,
            Self::SetFilter,
            Self::Touch,
            Self::Step,
            Self::SetMobility,
            Self::SetMargin,
        ];
        all.get(usize::from(byte)).copied()
    }
}
