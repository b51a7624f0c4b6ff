//! The published octree of points: points near a position, and points near a ray. Comments name its
//! functions.
//!
//! `cargo run -p broadleaf --example point_octree`

use broadleaf::geometry::{Ball, Probe};
use broadleaf::{Aabb, Fixed, Id, Octree, Ray, SpatialIndex, SpatialIndexMut, TooManyBoxes};

type Meters = Fixed<16>;

fn point(place: [i32; 3]) -> Aabb<Meters, 3> {
    Aabb::point(place.map(Meters::from_int))
}

fn main() -> Result<(), TooManyBoxes> {
    // Add
    let places = (0..500).map(|i| [i % 10, i / 10 % 10, i / 100]);
    let points: Vec<_> = places.map(point).collect();
    let mut tree = Octree::from_boxes(&points)?;
    // Remove
    tree.insert(Id(500), point([7, 7, 7]));
    assert_eq!(tree.remove(Id(500)), Some(point([7, 7, 7])));
    // GetNearby(position, maxDistance), GetNearbyNonAlloc
    let center = point([5, 5, 2]).min();
    let mut near = Vec::new();
    let radius = 1.0;
    tree.overlaps_into(&Ball { center, radius }, &mut near);
    assert_eq!(near.len(), 7);
    // The same with distances, nearest first, which the original does not offer.
    let hits = tree.within_distance(&center, radius);
    assert_eq!(
        (hits[0].id, hits[0].reach, hits[6].reach),
        (Id(255), 0.0, 1.0)
    );
    // GetNearby(ray, maxDistance): cells are near if the thick ray hits them; points are measured.
    let ray = Ray::new(center, [1.0, 0.0, 0.0]).expect("it is finite");
    let is_near = |aabb: &Aabb<Meters, 3>| {
        let is_cell = aabb.min() != aabb.max();
        let offset = [0, 1, 2].map(|axis| (aabb.min()[axis] - center[axis]).to_f64());
        // Behind the ray, its nearest point is the origin.
        let beside = [offset[0].min(0.0), offset[1], offset[2]];
        let squared: f64 = beside.iter().map(|x| x * x).sum();
        ray.reach(&aabb.expanded(Meters::ONE)).is_some() && (is_cell || squared <= 1.0)
    };
    let beside = tree.overlaps(&is_near);
    assert_eq!(beside.len(), 5 * 5 + 1);
    // GetAll, Count
    assert_eq!((tree.iter().count(), tree.len()), (500, 500));
    let counts = [near.len(), beside.len()];
    println!("points near the position and near the ray: {counts:?}");
    Ok(())
}
