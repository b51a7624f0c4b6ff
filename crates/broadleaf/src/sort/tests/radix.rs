//! Tests of `radix.rs`.

use super::*;

#[test]
fn digits_are_as_narrow_as_their_passes_allow() {
    let cases = [
        (0, 1),
        (1, 1),
        (0x7ff, 11),
        (0xfff, 6),
        (0x3_ffff, 9),
        (0x3f_ffff, 11),
        (0x7f_ffff, 8),
        // Bits between that do not differ are skipped.
        (0x1ff << 40 | 0x1ff, 9),
        (u64::MAX, 11),
    ];
    for (differing, width) in cases {
        assert_eq!(least_width(differing), width, "{differing:#x}");
    }
}
