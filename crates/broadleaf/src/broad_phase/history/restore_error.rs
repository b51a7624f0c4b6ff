//! Why bytes cannot be restored.

use core::fmt;

use super::bytes::Malformed;
use super::save::FORMAT;
use crate::broad_phase::state::id::ProxyId;
use crate::geometry::Encoding;

/// Why bytes are not a broad phase of the requested type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The bytes do not begin like a saved broad phase.
    NotABroadPhase,
    /// This version of Broadleaf does not know this version of the format.
    UnknownVersion(u8),
    /// The saved broad phase has another type of coordinates.
    OtherScalar {
        /// The type in the bytes.
        saved: Encoding,
        /// The requested type.
        expected: Encoding,
    },
    /// The saved broad phase has a different number of dimensions.
    OtherDimension {
        /// The dimensions in the bytes.
        saved: u64,
        /// The requested dimensions.
        expected: usize,
    },
    /// Bytes are missing or have changed.
    Damaged {
        /// The checksum at the end.
        written: u64,
        /// The checksum of everything before it.
        computed: u64,
    },
    /// No broad phase is saved as these bytes.
    Malformed {
        /// The position of the byte.
        at: usize,
        /// The problem with it.
        problem: &'static str,
    },
    /// The caller's function refused the data of a proxy.
    UserData {
        /// The position of the first byte of the data.
        at: usize,
        /// The proxy.
        proxy: ProxyId,
    },
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotABroadPhase => write!(f, "these bytes are not a saved broad phase"),
            Self::UnknownVersion(version) => write!(
                f,
                "the broad phase was saved in version {version} of the format, and only {} is known",
                FORMAT.version
            ),
            Self::OtherScalar { saved, expected } => write!(
                f,
                "the saved broad phase has coordinates of another type: {saved}, not {expected}"
            ),
            Self::OtherDimension { saved, expected } => {
                write!(
                    f,
                    "the saved broad phase has {saved} dimensions, not {expected}"
                )
            }
            Self::Damaged { written, computed } => write!(
                f,
                "bytes are missing or have changed: their checksum is {computed:016x}, not {written:016x}"
            ),
            Self::Malformed { at, problem } => write!(f, "byte {at}: {problem}"),
            Self::UserData { at, proxy } => {
                write!(f, "byte {at}: the data of proxy {proxy} cannot be read")
            }
        }
    }
}

impl core::error::Error for RestoreError {}

impl From<Malformed> for RestoreError {
    fn from(Malformed { at, problem }: Malformed) -> Self {
        Self::Malformed { at, problem }
    }
}
