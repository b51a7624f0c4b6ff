//! Cones against alternating projections, and wedges against triangles.

use broadleaf::Aabb;
use broadleaf::geometry::{Cone, Region, Triangle};

use super::{flat, small_box};
use crate::inputs::for_all;

/// The nearest point of the cone from the origin along `axis`, a unit vector, to `point`.
fn project_on_cone(point: [f64; 3], axis: [f64; 3], length: f64, radius: f64) -> [f64; 3] {
    let height: f64 = (0..3).map(|i| point[i] * axis[i]).sum();
    let across: [f64; 3] = std::array::from_fn(|i| point[i] - height * axis[i]);
    let from_axis = across.iter().map(|x| x * x).sum::<f64>().sqrt();
    // In the plane of axis and point the half cone is a triangle.
    let onto = |[a, b]: [[f64; 2]; 2]| {
        let edge = [b[0] - a[0], b[1] - a[1]];
        let dot = (height - a[0]) * edge[0] + (from_axis - a[1]) * edge[1];
        let t = (dot / (edge[0] * edge[0] + edge[1] * edge[1])).clamp(0.0, 1.0);
        [a[0] + t * edge[0], a[1] + t * edge[1]]
    };
    let is_inside = 0.0 <= height && height <= length && from_axis * length <= radius * height;
    let apart = |[h, r]: [f64; 2]| (h - height).powi(2) + (r - from_axis).powi(2);
    let [side, base] = [
        onto([[0.0, 0.0], [length, radius]]),
        onto([[length, 0.0], [length, radius]]),
    ];
    let [h, r] = if is_inside {
        [height, from_axis]
    } else if apart(side) < apart(base) {
        side
    } else {
        base
    };
    let scale = if from_axis > 0.0 { r / from_axis } else { 0.0 };
    std::array::from_fn(|i| h * axis[i] + scale * across[i])
}

/// The distance of a cone from a box by alternating projections: an upper bound that converges.
fn distance_from_cone(aabb: &Aabb<f64, 3>, axis: [f64; 3], radius: f64, steps: u32) -> f64 {
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    let unit = axis.map(|x| x / length);
    let mut p = unit.map(|x| x * length * 0.5);
    let mut apart = f64::INFINITY;
    for _ in 0..steps {
        let on_box: [f64; 3] = std::array::from_fn(|i| p[i].clamp(aabb.min()[i], aabb.max()[i]));
        p = project_on_cone(on_box, unit, length, radius);
        apart = (0..3)
            .map(|i| (p[i] - on_box[i]).powi(2))
            .sum::<f64>()
            .sqrt();
    }
    apart
}

#[test]
fn cones_agree_with_alternating_projections() {
    let vector = || proptest::array::uniform3(-4.0..4.0_f64);
    let inputs = (
        (vector(), proptest::array::uniform3(0.0..2.0_f64)),
        vector(),
        (0.0..4.0_f64, 0_usize..4),
    );
    for_all(
        6_000,
        inputs,
        |((min, extent), mut axis, (radius, level))| {
            // Upright and level ones too.
            if level < 3 {
                axis[level] = 0.0;
            }
            let Ok(cone) = Cone::new([0.0; 3], axis, radius) else {
                return;
            };
            let aabb = Aabb::new(min, std::array::from_fn(|i| min[i] + extent[i]));
            let apart = distance_from_cone(&aabb, axis, radius, 3_000);
            if cone.touches(&aabb) {
                assert!(apart < 0.02, "touches, but is {apart} away");
            } else {
                assert!(apart > 1e-9, "does not touch, but is {apart} away");
            }
        },
    );
}

#[test]
fn cones_are_exact_where_they_are_touched() {
    // Around the third axis, five high with a base of radius 5.
    let cone = Cone::new([0, 0, 0], [0.0, 0.0, 5.0], 5.0).unwrap();
    let touches = |min, max| cone.touches(&Aabb::new(min, max));
    assert!(touches([0, 0, -3], [9, 9, 0]), "the apex");
    assert!(touches([3, 4, 5], [9, 9, 9]), "a corner on the rim");
    assert!(touches([-4, -9, 4], [4, -4, 4]), "an edge on the side");
    assert!(touches([5, -1, 5], [9, 1, 9]), "an edge on the rim");
    assert!(touches([5, -1, 4], [9, 1, 6]), "a face on the rim");
    assert!(touches([-1, -1, 3], [1, 1, 9]), "the axis");
    assert!(
        touches([-99, -99, 2], [99, 99, 2]),
        "a face around the cone"
    );
    assert!(touches([-99, -99, -99], [99, 99, 99]), "the cone is inside");
    assert!(touches([2, 1, 3], [2, 1, 3]), "a point inside");
    assert!(!touches([4, 4, 5], [9, 9, 9]), "beyond the rim");
    assert!(!touches([-4, -9, 3], [4, -4, 3]), "below the side");
    assert!(!touches([-9, -9, -9], [9, 9, -1]), "below the apex");
    assert!(!touches([-9, -9, 6], [9, 9, 9]), "above the base");
    let everything = Aabb::<f32, 3>::EVERYWHERE;
    let flat = Cone::new([0.0_f32; 3], [1.0, 2.0, 3.0], 0.0).unwrap();
    assert!(flat.touches(&everything) && flat.touches(&Aabb::point([0.0; 3])));
    assert!(flat.touches(&Aabb::new([0.5, 1.0, 1.5], [f32::INFINITY; 3])));
    assert!(!flat.touches(&Aabb::new([2.0, 0.0, 0.0], [f32::INFINITY; 3])));
}

#[test]
fn a_wedge_is_its_triangle() {
    // The axis 3, 4 has the length 5, so the ends of the base are whole.
    let wedge = Cone::new([1, 1], [3.0, 4.0], 10.0).unwrap();
    let triangle = Triangle::new([[1, 1], [-4, 11], [12, -1]]).unwrap();
    assert_eq!(wedge.bounds(), triangle.bounds());
    for_all(10_000, small_box(), move |aabb| {
        let aabb = flat(&aabb);
        assert_eq!(wedge.touches(&aabb), triangle.touches(&aabb));
    });
}
