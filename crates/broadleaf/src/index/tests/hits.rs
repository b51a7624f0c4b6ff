use crate::index::hit::Hit;
use crate::index::query::hits::FirstTies;
use crate::store::Id;

/// A search stops at the limit that is returned.
#[test]
fn ties_limit_a_search_to_the_last_reach_that_counts() {
    let mut ties = FirstTies::new(2);
    let limits = [(5, 5.0), (2, 1.0), (3, 7.0), (4, 3.0), (1, 3.0)]
        .map(|(id, reach)| ties.add(Some(Hit { reach, id: Id(id) })));
    assert_eq!(limits, [f64::INFINITY, 5.0, 5.0, 3.0, 3.0]);
    assert!(ties.into_sorted().iter().map(|hit| hit.id.0).eq([2, 1, 4]));
}
