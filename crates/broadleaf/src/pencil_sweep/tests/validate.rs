//! Deliberately broken structures are detected.

use super::*;
use crate::geometry::Aabb;
use crate::index::SpatialIndex;
use crate::store::Id;

/// A row of four boxes.
fn row() -> PencilSweep<i32, 2> {
    let aabb = |i: i32| Aabb::new([2 * i, 0], [2 * i + 1, 1]);
    let index: PencilSweep<i32, 2> = (0..4).map(Id).zip((0..4).map(aabb)).collect();
    assert_eq!(index.validate(), Ok(()));
    index
}

fn check(broken: &PencilSweep<i32, 2>, invariant: &str, location: &str) {
    let violation = broken.validate().unwrap_err();
    assert_eq!(
        (violation.invariant(), violation.location()),
        (invariant, location)
    );
}

#[test]
fn p1_every_id_has_a_slot_that_holds_it() {
    let mut broken = row();
    broken.categories.pop();
    check(
        &broken,
        "P1: all lists have the same length",
        "[4, 4, 3] for 4 ids",
    );
    let mut broken = row();
    broken.slots.set(Id(2), 1);
    check(
        &broken,
        "P1: the slot of an id holds the id",
        "Id(2) in slot 2",
    );
}
