//! Which rows of a join are written.

/// The rows that a join writes.
///
/// An inner join of a table without a box is an error, since its columns may be mistaken; the other
/// joins answer with its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum How {
    /// The pairs.
    #[default]
    Inner,
    /// The pairs, then the rows of the first input without a partner, with nothing beside them.
    Left,
    /// The rows of the first input that have a partner, once each, in their order.
    Semi,
    /// The rows of the first input that have no partner, in their order. Rows without a box or a
    /// key have none.
    Anti,
}

impl How {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Inner => "inner",
            Self::Left => "left",
            Self::Semi => "semi",
            Self::Anti => "anti",
        }
    }

    /// What the join keeps instead of pairs, within one input or between two.
    pub(crate) fn marks(self, is_self: bool) -> Option<Marks> {
        match (self, is_self) {
            (Self::Inner | Self::Left, _) => None,
            (Self::Semi | Self::Anti, false) => Some(Marks::First),
            (Self::Semi | Self::Anti, true) => Some(Marks::Both),
        }
    }
}

/// Rows that have a partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marks {
    /// The first rows of pairs.
    First,
    /// Both rows.
    Both,
}

impl Marks {
    /// Replaces pairs by the rows that have a partner, each as a pair with itself.
    pub(crate) fn reduce(self, pairs: &mut Vec<[u64; 2]>) {
        if self == Self::Both {
            let others: Vec<_> = pairs.iter().map(|&[_, b]| [b, b]).collect();
            pairs.extend(others);
        }
        pairs.iter_mut().for_each(|pair| pair[1] = pair[0]);
        pairs.sort_unstable();
        pairs.dedup();
    }
}

/// A set of rows.
#[derive(Debug)]
pub(crate) struct RowSet {
    words: Vec<u64>,
    rows: u64,
}

impl RowSet {
    /// No rows of this many.
    pub(crate) fn new(rows: u64) -> Self {
        let words = usize::try_from(rows.div_ceil(64)).unwrap_or(usize::MAX);
        Self {
            words: vec![0; words],
            rows,
        }
    }

    pub(crate) fn insert(&mut self, row: u64) {
        let word = usize::try_from(row / 64).ok();
        if let Some(word) = word.and_then(|word| self.words.get_mut(word)) {
            *word |= 1 << (row % 64);
        }
    }

    /// The rows in the set, or the rows outside of it, in order.
    pub(crate) fn rows(&self, inside: bool) -> impl Iterator<Item = u64> + '_ {
        let is_wanted = move |row: &u64| {
            let word = self.words.get((row / 64) as usize);
            (word.is_some_and(|word| word >> (row % 64) & 1 == 1)) == inside
        };
        (0..self.rows).filter(is_wanted)
    }
}
