//! The numbers that ends of intervals can be.

use std::fmt::Debug;

use broadleaf::geometry::Scalar;

/// The numbers that ends of intervals can be: `i32`, `i64`, `f32` and `f64`.
pub trait Coordinate: Scalar {
    /// Lengths and distances: `u64` of integers, so that none overflows, and the type itself of
    /// floats.
    type Length: Copy + PartialOrd + Default + Debug + Send + Sync;

    /// The number this far above; the greatest number if there is none.
    #[must_use]
    fn raised(self, distance: Self) -> Self;

    /// The end of an interval after a cut by a length above 0. `None` if it is shorter.
    fn cut(start: Self, end: Self, by: Self) -> Option<Self>;

    /// How far `end` is above `start`, where `start <= end`.
    fn length(start: Self, end: Self) -> Self::Length;

    /// The sum of two lengths.
    fn sum(a: Self::Length, b: Self::Length) -> Self::Length;

    /// A number for each value, in the same order. Equal values have the same.
    fn rank(self) -> u64;
}

macro_rules! integer {
    ($($Integer:ty),*) => { $(
        impl Coordinate for $Integer {
            type Length = u64;

            fn raised(self, distance: Self) -> Self {
                self.saturating_add(distance)
            }

            fn cut(start: Self, end: Self, by: Self) -> Option<Self> {
                end.checked_sub(by).filter(|end| start <= *end)
            }

            fn length(start: Self, end: Self) -> u64 {
                end.abs_diff(start).into()
            }

            // The sum of all pieces may wrap around, but not that of those within an interval.
            fn sum(a: u64, b: u64) -> u64 {
                a.wrapping_add(b)
            }

            fn rank(self) -> u64 {
                (i64::from(self) as u64) ^ (1 << 63)
            }
        }
    )* };
}

integer!(i32, i64);

macro_rules! float {
    ($($Float:ty),*) => { $(
        impl Coordinate for $Float {
            type Length = Self;

            fn raised(self, distance: Self) -> Self {
                let sum = self + distance;
                // Nothing is further than infinity from minus infinity.
                if sum.is_nan() { Self::INFINITY } else { sum }
            }

            fn cut(start: Self, end: Self, by: Self) -> Option<Self> {
                // Rounded, the end may be that of a longer interval, or below the start.
                let cut = (Self::length(start, end) >= by).then_some(end - by)?;
                // All numbers are infinitely far below infinity.
                let end = if cut.is_nan() { Self::MAX } else { cut };
                Some(if end < start { start } else { end })
            }

            fn length(start: Self, end: Self) -> Self {
                // Two infinities of the same sign are equal.
                if start == end { 0.0 } else { end - start }
            }

            fn sum(a: Self, b: Self) -> Self {
                a + b
            }

            fn rank(self) -> u64 {
                // Both zeros are equal.
                let bits = (f64::from(self) + 0.0).to_bits();
                if bits >> 63 == 1 { !bits } else { bits | (1 << 63) }
            }
        }
    )* };
}

float!(f32, f64);
