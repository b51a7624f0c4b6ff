//! Pairs, four names at a time: what registers of 128 bits have room for.

use super::LANES;

/// Writes pairs of a name and four others.
pub(super) trait Fours: Copy {
    /// Takes the names from the places in `order`, which are bytes, and writes their pairs, the smaller name first.
    fn write_four(self, names: &[u32; 4], order: &[u8; 16], name: u32, pairs: &mut [[u32; 2]; 4]);

    /// [`Numbers::write_pairs`](super::Numbers::write_pairs).
    #[inline(always)]
    fn write_pairs(self, names: &[u32; LANES], mut bits: u32, name: u32, pairs: &mut [[u32; 2]; LANES]) {
        let mut start = 0;
        for names in names.as_chunks().0 {
            let Some(room) = pairs[start..].first_chunk_mut() else { return };
            let Front { order, count } = &FRONT[bits as usize % 16];
            self.write_four(names, order, name, room);
            start += count;
            bits >>= 4;
        }
    }
}

/// How the lanes of a mask get to the front, one after the other, and how many they are.
#[derive(Clone, Copy)]
struct Front {
    order: [u8; 16],
    count: usize,
}

const FRONT: [Front; 16] = {
    let mut fronts = [Front { order: [0; 16], count: 0 }; 16];
    let mut mask = 0;
    while mask < 16 {
        let Front { order, count } = &mut fronts[mask];
        let mut place = 0;
        while place < 16 {
            // The bytes of a lane, if it is one of them.
            if mask >> (place / 4) & 1 == 1 {
                order[4 * *count + place % 4] = place as u8;
                *count += (place % 4 == 3) as usize;
            }
            place += 1;
        }
        mask += 1;
    }
    fronts
};
