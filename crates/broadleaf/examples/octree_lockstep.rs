//! The published octree for lockstep games, in fixed point, and its collision system with layers
//! and events. Comments name their functions; `point_octree.rs` has the octree of points.
//!
//! `cargo run -p broadleaf --example octree_lockstep`

use broadleaf::Filter;
use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig};
use broadleaf::geometry::{HalfSpace, HalfSpaces, Masked};
use broadleaf::orthtree::Config;
use broadleaf::{Aabb, BroadPhase, Fixed, Id, Octree, Ray, SpatialIndex, SpatialIndexMut};

type Meters = Fixed<16>;

fn cube(min: [i32; 3], edge: i32) -> Aabb<Meters, 3> {
    let ends = |extra: i32| min.map(|x| Meters::from_int(x + extra));
    Aabb::new(ends(0), ends(edge))
}

/// BoundsOctree(initialWorldSize 128, initialWorldPos 0, minNodeSize 1, looseness 1.25)
fn config() -> Config<Meters, 3> {
    Config::default()
        .with_initial_root(cube([-64; 3], 128))
        .with_min_size(Meters::ONE)
        .with_looseness(1.25)
        .with_leaf_capacity(8)
}

fn bounds_octree() {
    let mut tree = Octree::with_config(config());
    // Add, Count, GetMaxBounds: the root grows toward a box outside it.
    let places = [(0, -60), (1, -30), (2, 0), (3, 4), (4, 40), (5, 200)];
    tree.extend(places.map(|(id, x)| (Id(id), cube([x, 0, 0], 5))));
    assert_eq!((tree.len(), tree.root()), (6, cube([-64; 3], 512)));
    // Remove, without and with the box: an id finds its box. The root shrinks back.
    assert_eq!(tree.remove(Id(5)), Some(cube([200, 0, 0], 5)));
    assert_eq!(tree.root(), cube([-64; 3], 128));
    // UpdateObj; GetNode
    tree.insert(Id(0), cube([-20, 0, 0], 5));
    let node = tree.locate(Id(0)).expect("it is in the tree");
    assert!(tree.ids_at(&node).contains(&Id(0)));
    // IsColliding, GetColliding
    let region = cube([2, 1, 1], 3);
    assert!(tree.any_overlap(&region));
    assert_eq!(tree.overlaps(&region), [Id(2), Id(3)]);
    // CheckCollision(object, filter): a mask of layers, which excludes the object itself.
    tree.set_category(Id(2), 0b01);
    tree.set_category(Id(3), 0b10);
    assert_eq!(tree.overlaps(&Masked::new(region, 0b10)), [Id(3)]);
    // IsColliding(ray, maxDistance), GetColliding(ray), Raycast(ray, out t, out id)
    let origin = cube([-64, 2, 2], 0).min();
    let ray = Ray::new(origin, [1.0, 0.0, 0.0]).expect("it is finite");
    assert!(!tree.any_hit(&ray.up_to(30.0)) && tree.any_hit(&ray.up_to(34.0)));
    let hits = tree.cast_all(&ray);
    assert!(hits.iter().map(|hit| hit.id).eq([1, 0, 2, 3, 4].map(Id)));
    let nearest = tree.cast(&ray).expect("it hits");
    assert_eq!((nearest.id, nearest.reach), (Id(1), 34.0));
    // GetWithinFrustum: all objects between x = 0 and x = 10.
    let planes = [(-1.0, 0.0), (1.0, 10.0)].map(|(x, offset)| HalfSpace::<Meters, 3> {
        normal: [x, 0.0, 0.0],
        offset,
    });
    assert_eq!(tree.overlaps(&HalfSpaces(&planes)), [Id(2), Id(3)]);
    // DrawAllBounds, DrawAllObjects
    let mut cells = 0;
    tree.for_each_node(|view| cells += usize::from(view.id.is_none()));
    println!("bounds octree: {} objects in {cells} cells", tree.len());
}

/// CollisionSystem: layers with interests, and pairs that enter, stay and exit.
fn collision_system() {
    let [moving, fixed] = [(); 2].map(|()| Octree::with_config(config()));
    let mut broad_phase = BroadPhase::with_structures(Margin::Tight, moving, fixed);
    // Layer 0, the players, is interested in both layers; layer 1, the items, in players only.
    let layer = |layer: u32, mask: u32| {
        let filter = Filter::new(1 << layer, mask);
        ProxyConfig::new(Mobility::Dynamic).with_filter(filter)
    };
    let player = broad_phase.create_with(layer(0, 0b11), cube([0; 3], 2), "player");
    for x in [4, 5] {
        broad_phase.create_with(layer(1, 0b01), cube([x, 0, 0], 2), "item");
    }
    broad_phase.set_reports_stays(true);
    let mut log = Vec::new();
    for x in 0..12 {
        let moved = broad_phase.move_to(player, cube([x, 0, 0], 2), [Meters::ZERO; 3]);
        moved.expect("the player exists");
        let events = broad_phase.step();
        // The items touch each other, but are not interested in items.
        log.push([events.begun, events.stayed, events.ended].map(|pairs| pairs.len()));
    }
    let total = [0, 1, 2].map(|kind| log.iter().map(|counts| counts[kind]).sum::<usize>());
    assert_eq!(total, [2, 8, 2]);
    println!("collision system: enter, stay and exit {total:?}");
}

fn main() {
    bounds_octree();
    collision_system();
}
