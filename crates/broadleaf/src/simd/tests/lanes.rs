//! Every path computes the same results.

use alloc::vec::Vec;

use crate::simd::key::Key;
use crate::simd::lane::{LANES, Lane};
use crate::simd::lanes::Lanes;
use crate::simd::list::List;
use crate::simd::measures::{Measures, minus_i32, minus_i64};
use crate::simd::path::{Dispatch, Path};
use crate::simd::task::Task;

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
    let mut state = 1_u64;
    for _ in 0..2_000 {
        let [a, b] = [0; 2].map(|_| {
            [0; LANES].map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                values[(state >> 33) as usize % 5]
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

struct Equal([u32; LANES]);

impl Task<i32> for Equal {
    type Output = [u32; LANES];

    #[inline(always)]
    fn run<L: Lanes<i32>>(self, lanes: L) -> [u32; LANES] {
        let mut bits = [0; LANES];
        for lane in 0..LANES {
            bits[lane] = lanes.equal(&self.0, self.0[lane]);
        }
        bits
    }
}

#[test]
fn every_path_finds_equal_numbers() {
    for shift in 0..LANES {
        let numbers = core::array::from_fn(|lane| 0x8000_0001_u32 >> (lane * shift % 32));
        let expected = numbers.map(|number| {
            (0..LANES)
                .map(|lane| u32::from(numbers[lane] == number) << lane)
                .sum::<u32>()
        });
        for path in Path::supported() {
            assert_eq!(path.run(Equal(numbers)), expected, "{path:?}");
        }
    }
}

struct Common([u32; LANES]);

impl Task<i32> for Common {
    type Output = [u32; LANES];

    #[inline(always)]
    fn run<L: Lanes<i32>>(self, lanes: L) -> [u32; LANES] {
        let mut bits = [0; LANES];
        for lane in 0..LANES {
            bits[lane] = lanes.common(&self.0, self.0[lane]);
        }
        bits
    }
}

#[test]
fn every_path_finds_numbers_with_common_bits() {
    for shift in 0..LANES {
        let numbers = core::array::from_fn(|lane| 0x8000_0401_u32 >> (lane * shift % 32));
        let expected = numbers.map(|number| {
            (0..LANES)
                .map(|lane| u32::from(numbers[lane] & number != 0) << lane)
                .sum::<u32>()
        });
        for path in Path::supported() {
            assert_eq!(path.run(Common(numbers)), expected, "{path:?}");
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
fn a_list_keeps_what_was_pushed() {
    let mut list = List::<40>::new();
    let mut number = 4;
    let numbers = [0; LANES].map(|_: u32| {
        number += 1;
        number
    });
    list.push(numbers, 3);
    list.push(numbers, 20);
    list.push(numbers, 16);
    // Without room for sixteen more.
    list.push(numbers, 16);
    let all: Vec<_> = (0..40).map(|index| list.get(index)).collect();
    assert_eq!((list.len(), &all[..5]), (35, &[5, 6, 7, 5, 6][..]));
    assert_eq!(all[34..], [20, 0, 0, 0, 0, 0]);
    list.truncate(2);
    assert_eq!([list.get(1), list.get(2)], [6, 0]);
}

#[test]
fn every_path_writes_the_same_pairs() {
    let mut index = 15_u32;
    let indices = [0; LANES].map(|_: u32| {
        index = index.wrapping_mul(0x9E37_79B1) ^ 0xF;
        index
    });
    for bits in 0..1 << LANES {
        let index = 0x8000_0000;
        let others = (0..LANES)
            .filter(|lane| bits >> lane & 1 == 1)
            .map(|lane| indices[lane]);
        let expected: Vec<_> = others
            .map(|other| [index.min(other), index.max(other)])
            .collect();
        Path::supported().for_each(|path| {
            assert_eq!(
                path.run(Write(indices, bits, index)),
                expected,
                "{path:?} {bits:b}"
            );
        });
    }
}

#[test]
fn every_path_compares_and_packs_alike() {
    check([i32::MIN, -1, 0, 1, i32::MAX]);
    check([i64::MIN, -(1 << 32), 0, 1 << 32, i64::MAX]);
}

/// The results of every operation on measures, as bits of `f64`.
struct Measure<K: Lane>([K; LANES], K, [K::Real; LANES]);

impl<K: Lane<Real: Into<f64>>> Task<K> for Measure<K> {
    type Output = (Vec<u64>, [u32; 2], Option<(f64, usize)>);

    #[inline(always)]
    fn run<L: Measures<K>>(self, lanes: L) -> Self::Output {
        let Self(numbers, number, reals) = self;
        let mut bytes = [0; 8 * LANES + 1];
        let written = &mut K::columns_mut(&mut bytes[1..])[0];
        for (lane, number) in numbers.into_iter().enumerate() {
            K::write_lane(written, lane, number);
        }
        // At an odd address.
        let column = &K::columns(&bytes[1..])[0];
        let others = lanes.load_reals(&reals);
        let difference = lanes.column_minus(column, number);
        let results = [
            difference,
            lanes.minus_column(number, column),
            lanes.plus(difference, others),
            lanes.times(difference, others),
            lanes.greater(difference, others),
            lanes.lesser(difference, others),
            lanes.real(reals[3]),
        ];
        let stored = results.map(|reals| lanes.store(reals));
        let bits = stored
            .as_flattened()
            .iter()
            .map(|&real| real.into().to_bits());
        let loaded = lanes.load_column(column);
        let at_most = lanes.at_most(lanes.all(), loaded, lanes.splat(number));
        let within = lanes.reals_at_most(difference, others);
        let known = lanes.reals_at_most(others, others);
        let least = (known != 0).then(|| lanes.least(others, known));
        let least = least.map(|(real, lane)| (real.into(), lane));
        (bits.collect(), [lanes.bits(at_most), within], least)
    }
}

fn check_measures<K: Dispatch + Lane<Real: Into<f64>>>(numbers: &[K], reals: &[K::Real]) {
    for (i, &number) in numbers.iter().enumerate() {
        for shift in 0..reals.len() {
            let column = core::array::from_fn(|lane| numbers[(lane + i) % numbers.len()]);
            let others = core::array::from_fn(|lane| reals[(lane + shift) % reals.len()]);
            let measure = |path: Path| path.run(Measure(column, number, others));
            let expected = measure(Path::Portable);
            for path in Path::supported() {
                assert_eq!(measure(path), expected, "{path:?} {number:?}");
            }
        }
    }
}

#[test]
fn every_path_measures_alike() {
    let floats = [
        0.0,
        -0.0,
        1.0,
        -2.5,
        1e-40,
        f32::MIN_POSITIVE,
        f32::MAX,
        f32::MIN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        0.1,
        3e20,
    ];
    let real = [0.3, -7.0, 1e-42, 2e38, f32::INFINITY, -1.0, 5e-20];
    check_measures(&floats, &real);
    check_measures(&floats.map(f64::from), &real.map(f64::from));
    let reals = real.map(f64::from);
    check_measures(&[i32::MIN, -1, 0, 1, 77, i32::MAX], &reals);
    check_measures(&[i64::MIN, -1, 0, 1, 1 << 60, i64::MAX], &reals);
}

#[test]
fn differences_of_integers_are_rounded_once() {
    assert_eq!(minus_i64(5, 3).to_bits(), 2_f64.to_bits());
    let widest = minus_i64(i64::MAX, i64::MIN);
    assert_eq!(widest.to_bits(), 2_f64.powi(64).to_bits());
    assert_eq!(
        minus_i32(i32::MIN, i32::MAX).to_bits(),
        (1.0 - 2_f64.powi(32)).to_bits()
    );
}
