//! What is recorded is read again, and the first difference is found.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::compare::compare_logs;
use super::difference::Difference;
use super::record::Recorder;
use crate::dynamic_tree::Balance;
use crate::geometry::Aabb;
use crate::store::Id;
use crate::world::{Filter, Margin, Mobility, ProxyConfig, World};

fn square(x: i32) -> Aabb<i32, 2> {
    Aabb::new([x, x], [x + 4, x + 4])
}

/// The log of three frames in which everything happens that a log has. In the second, one proxy
/// moves by `way`, another is touched or not, and a third has this group.
fn log(way: i32, is_touched: bool, group: i32) -> Vec<u8> {
    let mut world = Recorder::new(World::<(), i32, 2>::new(Margin::default()));
    let config = ProxyConfig::new(Mobility::Dynamic);
    let [a, b, c, d] = [0, 3, 9, 20].map(|x| world.create_proxy(square(x), ()));
    world.create_static(square(5), ());
    world
        .create_proxy_at(Id(30), config, square(7), ())
        .expect("the slot is free");
    assert_eq!(world.step().begun.len(), 6);
    let _ = world.move_proxy(a, square(way), [way, 0]);
    if is_touched {
        world.touch_proxy(b).expect("it is there");
    }
    let filter = Filter {
        category: 4,
        mask: 6,
        group,
    };
    world.set_filter(c, filter).expect("it is there");
    let kinematic = Mobility::Kinematic;
    world.set_mobility(d, kinematic).expect("it is there");
    world.step();
    world.destroy_proxy(a);
    world.translate([3, 1]);
    world.step();
    world.finish().1
}

#[test]
fn equal_logs_have_no_difference() {
    let log = log(2, true, 1);
    let comparison = compare_logs([&log, &log]).unwrap();
    assert_eq!((comparison.frames, comparison.difference), (3, None));
    // Six creations, four changes, a destruction and five moves.
    assert_eq!(comparison.operations, 16);
}

#[test]
fn the_first_difference_is_named_with_both_sides() {
    let base = log(2, true, 1);
    let difference = |other: &[u8]| compare_logs([&base, other]).unwrap().difference.unwrap();
    let sides = |other: &[u8]| {
        let difference = difference(other);
        assert_eq!(difference.frame(), 1);
        difference.sides()
    };
    let [one, other] = sides(&log(3, true, 1));
    assert!(one.contains("operation 8 moves 0v0") && other.contains("operation 8 moves 0v0"));
    assert_ne!(one, other);
    let [one, other] = sides(&log(2, false, 1));
    assert_eq!(one, "operation 9 touches 1v0");
    assert_eq!(other, "does not touch 1v0");
    let [one, other] = sides(&log(2, true, 7));
    assert!(
        one.contains("2v0") && other.contains("2v0") && one != other,
        "{one} {other}"
    );
}

#[test]
fn a_log_that_ends_early_is_no_other_log() {
    let log = log(2, true, 1);
    let mut ends = 0;
    for len in 0..log.len() {
        match compare_logs([&log, &log[..len]]) {
            Ok(comparison) => {
                let end = comparison.difference.unwrap();
                assert!(matches!(end, Difference::End { log: 1, .. }), "{len}");
                ends += 1;
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(ends > 2);
}

/// A recorder passes on what it does not record.
#[test]
fn a_recorded_world_is_seen() {
    let mut world = Recorder::new(World::<(), i32, 2>::new(Margin::Snap { cell: 10 }));
    let id = world.create_proxy(square(3), ());
    let fat = world.fat_aabb(id);
    assert_eq!(fat, Some(Aabb::new([0, 0], [10, 10])));
    let other = world.create_proxy(square(5), ());
    world.set_reports_stays(true);
    world.step();
    assert_eq!(world.step().stayed, [[id, other]]);
    world.set_balance(Balance::Height);
    assert_eq!(world.moving().config().balance, Balance::Height);
}

#[test]
fn the_first_step_leaves_no_trace_once_it_is_undone() {
    let log = |is_predicted: bool| {
        let mut world = Recorder::new(World::<(), i32, 2>::new(Margin::Tight));
        world.remember(3);
        if is_predicted {
            world.create_proxy(square(1), ());
            world.step();
            world.rewind(1).unwrap();
        }
        world.create_proxy(square(2), ());
        world.step();
        world.finish().1
    };
    assert_eq!(log(true), log(false));
}

#[test]
fn user_data_is_passed_on() {
    let mut world = Recorder::new(World::<u8, i32, 2>::new(Margin::default()));
    let id = world.create_proxy(square(0), 3);
    *world.user_data_mut(id).unwrap() += 4;
    assert_eq!(world.user_data_mut(id), Some(&mut 7));
    world.destroy_proxy(id);
    assert_eq!(world.user_data_mut(id), None);
}
