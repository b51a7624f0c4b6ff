//! Tests of `header.rs`.

use super::*;

#[test]
fn every_margin_is_read_as_it_was_written() {
    let prediction = Multiplier::from(3);
    for margin in [
        Margin::Tight,
        Margin::Snap { cell: 5 },
        Margin::Fatten {
            extension: 2,
            prediction,
        },
        Margin::Proportional {
            sixteenths: 4,
            prediction,
        },
    ] {
        let (header, mut bytes) = (Header::new::<i32, 2>(margin), Vec::new());
        header.put(&mut bytes);
        assert_eq!(Header::read(&mut Reader::new(&bytes)).ok(), Some(header));
    }
}
