//! Tests of `file/flatbush/number.rs`.

use crate::packed_tree::file::flatbush::number::{FlatbushNumber, encoding};
use alloc::vec::Vec;

fn check<S: FlatbushNumber>(number: S) {
    assert_eq!(encoding(S::TYPE), Some(S::ENCODING));
    let mut out = Vec::new();
    number.write(&mut out);
    assert_eq!(out.len(), S::BYTES);
    assert!(S::read(&out) == number);
    assert!(S::read(&out[1..]) == S::default());
}

#[test]
fn numbers_are_read_as_written() {
    check(-7_i8);
    check(200_u8);
    check(-300_i16);
    check(60_000_u16);
    check(-70_000_i32);
    check(3_000_000_000_u32);
    check(-0.1_f32);
    check(1e300_f64);
    assert_eq!(encoding(2), encoding(1));
    assert_eq!(encoding(9), None);
}
