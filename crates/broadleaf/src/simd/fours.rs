//! Writes pairs four at a time, for registers of four numbers.

use super::lane::LANES;
use super::lanes::Numbers;

/// An operation on four numbers.
pub(super) trait Fours: Copy {
    /// Permutes the bytes of `indices` into `order`, and writes the pair of `index` and each
    /// permuted index, the smaller one first.
    fn write_four(
        self,
        indices: &[u32; 4],
        order: &[[u8; 4]; 4],
        index: u32,
        pairs: &mut [[u32; 2]; 4],
    );
}

impl<L: Fours> Numbers for L {
    #[inline(always)]
    fn write_pairs(
        self,
        indices: &[u32; LANES],
        mut bits: u32,
        index: u32,
        pairs: &mut [[u32; 2]; LANES],
    ) {
        let mut len = 0;
        for indices in indices.as_chunks().0 {
            let Some(target) = pairs[len..].first_chunk_mut() else {
                return;
            };
            let Packing { order, count } = &FRONTS[bits as usize % 16];
            self.write_four(indices, order, index, target);
            len += count;
            bits >>= 4;
        }
    }
}

/// A permutation that moves the lanes of a mask to the front.
#[derive(Clone, Copy)]
struct Packing {
    /// For each of four lanes, the numbers of the bytes that move there.
    order: [[u8; 4]; 4],
    /// The number of lanes in the mask, stored because counting bits takes four instructions on
    /// aarch64.
    count: usize,
}

/// The permutation for each mask of four lanes.
static FRONTS: [Packing; 16] = {
    let mut fronts = [Packing {
        order: [[0; 4]; 4],
        count: 0,
    }; 16];
    let mut mask = 0;
    while mask < 16 {
        let Packing { order, count } = &mut fronts[mask];
        let mut lane = 0;
        while lane < 4 {
            if mask >> lane & 1 == 1 {
                let first = 4 * lane;
                order[*count] = [first, first + 1, first + 2, first + 3];
                *count += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    fronts
};
