//! Merging two sorted lists of numbers.
//!
//! No branch depends on the numbers: where many differ, a processor that guesses which list has the
//! next one is often wrong. A merge that is predicted to find equal numbers, in turns with this one
//! by how many differed, is no faster where few differ. With the plain loads, which wait for the
//! comparison before them, steps of 10,000 uniform boxes that all move take 1.1 times as long
//! (3D, one thread; Xeon, 2 shared processors, 2026-11-28).

use core::hint::select_unpredictable;

use super::tuning::BLOCK;

/// A number, and in the lowest bits which list it is in.
fn note(key: u64, was: bool, is: bool) -> u64 {
    key << 2 | u64::from(is) << 1 | u64::from(was)
}

/// Visits the numbers of two sorted lists that are in one of them only and, `with_both`, those that
/// are in both, in order: the number, whether it is in `before`, whether it is in `after`. A list
/// has each number once; numbers have at most 62 bits.
pub(crate) fn for_each_difference(
    mut before: &[u64],
    mut after: &[u64],
    with_both: bool,
    mut visit: impl FnMut(u64, bool, bool),
) {
    let at = |keys: &[u64], index: usize| keys.get(index).copied().unwrap_or(u64::MAX);
    let mut notes = [0; BLOCK];
    while !before.is_empty() && !after.is_empty() {
        let (mut first, mut second, mut len) = (0, 0, 0);
        let (mut old, mut new) = (before[0], after[0]);
        for _ in 0..BLOCK {
            if first == before.len() || second == after.len() {
                break;
            }
            let (was, is) = (old <= new, new <= old);
            // Stored first and counted then.
            notes[len] = note(old.min(new), was, is);
            len += usize::from((was != is) | with_both);
            // Loaded before it is known which of them is needed.
            let (next_old, next_new) = (at(before, first + 1), at(after, second + 1));
            old = select_unpredictable(was, next_old, old);
            new = select_unpredictable(is, next_new, new);
            first += usize::from(was);
            second += usize::from(is);
        }
        (before, after) = (&before[first..], &after[second..]);
        for note in &notes[..len] {
            visit(note >> 2, note & 1 != 0, note & 2 != 0);
        }
    }
    before.iter().for_each(|&key| visit(key, true, false));
    after.iter().for_each(|&key| visit(key, false, true));
}

#[cfg(test)]
#[path = "tests/merge.rs"]
mod tests;
