//! `World` against a model that compares every pair of proxies after every step.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use broadleaf::geometry::{Probe, Scalar};
use broadleaf::orthtree::Orthtree;
use broadleaf::world::{Events, Filter, Margin, Mobility, ProxyConfig, ProxyHit, ProxyId};
use broadleaf::{
    Aabb, BroadPhase, BruteForce, DynamicTree, Fixed, KdSweep, PencilSweep, Ray, World,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::erased::AnyRegion;
use crate::inputs::{Mode, TestScalar, aabb, for_all, margin, point, with_some_structure};

#[derive(Clone, Debug)]
enum Op<S: Scalar, const D: usize> {
    Create(ProxyConfig, Aabb<S, D>),
    CreateMany(ProxyConfig, Vec<Aabb<S, D>>),
    /// Which proxy: the n-th living one, or one that is gone.
    Destroy(usize),
    Move(usize, Aabb<S, D>, [S; D]),
    MoveMany(Vec<Move<usize, S, D>>),
    Touch(usize),
    SetFilter(usize, Filter),
    SetUserData(usize, u8),
    Optimize,
    Step,
    Ask(Aabb<S, D>, [[S; D]; 2]),
}

pub(crate) fn config() -> impl Strategy<Value = ProxyConfig> {
    let mobility = prop_oneof![3 => Just(Mobility::Moving), 1 => Just(Mobility::Static)];
    (mobility, filter()).prop_map(|(mobility, filter)| ProxyConfig { mobility, filter })
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
        1 => (config(), vec(aabb(mode), 0..9)).prop_map(|(config, boxes)| Op::CreateMany(config, boxes)),
        3 => n().prop_map(Op::Destroy),
        8 => one_move().prop_map(|(n, aabb, displacement)| Op::Move(n, aabb, displacement)),
        2 => vec(one_move(), 0..20).prop_map(Op::MoveMany),
        2 => n().prop_map(Op::Touch),
        2 => (n(), filter()).prop_map(|(n, filter)| Op::SetFilter(n, filter)),
        2 => (n(), any::<u8>()).prop_map(|(n, data)| Op::SetUserData(n, data)),
        1 => Just(Op::Optimize),
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
    config: ProxyConfig,
    tight: Aabb<S, D>,
    fat: Aabb<S, D>,
    data: u8,
}

type ProxyState<S, const D: usize> = (ProxyId, u8, Option<Aabb<S, D>>, Option<Aabb<S, D>>);
type Move<I, S, const D: usize> = (I, Aabb<S, D>, [S; D]);

/// What a world should do, by its documentation.
struct Model<S, const D: usize> {
    margin: Margin<S>,
    proxies: BTreeMap<ProxyId, ModelProxy<S, D>>,
    touched: BTreeSet<ProxyId>,
    /// The pairs of the last step, and whether the user's filter accepted them.
    verdicts: BTreeMap<(ProxyId, ProxyId), bool>,
    dead: Vec<ProxyId>,
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

    fn insert(&mut self, id: ProxyId, config: ProxyConfig, tight: Aabb<S, D>) {
        let fat = self.fatten(config.mobility, tight, [S::default(); D]);
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

    fn fatten(&self, mobility: Mobility, tight: Aabb<S, D>, displacement: [S; D]) -> Aabb<S, D> {
        match self.margin {
            _ if mobility == Mobility::Static => tight,
            Margin::Snap { cell } => tight.snapped(cell),
            Margin::Fatten {
                extension,
                prediction,
            } => {
                let once = tight.expanded(extension);
                let ahead = std::array::from_fn(|axis| {
                    (0..prediction).fold(S::default(), |sum, _| {
                        sum.saturating_add(displacement[axis])
                    })
                });
                once.swept(ahead)
            }
        }
    }

    /// Returns whether the proxy is re-inserted.
    fn move_proxy(&mut self, id: ProxyId, tight: Aabb<S, D>, displacement: [S; D]) -> Option<bool> {
        let ModelProxy { config, fat, .. } = *self.proxies.get(&id)?;
        let stays = match self.margin {
            Margin::Fatten { .. } if config.mobility == Mobility::Moving => fat.contains(&tight),
            _ => fat == self.fatten(config.mobility, tight, displacement),
        };
        let fat = if stays {
            fat
        } else {
            self.fatten(config.mobility, tight, displacement)
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

    /// The pairs of now, the user's filter asked where it should be.
    fn step(&mut self) -> BTreeMap<(ProxyId, ProxyId), bool> {
        let mut verdicts = BTreeMap::new();
        for (&a, x) in &self.proxies {
            for (&b, y) in self.proxies.range(a..).skip(1) {
                let both_static =
                    x.config.mobility == Mobility::Static && y.config.mobility == Mobility::Static;
                if both_static
                    || !x.fat.overlaps(&y.fat)
                    || !x.config.filter.allows(&y.config.filter)
                {
                    continue;
                }
                let touched = self.touched.contains(&a) || self.touched.contains(&b);
                let known = self.verdicts.get(&(a, b)).copied().filter(|_| !touched);
                verdicts.insert((a, b), known.unwrap_or_else(|| accepts(x.data, y.data)));
            }
        }
        self.touched.clear();
        std::mem::replace(&mut self.verdicts, verdicts)
    }

    /// The accepted pairs of now whose tight boxes overlap.
    fn tight_pairs(&self) -> Vec<(ProxyId, ProxyId)> {
        accepted(&self.verdicts)
            .into_iter()
            .filter(|(a, b)| self.proxies[a].tight.overlaps(&self.proxies[b].tight))
            .collect()
    }

    fn overlaps(&self, region: &dyn AnyRegion<S, D>) -> Vec<ProxyId> {
        self.proxies
            .iter()
            .filter(|(_, proxy)| region.touches(&proxy.tight))
            .map(|(&id, _)| id)
            .collect()
    }

    /// What a probe reaches, soonest first.
    fn cast_all(&self, probe: &dyn Probe<S, D>) -> Vec<ProxyHit<S::Real>> {
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

fn accepted(verdicts: &BTreeMap<(ProxyId, ProxyId), bool>) -> BTreeSet<(ProxyId, ProxyId)> {
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
            model.insert(world.create_proxy_with(*config, *aabb, 0), *config, *aabb)
        }
        Op::CreateMany(config, boxes) => {
            let ids = world.create_proxies(*config, boxes.iter().map(|&aabb| (aabb, 0)));
            assert_eq!(ids.len(), boxes.len());
            ids.iter()
                .zip(boxes)
                .for_each(|(&id, &aabb)| model.insert(id, *config, aabb));
        }
        Op::Destroy(n) => {
            let Some(id) = model.pick(*n) else { return };
            let proxy = model.proxies.remove(&id);
            assert_eq!(world.destroy_proxy(id), proxy.map(|proxy| proxy.data));
            model.dead.extend(proxy.map(|_| id));
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
        Op::Optimize => world.optimize(),
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
    assert_eq!(
        events,
        &Events {
            begun: now.difference(&before).copied().collect(),
            ended: before.difference(&now).copied().collect()
        }
    );
    assert_eq!(world.pairs(), now.into_iter().collect::<Vec<_>>());
    assert_eq!(world.tight_pairs(), model.tight_pairs());
}

fn check_questions<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    world: &World<u8, S, D, B>,
    model: &Model<S, D>,
    aabb: &Aabb<S, D>,
    points: &[[S; D]; 2],
) {
    assert_eq!(world.overlaps(aabb), model.overlaps(aabb));
    assert_eq!(world.overlaps(&points[0]), model.overlaps(&points[0]));
    let stopped = world.query(aabb, |id, _| ControlFlow::Break(id));
    assert_eq!(stopped.is_break(), !model.overlaps(aabb).is_empty());
    check_probe(world, model, &points[0]);
    if let Ok(ray) = Ray::between(points[0], points[1]) {
        check_probe(world, model, &ray);
    }
}

fn check_probe<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    world: &World<u8, S, D, B>,
    model: &Model<S, D>,
    probe: &dyn Probe<S, D>,
) {
    let expected = model.cast_all(probe);
    assert_eq!(world.cast(probe), expected.first().copied());
    assert_eq!(world.cast_all(probe, S::Real::MAX), expected);
}

/// What [`Model::state`] says of a world.
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
        let mut world = World::<u8, S, D, B>::with_structure(margin);
        let mut model = Model {
            margin,
            proxies: BTreeMap::new(),
            touched: BTreeSet::new(),
            verdicts: BTreeMap::new(),
            dead: Vec::new(),
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
