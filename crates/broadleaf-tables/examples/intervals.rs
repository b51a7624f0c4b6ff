//! Calls in rooms and alarms of rooms: which meet, how often, how long, and what is between them.
//!
//! cargo run -p broadleaf-tables --example intervals

use broadleaf_tables::intervals::{
    self, Intervals, InvalidIntervals, Overlaps, Rule, nearest_after, nearest_before,
};

fn main() -> Result<(), InvalidIntervals> {
    // Hours; the keys are numbers of rooms.
    let calls = Intervals::new(&[9, 11, 9], &[11, 12, 12])?;
    let calls = Intervals::by(calls, &[0, 0, 1])?;
    let alarms = Intervals::new(&[10, 8, 12], &[12, 10, 13])?.by(&[0, 1, 1])?;

    let found = Overlaps::between(&calls, &alarms, Rule::HalfOpen)?;
    println!("pairs: {:?}", found.pairs());
    println!(
        "alarms of each call: {:?}",
        Overlaps::counts(&found).collect::<Vec<_>>()
    );
    Overlaps::for_each_unsorted(&found, |call, alarms| println!("call {call}: {alarms:?}"));

    for rule in [Rule::Closed, Rule::Overlap(2), Rule::Within(1)] {
        let found = Overlaps::between(&calls, &alarms, rule)?;
        println!("{rule:?}: {:?}", found.pairs());
    }
    let same_room = Overlaps::within(&calls, Rule::Closed)?;
    println!("calls that touch: {:?}", same_room.pairs());

    println!(
        "hours of alarm: {:?}",
        intervals::coverage(&calls, &alarms)?
    );
    println!("alarm before: {:?}", nearest_before(&calls, &alarms)?);
    println!("alarm after: {:?}", nearest_after(&calls, &alarms)?);
    println!(
        "without a break: {:?}",
        intervals::clusters(&calls, Some(0))?
    );
    println!("quiet: {:?}", intervals::subtract(&calls, &alarms)?);
    Ok(())
}
