//! Checks for free memory.

use std::hint::black_box;

/// Half of the largest allocation on a 32-bit machine.
const PIECE: f64 = 1_073_741_824.0;

/// Whether this number of bytes still fits into the memory of the module, which grows to hold them.
#[must_use]
pub fn has_room(bytes: f64) -> bool {
    // The limit of a module.
    if bytes >= 4.0 * PIECE {
        return false;
    }
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while rest > 0.0 {
        let mut piece = Vec::<u8>::new();
        if piece.try_reserve_exact(rest.min(PIECE) as usize).is_err() {
            return false;
        }
        // Otherwise the compiler would remove the unused allocation.
        pieces.push(black_box(piece));
        rest -= PIECE;
    }
    true
}
