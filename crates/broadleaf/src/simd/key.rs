//! Integers in the order of coordinates.

use core::fmt::Debug;

use super::path::Dispatch;

/// An integer whose order is the order of coordinates: `i32` or `i64`.
///
/// Keys are compared sixteen at a time. The trait is sealed.
pub trait Key: Dispatch + Ord {
    /// A key and an index in one integer, which sorts faster than two.
    type Indexed: Copy + Ord + Debug + Send + Sync + Unpin;

    /// Combines a key and an index. The result is ordered by key, then by index.
    fn indexed(self, index: u32) -> Self::Indexed;

    /// The index in a combined integer.
    fn index(indexed: Self::Indexed) -> u32;
}

macro_rules! key {
    ($($key:ty, $Indexed:ty;)*) => { $(
        impl Key for $key {
            type Indexed = $Indexed;

            #[inline(always)]
            fn indexed(self, index: u32) -> $Indexed {
                <$Indexed>::from(self) << u32::BITS | <$Indexed>::from(index)
            }

            #[inline(always)]
            #[expect(clippy::cast_possible_truncation, reason = "the lower bits are the index")]
            #[expect(clippy::cast_sign_loss, reason = "the lower bits are the index")]
            fn index(indexed: $Indexed) -> u32 {
                indexed as u32
            }
        }
    )* };
}

key!(i32, i64; i64, i128;);
