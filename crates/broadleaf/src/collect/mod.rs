//! The boxes that a caller hands over, collected before a structure changes: an iterator may panic.

#[cfg(feature = "rayon")]
mod parallel;

use alloc::vec::Vec;

#[cfg(feature = "rayon")]
pub(crate) use self::parallel::par_collect;
use crate::store::{Ascent, Id};

/// Appends an item for every box. Returns whether their ids ascend.
pub(crate) fn collect<B, T>(
    boxes: impl IntoIterator<Item = (Id, B)>,
    items: &mut Vec<T>,
    item: impl Fn(Id, B) -> T,
) -> Ascent {
    let mut ascent = Ascent::START;
    items.extend(boxes.into_iter().map(|(id, aabb)| {
        ascent.add(id);
        item(id, aabb)
    }));
    ascent
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};

    use super::*;

    #[test]
    fn threads_collect_as_one_does() {
        let ascending = |number: u32| number;
        let repeated_at_a_cut = |number: u32| number - u32::from(number >= 4_500);
        let falling = |number: u32| 20_000 - number;
        // Threads cut in the middle: each half ascends.
        let rotated = |number: u32| (number + 4_500) % 9_000;
        for id_of in [ascending, repeated_at_a_cut, falling, rotated] {
            // A filter hides the number of boxes.
            let id = |number: u32| (number % 7 != 3).then(|| (Id(id_of(number)), number));
            let (mut items, mut expected) = (Vec::new(), Vec::new());
            let ascent = collect((0..9_000).filter_map(id), &mut expected, |id, number| {
                (id, number)
            });
            let boxes = (0..9_000).into_par_iter().filter_map(id);
            let par_ascent =
                par_collect(boxes, &mut items, |id, number| (id, number), |item| item.0);
            assert!(items == expected);
            assert_eq!(par_ascent, ascent);
        }
    }
}
