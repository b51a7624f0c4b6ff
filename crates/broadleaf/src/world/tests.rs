//! Tests of what a caller cannot choose: a step that queries the structures and one that compares
//! all boxes, with or without the pairs of the last step, find the same events.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::config::ProxyConfig;
use super::events::Events;
use super::filter::Filter;
use super::id::{CannotCreate, ProxyId, UnknownProxy};
use super::margin::Margin;
use super::mobility::Mobility;
use super::multiplier::Multiplier;
#[cfg(feature = "rayon")]
use super::step::asking;
use super::world::World;
#[cfg(feature = "rayon")]
use crate::executor::Parallel;
use crate::geometry::{Aabb, Fixed, Scalar};
use crate::store::Id;

struct Random(u64);

impl Random {
    /// Less than `limit`.
    fn below<N: TryFrom<u64>>(&mut self, limit: u64) -> N {
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
        Mobility::from_code(self.below(3)).unwrap()
    }

    fn config<S>(&mut self) -> ProxyConfig<S> {
        ProxyConfig::new(self.mobility()).with_filter(self.filter())
    }

    fn filter(&mut self) -> Filter {
        let selective = Filter {
            category: self.below(4),
            mask: self.below(4),
            group: self.below::<i32>(5) - 2,
        };
        if self.below::<u8>(2) == 0 {
            Filter::default()
        } else {
            selective
        }
    }
}

/// One random change of a world.
fn change<S: Scalar, const D: usize>(
    world: &mut World<u8, S, D>,
    random: &mut Random,
    scalar: &impl Fn(i32) -> S,
) {
    let ids: Vec<ProxyId> = world.iter().map(|(id, _)| id).collect();
    let any = ids
        .get(random.below::<usize>(ids.len().max(1) as u64))
        .copied();
    match (random.below::<u8>(14), any) {
        (0 | 1, _) | (_, None) => {
            _ = world.create_proxy_with(random.config(), random.aabb(scalar), random.below(4));
        }
        (2, Some(id)) => _ = world.destroy_proxy(id),
        (3, Some(id)) => world.touch_proxy(id).unwrap(),
        (4, Some(id)) => world.set_filter(id, random.filter()).unwrap(),
        (5, Some(id)) => *world.user_data_mut(id).unwrap() = random.below(4),
        (6, Some(id)) => world.set_mobility(id, random.mobility()).unwrap(),
        (7 | 8, _) => {
            let moves = ids
                .into_iter()
                .map(|id| (id, random.aabb(scalar), [S::default(); D]));
            world.move_proxies(moves).map(drop).unwrap();
        }
        (9, _) if random.below::<u8>(4) == 0 => world.translate([scalar(random.below(3)); D]),
        (10, _) if random.below::<u8>(30) == 0 => world.clear(),
        (11, _) if random.below::<u8>(3) == 0 => {
            let steps = random
                .below::<usize>(5)
                .min(world.history_len().unwrap_or(0));
            assert_eq!(world.rewind(steps).is_ok(), world.history_len().is_some());
        }
        (12, _) if random.below::<u8>(2) == 0 => restore(world),
        (_, Some(id)) => world
            .move_proxy(id, random.aabb(scalar), [S::default(); D])
            .map(drop)
            .unwrap(),
    }
}

/// Replaces a world by one from its bytes, under the same rule.
fn restore<S: Scalar, const D: usize>(world: &mut World<u8, S, D>) {
    let bytes = world.save_with(|data, out| out.push(*data));
    let finder = &world.scratch.finder;
    let (counts, keeps_pairs) = (finder.boxes_per_change, finder.comparison.keeps_pairs);
    let min_ordered = finder.min_ordered;
    *world = World::restore_with(&bytes, |bytes| bytes.first().copied()).unwrap();
    world.scratch.finder.boxes_per_change = counts;
    world.scratch.finder.min_ordered = min_ordered;
    world.scratch.finder.comparison.keeps_pairs = keeps_pairs;
    world.remember(6);
}

/// A step, in parallel if asked for.
fn step<S: Scalar, const D: usize>(world: &mut World<u8, S, D>, in_threads: bool) -> Events {
    let accepts = |(_, a): (ProxyId, &u8), (_, b): (ProxyId, &u8)| !(a ^ b).is_multiple_of(4);
    #[cfg(feature = "rayon")]
    if in_threads {
        // Few proxies are not shared by `par_step`.
        world.advance(Parallel, asking(accepts));
        return world.events().clone();
    }
    _ = in_threads;
    world.step_with(accepts)
}

fn check<S: Scalar, const D: usize>(scalar: impl Fn(i32) -> S) {
    // Query both structures, in the order of changes or along a curve, compare all boxes, decide by
    // the counts, query one structure; and whether pairs are kept from step to step.
    const MAX: usize = usize::MAX;
    let usual = World::<u8, S, D>::default().scratch.finder;
    let regimes = [
        ([0, 0], 0, true),
        ([0, 0], MAX, true),
        ([MAX, MAX], 0, true),
        ([MAX, MAX], 0, false),
        (usual.boxes_per_change, usual.min_ordered, true),
        // Now one, now the other.
        ([2, 2], 4, true),
        ([MAX, 0], 0, true),
        ([MAX, 0], 0, false),
        ([0, MAX], 0, true),
        ([0, MAX], MAX, true),
    ];
    let mut events = 0;
    for seed in 0..80 {
        let mut worlds = regimes.map(|(boxes_per_change, min_ordered, keeps_pairs)| {
            let mut world = World::<u8, S, D>::new(Margin::Fatten {
                extension: scalar(1),
                prediction: Multiplier::from(0),
            });
            world.scratch.finder.boxes_per_change = boxes_per_change;
            world.scratch.finder.min_ordered = min_ordered;
            world.scratch.finder.comparison.keeps_pairs = keeps_pairs;
            world.remember(6);
            world
        });
        for world in &mut worlds {
            let mut random = Random(seed);
            let boxes = (0..20).map(|n| (random.aabb(&scalar), n % 4));
            world.create_proxies(ProxyConfig::default(), boxes);
        }
        let mut random = Random(seed);
        for _ in 0..30 {
            let (seed, changes) = (random.below(1 << 30), random.below::<u8>(12));
            let in_threads = random.below::<u8>(2) == 0;
            let steps = worlds.each_mut().map(|world| {
                let mut random = Random(seed);
                (0..changes).for_each(|_| change(world, &mut random, &scalar));
                let events = step(world, in_threads);
                assert_eq!(*world.events(), events);
                world.validate().unwrap();
                (events, world.state_hash())
            });
            assert!(steps.iter().all(|step| *step == steps[0]), "{steps:?}");
            let (step, _) = &steps[0];
            events += step.begun.len() + step.ended.len();
        }
    }
    assert!(events > 1_000, "{events}");
}

#[test]
fn a_slot_whose_generations_are_used_up_stays_empty() {
    let mut world = World::<(), i32, 2>::new(Margin::Tight);
    let id = world.create_proxy(Aabb::point([0, 0]), ());
    let last = u32::MAX - 1;
    let proxy = world.table.slots.take(id.id());
    world.table.slots.put(id.id(), last, proxy);
    assert!(world.destroy_proxy(ProxyId::new(0, last)));
    let aabb = Aabb::point([1, 1]);
    let refused = world.create_proxy_at(Id(0), ProxyConfig::default(), aabb, ());
    assert_eq!(refused, Err(CannotCreate::Exhausted { id: Id(0) }));
    assert_eq!(world.create_proxy(aabb, ()).id(), Id(1));
}

#[test]
fn a_full_world_refuses_more_and_loses_nothing() {
    let mut world = World::<u8, i32, 2>::new(Margin::Tight);
    world.remember(2);
    world.set_max_proxies(3);
    let square = |x| Aabb::new([x, 0], [x + 1, 1]);
    let ids = world.create_proxies(ProxyConfig::default(), (0..5).map(|x| (square(x), 7)));
    assert_eq!(ids[3..], [ProxyId::NONE; 2]);
    world.step();
    let (saved, hash) = (
        world.save_with(|&data, out| out.push(data)),
        world.state_hash(),
    );
    let config = ProxyConfig::default();
    let full = CannotCreate::Full { max_proxies: 3 };
    assert_eq!(
        full.to_string(),
        "the world is full: it holds at most 3 proxies"
    );
    assert_eq!(world.try_create_proxy(config, square(9), 1), Err(full));
    assert_eq!(world.create_proxy(square(9), 1), ProxyId::NONE);
    let too_large = CannotCreate::TooLarge { id: Id(3) };
    assert_eq!(
        world.create_proxy_at(Id(3), config, square(9), 1),
        Err(too_large)
    );
    assert_eq!(world.save_with(|&data, out| out.push(data)), saved);
    assert_eq!(world.state_hash(), hash);
    world.validate().unwrap();

    assert!(world.destroy_proxy(ids[1]));
    let again = world.try_create_proxy(config, square(1), 2).unwrap();
    assert_eq!(again.id(), ids[1].id());
    assert_eq!(world.step().begun, [[ids[0], again], [again, ids[2]]]);
    world.rewind(1).unwrap();
    assert_eq!(world.state_hash(), hash);
    world.set_max_proxies(usize::MAX);
    assert_eq!(world.max_proxies(), World::<u8, i32, 2>::MAX_PROXIES);
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
    let mut worlds = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        (pool.build().unwrap(), World::<u8, i32, 2>::default())
    });
    let mut random = Random(7);
    for (_, world) in &mut worlds {
        let mut random = Random(1);
        let boxes = (0..21_000).map(|_| {
            let start = [(); 2].map(|()| random.below::<i32>(800));
            (Aabb::new(start, start.map(|x| x + 12)), random.below(9))
        });
        _ = world.create_proxies(ProxyConfig::default(), boxes);
    }
    let mut all = 0;
    for frame in 0..5 {
        let seed = random.below::<u64>(1 << 30);
        let steps = worlds.each_mut().map(|(pool, world)| {
            let mut random = Random(seed);
            let ids: Vec<_> = world.iter().map(|(id, _)| id).collect();
            for id in ids {
                let start = world
                    .aabb(id)
                    .unwrap()
                    .min()
                    .map(|x| x + random.below::<i32>(9) - 4);
                let aabb = Aabb::new(start, start.map(|x| x + 12));
                world.move_proxy(id, aabb, [0; 2]).unwrap();
                if frame > 2 && random.below::<u8>(50) == 0 {
                    world.destroy_proxy(id);
                    world.create_proxy(aabb, 3);
                }
            }
            let accepts = |(_, a): (ProxyId, &u8), (_, b): (ProxyId, &u8)| a != b;
            if pool.current_num_threads() == 1 {
                world.step_with(accepts)
            } else {
                pool.install(|| world.par_step_with(accepts))
            }
        });
        assert!(steps.iter().all(|step| *step == steps[0]));
        assert_eq!(worlds[0].1.pairs(), worlds[2].1.pairs());
        all += steps[0].begun.len() + steps[0].ended.len();
    }
    assert!(all > 50_000, "{all}");
}

/// No event depends on it, only the work.
#[test]
fn refused_pairs_are_not_listed() {
    let mut world = World::<(), i32, 2>::default();
    for number in 0..40 {
        let filter = Filter {
            group: -1 - number / 20,
            ..Filter::default()
        };
        let config = ProxyConfig::new(Mobility::Dynamic).with_filter(filter);
        world.create_proxy_with(config, Aabb::new([0, 0], [1, 1]), ());
    }
    assert_eq!(world.step().begun.len(), 20 * 20);
    assert_eq!(world.scratch.finder.comparison.now.len(), 20 * 20);
}

#[test]
fn a_filter_that_panics_changes_no_later_event() {
    extern crate std;
    let square = |x: i32| Aabb::new([x, 0], [x + 1, 1]);
    let mut worlds = [0, 1].map(|_| World::<(), i32, 2>::new(Margin::Tight));
    for round in 0..3 {
        let steps = [0, 1].map(|i| {
            let world = &mut worlds[i];
            if round == 0 {
                (0..20).for_each(|x| _ = world.create_proxy(square(x), ()));
            }
            let ids: Vec<_> = world.iter().map(|(id, _)| id).collect();
            for (&id, x) in ids.iter().zip(0..) {
                let aabb = square((3 * round + 1) * x % 23);
                world.move_proxy(id, aabb, [0; 2]).unwrap();
            }
            if i == 1 {
                let step = std::panic::AssertUnwindSafe(|| {
                    world.step_with(|_, _| panic!("on purpose"));
                });
                std::panic::catch_unwind(step).unwrap_err();
            }
            world.step()
        });
        assert_eq!(steps[0], steps[1]);
        assert!(!steps[0].is_empty());
    }
}

#[test]
fn a_new_proxy_that_is_gone_again_after_a_panic_leaves_no_pair() {
    extern crate std;
    let square = Aabb::new([0, 0], [1, 1]);
    let mut world = World::<(), i32, 2>::new(Margin::Tight);
    let a = world.create_proxy(square, ());
    assert!(world.step().is_empty());
    let b = world.create_proxy(square, ());
    let step = std::panic::AssertUnwindSafe(|| world.step_with(|_, _| panic!("on purpose")));
    std::panic::catch_unwind(step).unwrap_err();
    world.destroy_proxy(b);
    assert!(world.step().is_empty());
    let apart = world.create_proxy(Aabb::new([5, 5], [6, 6]), ());
    assert_eq!(apart.id(), b.id());
    assert!(world.step().is_empty());
    assert!(world.contains(a));
}

#[test]
fn an_iterator_that_panics_leaves_a_valid_world() {
    extern crate std;
    let mut world = World::<(), f32, 2>::default();
    let ids = world.create_proxies(
        ProxyConfig::default(),
        (0..20).map(|x| (Aabb::point([x as f32, 0.0]), ())),
    );
    let moves = ids.iter().map(|&id| {
        assert!(id.id().0 < 10, "on purpose");
        (id, Aabb::point([50.0, 50.0]), [0.0; 2])
    });
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| world.move_proxies(moves)))
        .unwrap_err();
    world.validate().unwrap();
    assert_eq!(world.overlaps(&[50.0, 50.0]), ids[..10]);
    assert_eq!(world.step().begun.len(), 45);
}

#[test]
fn of_many_moves_all_are_made_but_those_of_unknown_proxies() {
    let mut world = World::<(), i32, 2>::new(Margin::Tight);
    let boxes = (0..200).map(|x| (Aabb::point([x, 0]), ()));
    let ids = world.create_proxies(ProxyConfig::default(), boxes);
    let move_all = |world: &mut World<_, _, 2>, y| {
        world.move_proxies(ids.iter().map(|&id| (id, Aabb::point([5, y]), [0; 2])))
    };
    assert_eq!(move_all(&mut world, 1), Ok(200));
    assert!(world.destroy_proxy(ids[3]) && world.destroy_proxy(ids[150]));
    assert_eq!(move_all(&mut world, 2), Err(UnknownProxy(ids[3])));
    assert_eq!(world.overlaps(&[5, 2]).len(), 198);
}

#[test]
fn a_proxy_may_have_the_slot_of_one_that_is_gone() {
    let mut world = World::<(), i32, 2>::new(Margin::Tight);
    let (config, aabb) = (ProxyConfig::default(), Aabb::point([0, 0]));
    let first = world.create_proxy(aabb, ());
    let taken = world.create_proxy_at(first.id(), config, aabb, ());
    assert_eq!(taken, Err(CannotCreate::Taken { proxy: first }));
    world.destroy_proxy(first);
    let second = world.create_proxy_at(first.id(), config, aabb, ()).unwrap();
    assert!(second.id() == first.id() && second != first);
}

/// It decides about later events.
#[test]
fn the_hash_tells_whether_a_pair_was_refused() {
    let hash_if = |accepted| {
        let mut world = World::<(), i32, 2>::new(Margin::Tight);
        (0..2).for_each(|x| _ = world.create_proxy(Aabb::new([x, 0], [x + 1, 1]), ()));
        world.step_with(|_, _| accepted);
        world.state_hash()
    };
    assert_ne!(hash_if(true), hash_if(false));
}
