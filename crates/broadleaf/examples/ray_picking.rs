//! Picks the object under the mouse: tests a ray with boxes first, then with the exact shapes in
//! them.
//!
//! `cargo run -p broadleaf --example ray_picking`

use broadleaf::{Aabb, DynamicTree, Id, Ray, SpatialIndex};

struct Sphere {
    center: [f64; 3],
    radius: f64,
}

impl Sphere {
    fn aabb(&self) -> Aabb<f64, 3> {
        Aabb::new(
            self.center.map(|c| c - self.radius),
            self.center.map(|c| c + self.radius),
        )
    }

    /// The parameter `t` at which the ray `origin + t * direction` enters the sphere. The direction
    /// must have length one.
    fn hit_by(&self, origin: [f64; 3], direction: [f64; 3]) -> Option<f64> {
        let to_center: [f64; 3] = std::array::from_fn(|axis| self.center[axis] - origin[axis]);
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let along = dot(to_center, direction);
        let below_root = along * along - dot(to_center, to_center) + self.radius * self.radius;
        (below_root >= 0.0)
            .then(|| along - below_root.sqrt())
            .filter(|&t| t >= 0.0)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spheres = [
        Sphere {
            center: [2.6, 2.6, 5.0],
            radius: 2.0,
        }, // the ray hits the box, but not the sphere
        Sphere {
            center: [0.5, 0.0, 20.0],
            radius: 2.0,
        },
        Sphere {
            center: [0.0, 0.0, 40.0],
            radius: 9.0,
        },
    ];
    let boxes: Vec<_> = spheres.iter().map(Sphere::aabb).collect();
    let tree = DynamicTree::from_boxes(&boxes)?;

    let (eye, forward) = ([1.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    let ray = Ray::new(eye, forward)?;
    println!("boxes on the ray: {:?}", tree.cast_all(&ray));

    // The search ends when no remaining box can contain a nearer hit.
    let picked = tree
        .cast_with(&ray, |hit| spheres[hit.id.index()].hit_by(eye, forward))
        .expect("two spheres are on the ray");
    println!("picked sphere {} at {:.3}", picked.id.0, picked.reach);
    assert_eq!(picked.id, Id(1));
    Ok(())
}
