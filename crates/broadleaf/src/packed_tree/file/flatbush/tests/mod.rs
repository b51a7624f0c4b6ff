mod layout;
mod number;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::geometry::Aabb;
use crate::packed_tree::file::flatbush::number::FlatbushNumber;
use crate::packed_tree::file::flatbush::read::read;
use crate::packed_tree::file::flatbush::write::write;
use crate::store::Id;

/// Five boxes of `Int8Array` in nodes of two, as npm flatbush 4.7.0 writes them.
#[rustfmt::skip]
const FIVE: [u8; 74] = [
    0xfb, 0x30, 2, 0, 5, 0, 0, 0,
    // The items; 251 is -5.
    251, 251, 251, 251,  0, 0, 1, 1,  2, 2, 3, 3,  50, 50, 60, 70,  51, 49, 52, 51,
    // Three nodes, two nodes, the root.
    251, 251, 1, 1,  2, 2, 60, 70,  51, 49, 52, 51,
    251, 251, 60, 70,  51, 49, 52, 51,
    251, 251, 60, 70,
    // The numbers of the items, and where the children of the nodes begin.
    2, 0,  0, 0,  4, 0,  1, 0,  3, 0,
    0, 0,  8, 0,  16, 0,
    20, 0,  28, 0,
    32, 0,
];

/// A single box of `Int16Array`, as npm flatbush writes it: with a root above it.
#[rustfmt::skip]
const ONE: [u8; 28] = [
    0xfb, 0x33, 16, 0, 1, 0, 0, 0,
    1, 0, 2, 0, 3, 0, 4, 0,  1, 0, 2, 0, 3, 0, 4, 0,
    0, 0,  0, 0,
];

fn boxes_of_five() -> [Aabb<i8, 2>; 5] {
    [
        Aabb::new([0, 0], [1, 1]),
        Aabb::new([50, 50], [60, 70]),
        Aabb::point([-5, -5]),
        Aabb::new([51, 49], [52, 51]),
        Aabb::new([2, 2], [3, 3]),
    ]
}

fn problem<S: FlatbushNumber>(bytes: &[u8]) -> String {
    read::<S>(bytes).unwrap_err().to_string()
}

/// `FIVE` with another byte.
fn with(at: usize, byte: u8) -> [u8; 74] {
    let mut bytes = FIVE;
    bytes[at] = byte;
    bytes
}

#[test]
fn files_of_others_are_read() {
    assert_eq!(read::<i8>(&FIVE).unwrap(), boxes_of_five());
    let one = [Aabb::new([1, 2], [3, 4])];
    assert_eq!(read::<i16>(&ONE).unwrap(), one);
    // geo-index writes no root above a single box, and also files without a box.
    let without_root = [&ONE[..16], &ONE[24..26]].concat();
    assert_eq!(read::<i16>(&without_root).unwrap(), one);
    assert_eq!(read::<i16>(&[0xfb, 0x33, 16, 0, 0, 0, 0, 0]).unwrap(), []);
    // `Uint8ClampedArray`
    let clamped = [
        0xfb, 0x32, 16, 0, 1, 0, 0, 0, 1, 2, 3, 4, 1, 2, 3, 4, 0, 0, 0, 0,
    ];
    assert_eq!(read::<u8>(&clamped).unwrap(), [Aabb::new([1, 2], [3, 4])]);
}

fn check_round_trip<S: FlatbushNumber>(number: impl Fn(usize) -> S) {
    for len in [1, 2, 15, 16, 17, 256, 257, 15_358, 15_359] {
        let aabb = |i: usize| {
            let [low, high] = [number(i % 50), number(i % 50 + i % 7)];
            Aabb::new([low, number(i % 13)], [high, number(20)])
        };
        // Item `i` is not at position `i`.
        let items: Vec<_> = (0..len)
            .map(|i| (Id::at(len - 1 - i), aabb(len - 1 - i)))
            .collect();
        let bytes = write(&items).unwrap();
        let expected: Vec<_> = (0..len).map(aabb).collect();
        assert_eq!(read::<S>(&bytes).unwrap(), expected);
        assert_eq!(bytes[..2], [0xfb, 0x30 | S::TYPE]);
    }
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
fn every_type_is_read_as_written() {
    check_round_trip(|i| i as i8);
    check_round_trip(|i| i as u8 * 4);
    check_round_trip(|i| i as i16 * 300 - 7_000);
    check_round_trip(|i| i as u16 * 1_000);
    check_round_trip(|i| i as i32 * 30_000_000 - 200);
    check_round_trip(|i| i as u32 * 70_000_000);
    check_round_trip(|i| i as f32 * 0.1);
    check_round_trip(|i| i as f64 * 0.1 - 3.0);
}

#[test]
fn errors_name_the_byte_and_the_value() {
    assert_eq!(
        problem::<i8>(&FIVE[..7]),
        "a flatbush file has a header of 8 bytes, but there are only 7"
    );
    assert_eq!(
        problem::<i8>(&with(0, 0xf0)),
        "byte 0: a flatbush file begins with 0xfb, not with 0xf0"
    );
    assert_eq!(
        problem::<i8>(&with(1, 0x20)),
        "byte 1: version 2 of the format is not supported, only 3"
    );
    assert_eq!(
        problem::<i8>(&with(1, 0x39)),
        "byte 1: there is no type 9 of coordinates"
    );
    assert_eq!(
        problem::<f32>(&FIVE),
        "byte 1: the coordinates are of another type: 8-bit integer, not 32-bit float"
    );
    assert_eq!(
        problem::<i8>(&with(2, 1)),
        "bytes 2 and 3: a node has at least 2 children, not 1"
    );
    assert_eq!(
        problem::<i8>(&FIVE[..73]),
        "bytes 4 to 7: 5 items make 74 bytes, but there are 73"
    );
    assert_eq!(
        problem::<i8>(&with(7, 0xff)),
        "bytes 4 to 7: 4278190085 items make 68451041544 bytes, but there are 74"
    );
    assert_eq!(
        problem::<i8>(&with(16, 4)),
        "byte 16: item 4: min 4 is above max 3 on axis 0"
    );
    assert_eq!(
        problem::<i8>(&with(52, 5)),
        "byte 52: item 5 is out of range, because there are 5"
    );
    assert_eq!(
        problem::<i8>(&with(54, 2)),
        "byte 54: item 2 occurs for the second time"
    );
    assert_eq!(
        problem::<i8>(&with(64, 12)),
        "byte 64: the children of a node begin at 8, not at 12"
    );
    assert_eq!(
        problem::<i8>(&with(28, 252)),
        "byte 28: the box of a node does not enclose that of its child at byte 8"
    );
    let nan = write(&[(Id(0), Aabb::point([0.0_f32; 2]))]).unwrap();
    let nan = [&nan[..20], &f32::NAN.to_le_bytes(), &nan[24..]].concat();
    assert_eq!(
        problem::<f32>(&nan),
        "byte 8: item 0: not a number on axis 1: min 0, max NaN"
    );
}

#[test]
fn no_byte_causes_a_panic() {
    for len in 0..FIVE.len() {
        assert!(read::<i8>(&FIVE[..len]).is_err());
    }
    assert!(read::<i8>(&[&FIVE[..], &[0]].concat()).is_err());
    for at in 0..FIVE.len() {
        for byte in 0..=u8::MAX {
            // A read may succeed: a changed box of an item or node may still be valid.
            let _ = read::<i8>(&with(at, byte));
        }
    }
}

#[test]
fn what_a_file_cannot_have_is_refused() {
    let point = Aabb::point([0_i32; 2]);
    let problem = |ids: &[u32]| {
        let items: Vec<_> = ids.iter().map(|&id| (Id(id), point)).collect();
        write(&items).unwrap_err().to_string()
    };
    let expected = "a flatbush file numbers its items from 0, but one of 2 boxes has the id 2";
    assert_eq!(problem(&[0, 2]), expected);
    let expected = "a flatbush file numbers its items from 0, but one of 2 boxes has the id 0";
    assert_eq!(problem(&[0, 0]), expected);
    let expected =
        "a flatbush file has at least one item, but the tree has no box: do not write the file";
    assert_eq!(problem(&[]), expected);
}
