//! Tests of `outcomes.rs`.

use alloc::vec;

use super::*;

fn pair(number: u32) -> [ProxyId; 2] {
    [ProxyId::new(number / 4, 0), ProxyId::new(9 + number % 4, 0)]
}

#[test]
fn the_filter_is_asked_about_all_pairs_that_are_there_in_order() {
    let mut outcomes = Outcomes {
        begun: [1, 4, 6].map(pair).to_vec(),
        ended: [2, 3].map(pair).to_vec(),
        touched: [0, 5, 7].map(|number| (pair(number), true)).to_vec(),
        refused: vec![],
    };
    let mut asked = vec![];
    outcomes.ask(|pair| {
        asked.push(*pair);
        asked.len() % 3 != 0
    });
    assert_eq!(asked, [0, 1, 4, 5, 6, 7].map(pair));
    assert_eq!(outcomes.begun, [1, 6].map(pair));
    assert_eq!(outcomes.refused, [4].map(pair));
    assert!(
        outcomes
            .touched
            .iter()
            .map(|touched| touched.1)
            .eq([true, true, false])
    );
    assert!(outcomes.has_refused());
}

#[test]
fn lists_are_sorted() {
    let numbers = [5, 9, 3, 0];
    let mut outcomes = Outcomes {
        begun: numbers.map(pair).to_vec(),
        ended: numbers.map(pair).to_vec(),
        touched: numbers.map(|number| (pair(number), true)).to_vec(),
        refused: vec![],
    };
    outcomes.sort(&mut vec![]);
    let expected = [0, 3, 5, 9].map(pair);
    assert_eq!(outcomes.begun, expected);
    assert_eq!(outcomes.ended, expected);
    assert!(
        outcomes
            .touched
            .iter()
            .map(|touched| touched.0)
            .eq(expected)
    );
}
