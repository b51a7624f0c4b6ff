//! Narrow and unsigned integers: every structure agrees with the list of boxes.

use crate::inputs::{Mode, TestScalar, aabb, for_all, point};
use broadleaf::geometry::BoxCast;
use broadleaf::orthtree::Orthtree;
use broadleaf::{
    Aabb, BroadPhase, BruteForce, DynamicTree, Id, KdSweep, PencilSweep, Ray, SpatialIndex,
    SpatialIndexMut,
};

fn check_structure<S: TestScalar, const D: usize, B: SpatialIndexMut<S, D> + Default>(
    boxes: &[Aabb<S, D>],
    [start, end]: [[S; D]; 2],
) {
    let mut list = BruteForce::new();
    list.extend((0..).map(Id).zip(boxes.iter().copied()));
    let mut structure = B::default();
    structure.extend(list.iter());
    // Half of the boxes come one by one, so that trees grow and shrink too.
    for (id, aabb) in list.iter().filter(|(id, _)| id.0 % 2 == 0) {
        structure.remove(id);
        structure.insert(id, aabb);
    }
    structure.validate().unwrap();
    assert_eq!(structure.pairs(), list.pairs());
    assert_eq!(structure.overlaps(&start), list.overlaps(&start));
    assert_eq!(structure.overlaps(&boxes[0]), list.overlaps(&boxes[0]));
    assert_eq!(structure.k_nearest(&end, 3), list.k_nearest(&end, 3));
    let ray = Ray::between(start, end).unwrap();
    assert_eq!(structure.cast_all(&ray), list.cast_all(&ray));
    let cast = BoxCast::between(boxes[0], end).unwrap();
    assert_eq!(structure.cast(&cast), list.cast(&cast));
}

/// The pairs of a broad phase are the pairs of its fat boxes, and restoring a saved one gives the
/// same bits.
fn check_broad_phase<S: TestScalar>(boxes: &[Aabb<S, 2>]) {
    let mut broad_phase = BroadPhase::<(), S, 2>::default();
    for aabb in boxes {
        broad_phase.create(*aabb, ());
    }
    let list: BruteForce<_, 2> = (0..).map(Id).zip(boxes.iter().copied()).collect();
    assert_eq!(broad_phase.step().begun.len(), list.pairs().len());
    broad_phase.validate().unwrap();
    let saved = broad_phase.save();
    let restored = BroadPhase::<(), S, 2>::restore(&saved).unwrap();
    assert_eq!(
        (restored.save(), restored.state_hash()),
        (saved, broad_phase.state_hash())
    );
}

fn check<S: TestScalar>() {
    for mode in [Mode::Grid, Mode::Wild] {
        let boxes = || proptest::collection::vec(aabb::<S, 2>(mode), 1..40);
        let inputs = (boxes(), [point::<S, 2>(mode), point(mode)]);
        for_all(100, inputs, |(boxes, points)| {
            check_structure::<S, 2, DynamicTree<S, 2>>(&boxes, points);
            check_structure::<S, 2, KdSweep<S, 2>>(&boxes, points);
            check_structure::<S, 2, PencilSweep<S, 2>>(&boxes, points);
            check_structure::<S, 2, Orthtree<S, 2>>(&boxes, points);
            check_broad_phase(&boxes);
        });
    }
}

#[test]
fn bytes_are_coordinates() {
    check::<i8>();
    check::<u8>();
}

#[test]
fn unsigned_integers_are_coordinates() {
    check::<u32>();
    check::<u64>();
}

#[test]
fn a_save_of_unsigned_integers_is_no_save_of_signed_ones() {
    let saved = BroadPhase::<(), u16, 2>::default().save();
    let error = BroadPhase::<(), i16, 2>::restore(&saved)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("16-bit unsigned integer") && error.contains("16-bit integer"),
        "{error}"
    );
}
