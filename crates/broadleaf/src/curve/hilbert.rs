//! The Hilbert curve: like the Morton curve, but without jumps.

#![expect(
    clippy::cast_possible_truncation,
    reason = "steps in the tables, and cells of a test"
)]

/// The position on the Hilbert curve of the cell with this Morton code, whose highest bits come
/// first. In other than two or three dimensions, the code itself.
///
/// Each step through the tables turns and mirrors the cells below, after Hamilton 2006.
#[inline]
pub(crate) fn hilbert<const D: usize>(morton: u32) -> u32 {
    match D {
        2 => along::<8, _>(morton, 32, &FLAT),
        3 => along::<6, _>(morton, 30, &SOLID),
        _ => morton,
    }
}

/// The position on the curve of the highest `bits` bits of a Morton code, `N` bits at a time.
#[inline]
fn along<const N: u32, const LEN: usize>(morton: u32, bits: u32, steps: &[u16; LEN]) -> u32 {
    let cells = (1 << N) - 1;
    let (mut key, mut step, mut rest) = (0, 0, bits);
    while rest > 0 {
        rest -= N;
        let index = usize::from(step) & !cells | (morton >> rest) as usize & cells;
        step = steps[index % LEN];
        key = key << N | u32::from(step) & cells as u32;
    }
    key
}

/// Four levels of squares at a time, in each of 8 states.
static FLAT: [u16; 8 << 8] = steps(2, 4);
/// Two levels of cubes at a time, in each of 24 states. Padded to a power of two, so that no index
/// needs a check.
static SOLID: [u16; 32 << 6] = steps(3, 2);

/// The steps over `levels` levels: for each state and cell, the state for the levels below, and the
/// bits of the cell's position on the curve.
const fn steps<const LEN: usize>(dimensions: u32, levels: u32) -> [u16; LEN] {
    let mut steps = [0; LEN];
    let bits = levels * dimensions;
    let states = dimensions << dimensions;
    let mut index = 0;
    while index < (states << bits) as usize {
        let (mut state, mut place, mut level) = (index as u32 >> bits, 0, levels);
        while level > 0 {
            level -= 1;
            let cell = index as u32 >> (level * dimensions) & ((1 << dimensions) - 1);
            let (next, below) = one_level(dimensions, state, cell);
            place = place << dimensions | next;
            state = below;
        }
        steps[index] = (state << bits | place) as u16;
        index += 1;
    }
    steps
}

/// The position of a cell on the curve through the cells of one level, and the state below it. A
/// state is the corner where the curve enters, times the number of dimensions, plus the direction
/// in which it leaves.
const fn one_level(dimensions: u32, state: u32, cell: u32) -> (u32, u32) {
    let (corner, direction) = (state / dimensions, state % dimensions);
    // The position is the inverse Gray code of the cell in the curve without turns.
    let turned = rotate(
        dimensions,
        cell ^ corner,
        dimensions - (direction + 1) % dimensions,
    );
    let mut place = turned;
    let mut shift = 1;
    while shift < dimensions {
        place ^= place >> shift;
        shift *= 2;
    }
    let (entry, exit) = if place == 0 {
        (0, 0)
    } else {
        let even = 2 * ((place - 1) / 2);
        let odd = if place.is_multiple_of(2) {
            place - 1
        } else {
            place
        };
        (even ^ even >> 1, odd.trailing_ones() % dimensions)
    };
    let corner = corner ^ rotate(dimensions, entry, (direction + 1) % dimensions);
    (
        place,
        corner * dimensions + (direction + exit + 1) % dimensions,
    )
}

/// Rotates the lowest bits to the left.
const fn rotate(bits: u32, number: u32, by: u32) -> u32 {
    let by = by % bits;
    (number << by | number >> (bits - by)) & ((1 << bits) - 1)
}

#[cfg(test)]
#[path = "tests/hilbert.rs"]
mod tests;
