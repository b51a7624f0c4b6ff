//! Tests of `build/centers.rs`.

use crate::geometry::Aabb;
use crate::packed_tree::build::centers::{Center, finite_ends};
use alloc::vec;
use alloc::vec::Vec;

use crate::executor::Sequential;

#[test]
fn the_ends_of_all_pieces_are_found() {
    let item = |index| Center {
        center: [0.0; 2],
        index,
    };
    let far = [
        (1, [-7.0, 0.0]),
        (5_000, [0.0, 9.0]),
        (9_999, [f64::INFINITY, -3.0]),
    ];
    let mut boxes = vec![Aabb::new([0.0; 2], [1.0; 2]); 10_000];
    for (index, at) in far {
        boxes[index] = Aabb::new(at, at);
    }
    let mut items: Vec<_> = (0..10_000).map(item).collect();
    let pieces: Vec<_> = items.chunks_mut(4_096).collect();
    let ends = finite_ends(&boxes[..], &pieces, Sequential);
    assert_eq!(ends, [[-7.0, -3.0], [1.0, 9.0]]);
}
