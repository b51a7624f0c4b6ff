//! A broad phase's questions next to those about a list of its tight boxes.

use alloc::vec;
use alloc::vec::Vec;

use super::broad_phase::BroadPhase;
use super::hit::ProxyHit;
use super::margin::Margin;
use super::mobility::Mobility;
use crate::brute_force::BruteForce;
use crate::geometry::{Aabb, Ray};
use crate::index::{SpatialIndex, SpatialIndexMut};

/// A broad phase of moving and static squares on a grid, and the same boxes in a list.
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
