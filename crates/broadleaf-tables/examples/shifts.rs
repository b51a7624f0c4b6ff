//! Shifts and alarms of machines: intervals in hours, with the number of the machine as key.
//!
//! `cargo run --release -p broadleaf-tables --example shifts`

use broadleaf::Id;
use broadleaf_tables::intervals::{self, Intervals, Overlaps, Rule, nearest_after, nearest_before};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shifts = Intervals::new(&[6, 14, 6], &[14, 22, 14])?.by(&[0, 0, 1])?;
    let alarms = Intervals::new(&[7, 13, 14], &[8, 15, 16])?.by(&[0, 0, 1])?;

    let found = Overlaps::between(&shifts, &alarms, Rule::HalfOpen)?;
    assert_eq!(found.counts().collect::<Vec<_>>(), [2, 1, 0]);
    let mut visited = 0;
    found.for_each_unsorted(|_, alarms| visited += alarms.len());
    assert_eq!(visited as u64, found.len());
    let number = |rule| Overlaps::between(&shifts, &alarms, rule).map(|found| found.len());
    assert_eq!(number(Rule::Closed)?, 4); // with the alarm that begins when its shift ends
    assert_eq!(number(Rule::Overlap(2))?, 0);
    assert_eq!(number(Rule::Within(6))?, 5);
    assert_eq!(Overlaps::within(&alarms, Rule::Within(5))?.len(), 1);

    println!(
        "hours of alarm: {:?}",
        intervals::coverage(&shifts, &alarms)?
    );
    assert_eq!(intervals::subtract(&shifts, &alarms)?.starts, [6, 8, 15, 6]);
    assert_eq!(intervals::clusters(&shifts, Some(0))?.sizes, [2, 1]);
    let before = nearest_before(&shifts, &alarms)?;
    assert_eq!(before[1].map(|found| found.row), Some(Id(0)));
    let after = nearest_after(&shifts, &alarms)?;
    assert_eq!(after[2].map(|found| found.distance), Some(0_u64));
    Ok(())
}
