//! Recorders against plain broad phases, and logs with one more move or with wrong bytes.

use broadleaf::Filter;
use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig, ProxyId};
use broadleaf::geometry::Scalar;
use broadleaf::log::{Comparison, Recorder, compare_logs};
use broadleaf::{Aabb, BroadPhase, Fixed, Id};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::broad_phase::{config, mobility};
use crate::inputs::{Mode, TestScalar, aabb, for_all, margin, point};

/// An operation on the n-th proxy, or on one that does not exist.
#[derive(Clone, Debug)]
enum Op<S, const D: usize> {
    Create(ProxyConfig<S>, Aabb<S, D>),
    CreateAt(Id, ProxyConfig<S>, Aabb<S, D>),
    CreateStatic(Aabb<S, D>),
    Clear,
    Translate([S; D]),
    SetMobility(usize, Mobility),
    SetMargin(usize, Option<Margin<S>>),
    SetAabb(usize, Aabb<S, D>),
    Destroy(usize),
    Move(usize, Aabb<S, D>, [S; D]),
    SetFilter(usize, u32),
    Touch(usize),
    Step,
}

fn ops<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Vec<Op<S, D>>> {
    let n = || 0_usize..20;
    let op = prop_oneof![
        3 => (config(), aabb(mode)).prop_map(|(config, aabb)| Op::Create(config, aabb)),
        1 => ((0_u32..20).prop_map(Id), config(), aabb(mode))
            .prop_map(|(id, config, aabb)| Op::CreateAt(id, config, aabb)),
        1 => aabb(mode).prop_map(Op::CreateStatic),
        1 => prop_oneof![9 => Just(Op::Step), 1 => Just(Op::Clear)],
        1 => (n(), mobility()).prop_map(|(n, mobility)| Op::SetMobility(n, mobility)),
        1 => (n(), option::of(margin())).prop_map(|(n, margin)| Op::SetMargin(n, margin)),
        1 => (n(), aabb(mode)).prop_map(|(n, aabb)| Op::SetAabb(n, aabb)),
        1 => point(mode).prop_map(Op::Translate),
        2 => n().prop_map(Op::Destroy),
        9 => (n(), aabb(mode), point(Mode::Grid)).prop_map(|(n, aabb, displacement)| Op::Move(n, aabb, displacement)),
        1 => (n(), 0_u32..4).prop_map(|(n, category)| Op::SetFilter(n, category)),
        1 => n().prop_map(Op::Touch),
        4 => Just(Op::Step),
    ];
    vec(op, 0..120)
}

/// Applies operations to a recorder and to a plain broad phase, which must agree.
fn play<S: Scalar, const D: usize>(margin: Margin<S>, ops: &[Op<S, D>]) -> Vec<u8> {
    let mut plain = BroadPhase::<usize, S, D>::new(margin);
    let mut recorder = Recorder::new(plain.clone());
    let mut ids: Vec<ProxyId> = Vec::new();
    for op in ops {
        let nth = |n: usize| {
            ids.get(n % ids.len().max(1))
                .copied()
                .unwrap_or(ProxyId::from_bits(u64::MAX))
        };
        match op {
            Op::Create(config, aabb) => {
                ids.push(plain.create_with(*config, *aabb, ids.len()));
                assert_eq!(
                    recorder.create_with(*config, *aabb, ids.len() - 1),
                    ids[ids.len() - 1]
                );
            }
            Op::CreateAt(id, config, aabb) => {
                let created = plain.create_at(*id, *config, *aabb, 0);
                assert_eq!(recorder.create_at(*id, *config, *aabb, 0), created);
                ids.extend(created);
            }
            Op::CreateStatic(aabb) => {
                ids.push(plain.create_static(*aabb, 1));
                assert_eq!(recorder.create_static(*aabb, 1), ids[ids.len() - 1]);
            }
            Op::Clear => {
                plain.clear();
                recorder.clear();
            }
            Op::Translate(by) => {
                plain.translate(*by);
                recorder.translate(*by);
            }
            Op::SetMobility(n, mobility) => assert_eq!(
                recorder.set_mobility(nth(*n), *mobility),
                plain.set_mobility(nth(*n), *mobility)
            ),
            Op::SetMargin(n, margin) => assert_eq!(
                recorder.set_margin(nth(*n), *margin),
                plain.set_margin(nth(*n), *margin)
            ),
            Op::SetAabb(n, aabb) if n % 2 == 0 => {
                let boxes = [nth(*n), nth(n + 1)].map(|id| (id, *aabb));
                assert_eq!(recorder.set_aabbs(boxes), plain.set_aabbs(boxes));
            }
            Op::SetAabb(n, aabb) => assert_eq!(
                recorder.set_aabb(nth(*n), *aabb),
                plain.set_aabb(nth(*n), *aabb)
            ),
            // Destroyed proxies stay in the list: operations on them fail.
            Op::Destroy(n) => assert_eq!(recorder.remove(nth(*n)), plain.remove(nth(*n))),
            Op::Move(n, aabb, ahead) if n % 2 == 0 => {
                let moves = [nth(*n), nth(n + 1), nth(*n)].map(|id| (id, *aabb, *ahead));
                assert_eq!(recorder.move_all(moves), plain.move_all(moves));
            }
            Op::Move(n, aabb, ahead) => assert_eq!(
                recorder.move_to(nth(*n), *aabb, *ahead),
                plain.move_to(nth(*n), *aabb, *ahead)
            ),
            Op::SetFilter(n, category) => {
                let filter = Filter::new(*category, u32::MAX);
                assert_eq!(
                    recorder.set_filter(nth(*n), filter),
                    plain.set_filter(nth(*n), filter)
                );
            }
            Op::Touch(n) => assert_eq!(recorder.touch(nth(*n)), plain.touch(nth(*n))),
            Op::Step => assert_eq!(recorder.step(), plain.step()),
        }
        assert!(recorder.iter().eq(plain.iter()));
    }
    recorder.take_bytes()
}

fn check_random<S: TestScalar, const D: usize>(mode: Mode) {
    let margins = [Margin::default(), Margin::Snap { cell: S::UNIT }];
    let changes = (
        ops::<S, D>(mode),
        0_usize..2,
        any::<usize>(),
        aabb(mode),
        any::<usize>(),
        0_u8..8,
    );
    for_all(150, changes, |(ops, margin, place, aabb, byte, bit)| {
        let log = play(margins[margin], &ops);
        let steps =
            |ops: &[Op<S, D>]| ops.iter().filter(|op| matches!(op, Op::Step)).count() as u64;
        let Comparison {
            frames, difference, ..
        } = compare_logs([&log, &log]).unwrap();
        assert_eq!((frames, difference), (steps(&ops), None));

        // One more move: the logs differ there and not before.
        let place = place % (ops.len() + 1);
        let mut other = ops.clone();
        other.insert(place, Op::Move(1, aabb, [S::default(); D]));
        let other = play(margins[margin], &other);
        let parted = compare_logs([&log, &other]).unwrap().difference;
        assert!(
            parted.is_some_and(|difference| difference.frame() >= steps(&ops[..place]))
                || log == other
                || is_undone(&log, &other)
        );

        // Cut off and broken logs are errors or differences, never a panic.
        assert!(compare_logs([&log[..byte % log.len()], &log]) != compare_logs([&log, &log]));
        let mut broken = other;
        let byte = byte % broken.len();
        broken[byte] ^= 1 << bit;
        if let Err(error) = compare_logs([&log, &broken]) {
            assert!(
                error.log == 1
                    && error.at <= broken.len()
                    && error.to_string().starts_with("byte "),
                "{error}"
            );
        }
    });
}

/// A move of a static proxy to its current box, or of a proxy that is then destroyed, makes no
/// difference except in the number of operations.
fn is_undone(log: &[u8], other: &[u8]) -> bool {
    let comparison = compare_logs([log, other]).unwrap();
    comparison.difference.is_none() && log.len() != other.len()
}

#[test]
fn random_logs_part_where_they_should() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_random::<i32, 2>(mode);
        check_random::<f32, 3>(mode);
        check_random::<Fixed<16>, 2>(mode);
    }
}
