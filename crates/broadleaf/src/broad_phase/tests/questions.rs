//! Queries of a broad phase against those of a list of its tight boxes.

use alloc::vec;
use alloc::vec::Vec;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::interface::hit::ProxyHit;
use crate::broad_phase::state::config::ProxyConfig;
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::mobility::Mobility;
use crate::brute_force::BruteForce;
use crate::filter::{CategoryMatrix, Filter};
use crate::geometry::{Aabb, Ray};
use crate::index::{SpatialIndex, SpatialIndexMut};

/// A broad phase of moving and static squares on a grid, and a list of the same boxes.
fn scene() -> (BroadPhase<(), f32, 2>, BruteForce<f32, 2>) {
    let mut broad_phase = BroadPhase::new(Margin::Fatten {
        extension: 0.5,
        prediction: 0.into(),
    });
    let mut list = BruteForce::default();
    for n in 0..60_u8 {
        let min = [f32::from(n % 8), f32::from(n / 8) * 1.5];
        let aabb = Aabb::new(min, min.map(|x| x + 1.0));
        let id = match n % 3 {
            0 => broad_phase.create_static(aabb, ()),
            _ => broad_phase.create(aabb, ()),
        };
        list.insert(id.id(), aabb);
    }
    let moved = broad_phase.iter().filter(|(id, _)| id.id().0 % 5 == 1);
    let moved: Vec<_> = moved.map(|(id, ())| id).collect();
    for id in moved {
        if broad_phase.mobility(id) == Some(Mobility::Dynamic) {
            let aabb = broad_phase.aabb(id).unwrap().translated([0.25, 0.0]);
            broad_phase.move_to(id, aabb, [0.0; 2]).unwrap();
            list.insert(id.id(), aabb);
        }
    }
    (broad_phase, list)
}

#[test]
fn answers_are_those_about_the_tight_boxes() {
    let (broad_phase, list) = scene();
    let ids = |hits: &[ProxyHit<f32>]| hits.iter().map(|hit| hit.id.id()).collect::<Vec<_>>();
    let mut hits = vec![broad_phase.nearest(&[0.0, 0.0]).unwrap()];
    let mut found = Vec::new();
    for (at, distance) in [([3.5, 4.0], 2.0), ([-1.0, 6.0], 1.5), ([20.0, 1.0], 12.5)] {
        let expected = list.within_distance(&at, distance);
        broad_phase.within_distance_into(&at, distance, &mut hits);
        assert_eq!(hits, broad_phase.within_distance(&at, distance));
        assert!(ids(&hits).iter().eq(expected.iter().map(|hit| &hit.id)));
        assert!(expected.len() > 1);
        broad_phase.within_distance_into(&at, -1.0, &mut hits);
        assert!(hits.is_empty());

        broad_phase.k_nearest_into(&at, 7, &mut hits);
        let expected = list.k_nearest(&at, 7);
        assert!(ids(&hits).iter().eq(expected.iter().map(|hit| &hit.id)));

        let ray = Ray::new(at, [-1.0, 0.125]).unwrap();
        broad_phase.cast_all_into(&ray, &mut hits);
        let expected = list.cast_all(&ray);
        assert!(ids(&hits).iter().eq(expected.iter().map(|hit| &hit.id)));

        let window = Aabb::new(at.map(|x| x - 2.0), at.map(|x| x + 1.0));
        broad_phase.overlaps_into(&window, &mut found);
        assert!(found.iter().map(|id| id.id()).eq(list.overlaps(&window)));
        assert_eq!(broad_phase.count_overlaps(&window), found.len());
    }
}

/// Squares of all mobilities and of three categories, two of which form no pairs.
fn crowd() -> BroadPhase<(), f32, 2> {
    let mobilities = [
        Mobility::Dynamic,
        Mobility::Kinematic,
        Mobility::Static,
        Mobility::Sleeping,
    ];
    let mut broad_phase = BroadPhase::new(Margin::Tight);
    for n in 0..120_u8 {
        let min = [f32::from(n % 11) * 0.75, f32::from(n / 11) * 0.75];
        let filter = Filter::new(1 << (n % 3), if n % 3 == 0 { !1 } else { !0 });
        let config = ProxyConfig::new(mobilities[usize::from(n % 7 % 4)]).with_filter(filter);
        broad_phase.create_with(config, Aabb::new(min, min.map(|x| x + 1.0)), ());
    }
    broad_phase.step_with(|(a, ()), (b, ())| (a.id().0 ^ b.id().0) % 5 != 0);
    broad_phase
}

#[test]
fn a_matrix_leaves_out_pairs_of_a_view() {
    let broad_phase = crowd();
    let matrix = CategoryMatrix::ALL.without(2, 4);
    let category = |id| broad_phase.tight().category(id).unwrap();
    for view in [broad_phase.tight(), broad_phase.fat()] {
        let (mut pairs, all) = (view.pairs(), view.count_pairs());
        assert_eq!(broad_phase.proxies(pairs.clone()), broad_phase.pairs());
        pairs.retain(|pair| pair.map(category) != [2, 4] && pair.map(category) != [4, 2]);
        assert_eq!(view.filtered(&matrix).pairs(), pairs);
        assert!(!pairs.is_empty() && (pairs.len() as u64) < all);
    }
}

#[cfg(feature = "rayon")]
#[test]
fn answers_in_threads_are_those_of_one() {
    let broad_phase = crowd();
    let asker = broad_phase.asker(Filter::new(2, 3)).one_way();
    let all = broad_phase.tight();
    let seen = all.filtered(&asker);
    assert_eq!(all.par_pairs(), all.pairs());
    assert_eq!(seen.par_pairs(), seen.pairs());
    for distance in [0.0, 0.5, f32::INFINITY] {
        assert_eq!(all.near(distance).par_pairs(), all.near(distance).pairs());
        assert_eq!(seen.near(distance).par_pairs(), seen.near(distance).pairs());
    }
    let places: Vec<_> = (0..40_u8).map(|n| [f32::from(n) * 0.25, 3.0]).collect();
    assert_eq!(
        seen.batch().par_nearest(&places),
        seen.batch().nearest(&places)
    );
}
