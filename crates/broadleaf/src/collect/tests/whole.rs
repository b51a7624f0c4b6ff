//! Tests of `mod.rs`.

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
        let par_ascent = par_collect(boxes, &mut items, |id, number| (id, number), |item| item.0);
        assert!(items == expected);
        assert_eq!(par_ascent, ascent);
    }
}
