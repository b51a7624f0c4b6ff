//! Merging two sorted lists of numbers.

/// Numbers that are compared before the differences among them are passed on. A block of them
/// separates the comparison, in which nothing can be predicted, from what is done with a
/// difference, which is seldom.
const BLOCK: usize = 256;

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
    let mut notes = [0; BLOCK];
    while !before.is_empty() && !after.is_empty() {
        let (mut first, mut second, mut len) = (0, 0, 0);
        for _ in 0..BLOCK {
            let (Some(&old), Some(&new)) = (before.get(first), after.get(second)) else {
                break;
            };
            // Stored first and counted then: a branch could not be predicted where many differ.
            let (was, is) = (old <= new, new <= old);
            notes[len] = note(old.min(new), was, is);
            len += usize::from((was != is) | with_both);
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
