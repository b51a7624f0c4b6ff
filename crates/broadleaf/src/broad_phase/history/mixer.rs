//! Hashes of words, scalars, boxes and bytes.

use crate::broad_phase::state::margin::Margin;
use crate::geometry::{Aabb, Scalar};

/// The subject of a hash: equal numbers with different meanings get different hashes.
#[derive(Clone, Copy)]
pub(crate) enum HashKind {
    Proxy,
    Vacant,
    Refused = 3,
    Change,
    BroadPhase,
    Bytes,
    Margin,
    Moved,
    Data,
}

/// Mixes in two words at a time by one multiplication to twice the width, whose halves are
/// combined. So the high bits of a product, which depend on all bits of both words, reach the low
/// ones. A box is two words per axis, so it takes one multiplication per axis. Words are integers,
/// so every machine computes the same; `core::hash` would mix bytes as they lie in memory, which
/// differ between machines. Protects against accidents, not against attackers, who can choose boxes
/// with equal hashes.
pub(crate) struct Mixer(u64);

/// The fractional bits of the square root of 2: any number without a pattern would do, and nobody
/// chose this one for a purpose. Part of every hash and save, so it must not change.
const ROOT_2: u64 = 0x6a09_e667_f3bc_c909;
/// The fractional bits of the square root of 3, for the first and the last multiplication, which
/// have one word.
const ROOT_3: u64 = 0xbb67_ae85_84ca_a73b;

impl Mixer {
    pub(crate) fn new(kind: HashKind) -> Self {
        Self(fold(ROOT_2 ^ kind as u64, ROOT_3))
    }

    #[inline]
    pub(crate) fn with(self, a: u64, b: u64) -> Self {
        Self(fold(self.0 ^ a, b ^ ROOT_2))
    }

    #[inline]
    pub(crate) fn with_box<S: Scalar, const D: usize>(self, aabb: &Aabb<S, D>) -> Self {
        (0..D)
            .map(|axis| aabb.ends(axis).map(word_of))
            .fold(self, |mixer, [min, max]| mixer.with(min, max))
    }

    pub(crate) fn finish(self) -> u64 {
        fold(self.0, ROOT_3)
    }
}

/// Combines both halves of the product in one word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "to take the halves apart")]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// The word of a number. It is the same for 0 and -0, and for every NaN, because no answer of a
/// broad phase distinguishes them.
pub(crate) fn canonical_word<S: Scalar>(value: S) -> i64 {
    if value.is_nan() {
        // The first word above infinity.
        S::MAX.to_word() + 1
    } else if value == S::default() {
        S::default().to_word()
    } else {
        value.to_word()
    }
}

fn word_of<S: Scalar>(value: S) -> u64 {
    canonical_word(value).cast_unsigned()
}

/// A margin in two words.
pub(crate) fn words_of_margin<S: Scalar>(margin: &Margin<S>) -> [u64; 2] {
    match *margin {
        Margin::Fatten {
            extension,
            prediction,
        } => [word_of(extension), u64::from(prediction.to_256ths()) << 2],
        Margin::Snap { cell } => [word_of(cell), 1],
        Margin::Tight => [0, 2],
        Margin::Proportional {
            sixteenths,
            prediction,
        } => [
            sixteenths.into(),
            u64::from(prediction.to_256ths()) << 2 | 3,
        ],
    }
}

/// A sum of hashes, which does not depend on their order.
pub(crate) fn sum(hashes: impl Iterator<Item = u64>) -> u64 {
    hashes.fold(0, u64::wrapping_add)
}

/// A hash of bytes, to detect damage.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mixer = Mixer::new(HashKind::Bytes).with(bytes.len() as u64, 0);
    let word = |part: &[u8]| {
        part.iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte))
    };
    bytes
        .chunks(16)
        .map(|pair| pair.split_at(pair.len().min(8)))
        .fold(mixer, |mixer, (a, b)| mixer.with(word(a), word(b)))
        .finish()
}

#[cfg(test)]
#[path = "tests/mixer.rs"]
mod tests;
