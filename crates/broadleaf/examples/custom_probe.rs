//! A region and a probe of your own. Each needs one function, and works with every structure.
//!
//! `cargo run -p broadleaf --example custom_probe`

use broadleaf::geometry::{Place, Probe, Region};
use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};

/// A square ring: all points between two distances from the center, where a distance is the greater
/// one of both axes.
struct Ring {
    center: [i32; 2],
    inner: i32,
    outer: i32,
}

impl Region<i32, 2> for Ring {
    /// The law: a region that touches a box touches every box that contains it.
    fn touches(&self, aabb: &Aabb<i32, 2>) -> bool {
        let around = |reach: i32| {
            Aabb::new(
                self.center.map(|c| c - reach),
                self.center.map(|c| c + reach),
            )
        };
        aabb.overlaps(&around(self.outer)) && !around(self.inner - 1).contains(aabb)
    }
}

/// Measures the distance that a taxi drives to a box if all streets are parallel to the axes.
struct Taxi {
    from: [i32; 2],
}

impl Probe<i32, 2> for Taxi {
    /// The law: a box is reached no later than any box inside it. Sums of distances along the axes
    /// keep it.
    fn reach(&self, aabb: &Aabb<i32, 2>) -> Option<f64> {
        let distances = [0, 1].map(|axis| {
            let (low, high) = (aabb.min()[axis], aabb.max()[axis]);
            (low - self.from[axis]).max(self.from[axis] - high).max(0)
        });
        Some(f64::from(distances[0]) + f64::from(distances[1]))
    }
}

/// The reach is a distance, so the taxi works with `nearest` and related queries.
impl Place<i32, 2> for Taxi {}

fn main() {
    let mut tree = DynamicTree::default();
    tree.extend((0..100).map(|i| (Id(i as u32), Aabb::point([i % 10, i / 10]))));

    let ring = tree.overlaps(&Ring {
        center: [4, 4],
        inner: 2,
        outer: 2,
    });
    println!("{} points on the ring", ring.len());
    assert_eq!(ring.len(), 16);

    // All queries that measure distances take the new probe.
    let taxi = Taxi { from: [-3, 5] };
    for hit in tree.k_nearest(&taxi, 3) {
        println!("point {} is {} blocks away", hit.id.0, hit.reach);
    }
    assert_eq!(
        tree.nearest(&taxi).map(|hit| (hit.id, hit.reach)),
        Some((Id(50), 3.0))
    );
}
