//! The events of a step and the answers of queries must equal the model's.

use std::ops::ControlFlow;

use broadleaf::broad_phase::{ProxyHit, ProxyId, View};
use broadleaf::geometry::{Real, Scalar};
use broadleaf::{Aabb, BruteForce, Ray, SpatialIndex};

use super::model::{Model, accepted};
use super::{AnyBroadPhase, Data, accepts_proxies};
use crate::erased::{AnyCast, AnyPlace, Erased};
use crate::inputs::is_within;

pub(super) fn check_step<S: Scalar, const D: usize>(
    broad_phase: &mut AnyBroadPhase<S, D>,
    model: &mut Model<S, D>,
) {
    let before = accepted(&model.step());
    let now = accepted(&model.verdicts);
    let events = broad_phase.step_with(|a, b| {
        assert!(a.0 < b.0);
        accepts_proxies(a, b)
    });
    let expected: [Vec<_>; 2] = [
        now.difference(&before).copied().collect(),
        before.difference(&now).copied().collect(),
    ];
    assert_eq!([&events.begun, &events.ended], expected.each_ref());
    let reasons = events.ended.iter().map(|pair| model.reason(pair));
    assert_eq!(events.reasons, reasons.collect::<Vec<_>>());
    let stayed = now.intersection(&before).copied();
    let stayed: Vec<_> = stayed.filter(|_| model.reports_stays).collect();
    assert_eq!(events.stayed, stayed);
    assert_eq!(broad_phase.events(), &events);
    for (id, data) in &model.departed {
        assert_eq!(broad_phase.departed(*id).map(Data::number), Some(*data));
    }
    let gone = events.ended.iter().flatten();
    for id in gone.filter(|id| !broad_phase.contains(**id)) {
        assert!(broad_phase.departed(*id).is_some(), "{id} has no data");
    }
    for n in 0..3 {
        let ids: Vec<_> = (0..n).filter_map(|n| model.pick(7 * n)).collect();
        let of_ids = now
            .iter()
            .filter(|pair| pair.iter().any(|id| ids.contains(id)));
        let of_ids: Vec<_> = of_ids.copied().collect();
        assert_eq!(broad_phase.pairs_of(&ids), of_ids);
        if let [a, b] = ids[..] {
            let fat = [a, b].map(|id| model.proxies.get(&id).map(|proxy| proxy.fat));
            let overlap = matches!(fat, [Some(a), Some(b)] if a.overlaps(&b));
            assert_eq!(broad_phase.test_overlap(a, b), overlap);
        }
    }
    assert_eq!(broad_phase.count_pairs(), now.len() as u64);
    assert_eq!(broad_phase.pairs(), now.into_iter().collect::<Vec<_>>());
}

/// Compares queries over the tight boxes and over both views.
pub(super) fn check_questions<S: Scalar, const D: usize>(
    broad_phase: &AnyBroadPhase<S, D>,
    model: &Model<S, D>,
    aabb: &Aabb<S, D>,
    points: &[[S; D]; 2],
) {
    check_view(
        &broad_phase.tight(),
        &model.index(|proxy| proxy.tight),
        aabb,
        points,
    );
    check_view(
        &broad_phase.fat(),
        &model.index(|proxy| proxy.fat),
        aabb,
        points,
    );
    let expected = model.overlaps(aabb);
    assert_eq!(broad_phase.overlaps(aabb), expected);
    assert_eq!(broad_phase.count_overlaps(aabb), expected.len());
    assert_eq!(broad_phase.any_overlap(aabb), !expected.is_empty());
    let stopped = broad_phase.try_for_each_overlap(aabb, |id, _| ControlFlow::Break(id));
    assert_eq!(stopped.is_break(), !expected.is_empty());
    let mut visited = Vec::new();
    broad_phase.for_each_overlap(aabb, |id, data| visited.push((id, data.number())));
    visited.sort_unstable();
    let with_data = |id: &ProxyId| (*id, model.proxies[id].data);
    assert_eq!(visited, expected.iter().map(with_data).collect::<Vec<_>>());
    check_place(broad_phase, model, &points[0]);
    check_place(broad_phase, model, aabb);
    if let Ok(ray) = Ray::between(points[0], points[1]) {
        check_cast(broad_phase, model, &ray);
        check_ray(broad_phase, model, &ray);
    }
}

/// A visitor that clips, ignores or goes on, by the data of a proxy, and one that breaks.
fn check_ray<S: Scalar, const D: usize>(
    broad_phase: &AnyBroadPhase<S, D>,
    model: &Model<S, D>,
    ray: &Ray<S, D>,
) {
    let expected = model.reached(ray);
    let clips = |id: ProxyId| model.proxies[&id].data.is_multiple_of(3);
    let (mut length, mut first) = (ray.length(), None::<ProxyHit<S::Real>>);
    let outcome = broad_phase.ray_cast(ray, |clipped, hit, data| {
        assert_eq!(*clipped, ray.up_to(length));
        assert!(expected.contains(&hit) && hit.reach <= length);
        assert_eq!(data.number(), model.proxies[&hit.id].data);
        ControlFlow::<(), _>::Continue(match data.number() % 3 {
            0 => {
                length = hit.reach;
                first = Some(first.map_or(hit, |first| first.min(hit)));
                hit.reach
            }
            1 => S::Real::INFINITY,
            _ => clipped.length(),
        })
    });
    assert!(outcome.is_continue());
    assert_eq!(first, expected.iter().find(|hit| clips(hit.id)).copied());
    let broken = broad_phase.ray_cast(ray, |_, hit, _| ControlFlow::Break(hit));
    match broken {
        ControlFlow::Break(hit) => assert!(expected.contains(&hit)),
        ControlFlow::Continue(()) => assert!(expected.is_empty()),
    }
}

/// A view must answer as a list of its boxes does.
fn check_view<S: Scalar, const D: usize>(
    view: &View<'_, Data, S, D, Erased<S, D>, Erased<S, D>>,
    expected: &BruteForce<S, D>,
    aabb: &Aabb<S, D>,
    points: &[[S; D]; 2],
) {
    assert_eq!(view.len(), expected.len());
    assert!(view.iter().eq(expected.iter()));
    assert!(
        view.iter()
            .all(|(id, aabb)| view.get(id) == Some(aabb)
                && view.category(id) == expected.category(id))
    );
    assert_eq!(view.overlaps(aabb), expected.overlaps(aabb));
    assert_eq!(
        view.k_nearest(&points[0], 3),
        expected.k_nearest(&points[0], 3)
    );
    if let Ok(ray) = Ray::between(points[0], points[1]) {
        assert_eq!(view.cast_all(&ray), expected.cast_all(&ray));
    }
    assert_eq!(view.stats().len, expected.len());
}

fn check_cast<S: Scalar, const D: usize>(
    broad_phase: &AnyBroadPhase<S, D>,
    model: &Model<S, D>,
    cast: &dyn AnyCast<S, D>,
) {
    let expected = model.reached(cast);
    assert_eq!(broad_phase.cast(cast), expected.first().copied());
    assert_eq!(broad_phase.cast_all(cast), expected);
    let mut hits = vec![ProxyHit::new(S::Real::ZERO, ProxyId::NONE)];
    broad_phase.cast_all_into(cast, &mut hits);
    assert_eq!(hits, expected);
    assert_eq!(broad_phase.any_hit(cast), !expected.is_empty());
    // A shape that fills its box, unless its data is odd.
    let shape =
        |hit: ProxyHit<S::Real>, data: &Data| data.number().is_multiple_of(2).then_some(hit.reach);
    let refined = broad_phase.cast_with(cast, shape);
    let is_even = |hit: &&ProxyHit<S::Real>| model.proxies[&hit.id].data.is_multiple_of(2);
    assert_eq!(refined, expected.iter().find(is_even).copied());
}

fn check_place<S: Scalar, const D: usize>(
    broad_phase: &AnyBroadPhase<S, D>,
    model: &Model<S, D>,
    place: &dyn AnyPlace<S, D>,
) {
    let mut expected = model.reached(place);
    assert_eq!(broad_phase.nearest(place), expected.first().copied());
    let refined = broad_phase.nearest_with(place, |hit, data| {
        data.number().is_multiple_of(2).then_some(hit.reach)
    });
    let is_even = |hit: &&ProxyHit<S::Real>| model.proxies[&hit.id].data.is_multiple_of(2);
    assert_eq!(refined, expected.iter().find(is_even).copied());
    let even: Vec<_> = expected.iter().filter(is_even).take(3).copied().collect();
    let shape =
        |hit: ProxyHit<S::Real>, data: &Data| data.number().is_multiple_of(2).then_some(hit.reach);
    assert_eq!(broad_phase.k_nearest_with(place, 3, shape), even);
    // A distance that was reported finds its proxy again.
    let reported = expected.get(expected.len() / 2).map(ProxyHit::distance);
    let distance = reported.unwrap_or(S::Real::from_f64(2.5));
    let is_near = |hit: &&ProxyHit<S::Real>| is_within(hit.reach, distance);
    let near: Vec<_> = expected.iter().filter(is_near).copied().collect();
    assert_eq!(broad_phase.within_distance(place, distance), near);
    assert!(
        broad_phase
            .within_distance(place, S::Real::ZERO - S::Real::ONE)
            .is_empty()
    );
    expected.truncate(4);
    let mut hits = Vec::new();
    broad_phase.k_nearest_into(place, 4, &mut hits);
    assert_eq!(
        (broad_phase.k_nearest(place, 4), hits),
        (expected.clone(), expected)
    );
}
