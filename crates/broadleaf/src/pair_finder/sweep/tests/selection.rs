//! Selection starts and stops with the share of near candidates.

use crate::pair_finder::sweep::selection::Selection;
use crate::pair_finder::tuning::{BLOCKS_UNTIL_TRIED, MIN_SELECTED_AMONG};

/// For consecutive blocks, whether each selects if this many of 100 candidates are near it.
fn plays(selection: &mut Selection, near: usize, blocks: u32) -> impl Iterator<Item = bool> {
    (0..blocks).map(move |_| {
        let selects = selection.is_worthwhile(100);
        if selects {
            selection.add_selected(near);
        }
        selects
    })
}

#[test]
fn selects_while_most_candidates_are_far() {
    let mut selection = Selection::default();
    assert!(!selection.is_worthwhile(MIN_SELECTED_AMONG - 1));
    assert!(plays(&mut selection, 49, 100).all(|selects| selects));
    let some = plays(&mut selection, 90, 1_000).filter(|&selects| selects);
    assert!((1..100).contains(&some.count()));
    // Selection resumes when candidates are far again.
    let _ = plays(&mut selection, 10, BLOCKS_UNTIL_TRIED).count();
    assert!(plays(&mut selection, 10, 100).all(|selects| selects));
}
