//! Recorded logs are read again, and the first difference between them is found.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::compare::compare_logs;
use super::difference::Difference;
use super::record::Recorder;
use crate::broad_phase::{BroadPhase, Margin, Mobility, ProxyConfig};
use crate::dynamic_tree::Balance;
use crate::filter::Filter;
use crate::geometry::Aabb;
use crate::store::Id;

fn square(x: i32) -> Aabb<i32, 2> {
    Aabb::new([x, x], [x + 4, x + 4])
}

/// The log of three frames with all kinds of operations but a change of margin. In the second
/// frame, one proxy moves by `way`, another is touched if `is_touched`, and a third gets this
/// group.
fn log(way: i32, is_touched: bool, group: i32) -> Vec<u8> {
    let mut broad_phase = Recorder::new(BroadPhase::<(), i32, 2>::new(Margin::default()));
    let config = ProxyConfig::new(Mobility::Dynamic);
    let [a, b, c, d] = [0, 3, 9, 20].map(|x| broad_phase.create(square(x), ()));
    broad_phase.create_static(square(5), ());
    broad_phase
        .create_at(Id(30), config, square(7), ())
        .expect("the slot is free");
    assert_eq!(broad_phase.step().begun.len(), 6);
    let _ = broad_phase.move_to(a, square(way), [way, 0]);
    if is_touched {
        broad_phase.touch(b).expect("it is there");
    }
    let filter = Filter::new(4, 6).with_group(group);
    broad_phase.set_filter(c, filter).expect("it is there");
    let kinematic = Mobility::Kinematic;
    broad_phase.set_mobility(d, kinematic).expect("it is there");
    broad_phase.step();
    broad_phase.remove(a);
    broad_phase.translate([3, 1]);
    broad_phase.step();
    broad_phase.finish().1
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

/// A recorder forwards what it does not record.
#[test]
fn a_recorded_broad_phase_is_seen() {
    let mut broad_phase = Recorder::new(BroadPhase::<(), i32, 2>::new(Margin::Snap { cell: 10 }));
    let id = broad_phase.create(square(3), ());
    let fat = broad_phase.fat_aabb(id);
    assert_eq!(fat, Some(Aabb::new([0, 0], [10, 10])));
    let other = broad_phase.create(square(5), ());
    broad_phase.set_reports_stays(true);
    broad_phase.step();
    assert_eq!(broad_phase.step().stayed, [[id, other]]);
    broad_phase.set_balance(Balance::Height);
    assert_eq!(broad_phase.moving().config().balance, Balance::Height);
}

#[test]
fn the_first_step_leaves_no_trace_once_it_is_undone() {
    let log = |is_predicted: bool| {
        let mut broad_phase = Recorder::new(BroadPhase::<(), i32, 2>::new(Margin::Tight));
        broad_phase.remember(3);
        if is_predicted {
            broad_phase.create(square(1), ());
            broad_phase.step();
            broad_phase.rewind(1).unwrap();
        }
        broad_phase.create(square(2), ());
        broad_phase.step();
        broad_phase.finish().1
    };
    assert_eq!(log(true), log(false));
}

#[test]
fn user_data_is_passed_on() {
    let mut broad_phase = Recorder::new(BroadPhase::<u8, i32, 2>::new(Margin::default()));
    let id = broad_phase.create(square(0), 3);
    *broad_phase.user_data_mut(id).unwrap() += 4;
    assert_eq!(broad_phase.user_data_mut(id), Some(&mut 7));
    broad_phase.remove(id);
    assert_eq!(broad_phase.user_data_mut(id), None);
}
