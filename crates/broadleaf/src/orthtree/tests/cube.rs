//! The first cell of a root that grows.

use crate::geometry::Aabb;
use crate::orthtree::root::{cube_around, is_finite};

#[test]
fn a_cube_has_room_at_the_ends_of_the_range() {
    for x in [i8::MIN, 0, i8::MAX] {
        let cube = cube_around(&Aabb::point([x, 0]));
        assert!(cube.contains_point(&[x, 0]));
        assert!(
            (0..2).all(|axis| cube.min()[axis] < cube.max()[axis]),
            "{cube}"
        );
    }
    for x in [f32::MIN, 1e30, f32::MAX] {
        let cube = cube_around(&Aabb::point([x]));
        assert!(cube.contains_point(&[x]) && is_finite(&cube));
        assert!(cube.min() < cube.max(), "{cube}");
    }
}
