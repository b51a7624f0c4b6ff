//! Tests of choices that a caller cannot make: a step that queries the structures and one that
//! compares all boxes, with or without the pairs of the last step, find the same events.

use alloc::vec::Vec;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::config::ProxyConfig;
use crate::broad_phase::state::id::{CannotCreate, ProxyId, UnknownProxy};
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::mobility::Mobility;
use crate::broad_phase::state::multiplier::Multiplier;
#[cfg(feature = "rayon")]
use crate::broad_phase::step::events::Events;
#[cfg(feature = "rayon")]
use crate::executor::Parallel;
use crate::filter::Filter;
use crate::geometry::{Aabb, Fixed, Scalar};
use crate::store::Id;

pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number below `limit`.
    pub(super) fn below<N: TryFrom<u64>>(&mut self, limit: u64) -> N {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        N::try_from((self.0 >> 33) % limit)
            .ok()
            .expect("small limits")
    }

    fn aabb<S: Scalar, const D: usize>(&mut self, scalar: &impl Fn(i32) -> S) -> Aabb<S, D> {
        let start: [i32; D] = [0; D].map(|_| self.below(40));
        Aabb::new(
            start.map(scalar),
            start.map(|x| scalar(x + self.below::<i32>(12))),
        )
    }

    fn mobility(&mut self) -> Mobility {
        Mobility::from_code(self.below(4)).unwrap()
    }

    fn config<S>(&mut self) -> ProxyConfig<S> {
        ProxyConfig::new(self.mobility()).with_filter(self.filter())
    }

    fn filter(&mut self) -> Filter {
        let selective =
            Filter::new(self.below(4), self.below(4)).with_group(self.below::<i32>(5) - 2);
        if self.below::<u8>(2) == 0 {
            Filter::default()
        } else {
            selective
        }
    }
}

/// One random change of a broad phase.
fn change<S: Scalar, const D: usize>(
    broad_phase: &mut BroadPhase<u8, S, D>,
    random: &mut Random,
    scalar: &impl Fn(i32) -> S,
) {
    let ids: Vec<ProxyId> = broad_phase.iter().map(|(id, _)| id).collect();
    let any = ids
        .get(random.below::<usize>(ids.len().max(1) as u64))
        .copied();
    match (random.below::<u8>(15), any) {
        (14, Some(id)) => {
            let margins = [None, Some(Margin::Tight), Some(Margin::default())];
            let outcome = broad_phase.set_margin(id, margins[random.below::<usize>(3)]);
            assert_eq!(outcome, Ok(()));
        }
        (0 | 1, _) | (_, None) => {
            _ = broad_phase.create_with(random.config(), random.aabb(scalar), random.below(4));
        }
        (2, Some(id)) => _ = broad_phase.remove(id),
        (3, Some(id)) => broad_phase.touch(id).unwrap(),
        (4, Some(id)) => broad_phase.set_filter(id, random.filter()).unwrap(),
        (5, Some(id)) => *broad_phase.user_data_mut(id).unwrap() = random.below(4),
        (6, Some(id)) => broad_phase.set_mobility(id, random.mobility()).unwrap(),
        (7 | 8, _) => {
            let moves = ids
                .into_iter()
                .map(|id| (id, random.aabb(scalar), [S::default(); D]));
            broad_phase.move_all(moves).map(drop).unwrap();
        }
        (9, _) if random.below::<u8>(4) == 0 => broad_phase.translate([scalar(random.below(3)); D]),
        (10, _) if random.below::<u8>(30) == 0 => broad_phase.clear(),
        (11, _) if random.below::<u8>(3) == 0 => {
            let steps = random
                .below::<usize>(5)
                .min(broad_phase.history_len().unwrap_or(0));
            assert_eq!(
                broad_phase.rewind(steps).is_ok(),
                broad_phase.history_len().is_some()
            );
        }
        (12, _) if random.below::<u8>(2) == 0 => restore(broad_phase),
        (_, Some(id)) => broad_phase
            .move_to(id, random.aabb(scalar), [S::default(); D])
            .map(drop)
            .unwrap(),
    }
}

/// Replaces a broad phase by one restored from its bytes, in the same regime.
fn restore<S: Scalar, const D: usize>(broad_phase: &mut BroadPhase<u8, S, D>) {
    let bytes = broad_phase.save_with(|data, out| out.push(*data));
    let scratch = &broad_phase.scratch;
    let (counts, keeps_nothing) = (scratch.boxes_per_change, scratch.lists.keeps_nothing);
    *broad_phase = BroadPhase::restore_with(&bytes, |bytes| bytes.first().copied()).unwrap();
    broad_phase.scratch.boxes_per_change = counts;
    broad_phase.scratch.lists.keeps_nothing = keeps_nothing;
    broad_phase.remember(6);
}

/// A step, in parallel if `in_threads`.
fn step<S: Scalar, const D: usize>(
    broad_phase: &mut BroadPhase<u8, S, D>,
    in_threads: bool,
) -> Events {
    let accepts = |(_, a): (ProxyId, &u8), (_, b): (ProxyId, &u8)| !(a ^ b).is_multiple_of(4);
    #[cfg(feature = "rayon")]
    if in_threads {
        // `par_step` does not share a few proxies.
        broad_phase.advance(Parallel, Some(&mut { accepts }));
        return broad_phase.events().clone();
    }
    _ = in_threads;
    broad_phase.step_with(accepts)
}

fn check<S: Scalar, const D: usize>(scalar: impl Fn(i32) -> S) {
    // Query both structures, compare all boxes, choose by the counts, query one structure; keep
    // pairs from step to step or not.
    const MAX: usize = usize::MAX;
    let regimes = [
        (Some([0, 0]), false),
        (Some([MAX, MAX]), false),
        (Some([MAX, MAX]), true),
        (None, false),
        // Alternates between both.
        (Some([2, 2]), false),
        (Some([MAX, 0]), false),
        (Some([MAX, 0]), true),
        (Some([0, MAX]), false),
    ];
    let mut events = 0;
    for seed in 0..80 {
        let mut broad_phases = regimes.map(|(boxes_per_change, keeps_nothing)| {
            let mut broad_phase = BroadPhase::<u8, S, D>::new(Margin::Fatten {
                extension: scalar(1),
                prediction: Multiplier::from(0),
            });
            broad_phase.scratch.boxes_per_change = boxes_per_change;
            broad_phase.scratch.lists.keeps_nothing = keeps_nothing;
            broad_phase.remember(6);
            broad_phase
        });
        for broad_phase in &mut broad_phases {
            let mut random = Random(seed);
            let boxes = (0..20).map(|n| (random.aabb(&scalar), n % 4));
            broad_phase.create_all(ProxyConfig::default(), boxes);
        }
        let mut random = Random(seed);
        for _ in 0..30 {
            let (seed, changes) = (random.below(1 << 30), random.below::<u8>(12));
            let in_threads = random.below::<u8>(2) == 0;
            let steps = broad_phases.each_mut().map(|broad_phase| {
                let mut random = Random(seed);
                (0..changes).for_each(|_| change(broad_phase, &mut random, &scalar));
                // The first regime searches for pairs, others may know them.
                let pending = broad_phase.pairs();
                let events = step(broad_phase, in_threads);
                assert_eq!(*broad_phase.events(), events);
                broad_phase.validate().unwrap();
                let pairs = [pending, broad_phase.pairs(), broad_phase.tight_pairs()];
                (events, broad_phase.state_hash(), pairs)
            });
            assert!(steps.iter().all(|step| *step == steps[0]), "{steps:?}");
            let (step, ..) = &steps[0];
            events += step.begun.len() + step.ended.len();
        }
    }
    assert!(events > 1_000, "{events}");
}

#[test]
fn a_slot_whose_generations_are_used_up_stays_empty() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Tight);
    let id = broad_phase.create(Aabb::point([0, 0]), ());
    let last = u32::MAX - 1;
    let proxy = broad_phase.table.slots.take(id.id());
    broad_phase.table.slots.put(id.id(), last, proxy);
    assert!(broad_phase.remove(ProxyId::new(0, last)));
    let aabb = Aabb::point([1, 1]);
    let refused = broad_phase.create_at(Id(0), ProxyConfig::default(), aabb, ());
    assert_eq!(refused, Err(CannotCreate::Exhausted { id: Id(0) }));
    assert_eq!(broad_phase.create(aabb, ()).id(), Id(1));
}

#[test]
fn querying_and_comparing_find_the_same_events() {
    check::<f32, 2>(|x| x as f32);
    check::<f32, 3>(|x| x as f32 / 4.0);
    check::<i32, 2>(|x| x);
    check::<Fixed<16>, 3>(|x| Fixed::from_bits(i64::from(x) << 14));
}

/// Enough proxies for `par_step` to share them, and for several pieces of work; pairs begin, end
/// and are refused in all of them.
#[cfg(feature = "rayon")]
#[test]
fn threads_find_the_same_events() {
    let mut broad_phases = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        (pool.build().unwrap(), BroadPhase::<u8, i32, 2>::default())
    });
    let mut random = Random(7);
    for (_, broad_phase) in &mut broad_phases {
        let mut random = Random(1);
        let boxes = (0..21_000).map(|_| {
            let start = [(); 2].map(|()| random.below::<i32>(800));
            (Aabb::new(start, start.map(|x| x + 12)), random.below(9))
        });
        _ = broad_phase.create_all(ProxyConfig::default(), boxes);
    }
    let mut all = 0;
    for frame in 0..5 {
        let seed = random.below::<u64>(1 << 30);
        let steps = broad_phases.each_mut().map(|(pool, broad_phase)| {
            let mut random = Random(seed);
            let ids: Vec<_> = broad_phase.iter().map(|(id, _)| id).collect();
            for id in ids {
                let start = broad_phase
                    .aabb(id)
                    .unwrap()
                    .min()
                    .map(|x| x + random.below::<i32>(9) - 4);
                let aabb = Aabb::new(start, start.map(|x| x + 12));
                broad_phase.move_to(id, aabb, [0; 2]).unwrap();
                if frame > 2 && random.below::<u8>(50) == 0 {
                    broad_phase.remove(id);
                    broad_phase.create(aabb, 3);
                }
            }
            let accepts = |(_, a): (ProxyId, &u8), (_, b): (ProxyId, &u8)| a != b;
            if pool.current_num_threads() == 1 {
                broad_phase.step_with(accepts)
            } else {
                pool.install(|| broad_phase.par_step_with(accepts))
            }
        });
        assert!(steps.iter().all(|step| *step == steps[0]));
        assert_eq!(broad_phases[0].1.pairs(), broad_phases[2].1.pairs());
        all += steps[0].begun.len() + steps[0].ended.len();
    }
    assert!(all > 50_000, "{all}");
}

/// No event depends on the lists, only the work.
#[test]
fn refused_pairs_are_not_listed() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    for number in 0..40 {
        let filter = Filter::default().with_group(-1 - number / 20);
        let config = ProxyConfig::new(Mobility::Dynamic).with_filter(filter);
        broad_phase.create_with(config, Aabb::new([0, 0], [1, 1]), ());
    }
    assert_eq!(broad_phase.step().begun.len(), 20 * 20);
    assert_eq!(broad_phase.scratch.lists.after.len(), 20 * 20);
}

#[test]
fn a_filter_that_panics_changes_no_later_event() {
    extern crate std;
    let square = |x: i32| Aabb::new([x, 0], [x + 1, 1]);
    let mut broad_phases = [0, 1].map(|_| BroadPhase::<(), i32, 2>::new(Margin::Tight));
    for round in 0..3 {
        let steps = [0, 1].map(|i| {
            let broad_phase = &mut broad_phases[i];
            if round == 0 {
                (0..20).for_each(|x| _ = broad_phase.create(square(x), ()));
            }
            let ids: Vec<_> = broad_phase.iter().map(|(id, _)| id).collect();
            for (&id, x) in ids.iter().zip(0..) {
                let aabb = square((3 * round + 1) * x % 23);
                broad_phase.move_to(id, aabb, [0; 2]).unwrap();
            }
            if i == 1 {
                let step = std::panic::AssertUnwindSafe(|| {
                    broad_phase.step_with(|_, _| panic!("on purpose"));
                });
                std::panic::catch_unwind(step).unwrap_err();
            }
            broad_phase.step()
        });
        assert_eq!(steps[0], steps[1]);
        assert!(!steps[0].is_empty());
    }
}

#[test]
fn a_new_proxy_that_is_gone_again_after_a_panic_leaves_no_pair() {
    extern crate std;
    let square = Aabb::new([0, 0], [1, 1]);
    let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Tight);
    let a = broad_phase.create(square, ());
    assert!(broad_phase.step().is_empty());
    let b = broad_phase.create(square, ());
    let step = std::panic::AssertUnwindSafe(|| broad_phase.step_with(|_, _| panic!("on purpose")));
    std::panic::catch_unwind(step).unwrap_err();
    broad_phase.remove(b);
    assert!(broad_phase.step().is_empty());
    let apart = broad_phase.create(Aabb::new([5, 5], [6, 6]), ());
    assert_eq!(apart.id(), b.id());
    assert!(broad_phase.step().is_empty());
    assert!(broad_phase.contains(a));
}

#[test]
fn an_iterator_that_panics_leaves_a_valid_broad_phase() {
    extern crate std;
    let mut broad_phase = BroadPhase::<(), f32, 2>::default();
    let ids = broad_phase.create_all(
        ProxyConfig::default(),
        (0..20).map(|x| (Aabb::point([x as f32, 0.0]), ())),
    );
    let moves = ids.iter().map(|&id| {
        assert!(id.id().0 < 10, "on purpose");
        (id, Aabb::point([50.0, 50.0]), [0.0; 2])
    });
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| broad_phase.move_all(moves)))
        .unwrap_err();
    broad_phase.validate().unwrap();
    assert_eq!(broad_phase.overlaps(&[50.0, 50.0]), ids[..10]);
    assert_eq!(broad_phase.step().begun.len(), 45);
}

#[test]
fn of_many_moves_all_are_made_but_those_of_unknown_proxies() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Tight);
    let boxes = (0..200).map(|x| (Aabb::point([x, 0]), ()));
    let ids = broad_phase.create_all(ProxyConfig::default(), boxes);
    let move_all = |broad_phase: &mut BroadPhase<_, _, 2>, y| {
        broad_phase.move_all(ids.iter().map(|&id| (id, Aabb::point([5, y]), [0; 2])))
    };
    assert_eq!(move_all(&mut broad_phase, 1), Ok(200));
    assert!(broad_phase.remove(ids[3]) && broad_phase.remove(ids[150]));
    assert_eq!(move_all(&mut broad_phase, 2), Err(UnknownProxy(ids[3])));
    assert_eq!(broad_phase.overlaps(&[5, 2]).len(), 198);
}

#[test]
fn a_proxy_may_have_the_slot_of_one_that_is_gone() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Tight);
    let (config, aabb) = (ProxyConfig::default(), Aabb::point([0, 0]));
    let first = broad_phase.create(aabb, ());
    let taken = broad_phase.create_at(first.id(), config, aabb, ());
    assert_eq!(taken, Err(CannotCreate::Taken { proxy: first }));
    broad_phase.remove(first);
    let second = broad_phase.create_at(first.id(), config, aabb, ()).unwrap();
    assert!(second.id() == first.id() && second != first);
}

/// A refusal affects later events.
#[test]
fn the_hash_tells_whether_a_pair_was_refused() {
    let hash_if = |accepted| {
        let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Tight);
        (0..2).for_each(|x| _ = broad_phase.create(Aabb::new([x, 0], [x + 1, 1]), ()));
        broad_phase.step_with(|_, _| accepted);
        broad_phase.state_hash()
    };
    assert_ne!(hash_if(true), hash_if(false));
}
