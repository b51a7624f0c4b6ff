//! The order in which boxes are visited: best first, group by group.

use broadleaf::Id;

use super::overlap::Float;

/// A box in this order: its group, its score and its row in one number, which sorts faster than a
/// comparison that reads scores by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked(u128);

impl Ranked {
    pub(super) fn new(group: u32, score: f64, row: u32) -> Self {
        let group = u128::from(group) << 96;
        Self(group | u128::from(worse_is_greater(score)) << 32 | u128::from(row))
    }

    pub(super) fn group(self) -> u32 {
        (self.0 >> 96) as u32
    }

    pub(super) fn id(self) -> Id {
        Id(self.0 as u32)
    }

    /// The same box in an order that does not depend on groups.
    pub(super) fn without_group(self) -> Self {
        Self(self.0 & (u128::MAX >> 32))
    }
}

/// All rows, group by group; in a group, better scores first, and of equal ones the earlier row.
///
/// There are at most as many rows as ids, and no score is NaN.
pub(super) fn best_first<T: Float>(scores: &[T], groups: Option<&[u32]>) -> Vec<Ranked> {
    let rank = |(row, &score): (usize, &T)| {
        let group = groups.map_or(0, |groups| groups[row]);
        Ranked::new(group, score.into(), row as u32)
    };
    let mut rows: Vec<_> = scores.iter().enumerate().map(rank).collect();
    rows.sort_unstable();
    rows
}

/// A number that is greater for a lower score, and the same for both zeros.
fn worse_is_greater(score: f64) -> u64 {
    let bits = (score + 0.0).to_bits();
    // Of negative floats, the bits of the lower one are greater.
    if score < 0.0 {
        bits
    } else {
        !bits & (u64::MAX >> 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_that_of_scores_and_rows() {
        let scores = [
            f64::INFINITY,
            f64::MAX,
            1.0,
            5e-324,
            0.0,
            -0.0,
            -5e-324,
            -1.0,
            f64::MIN,
            f64::NEG_INFINITY,
        ];
        let rows: Vec<_> = best_first(&scores, None)
            .iter()
            .map(|rank| rank.id().0)
            .collect();
        assert_eq!(rows, (0..10).collect::<Vec<_>>());
        let mut backward = scores;
        backward.reverse();
        let rows: Vec<_> = best_first(&backward, None)
            .iter()
            .map(|rank| rank.id().0)
            .collect();
        // Zeros are equal, so that the earlier row is first.
        assert_eq!(rows, [9, 8, 7, 6, 4, 5, 3, 2, 1, 0]);
    }

    #[test]
    fn groups_come_first() {
        let ranked = best_first(&[1.0_f32, 2.0, 3.0], Some(&[7, u32::MAX, 7]));
        let found: Vec<_> = ranked
            .iter()
            .map(|rank| (rank.group(), rank.id().0))
            .collect();
        assert_eq!(found, [(7, 2), (7, 0), (u32::MAX, 1)]);
        let mut all: Vec<_> = ranked.iter().map(|rank| rank.without_group()).collect();
        all.sort_unstable();
        assert_eq!(
            all.iter().map(|rank| rank.id().0).collect::<Vec<_>>(),
            [2, 1, 0]
        );
    }
}
