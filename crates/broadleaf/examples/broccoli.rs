//! The examples of broccoli's README, for its users: pairs of elements that are pushed apart
//! through two `&mut`, then nearest elements and a ray with exact tests of the elements.
//!
//! `cargo run -p broadleaf --example broccoli`

use std::array;
use std::error::Error;

use broadleaf::{Aabb, Id, KdSliceMut, KdSweep, Ray, SpatialIndex};

const RADIUS: f64 = 0.5;

struct Disc {
    position: [f64; 2],
    bumps: u32,
}

impl Disc {
    fn at(position: [f64; 2]) -> Self {
        Self { position, bumps: 0 }
    }

    fn aabb(&self) -> Aabb<f64, 2> {
        Aabb::point(self.position).expanded(RADIUS)
    }

    /// The squared distance between the disc and a point.
    fn gap(&self, point: [f64; 2]) -> f64 {
        let [x, y] = array::from_fn(|axis| point[axis] - self.position[axis]);
        (x.hypot(y) - RADIUS).max(0.0).powi(2)
    }

    /// How far a point must move to the right to enter the disc.
    fn entry(&self, point: [f64; 2]) -> Option<f64> {
        let [x, y] = array::from_fn(|axis| self.position[axis] - point[axis]);
        let below_root = RADIUS * RADIUS - y * y;
        (below_root >= 0.0).then(|| x - below_root.sqrt())
    }
}

/// Pushes two discs apart if the discs overlap, not just their boxes.
fn bump(a: &mut Disc, b: &mut Disc) {
    let way: [f64; 2] = array::from_fn(|axis| b.position[axis] - a.position[axis]);
    let distance = way[0].hypot(way[1]);
    let push = (2.0 * RADIUS - distance) / 4.0;
    if push > 0.0 && distance > 0.0 {
        for (axis, way) in way.into_iter().enumerate() {
            a.position[axis] -= push * way / distance;
            b.position[axis] += push * way / distance;
        }
        a.bumps += 1;
        b.bumps += 1;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // A crowded spiral, and a disc below and one above the x axis.
    let spiral = (0..300).map(f64::from).map(|i| {
        let (angle, far) = (2.4 * i, 0.4 * i.sqrt());
        [far * angle.cos(), far * angle.sin()]
    });
    let two = [[40.0, -0.25], [40.0, 0.25]];
    let mut discs: Vec<_> = spiral.map(Disc::at).collect();

    // Each tree is built in the memory of the previous frame.
    let mut memory = KdSweep::default();
    for _frame in 0..100 {
        let mut tree = KdSliceMut::with_memory(memory, &mut discs, Disc::aabb)?;
        tree.for_each_pair_mut(bump);
        memory = tree.into_memory();
    }
    let bumps: u32 = discs.iter().map(|disc| disc.bumps).sum();
    println!("{bumps} bumps");
    assert!(bumps > 10_000);

    discs.extend(two.map(Disc::at));
    let tree = KdSliceMut::with_memory(memory, &mut discs, Disc::aabb)?;
    let point = [25.0, 1.0];
    let nearest = tree.k_nearest_with(&point, 3, |hit| Some(tree[hit.id].gap(point)));
    println!("nearest: {nearest:.2?}");
    let mut gaps: Vec<_> = tree.things().iter().map(|disc| disc.gap(point)).collect();
    gaps.sort_by(f64::total_cmp);
    assert_eq!([0, 1, 2].map(|i| nearest[i].reach), gaps[..3]);

    // The ray hits both discs at the same distance.
    let ray = Ray::new([20.0, 0.0], [1.0, 0.0])?;
    let first = tree.cast_ties_with(&ray, |hit| tree[hit.id].entry([20.0, 0.0]));
    println!("first on the ray: {first:.2?}");
    assert!(first.iter().map(|hit| hit.id).eq([Id(300), Id(301)]));
    Ok(())
}
