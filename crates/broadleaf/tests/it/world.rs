//! `World` against a model that compares every pair of proxies after every step.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use broadleaf::geometry::{Cast, Encoding, Place, Probe, Real, Scalar};
use broadleaf::orthtree::Orthtree;
use broadleaf::world::{
    CannotCreate, Events, Filter, Margin, Mobility, Multiplier, ProxyConfig, ProxyHit, ProxyId,
    View,
};
use broadleaf::{
    Aabb, BroadPhase, BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep, Ray, SettledTree,
    SpatialIndex, World,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::erased::AnyRegion;
use crate::inputs::{Mode, TestScalar, aabb, for_all, margin, point, with_some_structure};

#[derive(Clone, Debug)]
enum Op<S: Scalar, const D: usize> {
    Create(ProxyConfig<S>, Aabb<S, D>),
    CreateAt(Id, ProxyConfig<S>, Aabb<S, D>),
    CreateMany(ProxyConfig<S>, Vec<Aabb<S, D>>),
    /// Which proxy: the n-th living one, or one that is gone.
    Destroy(usize),
    Move(usize, Aabb<S, D>, [S; D]),
    MoveMany(Vec<Move<usize, S, D>>),
    Touch(usize),
    SetFilter(usize, Filter),
    SetMobility(usize, Mobility),
    SetUserData(usize, u8),
    Translate([S; D]),
    ReportStays(bool),
    Optimize,
    Clear,
    Step,
    Ask(Aabb<S, D>, [[S; D]; 2]),
}

pub(crate) fn mobility() -> impl Strategy<Value = Mobility> {
    prop_oneof![
        4 => Just(Mobility::Dynamic),
        1 => Just(Mobility::Kinematic),
        1 => Just(Mobility::Static),
    ]
}

/// Settings without a margin of the proxy's own.
pub(crate) fn plain_config<S: TestScalar>() -> impl Strategy<Value = ProxyConfig<S>> {
    (mobility(), filter())
        .prop_map(|(mobility, filter)| ProxyConfig::new(mobility).with_filter(filter))
}

pub(crate) fn config<S: TestScalar>() -> impl Strategy<Value = ProxyConfig<S>> {
    let with_margin = (plain_config(), margin())
        .prop_map(|(config, margin): (ProxyConfig<S>, _)| config.with_margin(margin));
    prop_oneof![4 => plain_config(), 1 => with_margin]
}

pub(crate) fn filter() -> impl Strategy<Value = Filter> {
    let picky = (0_u32..8, 0_u32..8, -2..3).prop_map(|(category, mask, group)| Filter {
        category,
        mask,
        group,
    });
    prop_oneof![2 => Just(Filter::default()), 1 => picky]
}

fn ops<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Vec<Op<S, D>>> {
    let n = || 0_usize..40;
    let one_move = move || (n(), aabb(mode), point(Mode::Grid));
    let op = prop_oneof![
        6 => (config(), aabb(mode)).prop_map(|(config, aabb)| Op::Create(config, aabb)),
        1 => ((0_u32..50).prop_map(Id), config(), aabb(mode))
            .prop_map(|(id, config, aabb)| Op::CreateAt(id, config, aabb)),
        1 => (config(), vec(aabb(mode), 0..9)).prop_map(|(config, boxes)| Op::CreateMany(config, boxes)),
        3 => n().prop_map(Op::Destroy),
        8 => one_move().prop_map(|(n, aabb, displacement)| Op::Move(n, aabb, displacement)),
        2 => vec(one_move(), 0..20).prop_map(Op::MoveMany),
        2 => n().prop_map(Op::Touch),
        2 => (n(), filter()).prop_map(|(n, filter)| Op::SetFilter(n, filter)),
        2 => (n(), mobility()).prop_map(|(n, mobility)| Op::SetMobility(n, mobility)),
        2 => (n(), any::<u8>()).prop_map(|(n, data)| Op::SetUserData(n, data)),
        1 => prop_oneof![point(Mode::Grid), point(mode)].prop_map(Op::Translate),
        1 => any::<bool>().prop_map(Op::ReportStays),
        1 => Just(Op::Optimize),
        1 => prop_oneof![9 => Just(Op::Optimize), 1 => Just(Op::Clear)],
        8 => Just(Op::Step),
        2 => (aabb(mode), [point(mode), point(mode)]).prop_map(|(aabb, points)| Op::Ask(aabb, points)),
    ];
    vec(op, 0..120)
}

/// The user's filter of these tests: an arbitrary rule on the data.
pub(crate) fn accepts(a: u8, b: u8) -> bool {
    !(a ^ b).is_multiple_of(4)
}

#[derive(Clone, Copy)]
struct ModelProxy<S, const D: usize> {
    config: ProxyConfig<S>,
    tight: Aabb<S, D>,
    fat: Aabb<S, D>,
    data: u8,
}

type ProxyState<S, const D: usize> = (ProxyId, u8, Option<Aabb<S, D>>, Option<Aabb<S, D>>);
type Move<I, S, const D: usize> = (I, Aabb<S, D>, [S; D]);

/// A model of the documented behaviour.
struct Model<S, const D: usize> {
    margin: Margin<S>,
    proxies: BTreeMap<ProxyId, ModelProxy<S, D>>,
    touched: BTreeSet<ProxyId>,
    /// The pairs of the last step, and whether the user's filter accepted them.
    verdicts: BTreeMap<[ProxyId; 2], bool>,
    dead: Vec<ProxyId>,
    /// The proxies of the last step.
    known: BTreeSet<ProxyId>,
    /// The data of proxies that were destroyed since the last step, and in the step before it.
    departing: BTreeMap<ProxyId, u8>,
    departed: BTreeMap<ProxyId, u8>,
    reports_stays: bool,
}

impl<S: Scalar, const D: usize> Model<S, D> {
    fn pick(&self, n: usize) -> Option<ProxyId> {
        let alive = self.proxies.len();
        if n < alive {
            self.proxies.keys().nth(n).copied()
        } else {
            self.dead.get((n - alive) % self.dead.len().max(1)).copied()
        }
    }

    /// The lowest slot without a proxy.
    fn next_slot(&self) -> Id {
        (0..)
            .map(Id)
            .find(|&id| self.in_slot(id).is_none())
            .unwrap()
    }

    fn in_slot(&self, id: Id) -> Option<ProxyId> {
        self.proxies.keys().copied().find(|proxy| proxy.id() == id)
    }

    /// Removes a proxy; returns whether it existed.
    fn remove(&mut self, id: ProxyId) -> bool {
        let Some(proxy) = self.proxies.remove(&id) else {
            return false;
        };
        if self.known.contains(&id) {
            self.departing.insert(id, proxy.data);
        }
        self.dead.push(id);
        true
    }

    fn insert(&mut self, id: ProxyId, config: ProxyConfig<S>, tight: Aabb<S, D>) {
        let fat = fatten(self.margin_of(&config), tight, [S::default(); D]);
        assert!(
            self.proxies
                .insert(
                    id,
                    ModelProxy {
                        config,
                        tight,
                        fat,
                        data: 0
                    }
                )
                .is_none(),
            "ids are never used twice"
        );
        assert!(!self.dead.contains(&id));
    }

    fn margin_of(&self, config: &ProxyConfig<S>) -> Margin<S> {
        match (config.margin, config.mobility) {
            (Some(margin), _) => margin,
            (None, Mobility::Static) => Margin::Tight,
            (None, _) => self.margin,
        }
    }

    /// Returns whether the proxy is re-inserted.
    fn move_proxy(&mut self, id: ProxyId, tight: Aabb<S, D>, displacement: [S; D]) -> Option<bool> {
        let ModelProxy { config, fat, .. } = *self.proxies.get(&id)?;
        let margin = self.margin_of(&config);
        let stays = match margin {
            Margin::Fatten { .. } | Margin::Proportional { .. } => fat.contains(&tight),
            _ => fat == fatten(margin, tight, displacement),
        };
        let fat = if stays {
            fat
        } else {
            fatten(margin, tight, displacement)
        };
        let proxy = self.proxies.get_mut(&id)?;
        (proxy.tight, proxy.fat) = (tight, fat);
        Some(!stays)
    }

    fn pick_moves(&self, moves: &[Move<usize, S, D>]) -> Vec<Move<ProxyId, S, D>> {
        moves
            .iter()
            .filter_map(|&(n, aabb, displacement)| Some((self.pick(n)?, aabb, displacement)))
            .collect()
    }

    /// Returns how many proxies are re-inserted, if all of them exist. Those that exist are moved
    /// anyway.
    fn move_proxies(&mut self, moves: &[Move<ProxyId, S, D>]) -> Option<usize> {
        let moved: Vec<_> = moves
            .iter()
            .map(|&(id, aabb, displacement)| self.move_proxy(id, aabb, displacement))
            .collect();
        moved.into_iter().map(|moved| moved.map(usize::from)).sum()
    }

    /// Moves both boxes of every proxy; boxes that follow from the tight one do so again.
    fn translate(&mut self, displacement: [S; D]) {
        let ids: Vec<_> = self.proxies.keys().copied().collect();
        for id in ids {
            let ModelProxy {
                config, tight, fat, ..
            } = self.proxies[&id];
            let tight = tight.translated(displacement);
            let fat = match self.margin_of(&config) {
                Margin::Fatten { .. } | Margin::Proportional { .. } => fat.translated(displacement),
                margin => fatten(margin, tight, displacement),
            };
            self.proxies
                .entry(id)
                .and_modify(|proxy| (proxy.tight, proxy.fat) = (tight, fat));
        }
    }

    /// The current pairs, with the verdicts of the caller's filter.
    fn step(&mut self) -> BTreeMap<[ProxyId; 2], bool> {
        let mut verdicts = BTreeMap::new();
        for (&a, x) in &self.proxies {
            for (&b, y) in self.proxies.range(a..).skip(1) {
                let mobilities = [x, y].map(|proxy| proxy.config.mobility);
                if !mobilities.contains(&Mobility::Dynamic)
                    || !x.fat.overlaps(&y.fat)
                    || !x.config.filter.allows(&y.config.filter)
                {
                    continue;
                }
                let touched = self.touched.contains(&a) || self.touched.contains(&b);
                let known = self.verdicts.get(&[a, b]).copied().filter(|_| !touched);
                verdicts.insert([a, b], known.unwrap_or_else(|| accepts(x.data, y.data)));
            }
        }
        self.touched.clear();
        self.known = self.proxies.keys().copied().collect();
        self.departed = std::mem::take(&mut self.departing);
        std::mem::replace(&mut self.verdicts, verdicts)
    }

    /// The accepted pairs of now whose tight boxes overlap.
    fn tight_pairs(&self) -> Vec<[ProxyId; 2]> {
        accepted(&self.verdicts)
            .into_iter()
            .filter(|[a, b]| self.proxies[a].tight.overlaps(&self.proxies[b].tight))
            .collect()
    }

    /// One box of each proxy, by slot, with the categories.
    fn index(&self, aabb: impl Fn(&ModelProxy<S, D>) -> Aabb<S, D>) -> BruteForce<S, D> {
        let mut index = BruteForce::default();
        for (id, proxy) in &self.proxies {
            index.insert_with_category(id.id(), aabb(proxy), proxy.config.filter.category);
        }
        index
    }

    fn overlaps(&self, region: &dyn AnyRegion<S, D>) -> Vec<ProxyId> {
        self.proxies
            .iter()
            .filter(|(_, proxy)| region.touches(&proxy.tight))
            .map(|(&id, _)| id)
            .collect()
    }

    /// The hits of a probe, by `(reach, id)`.
    fn reached(&self, probe: &dyn Probe<S, D>) -> Vec<ProxyHit<S::Real>> {
        let reached = |(&id, proxy): (&ProxyId, &ModelProxy<S, D>)| {
            Some(ProxyHit {
                reach: probe.reach(&proxy.tight)?,
                id,
            })
        };
        let mut hits: Vec<_> = self.proxies.iter().filter_map(reached).collect();
        hits.sort_by(|a, b| a.reach.partial_cmp(&b.reach).unwrap().then(a.id.cmp(&b.id)));
        hits
    }

    /// Each proxy with its data and its boxes.
    fn state(&self) -> Vec<ProxyState<S, D>> {
        self.proxies
            .iter()
            .map(|(&id, proxy)| (id, proxy.data, Some(proxy.tight), Some(proxy.fat)))
            .collect()
    }
}

/// The fat box of a margin, by its documentation.
fn fatten<S: Scalar, const D: usize>(
    margin: Margin<S>,
    tight: Aabb<S, D>,
    displacement: [S; D],
) -> Aabb<S, D> {
    let swept = |once: Aabb<S, D>, prediction| {
        once.swept(displacement.map(|along| times(along, prediction)))
    };
    match margin {
        Margin::Snap { cell } => tight.snapped(cell),
        Margin::Fatten {
            extension,
            prediction,
        } => swept(tight.expanded(extension), prediction),
        Margin::Proportional {
            sixteenths,
            prediction,
        } => {
            let sides = (0..D).map(|axis| tight.max()[axis].saturating_sub(tight.min()[axis]));
            let longest = sides.fold(S::default(), |a, b| if b > a { b } else { a });
            let part = times(longest, Multiplier::from_256ths(16 * sixteenths));
            swept(tight.expanded(part), prediction)
        }
        _ => tight,
    }
}

/// The product with a multiplier, on the words of files.
fn times<S: Scalar>(value: S, factor: Multiplier) -> S {
    if let Encoding::Float { .. } = S::ENCODING {
        let product = value.to_real() * S::Real::from_f64(factor.to_f64());
        return S::from_word(product.to_word());
    }
    let exact = i128::from(value.to_word()) * i128::from(factor.to_256ths()) / 256;
    let in_range = exact.clamp(S::MIN.to_word().into(), S::MAX.to_word().into());
    S::from_word(in_range.try_into().unwrap())
}

fn accepted(verdicts: &BTreeMap<[ProxyId; 2], bool>) -> BTreeSet<[ProxyId; 2]> {
    verdicts
        .iter()
        .filter(|&(_, &accepted)| accepted)
        .map(|(&pair, _)| pair)
        .collect()
}

fn apply<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    op: &Op<S, D>,
    world: &mut World<u8, S, D, B>,
    model: &mut Model<S, D>,
) {
    match op {
        Op::Create(config, aabb) => {
            let id = world.create_proxy_with(*config, *aabb, 0);
            assert_eq!(id.id(), model.next_slot());
            model.insert(id, *config, *aabb);
        }
        Op::CreateAt(id, config, aabb) => match world.create_proxy_at(*id, *config, *aabb, 0) {
            Ok(proxy) => {
                assert_eq!(proxy.id(), *id);
                model.insert(proxy, *config, *aabb);
            }
            Err(error) => {
                let proxy = model.in_slot(*id).unwrap();
                assert_eq!(error, CannotCreate::Taken { proxy });
            }
        },
        Op::CreateMany(config, boxes) => {
            let ids = world.create_proxies(*config, boxes.iter().map(|&aabb| (aabb, 0)));
            assert_eq!(ids.len(), boxes.len());
            ids.iter()
                .zip(boxes)
                .for_each(|(&id, &aabb)| model.insert(id, *config, aabb));
        }
        Op::Destroy(n) => {
            let Some(id) = model.pick(*n) else { return };
            assert_eq!(world.destroy_proxy(id), model.remove(id));
        }
        Op::Move(n, aabb, displacement) => {
            let Some(id) = model.pick(*n) else { return };
            assert_eq!(
                world.move_proxy(id, *aabb, *displacement).ok(),
                model.move_proxy(id, *aabb, *displacement)
            );
        }
        Op::MoveMany(moves) => {
            let moves = model.pick_moves(moves);
            assert_eq!(
                world.move_proxies(moves.iter().copied()).ok(),
                model.move_proxies(&moves)
            );
        }
        Op::Touch(n) => {
            let Some(id) = model.pick(*n) else { return };
            assert_eq!(
                world.touch_proxy(id).is_ok(),
                model.proxies.contains_key(&id)
            );
            model.touched.insert(id);
        }
        Op::SetFilter(n, filter) => {
            let Some(id) = model.pick(*n) else { return };
            assert_eq!(
                world.set_filter(id, *filter).is_ok(),
                model.proxies.contains_key(&id)
            );
            model
                .proxies
                .entry(id)
                .and_modify(|proxy| proxy.config.filter = *filter);
        }
        Op::SetMobility(n, mobility) => {
            let Some(id) = model.pick(*n) else { return };
            let outcome = world.set_mobility(id, *mobility);
            assert_eq!(outcome.is_ok(), model.proxies.contains_key(&id));
            if let Some(proxy) = model.proxies.get_mut(&id).filter(|_| outcome.is_ok())
                && proxy.config.mobility != *mobility
            {
                proxy.config.mobility = *mobility;
                let tight = proxy.tight;
                model.move_proxy(id, tight, [S::default(); D]);
            }
        }
        Op::SetUserData(n, data) => {
            let Some(id) = model.pick(*n) else { return };
            assert_eq!(
                world
                    .user_data_mut(id)
                    .map(|place| *place = *data)
                    .is_some(),
                model.proxies.contains_key(&id)
            );
            model
                .proxies
                .entry(id)
                .and_modify(|proxy| proxy.data = *data);
        }
        Op::Translate(displacement) => {
            world.translate(*displacement);
            model.translate(*displacement);
        }
        Op::ReportStays(reports) => {
            world.set_reports_stays(*reports);
            model.reports_stays = *reports;
            assert_eq!(world.reports_stays(), *reports);
        }
        Op::Optimize => world.optimize(),
        Op::Clear => {
            world.clear();
            let ids: Vec<_> = model.proxies.keys().copied().collect();
            ids.into_iter().for_each(|id| _ = model.remove(id));
        }
        Op::Step => check_step(world, model),
        Op::Ask(aabb, points) => check_questions(world, model, aabb, points),
    }
}

fn check_step<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    world: &mut World<u8, S, D, B>,
    model: &mut Model<S, D>,
) {
    let before = accepted(&model.step());
    let now = accepted(&model.verdicts);
    let events = world.step_with(|(a, &x), (b, &y)| {
        assert!(a < b);
        accepts(x, y)
    });
    let expected: [Vec<_>; 2] = [
        now.difference(&before).copied().collect(),
        before.difference(&now).copied().collect(),
    ];
    assert_eq!([&events.begun, &events.ended], expected.each_ref());
    let stayed = now.intersection(&before).copied();
    let stayed: Vec<_> = stayed.filter(|_| model.reports_stays).collect();
    assert_eq!(events.stayed, stayed);
    assert_eq!(world.events(), &events);
    for (id, data) in &model.departed {
        assert_eq!(world.departed(*id), Some(data));
    }
    let gone = events.ended.iter().flatten();
    for id in gone.filter(|id| !world.contains(**id)) {
        assert!(world.departed(*id).is_some(), "{id} has no data");
    }
    for n in 0..3 {
        let ids: Vec<_> = (0..n).filter_map(|n| model.pick(7 * n)).collect();
        let of_ids = now
            .iter()
            .filter(|pair| pair.iter().any(|id| ids.contains(id)));
        let of_ids: Vec<_> = of_ids.copied().collect();
        assert_eq!(world.count_pairs_of(&ids), of_ids.len() as u64);
        assert_eq!(world.any_pair_of(&ids), !of_ids.is_empty());
        assert_eq!(world.pairs_of(&ids), of_ids);
        if let [a, b] = ids[..] {
            let fat = [a, b].map(|id| model.proxies.get(&id).map(|proxy| proxy.fat));
            let overlap = matches!(fat, [Some(a), Some(b)] if a.overlaps(&b));
            assert_eq!(world.test_overlap(a, b), overlap);
        }
    }
    assert_eq!(world.count_pairs(), now.len() as u64);
    assert_eq!(world.any_pair(), !now.is_empty());
    assert_eq!(world.pairs(), now.into_iter().collect::<Vec<_>>());
    assert_eq!(world.tight_pairs(), model.tight_pairs());
}

/// Compares questions about tight boxes and about both views.
fn check_questions<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    world: &World<u8, S, D, B>,
    model: &Model<S, D>,
    aabb: &Aabb<S, D>,
    points: &[[S; D]; 2],
) {
    check_view(
        &world.tight(),
        &model.index(|proxy| proxy.tight),
        aabb,
        points,
    );
    check_view(&world.fat(), &model.index(|proxy| proxy.fat), aabb, points);
    let expected = model.overlaps(aabb);
    assert_eq!(world.overlaps(aabb), expected);
    assert_eq!(world.count_overlaps(aabb), expected.len());
    assert_eq!(world.any_overlap(aabb), !expected.is_empty());
    let stopped = world.try_for_each_overlap(aabb, |id, _| ControlFlow::Break(id));
    assert_eq!(stopped.is_break(), !expected.is_empty());
    let mut visited = Vec::new();
    world.for_each_overlap(aabb, |id, data| visited.push((id, *data)));
    visited.sort_unstable();
    let with_data = |id: &ProxyId| (*id, model.proxies[id].data);
    assert_eq!(visited, expected.iter().map(with_data).collect::<Vec<_>>());
    check_place(world, model, &points[0]);
    check_place(world, model, aabb);
    if let Ok(ray) = Ray::between(points[0], points[1]) {
        check_cast(world, model, &ray);
        check_ray(world, model, &ray);
    }
}

/// A visitor that clips, ignores or goes on, by the data of a proxy, and one that breaks.
fn check_ray<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    world: &World<u8, S, D, B>,
    model: &Model<S, D>,
    ray: &Ray<S, D>,
) {
    let expected = model.reached(ray);
    let clips = |id: ProxyId| model.proxies[&id].data.is_multiple_of(3);
    let (mut length, mut first) = (ray.length(), None::<ProxyHit<S::Real>>);
    let outcome = world.ray_cast(ray, |clipped, hit, data| {
        assert_eq!(*clipped, ray.up_to(length));
        assert!(expected.contains(&hit) && hit.reach <= length);
        assert_eq!(*data, model.proxies[&hit.id].data);
        ControlFlow::<(), _>::Continue(match data % 3 {
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
    let broken = world.ray_cast(ray, |_, hit, _| ControlFlow::Break(hit));
    match broken {
        ControlFlow::Break(hit) => assert!(expected.contains(&hit)),
        ControlFlow::Continue(()) => assert!(expected.is_empty()),
    }
}

/// A view must answer as a list of its boxes does.
fn check_view<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    view: &View<'_, u8, S, D, B, SettledTree<S, D>>,
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
    assert_eq!(view.pairs(), expected.pairs());
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

fn check_cast<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    world: &World<u8, S, D, B>,
    model: &Model<S, D>,
    cast: &impl Cast<S, D>,
) {
    let expected = model.reached(cast);
    assert_eq!(world.cast(cast), expected.first().copied());
    assert_eq!(world.cast_all(cast), expected);
    let mut hits = vec![ProxyHit {
        reach: S::Real::ZERO,
        id: ProxyId::NONE,
    }];
    world.cast_all_into(cast, &mut hits);
    assert_eq!(hits, expected);
    assert_eq!(world.count_hits(cast), expected.len());
    assert_eq!(world.any_hit(cast), !expected.is_empty());
    let first = expected.first().map(|hit| hit.reach);
    let is_first = |hit: &&ProxyHit<S::Real>| Some(hit.reach) == first;
    let ties: Vec<_> = expected.iter().filter(is_first).copied().collect();
    assert_eq!(world.cast_ties(cast), ties);
    // A shape that fills its box, unless its data is odd.
    let shape = |hit: ProxyHit<S::Real>, data: &u8| data.is_multiple_of(2).then_some(hit.reach);
    let refined = world.cast_with(cast, shape);
    let is_even = |hit: &&ProxyHit<S::Real>| model.proxies[&hit.id].data.is_multiple_of(2);
    assert_eq!(refined, expected.iter().find(is_even).copied());
    let even: Vec<_> = expected.iter().filter(is_even).copied().collect();
    assert_eq!(world.cast_all_with(cast, shape), even);
    let first = even.first().map(|hit| hit.reach);
    let ties: Vec<_> = even
        .into_iter()
        .filter(|hit| Some(hit.reach) == first)
        .collect();
    assert_eq!(world.cast_ties_with(cast, shape), ties);
}

fn check_place<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    world: &World<u8, S, D, B>,
    model: &Model<S, D>,
    place: &impl Place<S, D>,
) {
    let mut expected = model.reached(place);
    assert_eq!(world.nearest(place), expected.first().copied());
    let refined = world.nearest_with(place, |hit, data| {
        data.is_multiple_of(2).then_some(hit.reach)
    });
    let is_even = |hit: &&ProxyHit<S::Real>| model.proxies[&hit.id].data.is_multiple_of(2);
    assert_eq!(refined, expected.iter().find(is_even).copied());
    let even: Vec<_> = expected.iter().filter(is_even).take(3).copied().collect();
    let shape = |hit: ProxyHit<S::Real>, data: &u8| data.is_multiple_of(2).then_some(hit.reach);
    assert_eq!(world.k_nearest_with(place, 3, shape), even);
    let distance = S::Real::from_f64(2.5);
    let is_near = |hit: &&ProxyHit<S::Real>| hit.reach <= distance * distance;
    let near: Vec<_> = expected.iter().filter(is_near).copied().collect();
    assert_eq!(world.count_within_distance(place, distance), near.len());
    assert_eq!(world.any_within_distance(place, distance), !near.is_empty());
    assert_eq!(world.within_distance(place, distance), near);
    assert!(
        world
            .within_distance(place, S::Real::ZERO - distance)
            .is_empty()
    );
    let first = expected.first().map(|hit| hit.reach);
    let ties: Vec<_> = expected
        .iter()
        .take_while(|hit| Some(hit.reach) == first)
        .copied()
        .collect();
    assert_eq!(world.k_nearest_ties(place, 1), ties);
    expected.truncate(4);
    let mut hits = Vec::new();
    world.k_nearest_into(place, 4, &mut hits);
    assert_eq!(
        (world.k_nearest(place, 4), hits),
        (expected.clone(), expected)
    );
}

/// The state of a world in the form of [`Model::state`].
fn state<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    world: &World<u8, S, D, B>,
) -> Vec<ProxyState<S, D>> {
    world
        .iter()
        .map(|(id, &data)| (id, data, world.aabb(id), world.fat_aabb(id)))
        .collect()
}

fn check<S: TestScalar, const D: usize, B: BroadPhase<S, D> + Default>(
    mode: Mode,
    cases: u32,
    _: fn() -> B,
) {
    for_all(cases, (margin(), ops::<S, D>(mode)), |(margin, ops)| {
        let mut world =
            World::<u8, S, D, B>::with_structures(margin, B::default(), SettledTree::default());
        let mut model = Model {
            margin,
            proxies: BTreeMap::new(),
            touched: BTreeSet::new(),
            verdicts: BTreeMap::new(),
            dead: Vec::new(),
            known: BTreeSet::new(),
            departing: BTreeMap::new(),
            departed: BTreeMap::new(),
            reports_stays: false,
        };
        for op in &ops {
            apply(op, &mut world, &mut model);
            world.validate().unwrap();
            assert_eq!(state(&world), model.state());
        }
    });
}

const CASES: u32 = 400;

with_some_structure!(tests: check, CASES);

/// Peers create and destroy different objects in different orders, with the same ids.
#[test]
fn given_ids_make_the_order_of_creation_irrelevant() {
    type Peer = World<u32, Fixed<16>, 2>;
    let object = || (0_u32..30, plain_config(), aabb(Mode::Grid));
    let frames = vec((vec(object(), 0..12), any::<u32>()), 1..8);
    for_all(200, frames, |frames| {
        let margin = Margin::Snap {
            cell: Fixed::from_int(2),
        };
        let [mut one, mut other] = [Peer::new(margin), Peer::new(margin)];
        for (mut objects, shuffle) in frames {
            objects.sort_by_key(|object| object.0);
            objects.dedup_by_key(|object| object.0);
            replace(&mut one, &objects);
            objects.sort_by_key(|object| (object.0 ^ shuffle).wrapping_mul(0x9e37_79b1));
            replace(&mut other, &objects);
            assert_eq!(one.state_hash(), other.state_hash());
            assert_eq!(one.step(), other.step());
            assert_eq!(one.state_hash(), other.state_hash());
            let save = |peer: &Peer| peer.save_with(|n, out| out.extend(n.to_le_bytes()));
            assert_eq!(save(&one), save(&other));
            one.validate().unwrap();
        }
    });
}

/// Destroys each of these objects that there is, and creates each of the others.
fn replace<S: Scalar>(world: &mut World<u32, S, 2>, objects: &[(u32, ProxyConfig<S>, Aabb<S, 2>)]) {
    for &(object, config, aabb) in objects {
        match world.proxy(Id(object)) {
            Some(proxy) => assert!(world.destroy_proxy(proxy)),
            None => {
                let created = world.create_proxy_at(Id(object), config, aabb, object);
                assert_eq!(created.unwrap().id(), Id(object));
            }
        }
    }
}

#[test]
fn an_id_that_cannot_be_given_is_named() {
    let mut world = World::<(), i32, 2>::default();
    let unit = Aabb::new([0, 0], [1, 1]);
    let mut create = |id| world.create_proxy_at(Id(id), ProxyConfig::default(), unit, ());
    let proxy = create(5).unwrap();
    assert_eq!(create(5), Err(CannotCreate::Taken { proxy }));
    assert_eq!(
        create(5).unwrap_err().to_string(),
        "id 5 is taken by proxy 5v0"
    );
    for id in [1 << 30, u32::MAX] {
        assert_eq!(create(id), Err(CannotCreate::TooLarge { id: Id(id) }));
    }
    assert_eq!(world.create_proxy(unit, ()).id(), Id(0));
    world.destroy_proxy(proxy);
    let again = world
        .create_proxy_at(Id(5), ProxyConfig::default(), unit, ())
        .unwrap();
    assert_eq!(again.to_string(), "5v1");
    assert!(!world.contains(ProxyId::NONE));
}

/// A body that becomes static keeps its pairs with dynamic bodies: nothing begins or ends with
/// them.
#[test]
fn a_change_of_mobility_follows_the_rule_alone() {
    let mut world = World::<(), i32, 2>::new(Margin::Tight);
    let unit = Aabb::new([0, 0], [1, 1]);
    let mut create = |mobility| world.create_proxy_with(ProxyConfig::new(mobility), unit, ());
    let sleeper = create(Mobility::Dynamic);
    let [dynamic, kinematic, fixed] =
        [Mobility::Dynamic, Mobility::Kinematic, Mobility::Static].map(create);
    world.step();
    let with = |other| [sleeper, other];
    assert_eq!(
        world.pairs(),
        [
            with(dynamic),
            with(kinematic),
            with(fixed),
            [dynamic, kinematic],
            [dynamic, fixed]
        ]
    );
    for asleep in [Mobility::Static, Mobility::Kinematic] {
        world.set_mobility(sleeper, asleep).unwrap();
        let events = world.step();
        assert!(events.begun.is_empty());
        let ended: &[_] = match asleep {
            Mobility::Static => &[with(kinematic), with(fixed)],
            _ => &[],
        };
        assert_eq!(events.ended, ended);
    }
    world.set_mobility(sleeper, Mobility::Dynamic).unwrap();
    assert_eq!(world.step().begun, [with(kinematic), with(fixed)]);
    // There and back between two steps.
    world.set_mobility(sleeper, Mobility::Static).unwrap();
    world.set_mobility(sleeper, Mobility::Dynamic).unwrap();
    assert!(world.step().is_empty());
}

/// A proxy can have a margin of its own, which it keeps as a static one.
#[test]
fn margins_of_single_proxies() {
    let mut world = World::<(), i32, 2>::new(Margin::Tight);
    let unit = Aabb::new([0, 0], [2, 2]);
    let config = |mobility| {
        ProxyConfig::new(mobility).with_margin(Margin::Fatten {
            extension: 5,
            prediction: 0.into(),
        })
    };
    let wide = world.create_proxy_with(config(Mobility::Dynamic), unit, ());
    let tight = world.create_proxy(unit, ());
    let fat = Aabb::new([-5, -5], [7, 7]);
    assert_eq!(world.fat_aabb(wide), Some(fat));
    assert_eq!(world.fat_aabb(tight), Some(unit));
    world.set_mobility(wide, Mobility::Static).unwrap();
    assert_eq!(world.fat_aabb(wide), Some(fat));
    assert_eq!(
        world.move_proxy(wide, Aabb::new([3, 3], [5, 5]), [0, 0]),
        Ok(false)
    );
    world.validate().unwrap();
}

/// What a visitor answers to a box and the ray as it was clipped.
type Answer<'a> = &'a dyn Fn(u8, &Ray<f32, 2>) -> ControlFlow<u8, f32>;

/// The four results of Box2D's ray callback, on boxes at 2, 4, 6 and 8 of a ray of length 10,
/// whatever the order in which they are visited.
#[test]
fn a_ray_cast_can_break_ignore_clip_and_go_on() {
    let mut world = World::<u8, f32, 2>::new(Margin::Tight);
    for x in [2_u8, 4, 6, 8] {
        let min = f32::from(x);
        world.create_proxy(Aabb::new([min, 0.0], [min + 1.0, 1.0]), x);
    }
    let ray = Ray::between([0.0, 0.5], [10.0, 0.5]).unwrap();
    // The boxes visited, each with the length of the ray that the visitor sees.
    let cast = |answer: Answer| {
        let mut visited = Vec::new();
        let outcome = world.ray_cast(&ray, |clipped, hit, &x| {
            assert_eq!(*clipped, ray.up_to(clipped.length()));
            assert_eq!(hit.reach, f32::from(x) / 10.0);
            visited.push((x, clipped.length()));
            answer(x, clipped)
        });
        (visited, outcome)
    };
    let on = ControlFlow::Continue(());
    let all = vec![(2, 1.0), (4, 1.0), (6, 1.0), (8, 1.0)];

    let (mut ignored, outcome) = cast(&|_, _| ControlFlow::Continue(f32::INFINITY));
    ignored.sort_by_key(|&(x, _)| x);
    assert_eq!((&ignored, outcome), (&all, on));
    let (mut passed, outcome) = cast(&|_, clipped| ControlFlow::Continue(clipped.length()));
    passed.sort_by_key(|&(x, _)| x);
    assert_eq!((&passed, outcome), (&all, on));

    let (before, outcome) = cast(&|x, clipped| match x {
        4 => ControlFlow::Break(x),
        _ => ControlFlow::Continue(clipped.length()),
    });
    assert_eq!(outcome, ControlFlow::Break(4));
    assert_eq!(
        before.last(),
        Some(&(4, 1.0)),
        "nothing is visited after a break"
    );

    // Clips at 5 if the box at 4 is visited, and ignores all others.
    let (clipped, outcome) =
        cast(&|x, _| ControlFlow::Continue(if x == 4 { 0.5 } else { f32::INFINITY }));
    let clip = clipped.iter().position(|&(x, _)| x == 4).unwrap();
    assert!(clipped[..=clip].iter().all(|&(_, length)| length == 1.0));
    let after = &clipped[clip + 1..];
    assert!(after.iter().all(|&visit| visit == (2, 0.5)), "{after:?}");
    assert!(clipped.iter().any(|&(x, _)| x == 2));
    assert_eq!(outcome, on);
}

/// Events are a copy: the world can change while they are looped over.
#[test]
fn events_can_be_looped_over_while_the_world_changes() {
    let mut world = World::<u8, i32, 2>::default();
    world.create_proxies(
        ProxyConfig::default(),
        (0..4).map(|x| (Aabb::new([x, 0], [x + 1, 1]), 0)),
    );
    let mut events = Events::new();
    world.step_into(&mut events);
    assert_eq!(events.begun.len(), 3);
    for [a, b] in &events.begun {
        if let Some(data) = world.user_data_mut(*a) {
            *data += 1;
        }
        world.destroy_proxy(*b);
    }
    assert_eq!(world.len(), 1);
    world.reserve(100);
    world.step_into(&mut events);
    assert_eq!((events.begun.len(), events.ended.len()), (0, 3));
    assert_eq!(world.frame(), 2);
}
