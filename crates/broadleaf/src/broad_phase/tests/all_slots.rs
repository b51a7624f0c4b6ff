//! Proxies in all slots, with and without a static proxy beside them.

use alloc::vec::Vec;
use core::array;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::config::ProxyConfig;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::margin::Margin;
use crate::filter::Filter;
use crate::geometry::Aabb;

const BOXES: u32 = 300;

/// The square of a proxy in a frame.
fn square(number: u32, frame: u32) -> Aabb<i64, 2> {
    let at = |prime: u32| i64::from((number * prime + frame * (number % 7)) % 61);
    Aabb::new([at(37), at(53)], [at(37) + 4, at(53) + 3])
}

fn config(number: u32) -> ProxyConfig<i64> {
    let filter = Filter {
        group: if number < 20 { -3 } else { 0 },
        ..Filter::default()
    };
    ProxyConfig::default().with_filter(filter)
}

fn create(broad_phase: &mut BroadPhase<(), i64, 2>, number: u32, frame: u32) -> ProxyId {
    let items = [(square(number, frame), ())];
    broad_phase.create_all(config(number), items)[0]
}

#[test]
fn slots_that_are_indices_have_the_pairs_of_others() {
    let mut broad_phases = [0, 1].map(|_| BroadPhase::new(Margin::Tight));
    // In a slot without a dynamic proxy. After it, slots differ from the indices of the boxes.
    broad_phases[1].create_static(Aabb::new([-9, -9], [-8, -8]), ());
    let mut ids = broad_phases.each_mut().map(|broad_phase| {
        let numbers = 0..BOXES;
        numbers
            .map(|number| create(broad_phase, number, 0))
            .collect::<Vec<_>>()
    });
    let mut events = 0;
    for frame in 1..12 {
        let found: [_; 2] = array::from_fn(|which| {
            let (broad_phase, ids) = (&mut broad_phases[which], &mut ids[which]);
            for (number, id) in (0..).zip(&*ids) {
                broad_phase
                    .move_to(*id, square(number, frame), [0; 2])
                    .unwrap();
            }
            match frame {
                3 => ids.push(create(broad_phase, BOXES, frame)),
                5 => drop(broad_phase.set_filter(ids[40], Filter::new(2, 2))),
                7 => assert!(broad_phase.remove(ids.swap_remove(17))),
                8 => ids.push(create(broad_phase, 17, frame)),
                _ => {}
            }
            let numbers = |pairs: Vec<[ProxyId; 2]>| {
                let number = |id| ids.iter().position(|&other| other == id);
                let mut pairs: Vec<_> = pairs.into_iter().map(|pair| pair.map(number)).collect();
                pairs.iter_mut().for_each(|pair| pair.sort_unstable());
                pairs.sort_unstable();
                pairs
            };
            let found = broad_phase.step();
            [numbers(found.begun), numbers(found.ended)]
        });
        assert!(found[0] == found[1], "frame {frame}");
        events += found[0][0].len();
    }
    assert!(events > 1000);
}
