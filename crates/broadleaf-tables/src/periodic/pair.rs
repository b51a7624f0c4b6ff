//! Two boxes and a shift.

use broadleaf::Id;

/// Two boxes, and the image of the second one that is near the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PeriodicPair<const D: usize> {
    /// The positions of the boxes.
    pub pair: [Id; 2],
    /// By how many periods the second box moves on each axis: it is near the first one at `b +
    /// shift * period`.
    pub shift: [i32; D],
}

impl<const D: usize> PeriodicPair<D> {
    /// The same pair, from the other box.
    #[must_use]
    pub fn reversed(self) -> Self {
        let [a, b] = self.pair;
        Self {
            pair: [b, a],
            shift: self.shift.map(|shift| -shift),
        }
    }
}
