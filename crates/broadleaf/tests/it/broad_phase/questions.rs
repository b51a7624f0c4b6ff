//! Every query on the views of a broad phase, against loops over the proxies of the model: pairs
//! respect mobilities, filters and refusals, and an asker excludes proxies.

use broadleaf::broad_phase::{ProxyId, View};
use broadleaf::geometry::{Probe, Real, Scalar};
use broadleaf::index::ClosestPair;
use broadleaf::{Aabb, BruteForce, Filter, Id, SpatialIndex, SpatialIndexMut};

use super::model::Model;
use super::{AnyBroadPhase, Data};
use crate::erased::Erased;
use crate::inputs::is_within;

/// The proxies that a query covers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) filter: Filter,
    pub(super) is_one_way: bool,
    /// The excluded proxy, as [`Model::pick`] counts.
    pub(super) except: usize,
}

type Boxes<S, const D: usize> = Vec<(ProxyId, Aabb<S, D>)>;
type ViewOf<'a, S, const D: usize> = View<'a, Data, S, D, Erased<S, D>, Erased<S, D>>;

pub(super) fn check_views<S: Scalar, const D: usize>(
    broad_phase: &AnyBroadPhase<S, D>,
    model: &Model<S, D>,
    at: (&Aabb<S, D>, &[S; D]),
    sight: Sight,
) {
    let boxes = |is_tight| -> Boxes<S, D> {
        let each = model.proxies.iter();
        each.map(|(&id, proxy)| (id, if is_tight { proxy.tight } else { proxy.fat }))
            .collect()
    };
    for (view, boxes) in [
        (broad_phase.tight(), boxes(true)),
        (broad_phase.fat(), boxes(false)),
    ] {
        check_pairs(broad_phase, model, view, &boxes);
        check_sight(broad_phase, model, view, &boxes, at, sight);
    }
    check_islands(broad_phase, model, &boxes(false));
}

/// The pairs of boxes for which a condition holds, by loops.
fn pairs_of<S: Scalar, const D: usize>(
    model: &Model<S, D>,
    boxes: &Boxes<S, D>,
    is_near: impl Fn(&Aabb<S, D>, &Aabb<S, D>) -> bool,
) -> Vec<[ProxyId; 2]> {
    let mut pairs = Vec::new();
    for (n, (a, x)) in boxes.iter().enumerate() {
        let rest = boxes[n + 1..].iter();
        let found = rest.filter(|(b, y)| model.may_pair(*a, *b) && is_near(x, y));
        pairs.extend(found.map(|(b, _)| [*a, *b]));
    }
    pairs
}

fn check_pairs<S: Scalar, const D: usize>(
    broad_phase: &AnyBroadPhase<S, D>,
    model: &Model<S, D>,
    view: ViewOf<'_, S, D>,
    boxes: &Boxes<S, D>,
) {
    let pairs = pairs_of(model, boxes, Aabb::overlaps);
    assert_eq!(broad_phase.proxies(view.pairs()), pairs);
    assert_eq!(view.count_pairs(), pairs.len() as u64);
    assert_eq!(view.any_pair(), !pairs.is_empty());
    let some: Vec<_> = boxes.iter().map(|(id, _)| *id).step_by(3).collect();
    let slots: Vec<_> = some.iter().map(|id| id.id()).collect();
    let of_some = pairs
        .iter()
        .filter(|pair| pair.iter().any(|id| some.contains(id)));
    let of_some: Vec<_> = of_some.copied().collect();
    assert_eq!(broad_phase.proxies(view.pairs_of(&slots)), of_some);
    let interiors = pairs_of(model, boxes, Aabb::interiors_overlap);
    assert_eq!(broad_phase.proxies(view.interiors().pairs()), interiors);

    let distance = S::Real::from_f64(2.5);
    let reach = |x: &Aabb<S, D>, y: &Aabb<S, D>| x.reach(y).expect("places reach all boxes");
    let near = pairs_of(model, boxes, |x, y| is_within(reach(x, y), distance));
    assert_eq!(broad_phase.proxies(view.near(distance).pairs()), near);
    let box_of = |id: ProxyId| view.get(id.id()).expect("it is there");
    let measured = |pair: [ProxyId; 2]| {
        let [x, y] = pair.map(box_of);
        ClosestPair::new(reach(&x, &y), pair)
    };
    let all = pairs_of(model, boxes, |_, _| true);
    let closest = all.iter().copied().map(measured).min();
    assert_eq!(broad_phase.proxies(view.closest_pair()), closest);
    // Shapes that fill their boxes, but only those whose data differ.
    let differ = |pair: &[ProxyId; 2]| {
        let [a, b] = pair.map(|id| broad_phase.user_data(id).map(Data::number));
        a != b
    };
    let refined = view.near(distance).closest_pair_with(|pair| {
        let pair = broad_phase.proxies(pair);
        differ(&pair.ids).then_some(pair.reach)
    });
    let closest = near.into_iter().filter(differ).map(measured).min();
    assert_eq!(broad_phase.proxies(refined), closest);
}

/// The components over the pairs of the events of proxies with equal parity.
fn check_islands<S: Scalar, const D: usize>(
    broad_phase: &AnyBroadPhase<S, D>,
    model: &Model<S, D>,
    boxes: &Boxes<S, D>,
) {
    let is_edge = |a: u8, b: u8| (a ^ b).is_multiple_of(2);
    let mut islands: Vec<Vec<ProxyId>> = boxes.iter().map(|(id, _)| vec![*id]).collect();
    for pair in pairs_of(model, boxes, Aabb::overlaps) {
        let [a, b] = pair.map(|id| model.proxies[&id].data);
        let of = |id| islands.iter().position(|island| island.contains(&id));
        let (Some(i), Some(j)) = (of(pair[0]), of(pair[1])) else {
            unreachable!("each proxy is in one")
        };
        if is_edge(a, b) && i != j {
            let other = islands.remove(i.max(j));
            islands[i.min(j)].extend(other);
        }
    }
    islands.iter_mut().for_each(|island| island.sort_unstable());
    islands.sort_unstable();
    let found = broad_phase.components_where(|(_, a), (_, b)| is_edge(a.number(), b.number()));
    assert!(found.iter().eq(islands.iter().map(Vec::as_slice)));
}

/// A view that an asker restricts answers as a list of the remaining boxes.
fn check_sight<S: Scalar, const D: usize>(
    broad_phase: &AnyBroadPhase<S, D>,
    model: &Model<S, D>,
    view: ViewOf<'_, S, D>,
    boxes: &Boxes<S, D>,
    (aabb, point): (&Aabb<S, D>, &[S; D]),
    sight: Sight,
) {
    let except = model.pick(sight.except);
    let wants = |id: ProxyId| {
        let theirs = model.proxies[&id].config.filter;
        let wants = match sight.is_one_way {
            true => sight.filter.admits(&theirs),
            false => sight.filter.allows(&theirs),
        };
        // Excludes the slot, whatever proxy is in it.
        wants && except.is_none_or(|except| except.id() != id.id())
    };
    let mut asker = broad_phase.asker(sight.filter);
    if sight.is_one_way {
        asker = asker.one_way();
    }
    if let Some(id) = except {
        asker = asker.except(id.id());
    }
    let left: Boxes<S, D> = boxes.iter().filter(|(id, _)| wants(*id)).copied().collect();
    let mut list = BruteForce::default();
    for (id, aabb) in &left {
        list.insert(id.id(), *aabb);
    }
    let seen = view.filtered(&asker);
    let distance = S::Real::from_f64(2.5);
    assert_eq!((seen.len(), seen.bounds()), (list.len(), list.bounds()));
    assert_eq!(seen.overlaps(aabb), list.overlaps(aabb));
    assert_eq!(seen.count_overlaps(aabb), list.count_overlaps(aabb));
    assert_eq!(seen.contained(aabb), list.contained(aabb));
    assert_eq!(seen.k_nearest(point, 3), list.k_nearest(point, 3));
    assert_eq!(seen.k_nearest_ties(aabb, 2), list.k_nearest_ties(aabb, 2));
    assert_eq!(
        seen.nearest_within(aabb, distance),
        list.nearest_within(aabb, distance)
    );
    assert_eq!(
        seen.count_within_distance(point, distance),
        list.count_within_distance(point, distance)
    );
    assert!(seen.hit_iter(aabb).take(3).eq(list.hit_iter(aabb).take(3)));
    let windows = [*aabb, Aabb::point(*point)];
    let ids = |answers: broadleaf::index::Answers<Id>| answers.into_parts();
    assert_eq!(
        ids(seen.batch().overlaps(&windows)),
        ids(list.batch().overlaps(&windows))
    );
    let nearest = seen.batch().nearest(&windows);
    assert_eq!(nearest, list.batch().nearest(&windows));
    for (hit, named) in nearest.iter().zip(broad_phase.proxies(nearest.clone())) {
        assert_eq!(named.map(|hit| hit.reach), hit.map(|hit| hit.reach));
        assert_eq!(
            named.map(|hit| hit.id),
            hit.and_then(|hit| broad_phase.proxy(hit.id))
        );
    }
    let pairs = pairs_of(model, &left, Aabb::overlaps);
    assert_eq!(broad_phase.proxies(seen.pairs()), pairs);
    let near = pairs_of(model, &left, |x, y| {
        x.reach(y).is_some_and(|reach| is_within(reach, distance))
    });
    assert_eq!(broad_phase.proxies(seen.near(distance).pairs()), near);
}
