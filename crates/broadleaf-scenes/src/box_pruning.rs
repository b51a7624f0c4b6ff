//! The scene of "box pruning revisited", reproduced bit by bit.

use broadleaf::Aabb;

/// Pierre Terdiman's box-pruning scene of 2017: integer centers in −2048..=2047 and integer half
/// extents in 0..=127.
///
/// It has 11,811 overlapping pairs with 10,000 boxes and 1,144,045 with 100,000.
#[must_use]
pub fn box_pruning(n: usize) -> Vec<Aabb<f32, 3>> {
    let mut rand = VisualCRand(42);
    (0..n)
        .map(|_| {
            // The original draws the center first (x, y, z), then the half extents.
            let center = [0; 3].map(|_: i32| (rand.next() & 4095) - 2048);
            let half = [0; 3].map(|_: i32| rand.next() & 127);
            let corner =
                |sign: i32| std::array::from_fn(|axis| (center[axis] + sign * half[axis]) as f32);
            Aabb::new(corner(-1), corner(1))
        })
        .collect()
}

/// The function `rand` of Microsoft's C library.
struct VisualCRand(u32);

impl VisualCRand {
    fn next(&mut self) -> i32 {
        self.0 = self.0.wrapping_mul(214_013).wrapping_add(2_531_011);
        ((self.0 >> 16) & 0x7fff) as i32
    }
}

#[cfg(test)]
mod tests {
    use broadleaf::{DynamicTree, SpatialIndex};

    use super::*;

    #[test]
    fn has_the_published_number_of_pairs() {
        for (n, pairs) in [(10_000, 11_811), (100_000, 1_144_045)] {
            let tree = DynamicTree::from_boxes(&box_pruning(n)).unwrap();
            let mut count = 0;
            tree.for_each_pair(|_, _| count += 1);
            assert_eq!(count, pairs);
        }
    }
}
