//! Tests of `bytes.rs`.

use super::*;

#[test]
fn numbers_are_read_as_written_and_are_short() {
    let numbers = [0, 1, 63, 64, 127, 128, 1 << 32, u64::MAX >> 1, u64::MAX];
    for number in numbers {
        let mut out = Vec::new();
        put_number(&mut out, number);
        put_signed(&mut out, number.cast_signed());
        put_signed(&mut out, number.cast_signed().wrapping_neg());
        let mut reader = Reader::new(&out);
        assert_eq!(reader.number(), Ok(number));
        assert_eq!(reader.signed(), Ok(number.cast_signed()));
        assert_eq!(reader.signed(), Ok(number.cast_signed().wrapping_neg()));
        assert_eq!((reader.remaining(), out.len() <= 30), (0, true));
    }
}

#[test]
fn words_and_slots_are_read_as_written() {
    let word = 0x0123_4567_89ab_cdef_u64;
    let mut out = word.to_le_bytes().to_vec();
    put_slot_after(&mut out, 7, 9);
    let mut reader = Reader::new(&out);
    assert_eq!((reader.word(), reader.signed()), (Ok(word), Ok(-2)));
}

#[test]
fn invalid_numbers_are_refused() {
    let problem = |bytes: &[u8]| {
        Reader::new(bytes)
            .number()
            .map_err(|malformed| (malformed.at, malformed.problem))
    };
    assert_eq!(problem(&[0x80]), Err((1, "the bytes end too early")));
    assert_eq!(
        problem(&[0x80, 0]),
        Err((1, "a number has unnecessary bytes"))
    );
    assert_eq!(
        problem(&[0xff; 11]),
        Err((9, "a number has more than 64 bits"))
    );
    assert_eq!(
        Reader::new(&[5, 0]).count().unwrap_err().problem,
        "a count exceeds the number of bytes"
    );
    assert_eq!(
        Reader::new(&[0x80, 0x80, 0x80, 0x80, 0x10])
            .number32()
            .unwrap_err()
            .problem,
        "a number has more than 32 bits"
    );
}
