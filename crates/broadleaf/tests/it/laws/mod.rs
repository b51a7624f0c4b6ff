//! The laws of scalars, boxes, regions and probes. Structures rely on them to the last bit.

mod boxes;
mod casts;
mod distances;
mod monotone;
mod regions;
mod scalars;

use broadleaf::Aabb;

const CASES: u32 = 4_000;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction(i64, i64);

impl Fraction {
    fn less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// The first `t` in 0..=1 at which the box at `start`, moving by `motion`, touches `target`, in
/// exact arithmetic.
pub(crate) fn exact_reach<const D: usize>(
    start: &Aabb<i32, D>,
    motion: [i32; D],
    target: &Aabb<i32, D>,
) -> Option<Fraction> {
    let (mut enter, mut exit) = (Fraction(0, 1), Fraction(1, 1));
    for axis in 0..D {
        let low = i64::from(target.min()[axis] - start.max()[axis]);
        let high = i64::from(target.max()[axis] - start.min()[axis]);
        let motion = i64::from(motion[axis]);
        if motion == 0 && (low > 0 || high < 0) {
            return None;
        }
        if motion != 0 {
            let (near, far) = if motion > 0 {
                (Fraction(low, motion), Fraction(high, motion))
            } else {
                (Fraction(-high, -motion), Fraction(-low, -motion))
            };
            enter = if enter.less(near) { near } else { enter };
            exit = if far.less(exit) { far } else { exit };
        }
    }
    (!exit.less(enter)).then_some(enter)
}
