//! The numbers that are compared sixteen at a time.

use core::fmt::Debug;

/// The number of lanes: of 32-bit numbers in an AVX-512 register, and therefore of children of a
/// packed node and of boxes in a block. Narrower registers take several instructions.
pub(crate) const LANES: usize = 16;

/// A number in a lane: `i32`, `i64`, `f32` or `f64`. The trait is sealed.
pub trait Lane: Copy + PartialOrd + Default + Debug + Send + Sync + 'static {
    /// The type of differences.
    type Real: Copy + PartialOrd;
    /// Sixteen numbers as little-endian bytes, at any address.
    type Column: Copy + Debug + Send + Sync;

    /// The number of bytes of a column.
    const COLUMN_BYTES: usize;

    /// The bytes as columns, without an incomplete column at the end.
    fn columns(bytes: &[u8]) -> &[Self::Column];

    /// The bytes as mutable columns, without an incomplete column at the end.
    fn columns_mut(bytes: &mut [u8]) -> &mut [Self::Column];

    /// Replaces the number in a lane.
    fn write_lane(column: &mut Self::Column, lane: usize, number: Self);

    /// The number in a lane.
    fn read_lane(column: &Self::Column, lane: usize) -> Self;

    /// The numbers of a column.
    fn read(column: &Self::Column) -> [Self; LANES];
}

macro_rules! lane {
    ($($number:ty => $Real:ty;)*) => { $(
        impl Lane for $number {
            type Real = $Real;
            type Column = [[u8; size_of::<$number>()]; LANES];

            const COLUMN_BYTES: usize = size_of::<Self::Column>();

            #[inline(always)]
            fn columns(bytes: &[u8]) -> &[Self::Column] {
                bytes.as_chunks().0.as_chunks().0
            }

            #[inline(always)]
            fn columns_mut(bytes: &mut [u8]) -> &mut [Self::Column] {
                bytes.as_chunks_mut().0.as_chunks_mut().0
            }

            #[inline(always)]
            fn write_lane(column: &mut Self::Column, lane: usize, number: Self) {
                column[lane % LANES] = number.to_le_bytes();
            }

            #[inline(always)]
            fn read_lane(column: &Self::Column, lane: usize) -> Self {
                Self::from_le_bytes(column[lane % LANES])
            }

            #[inline(always)]
            fn read(column: &Self::Column) -> [Self; LANES] {
                column.map(<$number>::from_le_bytes)
            }
        }
    )* };
}

lane!(i32 => f64; i64 => f64; f32 => f32; f64 => f64;);
