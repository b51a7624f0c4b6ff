//! All functions of the published octree of points, against a scan of all points.

use broadleaf::geometry::{Ball, Probe};
use broadleaf::{Aabb, Id, Octree, Ray, SpatialIndex, SpatialIndexMut};

use super::octree::{Box3, Meters, meters, place};

fn points(count: u32) -> (Octree<Meters>, Vec<[Meters; 3]>) {
    let points: Vec<_> = (0..count).map(|id| place(id).min()).collect();
    let ids = (0..).map(Id);
    let tree = ids
        .zip(points.iter().map(|&point| Aabb::point(point)))
        .collect();
    (tree, points)
}

fn squared(a: [Meters; 3], b: [Meters; 3]) -> f64 {
    (0..3)
        .map(|axis| (a[axis] - b[axis]).to_f64().powi(2))
        .sum()
}

#[test]
fn points_near_a_position() {
    let (tree, points) = points(400);
    let mut into = Vec::new();
    for (id, radius) in (0..100).zip((0..25).cycle()) {
        let center = place(id + 3_000).max();
        let near = (0..).map(Id).zip(&points);
        let near = near.filter(|(_, point)| squared(**point, center) <= f64::from(radius * radius));
        let expected: Vec<_> = near.map(|(id, _)| id).collect();
        let ball = Ball {
            center,
            radius: f64::from(radius),
        };
        tree.overlaps_into(&ball, &mut into);
        assert_eq!(into, expected);
        let mut ids: Vec<_> = tree.within_distance(&center, f64::from(radius));
        ids.sort_unstable_by_key(|hit| hit.id);
        assert!(ids.iter().map(|hit| hit.id).eq(expected));
    }
}

/// The squared distance of a point from a ray whose direction has length 1.
fn from_ray(point: [Meters; 3], ray: &Ray<Meters, 3>) -> f64 {
    let offset = [0, 1, 2].map(|axis| (point[axis] - ray.origin()[axis]).to_f64());
    let along: f64 = (0..3)
        .map(|axis| offset[axis] * ray.direction()[axis])
        .sum();
    let beside = [0, 1, 2].map(|axis| offset[axis] - along.max(0.0) * ray.direction()[axis]);
    beside.iter().map(|x| x * x).sum()
}

#[test]
fn points_near_a_ray() {
    let (tree, points) = points(400);
    let mut found = 0;
    for (id, distance) in (0..60).zip((4..16).cycle()) {
        let direction = [[0.6, 0.8, 0.0], [0.0, -0.6, 0.8], [-1.0, 0.0, 0.0]][id as usize % 3];
        let ray = Ray::new(place(id + 4_000).min(), direction).unwrap();
        let squared = f64::from(distance * distance);
        // Nodes are near if the thick ray hits them; points are measured.
        let near = |aabb: &Box3| {
            if aabb.min() == aabb.max() {
                from_ray(aabb.min(), &ray) <= squared
            } else {
                ray.reach(&aabb.expanded(meters(distance))).is_some()
            }
        };
        let expected = (0..).map(Id).zip(&points);
        let expected = expected.filter(|(_, point)| from_ray(**point, &ray) <= squared);
        let expected: Vec<_> = expected.map(|(id, _)| id).collect();
        assert_eq!(tree.overlaps(&near), expected);
        found += expected.len();
    }
    assert!(found > 100, "{found}");
}

#[test]
fn all_points() {
    let (mut tree, points) = points(100);
    let all: Vec<_> = tree.iter().map(|(_, aabb)| aabb.min()).collect();
    assert_eq!(all, points);
    assert_eq!(tree.remove(Id(4)), Some(Aabb::point(points[4])));
    assert_eq!((tree.remove(Id(4)), tree.len()), (None, 99));
}
