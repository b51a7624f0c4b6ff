//! Steps of few boxes have the events that follow from comparing all fat boxes one by one.

use alloc::vec::Vec;

use super::random::Random;
use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::config::ProxyConfig;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::mobility::Mobility;
use crate::filter::Filter;
use crate::geometry::{Aabb, Scalar};

/// A few boxes, and sizes around a block of sixteen boxes and around the limit of the comparison
/// without a sweep.
const SIZES: [usize; 15] = [0, 1, 2, 3, 15, 16, 17, 31, 33, 63, 64, 65, 127, 129, 300];

impl Random {
    /// A box on a grid, so that many share a border.
    fn aabb_of<S: Scalar, const D: usize>(&mut self, numbers: &[S]) -> Aabb<S, D> {
        let last = numbers.len() - 1;
        let ends = [(); D].map(|()| {
            let start: usize = self.below(numbers.len() as u64);
            [start, last.min(start + self.below::<usize>(3))]
        });
        let corner = |end: usize| ends.map(|ends| numbers[ends[end]]);
        Aabb::new(corner(0), corner(1))
    }

    fn config_of<S>(&mut self, has_kinds: bool) -> ProxyConfig<S> {
        if !has_kinds {
            return ProxyConfig::default();
        }
        let mobility = Mobility::from_code([0, 0, 1, 2, 3][self.below::<usize>(5)]).unwrap();
        let filter = Filter::new(1 << self.below::<u32>(3), self.below(8));
        ProxyConfig::new(mobility).with_filter(filter.with_group(self.below::<i32>(3) - 1))
    }
}

/// All pairs, one by one.
fn pairs<S: Scalar, const D: usize>(broad_phase: &BroadPhase<u8, S, D>) -> Vec<[ProxyId; 2]> {
    let proxies: Vec<_> = broad_phase
        .iter()
        .map(|(id, &data)| {
            let config = broad_phase.config(id).unwrap();
            (id, data, config, broad_phase.fat_aabb(id).unwrap())
        })
        .collect();
    let mut pairs = Vec::new();
    for (index, (a, x, config, aabb)) in proxies.iter().enumerate() {
        for (b, y, other, other_aabb) in &proxies[index + 1..] {
            if aabb.overlaps(other_aabb)
                && config.mobility.meets(other.mobility)
                && config.filter.allows(&other.filter)
                && accepts(*x, *y)
            {
                pairs.push([*a, *b]);
            }
        }
    }
    pairs
}

fn accepts(a: u8, b: u8) -> bool {
    !(a + b).is_multiple_of(7)
}

fn check<S: Scalar, const D: usize>(numbers: &[S], has_kinds: bool) {
    for size in SIZES {
        let mut random = Random(size as u64);
        let mut broad_phase = BroadPhase::<u8, S, D>::new(Margin::Tight);
        broad_phase.set_reports_stays(true);
        broad_phase.remember(3);
        let mut ids: Vec<_> = (0..size)
            .map(|_| {
                let (config, aabb) = (random.config_of(has_kinds), random.aabb_of(numbers));
                broad_phase.create_with(config, aabb, random.below(8))
            })
            .collect();
        let mut before: Vec<[ProxyId; 2]> = Vec::new();
        for one_in in [1, 1, 4, 20, 1, 3, 100] {
            let events = broad_phase.step_with(|(_, &a), (_, &b)| accepts(a, b));
            broad_phase.validate().unwrap();
            let after = pairs(&broad_phase);
            let gone = |pair: &&[ProxyId; 2]| after.binary_search(pair).is_err();
            let new = |pair: &&[ProxyId; 2]| before.binary_search(pair).is_err();
            assert!(events.ended.iter().eq(before.iter().filter(gone)), "{size}");
            assert!(events.begun.iter().eq(after.iter().filter(new)), "{size}");
            assert_eq!(broad_phase.pairs(), after);
            assert_eq!(broad_phase.count_pairs(), after.len() as u64);
            assert_eq!(events.begun.len() + events.stayed.len(), after.len());
            before = after;
            let moved: Vec<_> = ids
                .iter()
                .copied()
                .filter(|_| random.below::<u8>(one_in) == 0)
                .collect();
            let boxes: Vec<_> = moved
                .iter()
                .map(|id| (*id, random.aabb_of(numbers)))
                .collect();
            if random.below::<u8>(2) == 0 {
                broad_phase.set_aabbs(boxes).unwrap();
            } else {
                for (id, aabb) in boxes {
                    broad_phase.set_aabb(id, aabb).unwrap();
                }
            }
            if let Some(id) = ids.pop() {
                broad_phase.remove(id);
                ids.push(broad_phase.create(random.aabb_of(numbers), 1));
            }
        }
    }
}

#[test]
fn steps_of_few_boxes() {
    let grid: Vec<_> = (0..20).collect();
    check::<i32, 2>(&grid, false);
    check::<i32, 3>(&grid[..7], true);
}

#[test]
fn steps_of_few_boxes_with_wild_numbers() {
    let wild = [
        f32::NEG_INFINITY,
        f32::MIN,
        -1.0,
        -f32::from_bits(1),
        -0.0,
        0.0,
        f32::from_bits(1),
        f32::MIN_POSITIVE,
        1.0,
        f32::MAX,
        f32::INFINITY,
    ];
    check::<f32, 2>(&wild, true);
}
