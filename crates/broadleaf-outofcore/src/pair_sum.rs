//! A hash of pairs that does not depend on their order.

/// The number of pairs and the sum of their hashes. It does not depend on the order, and other
/// pairs are unlikely to have the same sum.
///
/// ```
/// use broadleaf_outofcore::PairSum;
/// let [mut first, mut second] = [PairSum::default(); 2];
/// [[1, 2], [3, 4]].map(|pair| first.add(pair));
/// [[3, 4], [1, 2]].map(|pair| second.add(pair));
/// assert_eq!(first, second);
/// assert_eq!((first.pairs, first.hash), (2, 0xedb9_0934_bd65_20d1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairSum {
    /// The number of pairs.
    pub pairs: u64,
    /// The sum of `mix(mix(a) + b)` over all pairs of ids `[a, b]`, modulo 2^64, where `mix` is one
    /// step of splitmix64 with its argument as the state.
    pub hash: u64,
}

impl PairSum {
    /// Adds a pair.
    #[inline]
    pub fn add(&mut self, [a, b]: [u64; 2]) {
        self.pairs += 1;
        self.hash = self.hash.wrapping_add(mix(mix(a).wrapping_add(b)));
    }

    /// Adds the pairs of another sum.
    pub fn merge(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.hash = self.hash.wrapping_add(other.hash);
    }
}

/// One step of splitmix64 (Steele, Lea and Flood 2014).
#[inline]
pub(crate) fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
