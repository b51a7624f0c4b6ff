//! Lanes in plain Rust, for processors without special instructions.

use super::lane::{LANES, Lane};
use super::lanes::{Lanes, Numbers};
use super::measures::{Measures, minus_i32, minus_i64, plain_measures};
use super::task::Task;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Portable {
    /// Runs `task`. Not inlined, like the other paths: it would take registers from callers that
    /// never run it.
    #[inline(never)]
    pub(crate) fn run<K: Lane, T: Task<K>>(self, task: T) -> T::Output
    where
        Self: Measures<K>,
    {
        task.run(self)
    }
}

impl Numbers for Portable {}

plain_measures!(
    Portable:
    i32 => f64, minus_i32;
    i64 => f64, minus_i64;
    f32 => f32, |a, b| a - b;
    f64 => f64, |a, b| a - b;
);

impl<K: Lane> Lanes<K> for Portable {
    type Keys = [K; LANES];
    type Mask = [bool; LANES];

    #[inline(always)]
    fn load(self, keys: &[K; LANES]) -> [K; LANES] {
        *keys
    }

    #[inline(always)]
    fn load_column(self, column: &K::Column) -> [K; LANES] {
        K::read(column)
    }

    #[inline(always)]
    fn splat(self, key: K) -> [K; LANES] {
        [key; LANES]
    }

    #[inline(always)]
    fn all(self) -> [bool; LANES] {
        [true; LANES]
    }

    // Not inlined if nearly every processor has a faster path: saves 30 kB.
    #[cfg_attr(all(target_arch = "x86_64", feature = "std"), inline(never))]
    #[cfg_attr(not(all(target_arch = "x86_64", feature = "std")), inline(always))]
    fn at_most(self, among: [bool; LANES], a: [K; LANES], b: [K; LANES]) -> [bool; LANES] {
        core::array::from_fn(|lane| among[lane] & (a[lane] <= b[lane]))
    }

    #[cfg_attr(all(target_arch = "x86_64", feature = "std"), inline(never))]
    #[cfg_attr(not(all(target_arch = "x86_64", feature = "std")), inline(always))]
    fn bits(self, mask: [bool; LANES]) -> u32 {
        mask.as_chunks()
            .0
            .iter()
            .rev()
            .fold(0, |bits, &eight| bits << 8 | bits_of(eight))
    }
}

#[inline(always)]
fn bits_of(mask: [bool; 8]) -> u32 {
    // One multiplication gathers the eight bytes, 0 or 1 each, in the highest byte.
    let bytes = u64::from_le_bytes(mask.map(u8::from));
    (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}
