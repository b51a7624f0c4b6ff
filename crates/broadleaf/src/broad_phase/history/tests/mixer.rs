//! Tests of `mixer.rs`.

use super::checksum;

#[test]
fn a_damaged_bit_changes_the_checksum() {
    let bytes = [7; 40];
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes;
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert_ne!(checksum(&damaged), checksum(&bytes));
    }
    assert_ne!(checksum(&[0; 8]), checksum(&[0; 9]));
}
