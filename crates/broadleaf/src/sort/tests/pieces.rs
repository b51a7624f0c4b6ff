//! Tests of `pieces.rs`.

use super::*;

#[test]
fn pieces_are_equal_and_as_many_as_eight_threads_share() {
    for (len, most) in [
        (11, 10),
        (80, 10),
        (81, 10),
        (100_000, 8_192),
        (65_536, 8_192),
    ] {
        let piece = piece_len(len, most);
        let (pieces, last) = (len.div_ceil(piece), (len - 1) % piece + 1);
        assert!(piece <= most && pieces <= len.div_ceil(most).next_multiple_of(MULTIPLE));
        assert!(
            piece - last < MULTIPLE.max(pieces),
            "{len}: {pieces} of {piece}, {last}"
        );
    }
    assert_eq!(100_000_usize.div_ceil(piece_len(100_000, 8_192)), 16);
    assert_eq!([0, 1, 10].map(|len| piece_len(len, 10)), [10; 3]);
}
