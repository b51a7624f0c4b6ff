//! The boxes that a caller hands over, collected before a structure changes: an iterator may panic.

use alloc::vec::Vec;

#[cfg(feature = "rayon")]
use rayon::iter::{ParallelExtend, ParallelIterator};

#[cfg(feature = "rayon")]
use crate::executor::{Executor, Parallel};
use crate::store::{Ascent, Id};

/// The number of items in one piece of work.
#[cfg(feature = "rayon")]
const PIECE: usize = 4096;

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

/// [`collect`] into an empty list, on the threads of rayon's current pool. `id` returns the id of
/// an item.
#[cfg(feature = "rayon")]
pub(crate) fn par_collect<B: Send, T: Send + Sync>(
    boxes: impl ParallelIterator<Item = (Id, B)>,
    items: &mut Vec<T>,
    item: impl Fn(Id, B) -> T + Send + Sync,
    id: impl Fn(&T) -> Id + Sync,
) -> Ascent {
    items.par_extend(boxes.map(|(id, aabb)| item(id, aabb)));
    let ascents = Parallel.map(items.len().div_ceil(PIECE), |piece| {
        let piece = items.iter().skip(piece * PIECE).take(PIECE);
        Ascent::of(piece.map(&id))
    });
    ascents.into_iter().fold(Ascent::START, Ascent::then)
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use rayon::iter::IntoParallelIterator;

    use super::*;

    #[test]
    fn threads_collect_as_one_does() {
        let ascending = |number: u32| number;
        let repeated_at_a_cut = |number: u32| number - u32::from(number >= 4096);
        let falling = |number: u32| 20_000 - number;
        for id_of in [ascending, repeated_at_a_cut, falling] {
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
