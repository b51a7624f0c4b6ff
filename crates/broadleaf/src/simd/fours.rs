//! Pairs of four names at a time, for registers that have room for four.

use super::{LANES, Numbers};

/// What is done with four numbers.
pub(super) trait Fours: Copy {
    /// Writes the pairs of a name and those that come first when the bytes of `names` are put in
    /// this order, the smaller name first.
    fn write_four(
        self,
        names: &[u32; 4],
        order: &[[u8; 4]; 4],
        name: u32,
        pairs: &mut [[u32; 2]; 4],
    );
}

impl<L: Fours> Numbers for L {
    #[inline(always)]
    fn write_pairs(
        self,
        names: &[u32; LANES],
        mut bits: u32,
        name: u32,
        pairs: &mut [[u32; 2]; LANES],
    ) {
        let mut start = 0;
        for names in names.as_chunks().0 {
            let Some(room) = pairs[start..].first_chunk_mut() else {
                return;
            };
            let Front { order, count } = &FRONT[bits as usize % 16];
            self.write_four(names, order, name, room);
            start += count;
            bits >>= 4;
        }
    }
}

/// The bytes of four lanes, those of the lanes in a mask in front, and how many lanes these are.
#[derive(Clone, Copy)]
struct Front {
    order: [[u8; 4]; 4],
    // Here too, because aarch64 takes four instructions to count bits.
    count: usize,
}

static FRONT: [Front; 16] = {
    let mut fronts = [Front {
        order: [[0; 4]; 4],
        count: 0,
    }; 16];
    let mut mask = 0;
    while mask < 16 {
        let Front { order, count } = &mut fronts[mask];
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
