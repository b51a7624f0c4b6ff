//! Random operations on a broad phase, each followed by a comparison with the model.

use std::collections::{BTreeMap, BTreeSet};

use broadleaf::Filter;
use broadleaf::broad_phase::{CannotCreate, Margin, Mobility, ProxyConfig};
use broadleaf::geometry::Scalar;
use broadleaf::orthtree::Orthtree;
use broadleaf::{
    Aabb, BroadPhase, BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep, SettledTree,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::answers::{check_questions, check_step};
use super::model::{Model, Move, ProxyState};
use super::questions::{Sight, check_views};
use super::{AnyBroadPhase, Data, config, filter, mobility};
use crate::erased::Erased;
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
    SetAabb(usize, Aabb<S, D>),
    SetAabbs(Vec<(usize, Aabb<S, D>)>),
    SetMargin(usize, Option<Margin<S>>),
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
        2 => (n(), aabb(mode)).prop_map(|(n, aabb)| Op::SetAabb(n, aabb)),
        1 => vec((n(), aabb(mode)), 0..9).prop_map(Op::SetAabbs),
        2 => (n(), option::of(margin())).prop_map(|(n, margin)| Op::SetMargin(n, margin)),
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

fn apply<S: Scalar, const D: usize>(
    op: &Op<S, D>,
    broad_phase: &mut AnyBroadPhase<S, D>,
    model: &mut Model<S, D>,
) {
    match op {
        Op::Create(config, aabb) => {
            let id = broad_phase.create_with(*config, *aabb, Data::new(0));
            assert_eq!(id.id(), model.next_slot());
            model.insert(id, *config, *aabb);
        }
        Op::CreateAt(id, config, aabb) => {
            match broad_phase.create_at(*id, *config, *aabb, Data::new(0)) {
                Ok(proxy) => {
                    assert_eq!(proxy.id(), *id);
                    model.insert(proxy, *config, *aabb);
                }
                Err(error) => {
                    let proxy = model.in_slot(*id).unwrap();
                    assert_eq!(error, CannotCreate::Taken { proxy });
                }
            }
        }
        Op::CreateMany(config, boxes) => {
            let ids =
                broad_phase.create_all(*config, boxes.iter().map(|&aabb| (aabb, Data::new(0))));
            assert_eq!(ids.len(), boxes.len());
            ids.iter()
                .zip(boxes)
                .for_each(|(&id, &aabb)| model.insert(id, *config, aabb));
        }
        Op::Destroy(n) => {
            let Some(id) = model.pick(*n) else { return };
            assert_eq!(broad_phase.remove(id), model.remove(id));
        }
        Op::Move(n, aabb, displacement) => {
            let Some(id) = model.pick(*n) else { return };
            assert_eq!(
                broad_phase.move_to(id, *aabb, *displacement).ok(),
                model.move_to(id, *aabb, *displacement)
            );
        }
        Op::MoveMany(moves) => {
            let moves = model.pick_moves(moves);
            assert_eq!(
                broad_phase.move_all(moves.iter().copied()).ok(),
                model.move_all(&moves)
            );
        }
        Op::SetAabb(n, aabb) => {
            let Some(id) = model.pick(*n) else { return };
            let expected = model.move_to(id, *aabb, [S::default(); D]);
            assert_eq!(broad_phase.set_aabb(id, *aabb).ok(), expected);
        }
        Op::SetAabbs(boxes) => {
            let at_rest = [S::default(); D];
            let moves: Vec<_> = boxes.iter().map(|&(n, aabb)| (n, aabb, at_rest)).collect();
            let moves = model.pick_moves(&moves);
            let boxes = moves.iter().map(|&(id, aabb, _)| (id, aabb));
            assert_eq!(broad_phase.set_aabbs(boxes).ok(), model.move_all(&moves));
        }
        Op::SetMargin(n, margin) => {
            let Some(id) = model.pick(*n) else { return };
            let outcome = broad_phase.set_margin(id, *margin);
            assert_eq!(outcome.is_ok(), model.proxies.contains_key(&id));
            if let Some(proxy) = model.proxies.get_mut(&id) {
                proxy.config.margin = *margin;
                let tight = proxy.tight;
                model.move_to(id, tight, [S::default(); D]);
                assert_eq!(
                    broad_phase.config(id).map(|config| config.margin),
                    Some(*margin)
                );
            }
        }
        Op::Touch(n) => {
            let Some(id) = model.pick(*n) else { return };
            assert_eq!(
                broad_phase.touch(id).is_ok(),
                model.proxies.contains_key(&id)
            );
            model.touched.insert(id);
        }
        Op::SetFilter(n, filter) => {
            let Some(id) = model.pick(*n) else { return };
            assert_eq!(
                broad_phase.set_filter(id, *filter).is_ok(),
                model.proxies.contains_key(&id)
            );
            model
                .proxies
                .entry(id)
                .and_modify(|proxy| proxy.config.filter = *filter);
        }
        Op::SetMobility(n, mobility) => {
            let Some(id) = model.pick(*n) else { return };
            let outcome = broad_phase.set_mobility(id, *mobility);
            assert_eq!(outcome.is_ok(), model.proxies.contains_key(&id));
            model.set_mobility(id, *mobility);
        }
        Op::SetUserData(n, data) => {
            let Some(id) = model.pick(*n) else { return };
            assert_eq!(
                broad_phase
                    .user_data_mut(id)
                    .map(|place| *place = Data::new(*data))
                    .is_some(),
                model.proxies.contains_key(&id)
            );
            model
                .proxies
                .entry(id)
                .and_modify(|proxy| proxy.data = *data);
        }
        Op::Translate(displacement) => {
            broad_phase.translate(*displacement);
            model.translate(*displacement);
        }
        Op::ReportStays(reports) => {
            broad_phase.set_reports_stays(*reports);
            model.reports_stays = *reports;
            assert_eq!(broad_phase.reports_stays(), *reports);
        }
        Op::Optimize => broad_phase.optimize(),
        Op::Clear => {
            broad_phase.clear();
            let ids: Vec<_> = model.proxies.keys().copied().collect();
            ids.into_iter().for_each(|id| _ = model.remove(id));
        }
        Op::Step => check_step(broad_phase, model),
        Op::Ask(aabb, points) => check_questions(broad_phase, model, aabb, points),
    }
}

/// The state of a broad phase in the form of [`Model::state`].
fn state<S: Scalar, const D: usize>(broad_phase: &AnyBroadPhase<S, D>) -> Vec<ProxyState<S, D>> {
    broad_phase
        .iter()
        .map(|(id, data)| {
            (
                id,
                data.number(),
                broad_phase.aabb(id),
                broad_phase.fat_aabb(id),
            )
        })
        .collect()
}

/// The queries of both views at the end of a case.
fn last<S: TestScalar, const D: usize>(
    mode: Mode,
) -> impl Strategy<Value = (Aabb<S, D>, [S; D], Sight)> {
    let sight = (filter(), any::<bool>(), 0_usize..40);
    let sight = sight.prop_map(|(filter, is_one_way, except)| Sight {
        filter,
        is_one_way,
        except,
    });
    (aabb(mode), point(mode), sight)
}

fn check<S: TestScalar, const D: usize>(mode: Mode, cases: u32, moving: fn() -> Erased<S, D>) {
    let inputs = (margin(), ops::<S, D>(mode), last::<S, D>(mode));
    for_all(cases, inputs, |(margin, ops, (aabb, point, sight))| {
        let mut broad_phase: AnyBroadPhase<S, D> =
            BroadPhase::with_structures(margin, moving(), Erased::new(SettledTree::default()));
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
            apply(op, &mut broad_phase, &mut model);
            broad_phase.validate().unwrap();
            assert_eq!(state(&broad_phase), model.state());
        }
        check_views(&broad_phase, &model, (&aabb, &point), sight);
    });
}

const CASES: u32 = 400;

with_some_structure!(tests: check, CASES);
