//! Your own region and your own probe: one function each, and every structure understands them.
//!
//! `cargo run -p broadleaf --example custom_probe`

use broadleaf::geometry::{Place, Probe, Region};
use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};

/// Everything between two distances from a point, measured as the larger of both axes: a square
/// ring.
struct Ring {
    center: [i32; 2],
    inner: i32,
    outer: i32,
}

impl Region<i32, 2> for Ring {
    /// The law: what touches a box touches every box around it.
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

/// How far a taxi drives to a box when streets run along the axes.
struct Taxi {
    from: [i32; 2],
}

impl Probe<i32, 2> for Taxi {
    /// The law: a box around another is reached no later than it. Sums of distances along the axes
    /// keep it.
    fn reach(&self, aabb: &Aabb<i32, 2>) -> Option<f64> {
        let distances = [0, 1].map(|axis| {
            let (low, high) = (aabb.min()[axis], aabb.max()[axis]);
            (low - self.from[axis]).max(self.from[axis] - high).max(0)
        });
        Some(f64::from(distances[0]) + f64::from(distances[1]))
    }
}

/// At rest, so that questions about distances take it.
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

    // The same questions as with the built-in probes: nearest, k nearest, all within a limit.
    let taxi = Taxi { from: [-3, 5] };
    for hit in tree.k_nearest(&taxi, 3) {
        println!("point {} is {} blocks away", hit.id.0, hit.reach);
    }
    assert_eq!(
        tree.nearest(&taxi).map(|hit| (hit.id, hit.reach)),
        Some((Id(50), 3.0))
    );
}
