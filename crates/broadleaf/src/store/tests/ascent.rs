//! Tests of `ascent.rs`.

use super::*;

fn holds(ids: &[u32]) -> bool {
    Ascent::of(ids.iter().copied().map(Id)).holds
}

#[test]
fn ids_ascend_if_each_is_greater_than_the_one_before() {
    assert!(holds(&[]) && holds(&[u32::MAX]) && holds(&[0, 1, 7, u32::MAX]));
    assert!(!holds(&[3, 3]) && !holds(&[0, 5, 4]) && !holds(&[u32::MAX, 0]));
}

#[cfg(feature = "rayon")]
#[test]
fn parts_ascend_as_the_whole_does() {
    for ids in [[0, 1, 2, 9], [0, 2, 2, 3], [0, 5, 4, 8], [4, 5, 0, 1]] {
        for cut in 0..ids.len() {
            let [low, high] =
                [&ids[..cut], &ids[cut..]].map(|part| Ascent::of(part.iter().copied().map(Id)));
            let whole = low.then(high, Id(ids[cut]));
            assert_eq!(whole.holds, holds(&ids), "{ids:?} cut at {cut}");
            assert!(!whole.holds || whole.end == ids[3] as usize + 1);
        }
    }
}
