//! Random operations, rewinds and restores against clones that are never rewound or restored.

use std::collections::VecDeque;

use broadleaf::Filter;
use broadleaf::broad_phase::{CannotRewind, Margin, Mobility, ProxyConfig, ProxyId, RestoreError};
use broadleaf::geometry::Scalar;
use broadleaf::orthtree::Orthtree;
use broadleaf::{Aabb, BroadPhase, BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::mend;
use crate::broad_phase::{AnyBroadPhase, Data, accepts_proxies, config, filter, mobility};
use crate::erased::Erased;
use crate::inputs::{Mode, TestScalar, aabb, for_all, margin, point, with_some_structure};

#[derive(Clone, Debug)]
enum Op<S: Scalar, const D: usize> {
    Create(ProxyConfig<S>, Aabb<S, D>),
    CreateAt(Id, ProxyConfig<S>, Aabb<S, D>),
    CreateMany(ProxyConfig<S>, Vec<Aabb<S, D>>),
    /// A proxy is the n-th of all that were ever created.
    Destroy(usize),
    Move(usize, Aabb<S, D>, [S; D]),
    Touch(usize),
    SetFilter(usize, Filter),
    SetMobility(usize, Mobility),
    SetMargin(usize, Option<Margin<S>>),
    Clear,
    Translate([S; D]),
    SetUserData(usize, u8),
    /// The frame minus the number of steps.
    SetFrame(u64),
    Step,
    Optimize,
    Rewind(usize),
    Restore,
    Remember(usize),
}

fn ops<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Vec<Op<S, D>>> {
    let n = || 0_usize..40;
    let op = prop_oneof![
        6 => (config(), aabb(mode)).prop_map(|(config, aabb)| Op::Create(config, aabb)),
        1 => (config(), vec(aabb(mode), 0..9)).prop_map(|(config, boxes)| Op::CreateMany(config, boxes)),
        4 => n().prop_map(Op::Destroy),
        8 => (n(), aabb(mode), point(Mode::Grid)).prop_map(|(n, aabb, displacement)| Op::Move(n, aabb, displacement)),
        2 => n().prop_map(Op::Touch),
        2 => (n(), filter()).prop_map(|(n, filter)| Op::SetFilter(n, filter)),
        2 => (n(), mobility()).prop_map(|(n, mobility)| Op::SetMobility(n, mobility)),
        2 => (n(), option::of(margin())).prop_map(|(n, margin)| Op::SetMargin(n, margin)),
        1 => ((0_u32..30).prop_map(Id), config(), aabb(mode))
            .prop_map(|(id, config, aabb)| Op::CreateAt(id, config, aabb)),
        1 => prop_oneof![9 => Just(Op::Step), 1 => Just(Op::Clear)],
        3 => (n(), any::<u8>()).prop_map(|(n, data)| Op::SetUserData(n, data)),
        1 => point(mode).prop_map(Op::Translate),
        8 => Just(Op::Step),
        1 => Just(Op::Optimize),
        1 => (0_u64..20).prop_map(Op::SetFrame),
        4 => (0_usize..8).prop_map(Op::Rewind),
        2 => Just(Op::Restore),
        1 => (0_usize..6).prop_map(Op::Remember),
    ];
    vec(op, 0..100)
}

type Empty<S, const D: usize> = fn() -> Erased<S, D>;

fn save<S: Scalar, const D: usize>(broad_phase: &AnyBroadPhase<S, D>) -> Vec<u8> {
    broad_phase.save_with(|data, out| out.push(data.number()))
}

fn restore<S: Scalar, const D: usize>(
    bytes: &[u8],
    empty: Empty<S, D>,
) -> Result<AnyBroadPhase<S, D>, RestoreError> {
    let decode = |bytes: &[u8]| bytes.try_into().ok().map(|[n]: [u8; 1]| Data::new(n));
    BroadPhase::restore_into(bytes, decode, empty(), empty())
}

/// A broad phase, and a clone for each step that it remembers. The clones are never rewound or
/// restored.
struct Pair<S: Scalar, const D: usize> {
    broad_phase: AnyBroadPhase<S, D>,
    straight: AnyBroadPhase<S, D>,
    ends: VecDeque<AnyBroadPhase<S, D>>,
    limit: usize,
    ids: Vec<ProxyId>,
    empty: Empty<S, D>,
}

impl<S: Scalar, const D: usize> Pair<S, D> {
    fn new(margin: Margin<S>, reports_stays: bool, empty: Empty<S, D>) -> Self {
        let mut straight = BroadPhase::with_structures(margin, empty(), empty());
        straight.set_reports_stays(reports_stays);
        let mut pair = Self {
            broad_phase: straight.clone(),
            ends: VecDeque::new(),
            straight,
            limit: 0,
            ids: Vec::new(),
            empty,
        };
        pair.remember(5);
        pair.ends.push_back(pair.straight.clone());
        pair
    }

    fn pick(&self, n: usize) -> Option<ProxyId> {
        self.ids.get(n % self.ids.len().max(1)).copied()
    }

    fn remember(&mut self, steps: usize) {
        self.limit = steps;
        self.broad_phase.remember(steps);
        self.ends.drain(..self.ends.len().saturating_sub(steps + 1));
    }

    /// Applies an operation to both.
    fn both<R: PartialEq + std::fmt::Debug>(
        &mut self,
        act: impl Fn(&mut AnyBroadPhase<S, D>) -> R,
    ) -> R {
        let outcome = act(&mut self.broad_phase);
        assert_eq!(outcome, act(&mut self.straight));
        outcome
    }

    fn apply(&mut self, op: &Op<S, D>) {
        match op {
            Op::Create(config, aabb) => {
                let id =
                    self.both(|broad_phase| broad_phase.create_with(*config, *aabb, Data::new(0)));
                self.ids.push(id);
            }
            Op::CreateAt(id, config, aabb) => {
                let id = self
                    .both(|broad_phase| broad_phase.create_at(*id, *config, *aabb, Data::new(1)));
                self.ids.extend(id);
            }
            Op::Clear => self.both(|broad_phase| broad_phase.clear()),
            Op::Translate(by) => self.both(|broad_phase| broad_phase.translate(*by)),
            Op::CreateMany(config, boxes) => {
                let ids = self.both(|broad_phase| {
                    broad_phase.create_all(*config, boxes.iter().map(|&aabb| (aabb, Data::new(0))))
                });
                self.ids.extend(ids);
            }
            Op::Step => {
                self.both(|broad_phase| broad_phase.step_with(accepts_proxies));
                self.ends.push_back(self.straight.clone());
                self.remember(self.limit);
            }
            Op::Optimize => self.broad_phase.optimize(),
            Op::Rewind(steps) => self.rewind(*steps),
            Op::Restore => {
                let limit = self.limit;
                self.broad_phase = restore(&save(&self.broad_phase), self.empty).unwrap();
                assert_eq!(self.broad_phase.history_len(), None);
                // Earlier steps cannot be undone.
                self.both(|broad_phase| broad_phase.step_with(accepts_proxies));
                self.ends = VecDeque::from([self.straight.clone()]);
                self.remember(limit);
            }
            Op::Remember(steps) => self.remember(*steps),
            Op::SetFrame(frame) => self.set_frame(*frame),
            op => self.apply_to_one(op),
        }
    }

    fn apply_to_one(&mut self, op: &Op<S, D>) {
        let (Op::Destroy(n)
        | Op::Move(n, ..)
        | Op::Touch(n)
        | Op::SetFilter(n, _)
        | Op::SetMobility(n, _)
        | Op::SetMargin(n, _)
        | Op::SetUserData(n, _)) = op
        else {
            return;
        };
        let Some(id) = self.pick(*n) else { return };
        self.both(|broad_phase| match op {
            Op::Destroy(_) => broad_phase.remove(id),
            Op::SetMobility(_, mobility) => broad_phase.set_mobility(id, *mobility).is_ok(),
            Op::SetMargin(_, margin) => broad_phase.set_margin(id, *margin).is_ok(),
            Op::Move(_, aabb, displacement) => {
                broad_phase.move_to(id, *aabb, *displacement).is_ok()
            }
            Op::Touch(_) => broad_phase.touch(id).is_ok(),
            Op::SetFilter(_, filter) => broad_phase.set_filter(id, *filter).is_ok(),
            Op::SetUserData(_, data) => broad_phase
                .user_data_mut(id)
                .map(|place| *place = Data::new(*data))
                .is_some(),
            _ => false,
        });
    }

    /// Renumbers the clones, too, and drops clones before frame 0.
    fn set_frame(&mut self, frame: u64) {
        self.both(|broad_phase| broad_phase.set_frame(frame));
        for (end, back) in self.ends.iter_mut().rev().zip(0..) {
            end.set_frame(frame.saturating_sub(back));
        }
        let kept = usize::try_from(frame).map_or(usize::MAX, |frame| frame + 1);
        self.ends.drain(..self.ends.len().saturating_sub(kept));
    }

    fn rewind(&mut self, steps: usize) {
        let possible = self.ends.len().checked_sub(1);
        assert_eq!(self.broad_phase.history_len(), possible);
        let to = self.broad_phase.frame().checked_sub(steps as u64);
        let outcome = match to.filter(|_| steps.is_multiple_of(2)) {
            Some(frame) => self.broad_phase.rewind_to(frame),
            None => self.broad_phase.rewind(steps),
        };
        let refused = match possible {
            None => Some(CannotRewind::NotRemembering),
            Some(remembered) => (steps > remembered).then_some(CannotRewind::TooFar {
                steps: steps as u64,
                remembered,
            }),
        };
        if let Some(error) = refused {
            assert_eq!(outcome, Err(error));
            return;
        }
        outcome.unwrap();
        self.ends.truncate(self.ends.len() - steps);
        self.straight = self.ends.back().unwrap().clone();
    }

    fn compare(&self) {
        let Self {
            broad_phase,
            straight,
            ..
        } = self;
        broad_phase.validate().unwrap();
        assert_eq!(broad_phase.state_hash(), straight.state_hash());
        let encode = |data: &Data, out: &mut Vec<u8>| out.push(data.number());
        let hash = |broad_phase: &AnyBroadPhase<S, D>| broad_phase.state_hash_with(encode);
        assert_eq!(hash(broad_phase), hash(straight));
        assert_eq!(broad_phase.events(), straight.events());
        assert_eq!(broad_phase.frame(), straight.frame());
        assert_eq!(broad_phase.reports_stays(), straight.reports_stays());
        for id in &self.ids {
            assert_eq!(broad_phase.departed(*id), straight.departed(*id));
            assert_eq!(broad_phase.config(*id), straight.config(*id));
            assert_eq!(broad_phase.proxy(id.id()), straight.proxy(id.id()));
        }
        assert!(broad_phase.iter().eq(straight.iter()));
        for (id, _) in straight.iter() {
            let look = |broad_phase: &AnyBroadPhase<S, D>| {
                (
                    broad_phase.aabb(id),
                    broad_phase.fat_aabb(id),
                    broad_phase.filter(id),
                )
            };
            assert_eq!(look(broad_phase), look(straight));
        }
        assert_eq!(broad_phase.pairs(), straight.pairs());
        assert_eq!(save(broad_phase), save(straight));
    }
}

fn check<S: TestScalar, const D: usize>(mode: Mode, cases: u32, empty: Empty<S, D>) {
    for_all(
        cases,
        (margin(), ops::<S, D>(mode), aabb(mode), any::<bool>()),
        |(margin, ops, region, reports_stays)| {
            let mut pair = Pair::new(margin, reports_stays, empty);
            for op in &ops {
                pair.apply(op);
                pair.compare();
                assert_eq!(
                    pair.broad_phase.overlaps(&region),
                    pair.straight.overlaps(&region)
                );
            }
            check_broken_bytes(&save(&pair.broad_phase), ops.len(), empty);
        },
    );
}

/// Flipped bits and missing bytes are detected by the checksum. With a correct checksum, the
/// outcome is a valid broad phase or an error.
fn check_broken_bytes<S: Scalar, const D: usize>(bytes: &[u8], seed: usize, empty: Empty<S, D>) {
    for turn in 0..8 {
        let place = (seed + turn).wrapping_mul(2_654_435_761) % (8 * bytes.len());
        let mut broken = bytes.to_vec();
        broken[place / 8] ^= 1 << (place % 8);
        assert!(restore(&broken, empty).is_err());
        assert!(restore(&bytes[..place / 8], empty).is_err());
        for mut broken in [broken, bytes[..place / 8].to_vec()] {
            mend(&mut broken, |bytes| restore(bytes, empty).map(|_| ()));
            if let Ok(mut broad_phase) = restore(&broken, empty) {
                broad_phase.validate().unwrap();
                assert_eq!(
                    save(&restore(&save(&broad_phase), empty).unwrap()),
                    save(&broad_phase)
                );
                broad_phase.step();
                broad_phase.validate().unwrap();
            }
        }
    }
}

const CASES: u32 = 150;

with_some_structure!(tests: check, CASES);
