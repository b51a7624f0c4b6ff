//! Whether there is memory.

use std::hint::black_box;

/// Half of the longest list that there is on a machine of 32 bits.
const PIECE: f64 = 1_073_741_824.0;

/// Whether so many bytes more fit into the memory of the module, which grows for them.
#[must_use]
pub fn has_room(bytes: f64) -> bool {
    // All that a module can have.
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
        // Otherwise the compiler would leave out memory that nobody uses.
        pieces.push(black_box(piece));
        rest -= PIECE;
    }
    true
}
