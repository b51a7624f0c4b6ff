//! The helpers of `b2AABB` and of JBox2D's `AABB`.

use broadleaf::geometry::Probe;
use broadleaf::{Aabb, Ray};

#[test]
fn boxes_have_the_helpers_of_the_original() {
    let (a, b) = (
        Aabb::new([0.0, 0.0], [4.0, 2.0]),
        Aabb::new([3.0, -1.0], [5.0, 1.0]),
    );
    let combined = Aabb::new([0.0, -1.0], [5.0, 2.0]);
    assert_eq!(a.union(&b), combined);
    assert!(combined.contains(&a) && combined.contains(&b) && combined.contains(&combined));
    assert!(!a.contains(&b) && !b.contains(&a));
    assert_eq!((a.center(), a.half_extents()), ([2.0, 1.0], [2.0, 1.0]));
    // `getPerimeter` is twice the sum of the sides.
    assert_eq!(2.0 * a.half_area(), 12.0);
    // The surface of a cuboid.
    let cuboid = Aabb::new([0, 0, 0], [1, 2, 3]);
    assert_eq!(2.0 * cuboid.half_area(), 2.0 * (2.0 + 6.0 + 3.0));
    // `testOverlap`: touching counts.
    assert!(a.overlaps(&b) && a.overlaps(&Aabb::point([4.0, 2.0])));
    assert!(!a.overlaps(&Aabb::point([4.5, 2.0])));
}

/// `isValid`, except that a box may be infinite here.
#[test]
fn invalid_boxes_cannot_be_made() {
    for [min, max] in [[[0.0, 3.0], [1.0, 2.0]], [[0.0, f32::NAN], [1.0, 2.0]]] {
        assert!(Aabb::try_new(min, max).is_err());
    }
    assert!(
        Aabb::try_new([0.0, 2.0], [0.0, 2.0]).is_ok(),
        "a point is a box"
    );
    assert!(Aabb::try_new([0.0_f32; 2], [f32::INFINITY; 2]).is_ok());
}

/// `raycast` of a box. For a ray that begins inside, the original finds nothing; here the reach is
/// 0.
#[test]
fn a_ray_reaches_a_box_at_a_fraction_of_its_length() {
    let aabb = Aabb::new([4.0, 0.0], [6.0, 2.0]);
    let fraction = |from, to| Ray::between(from, to).unwrap().reach(&aabb);
    assert_eq!(fraction([0.0, 1.0], [8.0, 1.0]), Some(0.5));
    assert_eq!(fraction([8.0, 1.0], [0.0, 1.0]), Some(0.25));
    assert_eq!(fraction([5.0, 1.0], [9.0, 1.0]), Some(0.0));
    assert_eq!(fraction([0.0, 3.0], [8.0, 3.0]), None);
}
