//! Tests of what a caller cannot choose: a step that queries the structures and one that compares
//! all boxes find the same events.

use alloc::vec::Vec;

use super::config::ProxyConfig;
use super::filter::Filter;
use super::id::ProxyId;
use super::margin::Margin;
use super::mobility::Mobility;
use super::multiplier::Multiplier;
use super::world::World;
use crate::geometry::{Aabb, Fixed, Scalar};

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
    match (random.below::<u8>(10), any) {
        (0 | 1, _) | (_, None) => {
            _ = world.create_proxy_with(random.config(), random.aabb(scalar), random.below(4));
        }
        (2, Some(id)) => _ = world.destroy_proxy(id),
        (3, Some(id)) => world.touch_proxy(id).unwrap(),
        (4, Some(id)) => world.set_filter(id, random.filter()).unwrap(),
        (5, Some(id)) => *world.user_data_mut(id).unwrap() = random.below(4),
        (6, Some(id)) => world.set_mobility(id, random.mobility()).unwrap(),
        (7, _) => {
            let moves = ids
                .into_iter()
                .map(|id| (id, random.aabb(scalar), [S::default(); D]));
            world.move_proxies(moves).map(drop).unwrap();
        }
        (_, Some(id)) => world
            .move_proxy(id, random.aabb(scalar), [S::default(); D])
            .map(drop)
            .unwrap(),
    }
}

fn check<S: Scalar, const D: usize>(scalar: impl Fn(i32) -> S) {
    // Query both structures, compare all boxes, decide by the counts, query one structure.
    let regimes = [
        [0, 0],
        [usize::MAX, usize::MAX],
        World::<u8, S, D>::default().scratch.finder.boxes_per_change,
        [usize::MAX, 0],
        [0, usize::MAX],
    ];
    let mut events = 0;
    for seed in 0..60 {
        let mut worlds = regimes.map(|boxes_per_change| {
            let mut world = World::<u8, S, D>::new(Margin::Fatten {
                extension: scalar(1),
                prediction: Multiplier::from(0),
            });
            world.scratch.finder.boxes_per_change = boxes_per_change;
            world
        });
        let mut random = Random(seed);
        for _ in 0..30 {
            let (seed, changes) = (random.below(1 << 30), random.below::<u8>(12));
            let steps = worlds.each_mut().map(|world| {
                let mut random = Random(seed);
                (0..changes).for_each(|_| change(world, &mut random, &scalar));
                let events = world.step_with(|(_, a), (_, b)| !(a ^ b).is_multiple_of(4));
                world.validate().unwrap();
                events
            });
            assert!(steps.iter().all(|step| *step == steps[0]), "{steps:?}");
            events += steps[0].begun.len() + steps[0].ended.len();
        }
    }
    assert!(events > 1_000, "{events}");
}

#[test]
fn querying_and_comparing_find_the_same_events() {
    check::<f32, 2>(|x| x as f32);
    check::<f32, 3>(|x| x as f32 / 4.0);
    check::<i32, 2>(|x| x);
    check::<Fixed<16>, 3>(|x| Fixed::from_bits(i64::from(x) << 14));
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
