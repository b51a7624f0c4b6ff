//! Tests of `labels.rs`.

use super::*;
use crate::geometry::Aabb;
use crate::pair_finder::PairFinder;

/// The pairs that filters allow between boxes in one place, in slots 0 to 3 with these categories,
/// masks and groups.
fn pairs(of_slots: [(u32, u32, i32); 4]) -> Vec<[u32; 2]> {
    let mut filters = SlotFilters::default();
    for (slot, (category, mask, group)) in (0..).map(Id).zip(of_slots) {
        filters.set(slot, Filter::new(category, mask).with_group(group));
    }
    let mut labels = SlotLabels::default();
    labels.replace(&filters, 0..4);
    let boxes = [Aabb::new([0], [1]); 4];
    let mut finder = PairFinder::<i32, 1>::default();
    let query = labels.filter(finder.ask_all(&boxes[..]));
    let pairs = query.pairs();
    pairs.iter().map(|pair| pair.map(|id| id.0)).collect()
}

#[test]
fn refused_pairs_are_left_out() {
    let all = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    assert_eq!(pairs([(!0, !0, 0); 4]), all);
    // A group that is the negative of a slot, and the least one.
    let groups = [(!0, !0, -1), (!0, !0, -1), (!0, !0, i32::MIN), (!0, !0, 0)];
    assert_eq!(pairs(groups), all[1..]);
    // Two kinds of debris that ignore each other.
    let debris = [(1, !0, 0), (2, 1, 0), (2, 1, 0), (4, 1, 0)];
    assert_eq!(pairs(debris), all[..3]);
    let both = [(1, !0, -1), (2, 1, -1), (2, 1, 0), (4, 1, 0)];
    assert_eq!(pairs(both), all[1..3]);
    let positive = [(1, !0, -1), (2, 1, -1), (2, 1, 9), (4, 1, 9)];
    assert_eq!(pairs(positive), [[0, 2], [0, 3], [2, 3]]);
}
