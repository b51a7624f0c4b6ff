//! Pairs of boxes that are new in every frame.

use broadleaf::{
    Aabb, Id, KdSlice, KdSliceMut, KdSweep, PairFinder, SpatialIndex, SpatialIndexMut,
};
use stats_alloc::Region as Counted;

use super::{BOXES, GLOBAL, STEPS, larger};

fn pairs_around<const D: usize>(
    finder: &mut PairFinder<f32, D>,
    boxes: &mut Vec<Aabb<f32, D>>,
    pairs: &mut Vec<[Id; 2]>,
) -> usize {
    let mut found = 0;
    for step in 0..STEPS {
        boxes.clear();
        boxes.extend((0..BOXES).map(|id| larger(id, step)));
        finder.within(boxes).unwrap().unsorted_pairs_into(pairs);
        finder.within(boxes).unwrap().pairs_into(pairs);
        let (front, back) = boxes.split_at(500);
        let query = finder.between(front, back).unwrap();
        query.for_each_pair(|_, _| found += 1);
        found += pairs.len();
    }
    found
}

pub(super) fn check_pairs<const D: usize>() {
    let (mut finder, mut boxes, mut pairs) =
        (PairFinder::<f32, D>::default(), Vec::new(), Vec::new());
    let warm = pairs_around(&mut finder, &mut boxes, &mut pairs);
    let counted = Counted::new(GLOBAL);
    let found = pairs_around(&mut finder, &mut boxes, &mut pairs);
    let change = counted.change();
    assert_eq!(found, warm);
    assert!(found > 1_000);
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

/// A finder reports the bytes that it has allocated, which are at most the documented number.
pub(super) fn check_finder_bytes<const D: usize>() {
    let boxes: Vec<Aabb<f32, D>> = (0..100_000).map(|id| larger(id, 0)).collect();
    let counted = Counted::new(GLOBAL);
    let mut finder = PairFinder::<f32, D>::new();
    assert!(finder.within(&boxes).unwrap().count_pairs() > 1_000);
    let change = counted.change();
    let allocated = change.bytes_allocated - change.bytes_deallocated;
    assert_eq!(finder.bytes(), allocated);
    assert!(finder.bytes() <= boxes.len() * (30 + 8 * D) + 40_000);
    finder.shrink_to_fit();
    assert!(finder.bytes() < 20_000);
}

/// Rebuilt in every frame, changed a little, and queried for all pairs each time.
fn builds_around<const D: usize>(index: &mut KdSweep<f32, D>) -> usize {
    let mut found = 0;
    for step in 0..STEPS {
        index.extend((0..BOXES).map(|id| (Id(id), larger(id, step))));
        index.for_each_pair(|_, _| found += 1);
        (0..BOXES)
            .step_by(40)
            .for_each(|id| _ = index.insert(Id(id), larger(id + 1, step)));
        index.for_each_pair(|_, _| found += 1);
    }
    found
}

pub(super) fn check_builds<const D: usize>() {
    let mut index = KdSweep::<f32, D>::default();
    let warm = [(); 2].map(|()| builds_around(&mut index));
    let counted = Counted::new(GLOBAL);
    let found = builds_around(&mut index);
    let change = counted.change();
    assert_eq!(found, warm[1]);
    assert!(found > 1_000);
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

/// An index over borrowed boxes, whose memory is passed from frame to frame.
fn slices_around<const D: usize>(
    memory: &mut KdSweep<f32, D>,
    boxes: &mut Vec<Aabb<f32, D>>,
) -> usize {
    let mut found = 0;
    for step in 0..STEPS {
        boxes.clear();
        boxes.extend((0..BOXES).map(|id| larger(id, step)));
        let index = KdSlice::with_memory(std::mem::take(memory), boxes, |aabb| *aabb).unwrap();
        index.for_each_pair(|_, _| found += 1);
        *memory = index.into_memory();
        let index = KdSliceMut::with_memory(std::mem::take(memory), boxes, |aabb| *aabb);
        let mut index = index.unwrap();
        index.for_each_pair_mut(|_, _| found += 1);
        *memory = index.into_memory();
    }
    found
}

pub(super) fn check_slices<const D: usize>() {
    let (mut memory, mut boxes) = (KdSweep::default(), Vec::new());
    let warm = slices_around::<D>(&mut memory, &mut boxes);
    let counted = Counted::new(GLOBAL);
    let found = slices_around(&mut memory, &mut boxes);
    let change = counted.change();
    assert_eq!(found, warm);
    assert!(found > 1_000);
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}
