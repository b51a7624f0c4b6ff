//! Tests of `index.rs`.

use alloc::string::ToString;

use super::*;

#[test]
fn refuses_more_boxes_than_ids() {
    assert_eq!(TooManyBoxes::check(MAX_BOXES), Ok(()));
    let error = TooManyBoxes::check(MAX_BOXES + 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "4294967296 boxes are more than the 4294967295 that can have an id"
    );
}
