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
    /// The type that holds the values of all columns. 64-bit integers beside floats are read as
    /// `f64`; a reader rejects values that `f64` does not hold exactly.
    pub(crate) fn of(columns: &[ColumnKind]) -> Self {
        let is_float =
            |kind: &ColumnKind| matches!(kind, ColumnKind::Float32 | ColumnKind::Float64);
        if columns.iter().all(|kind| *kind == ColumnKind::Float32) {
            Self::Float32
        } else if columns.iter().any(is_float) {
            Self::Float64
        } else {
            Self::Int64
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

/// A coordinate in a spill file. No value of a column is rounded: a reader rejects values that are
/// not exact.
pub(crate) trait Number: Scalar {
    const BYTES: usize = size_of::<Self>();

    fn from_f32(value: f32) -> Self;
    fn from_f64(value: f64) -> Self;
    /// The nearest `f64`.
    fn as_f64(self) -> f64;
    /// The integer in this type; `None` if it is not exact.
    fn exact(value: i64) -> Option<Self>;
    /// Appends the bytes.
    fn put(self, out: &mut Vec<u8>);
    /// Reads the first [`BYTES`](Self::BYTES) bytes; 0 if there are fewer.
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
            fn as_f64(self) -> f64 {
                self as f64
            }
            #[inline]
            fn exact(value: i64) -> Option<Self> {
                (value as Self as i128 == value as i128).then_some(value as Self)
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
