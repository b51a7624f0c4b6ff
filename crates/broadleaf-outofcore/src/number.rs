//! The number types of boxes in files.

use broadleaf::geometry::Scalar;

/// The type of the coordinates of a join: the narrowest one that holds all columns exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberKind {
    Float32,
    Float64,
    Int64,
}

/// The type of a column of coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    Float32,
    Float64,
    /// Signed or unsigned integers of up to 32 bits.
    Int32 {
        is_signed: bool,
    },
    Int64 {
        is_signed: bool,
    },
}

impl NumberKind {
    /// The type that holds the values of all columns; `None` if integers of 64 bits meet floats.
    pub(crate) fn of(columns: &[ColumnKind]) -> Option<Self> {
        let any = |test: fn(&ColumnKind) -> bool| columns.iter().any(test);
        let has_wide = any(|kind| matches!(kind, ColumnKind::Int64 { .. }));
        let has_float = any(|kind| matches!(kind, ColumnKind::Float32 | ColumnKind::Float64));
        match (has_float, has_wide) {
            (false, _) => Some(Self::Int64),
            (true, true) => None,
            (true, false) if columns.iter().all(|kind| *kind == ColumnKind::Float32) => {
                Some(Self::Float32)
            }
            (true, false) => Some(Self::Float64),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Float32 => "f32",
            Self::Float64 => "f64",
            Self::Int64 => "i64",
        }
    }
}

/// A coordinate in a spill file. Values come from columns that [`NumberKind::of`] admits, so none
/// is rounded.
pub(crate) trait Number: Scalar {
    const BYTES: usize = size_of::<Self>();

    fn from_f32(value: f32) -> Self;
    fn from_f64(value: f64) -> Self;
    fn from_i64(value: i64) -> Self;
    /// Appends the bytes.
    fn put(self, out: &mut Vec<u8>);
    /// Of the first [`BYTES`](Self::BYTES) bytes; 0 if there are fewer.
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! number {
    ($($number:ty)*) => { $(
        #[expect(clippy::allow_attributes, reason = "which casts do nothing depends on the type")]
        #[allow(clippy::unnecessary_cast, trivial_numeric_casts)]
        impl Number for $number {
            #[inline]
            fn from_f32(value: f32) -> Self {
                value as Self
            }
            #[inline]
            fn from_f64(value: f64) -> Self {
                value as Self
            }
            #[inline]
            fn from_i64(value: i64) -> Self {
                value as Self
            }
            #[inline]
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            #[inline]
            fn get(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default())
            }
        }
    )* };
}
number!(f32 f64 i64);
