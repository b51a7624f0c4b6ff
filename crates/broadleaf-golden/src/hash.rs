//! The hash of a sequence of answers.

use broadleaf::geometry::{Real, Scalar};
use broadleaf::{Aabb, Hit, Id};

/// FNV-1a over the bytes of 64-bit words, lowest byte first.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn word(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds the words of a list in order, then their number.
    pub(crate) fn list(&mut self, words: impl IntoIterator<Item = u64>) {
        let mut count = 0;
        for word in words {
            self.word(word);
            count += 1;
        }
        self.word(count);
    }

    pub(crate) fn ids(&mut self, ids: &[Id]) {
        self.list(ids.iter().map(|id| u64::from(id.0)));
    }

    pub(crate) fn pairs(&mut self, pairs: &[[Id; 2]]) {
        self.list(
            pairs
                .iter()
                .map(|[a, b]| u64::from(a.0) << 32 | u64::from(b.0)),
        );
    }

    /// Adds every bit of each ray parameter or distance.
    pub(crate) fn hits<R: Real>(&mut self, hits: &[Hit<R>]) {
        self.list(
            hits.iter()
                .flat_map(|hit| [hit.reach.to_f64().to_bits(), u64::from(hit.id.0)]),
        );
    }

    pub(crate) fn aabb<S: Scalar, const D: usize>(&mut self, aabb: Option<Aabb<S, D>>) {
        self.list(
            aabb.iter()
                .flat_map(|aabb| aabb.min().into_iter().chain(aabb.max()))
                .map(|x| x.to_real().to_f64().to_bits()),
        );
    }

    pub(crate) fn finish(self) -> u64 {
        self.0
    }
}
