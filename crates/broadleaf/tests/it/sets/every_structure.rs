//! Small random sets in every structure.

use broadleaf::geometry::{Probe, Real, distance_of};
use broadleaf::kd_sweep::Config;
use broadleaf::orthtree::Orthtree;
use broadleaf::{
    BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep, SpatialIndex, SpatialIndexMut,
};
use proptest::collection::vec;
use proptest::prelude::*;

use super::answers::{check_counts, check_pairs_of_one, check_pairs_of_two, check_places};
use super::{Boxes, with_ids};
use crate::erased::Erased;
use crate::inputs::{Mode, TestScalar, aabb, for_all, for_every_number, point, real};

fn distances<R: Real>(mode: Mode) -> impl Strategy<Value = R> {
    prop_oneof![
        6 => real(mode),
        1 => Just(R::from_f64(0.0)),
        1 => Just(R::INFINITY),
        1 => Just(R::from_f64(f64::NAN)),
        1 => Just(R::from_f64(1e-40)),
        1 => (0_u32..400).prop_map(|percent| R::from_f64(f64::from(percent) * 0.01)),
    ]
}

fn check<S: TestScalar, const D: usize>(mode: Mode, cases: u32, empty: fn() -> Erased<S, D>) {
    let inputs = (
        vec(aabb::<S, D>(mode), 0..40),
        prop_oneof![
            vec(aabb::<S, D>(mode), 0..40),
            vec(aabb::<S, D>(mode), 0..3)
        ],
        vec(point::<S, D>(mode), 0..8),
        distances::<S::Real>(mode),
        0_usize..5,
    );
    for_all(cases, inputs, |(ours, theirs, places, distance, k)| {
        let (ours, theirs) = (with_ids(ours), with_ids(theirs));
        let (mut index, mut other) = (empty(), empty());
        index.extend(ours.iter().copied());
        other.extend(theirs.iter().copied());
        let windows: Vec<_> = theirs.iter().map(|item| item.1).take(9).collect();
        for (id, _) in ours.iter().step_by(3) {
            index.set_category(*id, 1);
        }
        check_counts(&index, &ours, &windows);
        // A distance that was reported finds its pair again.
        let distance = match (ours.last(), theirs.first(), places.first()) {
            (Some((_, a)), Some((_, b)), _) if k == 1 => distance_of(a.reach(b).unwrap()),
            (Some((_, a)), _, Some(place)) if k == 2 => distance_of(place.reach(a).unwrap()),
            (Some((_, a)), ..) if k == 3 => distance_of(a.reach(&ours[0].1).unwrap()),
            _ => distance,
        };
        check_pairs_of_one(&index, &ours, distance);
        check_pairs_of_two(&index, &other, [&ours, &theirs], distance);
        check_pairs_of_two(&other, &index, [&theirs, &ours], distance);
        check_pairs_of_two(&index, &index, [&ours, &ours], distance);
        check_places(&index, &ours, &places, [distance, S::Real::INFINITY], k);

        // Boxes that have left a tree, and others that are not in it yet.
        let changed: Vec<_> = ours.into_iter().skip(2).zip(theirs).collect();
        let mut ours: Boxes<S, D> = index.iter().collect();
        for ((id, _), (_, aabb)) in changed {
            index.insert(id, aabb);
            ours.iter_mut().find(|item| item.0 == id).unwrap().1 = aabb;
        }
        index.remove(Id(0));
        ours.retain(|item| item.0 != Id(0));
        check_counts(&index, &ours, &windows);
    });
}

macro_rules! set_tests {
    ($($structure:ident: $empty:expr;)*) => { $(
        #[test]
        fn $structure() {
            for_every_number!(calls: check, 12, $empty);
        }
    )* };
}

set_tests! {
    brute_force: BruteForce::default();
    dynamic_tree: DynamicTree::default();
    kd_sweep: KdSweep::with_config(Config::default().with_leaf_capacity(2));
    kd_sweep_pending: KdSweep::default();
    pencil_sweep: PencilSweep::default();
    orthtree: Orthtree::default();
    orthtree_small_leaves: Orthtree::with_config(
        broadleaf::orthtree::Config::default().with_leaf_capacity(2)
    );
}
