//! Sixteen comparisons at once. The only room where something is unsafe.
//!
//! Every path computes the same: [`Portable`] in plain Rust, the others with a processor's own
//! instructions.

#![cfg_attr(
    any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon")
    ),
    expect(unsafe_code, reason = "the only room for it")
)]

#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon")
))]
#[macro_use]
mod processor;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon")
))]
#[macro_use]
mod registers;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon")
))]
mod fours;
mod key;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sse42;

pub(crate) use self::key::Key;
pub(crate) use self::portable::Portable;

/// How many comparisons are made at once.
pub(crate) const LANES: usize = 16;

/// A way to compare sixteen keys at once.
pub trait Lanes<K: Copy>: Numbers {
    type Keys: Copy;
    type Mask: Copy;

    fn load(self, keys: &[K; LANES]) -> Self::Keys;
    fn splat(self, key: K) -> Self::Keys;
    /// Every lane.
    fn all(self) -> Self::Mask;
    /// Those of the lanes in which `a <= b`.
    fn at_most(self, among: Self::Mask, a: Self::Keys, b: Self::Keys) -> Self::Mask;
    /// One bit per lane, the first lane lowest.
    fn bits(self, mask: Self::Mask) -> u32;
    /// The lanes whose boxes, given by their corners axis by axis, overlap one other box.
    #[inline(always)]
    fn overlapping<const D: usize>(
        self,
        min: &[Self::Keys; D],
        max: &[Self::Keys; D],
        low: [K; D],
        high: [K; D],
    ) -> u32 {
        // Two chains of comparisons: a single one would take longer.
        let (mut begin_before, mut end_after) = (self.all(), self.all());
        for axis in 0..D {
            begin_before = self.at_most(begin_before, min[axis], self.splat(high[axis]));
            end_after = self.at_most(end_after, self.splat(low[axis]), max[axis]);
        }
        self.bits(begin_before) & self.bits(end_after)
    }
    /// Writes those of the lanes in `bits`, from the start of `to` on; the rest of it is
    /// overwritten.
    fn pack(self, from: &[K; LANES], bits: u32, to: &mut [K; LANES]);
}

/// What is done with sixteen numbers, whatever the keys are.
pub trait Numbers: Copy {
    /// How many of some numbers are less than another.
    #[inline(always)]
    fn count_less(self, numbers: &[u32; LANES], than: u32) -> usize {
        let mut count = 0;
        for &number in numbers {
            count += u32::from(number < than);
        }
        count as usize
    }

    /// Writes those of the numbers in `bits`, from the start of `to` on; the rest of it is
    /// overwritten.
    #[inline(always)]
    fn pack_numbers(self, from: &[u32; LANES], bits: u32, to: &mut [u32; LANES]) {
        pack_one_by_one(from, bits, to);
    }

    /// Writes the pairs of a name and those of the lanes in `bits`, the smaller name first, from
    /// the start of `pairs` on; the rest of it is overwritten.
    #[inline(always)]
    fn write_pairs(
        self,
        names: &[u32; LANES],
        mut bits: u32,
        name: u32,
        pairs: &mut [[u32; 2]; LANES],
    ) {
        for room in pairs.as_chunks_mut::<4>().0 {
            // Four at once, some of them for nothing: how many there are is hard to foresee.
            for pair in room {
                let other = names[bits.trailing_zeros() as usize % LANES];
                *pair = [name.min(other), name.max(other)];
                bits &= bits.wrapping_sub(1);
            }
            if bits == 0 {
                return;
            }
        }
    }
}

#[inline(always)]
fn pack_one_by_one<T: Copy>(from: &[T; LANES], mut bits: u32, to: &mut [T; LANES]) {
    for place in to {
        if bits == 0 {
            return;
        }
        *place = from[bits.trailing_zeros() as usize % LANES];
        bits &= bits - 1;
    }
}

/// Work that is compiled once for every path.
pub trait Task<K: Copy> {
    type Output;

    /// Must be `#[inline(always)]`, as must be all that it calls with `lanes`. Is a function of its
    /// own then.
    fn run<L: Lanes<K>>(self, lanes: L) -> Self::Output;
}

/// Which instructions are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    Portable,
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    Neon(neon::Neon),
    #[cfg(target_arch = "x86_64")]
    Sse42(sse42::Sse42),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

impl Path {
    /// The fastest one that this processor has.
    pub(crate) fn fastest() -> Self {
        Self::supported().last().unwrap_or(Self::Portable)
    }

    /// Those that this processor has, slowest first.
    pub(crate) fn supported() -> impl Iterator<Item = Self> {
        let paths = [
            Some(Self::Portable),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            neon::Neon::detect().map(Self::Neon),
            #[cfg(target_arch = "x86_64")]
            sse42::Sse42::detect().map(Self::Sse42),
            #[cfg(target_arch = "x86_64")]
            avx2::Avx2::detect().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            avx512::Avx512::detect().map(Self::Avx512),
        ];
        paths.into_iter().flatten()
    }

    pub(crate) fn run<K: Key, T: Task<K>>(self, task: T) -> T::Output {
        K::dispatch(self, task)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    struct Compare<K>([K; LANES], [K; LANES]);

    impl<K: Key> Task<K> for Compare<K> {
        type Output = [u32; 3];

        #[inline(always)]
        fn run<L: Lanes<K>>(self, lanes: L) -> [u32; 3] {
            let (a, b) = (lanes.load(&self.0), lanes.load(&self.1));
            let at_most = lanes.at_most(lanes.all(), a, b);
            let equal = lanes.at_most(at_most, b, a);
            let first = lanes.at_most(lanes.all(), lanes.splat(self.0[0]), b);
            [lanes.bits(at_most), lanes.bits(equal), lanes.bits(first)]
        }
    }

    struct Overlap<K>([[K; LANES]; 2]);

    impl<K: Key> Task<K> for Overlap<K> {
        type Output = u32;

        #[inline(always)]
        fn run<L: Lanes<K>>(self, lanes: L) -> u32 {
            let [low, high] = self.0;
            let (min, max) = (lanes.load(&low), lanes.load(&high));
            lanes.overlapping(
                &[min, min],
                &[max, max],
                [low[1], low[2]],
                [high[1], high[2]],
            )
        }
    }

    struct Pack<K>([K; LANES], u32);

    impl<K: Key> Task<K> for Pack<K> {
        type Output = Vec<K>;

        #[inline(always)]
        fn run<L: Lanes<K>>(self, lanes: L) -> Vec<K> {
            let mut packed = [K::default(); LANES];
            lanes.pack(&self.0, self.1, &mut packed);
            packed[..self.1.count_ones() as usize].to_vec()
        }
    }

    fn check<K: Key>(values: [K; 5]) {
        let mut state = 1_usize;
        for _ in 0..2_000 {
            let [a, b] = [0; 2].map(|_| {
                [0; LANES].map(|_| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    values[(state >> 33) % 5]
                })
            });
            let bits = |is: &dyn Fn(usize) -> bool| {
                (0..LANES)
                    .map(|lane| u32::from(is(lane)) << lane)
                    .sum::<u32>()
            };
            let expected = [
                bits(&|lane| a[lane] <= b[lane]),
                bits(&|lane| a[lane] == b[lane]),
                bits(&|lane| a[0] <= b[lane]),
            ];
            let packed: Vec<_> = (0..LANES)
                .filter(|lane| expected[0] >> lane & 1 == 1)
                .map(|lane| a[lane])
                .collect();
            let corners = [
                core::array::from_fn(|lane| a[lane].min(b[lane])),
                core::array::from_fn(|lane| a[lane].max(b[lane])),
            ];
            let [low, high] = &corners;
            let overlapping = bits(&|lane| {
                [1, 2]
                    .iter()
                    .all(|&other| low[lane] <= high[other] && low[other] <= high[lane])
            });
            for path in Path::supported() {
                assert_eq!(path.run(Compare(a, b)), expected, "{path:?}");
                assert_eq!(path.run(Overlap(corners)), overlapping, "{path:?}");
                assert_eq!(path.run(Pack(a, expected[0])), packed, "{path:?}");
            }
        }
    }

    struct Write([u32; LANES], u32, u32);

    impl Task<i32> for Write {
        type Output = Vec<[u32; 2]>;

        #[inline(always)]
        fn run<L: Lanes<i32>>(self, lanes: L) -> Vec<[u32; 2]> {
            let (mut pairs, mut packed) = ([[0; 2]; LANES], [0; LANES]);
            lanes.write_pairs(&self.0, self.1, self.2, &mut pairs);
            lanes.pack_numbers(&self.0, self.1, &mut packed);
            let pairs = &pairs[..self.1.count_ones() as usize];
            assert!(
                pairs
                    .iter()
                    .zip(packed)
                    .all(|(pair, other)| pair.contains(&other))
            );
            pairs.to_vec()
        }
    }

    #[test]
    fn every_path_writes_the_same_pairs() {
        let mut name = 15_u32;
        let names = [0; LANES].map(|_: u32| {
            name = name.wrapping_mul(0x9E37_79B1) ^ 0xF;
            name
        });
        for bits in 0..1 << LANES {
            let name = 0x8000_0000;
            let others = (0..LANES)
                .filter(|lane| bits >> lane & 1 == 1)
                .map(|lane| names[lane]);
            let expected: Vec<_> = others
                .map(|other| [name.min(other), name.max(other)])
                .collect();
            Path::supported().for_each(|path| {
                assert_eq!(
                    path.run(Write(names, bits, name)),
                    expected,
                    "{path:?} {bits:b}"
                )
            });
        }
    }

    #[test]
    fn every_path_compares_and_packs_alike() {
        check([i32::MIN, -1, 0, 1, i32::MAX]);
        check([i64::MIN, -(1 << 32), 0, 1 << 32, i64::MAX]);
    }
}
