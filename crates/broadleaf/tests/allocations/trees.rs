//! Trees whose boxes move, come and go, with queries that write to lists of the caller.

use broadleaf::orthtree::{Config, Orthtree};
use broadleaf::{Hit, Id, Ray, SpatialIndex, SpatialIndexMut};
use stats_alloc::Region as Counted;

use super::{BOXES, GLOBAL, STEPS, aabb, larger, without_allocation};

fn around<const D: usize>(
    tree: &mut impl SpatialIndexMut<f32, D>,
    ids: &mut Vec<Id>,
    hits: &mut Vec<Hit<f32>>,
) -> usize {
    let mut found = 0;
    for step in 0..STEPS {
        for id in 0..BOXES {
            tree.insert(Id(id), aabb(id, step));
        }
        for id in (0..BOXES).step_by(17) {
            let aabb = aabb::<D>(id, step);
            tree.overlaps_into(&aabb, ids);
            tree.k_nearest_into(&aabb.min(), 5, hits);
            found += ids.len() + hits.len();
        }
    }
    found
}

pub(super) fn check<const D: usize>(mut tree: impl SpatialIndexMut<f32, D>) {
    let (mut ids, mut hits) = (Vec::new(), Vec::new());
    // Several times, because memory wanders between nodes that are split and merged.
    let warm = [(); 6].map(|()| around(&mut tree, &mut ids, &mut hits));
    let counted = Counted::new(GLOBAL);
    let found = around(&mut tree, &mut ids, &mut hits);
    let change = counted.change();
    assert_eq!(found, warm[0]);
    assert!(found > 10_000);
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

/// In each step a third of the boxes is removed, a third inserted, and a third moves, near or far.
fn stream_around<const D: usize>(tree: &mut impl SpatialIndexMut<f32, D>) -> usize {
    for step in 0..STEPS {
        for id in 0..BOXES {
            match (id + step) % 3 {
                0 => _ = tree.remove(Id(id)),
                1 => _ = tree.insert(Id(id), aabb(id, step)),
                _ => _ = tree.insert(Id(id), aabb(id + step, step)),
            }
        }
    }
    tree.len()
}

pub(super) fn check_stream<const D: usize>(mut tree: impl SpatialIndexMut<f32, D>) {
    let warm = [(); 2].map(|()| stream_around(&mut tree));
    let len = without_allocation("a stream", || stream_around(&mut tree));
    assert_eq!(len, warm[1]);
    assert!(len > 1_000);
    tree.validate().unwrap();
}

type Lists = (Vec<Id>, Vec<[Id; 2]>, Vec<Hit<f32>>);

/// Runs all queries of an orthtree, which write to lists of the caller, while all boxes move.
/// Returns the number of answers, and of allocations in the queries.
fn lists_around<const D: usize>(
    tree: &mut Orthtree<f32, D>,
    (ids, pairs, hits): &mut Lists,
) -> [usize; 2] {
    let [mut found, mut allocations] = [0; 2];
    for step in 0..STEPS {
        tree.extend((0..BOXES).map(|id| (Id(id), larger(id, step))));
        let counted = Counted::new(GLOBAL);
        tree.pairs_into(pairs);
        found += pairs.len();
        tree.for_each_pair(|_, _| found += 1);
        for id in (0..BOXES).step_by(41) {
            let aabb = larger::<D>(id, step);
            let ray = Ray::between(aabb.min(), [64.0; D]).unwrap();
            tree.overlaps_into(&aabb, ids);
            tree.cast_all_into(&ray, hits);
            found += ids.len() + hits.len() + usize::from(tree.cast(&ray).is_some());
        }
        let change = counted.change();
        allocations += change.allocations + change.reallocations;
    }
    [found, allocations]
}

/// A loose tree, one that is rebuilt in every step, and a strict one, in which boxes across
/// boundaries make lists grow and shrink.
pub(super) fn check_lists<const D: usize>() {
    let config = Config::default();
    let configs = [
        (config, true),
        (config.with_rebuild_threshold(0.0), true),
        (config.with_looseness(1.0).with_leaf_capacity(8), false),
    ];
    for (config, moves_are_steady) in configs {
        let (mut tree, mut lists) = (Orthtree::with_config(config), Lists::default());
        let warm = [(); 6].map(|()| lists_around::<D>(&mut tree, &mut lists));
        let counted = Counted::new(GLOBAL);
        let [found, in_questions] = lists_around(&mut tree, &mut lists);
        let change = counted.change();
        assert_eq!((found, in_questions), (warm[0][0], 0));
        assert!(found > 10_000);
        let in_all = change.allocations + change.reallocations;
        assert!(!moves_are_steady || in_all == 0, "{change:?}");
    }
}

/// An orthtree reports the bytes that it has allocated.
pub(super) fn check_tree_bytes<const D: usize>() {
    let counted = Counted::new(GLOBAL);
    let mut tree = Orthtree::<f32, D>::new();
    tree.extend((0..BOXES).map(|id| (Id(id), larger(id, 0))));
    (0..BOXES / 2).for_each(|id| _ = tree.insert(Id(3 * id), larger(id, 1)));
    tree.for_each_pair(|_, _| ());
    let change = counted.change();
    let allocated = change.bytes_allocated - change.bytes_deallocated;
    assert_eq!(tree.stats().bytes, allocated);
}
