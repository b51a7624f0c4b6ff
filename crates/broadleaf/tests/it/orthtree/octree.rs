//! All functions of the published octrees for lockstep games, with fixed point, against a scan of
//! all boxes.

use broadleaf::Filter;
use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig, ProxyId};
use broadleaf::geometry::{HalfSpace, HalfSpaces, Masked};
use broadleaf::orthtree::{Config, Root};
use broadleaf::{
    Aabb, BroadPhase, BruteForce, Fixed, Hit, Id, Octree, Ray, SpatialIndex, SpatialIndexMut,
};

pub(super) type Meters = Fixed<16>;
pub(super) type Box3 = Aabb<Meters, 3>;

pub(super) fn meters(value: i32) -> Meters {
    Meters::from_int(value)
}

fn aabb(min: [i32; 3], size: i32) -> Box3 {
    Aabb::new(min.map(meters), min.map(|x| meters(x + size)))
}

/// The published parameters: a first broad phase of 150 units, cells of at least one, looseness
/// 1.25, 8 objects in a node.
fn published() -> Config<Meters, 3> {
    Config::default()
        .with_initial_root(aabb([-75; 3], 150))
        .with_min_size(meters(1))
        .with_looseness(1.25)
        .with_leaf_capacity(8)
}

/// Boxes and points all over the first broad phase.
pub(super) fn place(id: u32) -> Box3 {
    let mixed = id.wrapping_mul(2_654_435_761);
    let min = [mixed, mixed >> 11, mixed >> 20].map(|bits| (bits % 128) as i32 - 72);
    aabb(min, 4 * (id % 5) as i32)
}

fn both(count: u32) -> (Octree<Meters>, BruteForce<Meters, 3>) {
    let mut tree = Octree::with_config(published());
    (0..count).for_each(|id| _ = tree.insert(Id(id), place(id)));
    tree.validate().unwrap();
    let list = tree.iter().collect();
    (tree, list)
}

#[test]
fn add_and_count() {
    let (tree, list) = both(400);
    assert_eq!((tree.len(), tree.is_empty()), (400, false));
    assert!(tree.iter().eq(list.iter()));
    assert!(
        (2..=7).contains(&tree.depth()),
        "cells of 150 / 2^7 are as small as may be"
    );
    let config = published();
    assert_eq!(tree.config(), &config);
    assert_eq!(
        (config.check(), config.root),
        (Ok(()), Root::GrowingFrom(aabb([-75; 3], 150)))
    );
}

#[test]
fn a_cell_of_the_least_size_holds_any_number() {
    let mut tree = Octree::with_config(published());
    (0..1_000).for_each(|id| _ = tree.insert(Id(id), aabb([3; 3], 0)));
    tree.validate().unwrap();
    let location = tree.locate(Id(0)).unwrap();
    assert_eq!(tree.ids_at(&location).len(), 1_000);
    assert!(
        location
            .cell
            .extents()
            .iter()
            .all(|&edge| (1.0..2.0).contains(&edge))
    );
    // Levels in between with a single child are skipped.
    assert_eq!(location.depth, 1);
}

#[test]
fn remove_with_and_without_the_box() {
    let (mut tree, mut list) = both(400);
    for id in 0..200 {
        assert_eq!(tree.remove(Id(id)), list.remove(Id(id)));
        assert_eq!(tree.remove(Id(id)), None);
    }
    for id in 200..400 {
        // A caller who has only the box can find the id with it.
        let found = tree.overlaps(&place(id));
        let same = found
            .into_iter()
            .filter(|&found| tree.get(found) == Some(place(id)));
        let ids: Vec<_> = same.collect();
        assert!(ids.contains(&Id(id)));
        assert_eq!(tree.remove(Id(id)), Some(place(id)));
    }
    tree.validate().unwrap();
    assert!(tree.is_empty());
}

#[test]
fn update_object() {
    let (mut tree, mut list) = both(300);
    for step in 1..6 {
        for id in 0..300 {
            let to = place(id + 1_000 * step);
            let next = if id % 3 == 0 {
                to
            } else {
                place(id).translated([meters(1); 3])
            };
            assert_eq!(tree.insert(Id(id), next), list.insert(Id(id), next));
        }
        tree.validate().unwrap();
        assert!(tree.iter().eq(list.iter()));
        assert_eq!(tree.pairs(), list.pairs());
    }
    // An unknown object is added.
    assert_eq!(tree.insert(Id(5_000), place(7)), None);
    assert_eq!(tree.get(Id(5_000)), Some(place(7)));
}

#[test]
fn colliding_with_a_box() {
    let (tree, list) = both(500);
    for id in 0..200 {
        let region = place(id + 9_000).expanded(meters((id % 9) as i32));
        let expected = list.overlaps(&region);
        assert_eq!(tree.overlaps(&region), expected);
        assert_eq!(tree.any_overlap(&region), !expected.is_empty());
    }
}

/// `CheckCollision`: an object, what it touches, and a filter that both of them pass. The expected
/// answers come from a plain loop, which knows neither masks nor categories.
#[test]
fn colliding_with_an_object() {
    let (mut tree, _) = both(500);
    let kind = |id: u32| id % 3;
    for id in 0..500 {
        tree.set_category(Id(id), 1 << kind(id));
    }
    let touches = |a: u32, b: u32| {
        let (a, b) = (place(a), place(b));
        (0..3).all(|axis| a.min()[axis] <= b.max()[axis] && b.min()[axis] <= a.max()[axis])
    };
    let (mut found, mut refused) = (0, 0);
    for id in 0..500 {
        // Each kind is interested in itself and the next one.
        let [own, next] = [kind(id), (kind(id) + 1) % 3];
        let region = Masked::new(place(id), 1 << own | 1 << next);
        let near = (0..500).filter(|&other| other != id && touches(id, other));
        let (expected, others): (Vec<_>, Vec<_>) = near
            .map(Id)
            .partition(|other| [own, next].contains(&kind(other.0)));
        let mut colliding = Vec::new();
        tree.for_each_overlap(&region, |other| {
            if other != Id(id) {
                colliding.push(other);
            }
        });
        colliding.sort_unstable();
        assert_eq!(colliding, expected);
        let with_itself = tree.overlaps(&region);
        assert_eq!(with_itself.len(), expected.len() + 1);
        assert!(with_itself.contains(&Id(id)));
        assert!(!tree.any_overlap(&Masked::new(region, 0)));
        found += expected.len();
        refused += others.len();
    }
    assert!(found > 20 && refused > 20, "{found}, {refused}");
}

#[test]
fn colliding_with_a_ray() {
    let (tree, list) = both(500);
    let mut hits = 0;
    for id in 0..300 {
        let [from, to] = [place(id + 7_000).min(), place(id + 8_000).max()];
        let ray = Ray::between(from, to).unwrap();
        // Up to a distance: a part of the ray, and all of it.
        for ray in [ray.up_to(0.25), ray] {
            let expected = list.cast_all(&ray);
            assert_eq!(tree.cast_all(&ray), expected);
            assert_eq!(tree.any_hit(&ray), !expected.is_empty());
            assert_eq!(tree.cast(&ray), expected.first().copied());
            hits += expected.len();
        }
    }
    assert!(hits > 100, "{hits}");
    // From inside a box, and the smaller id of two that are equally near.
    let mut tree = Octree::with_config(published());
    tree.insert(Id(4), aabb([0; 3], 9));
    let ray = Ray::new([meters(5); 3], [1.0, 0.0, 0.0]).unwrap();
    assert_eq!(tree.cast(&ray), Some(Hit::new(0.0, Id(4))));
    tree.insert(Id(3), aabb([1; 3], 9));
    assert_eq!(tree.cast(&ray), Some(Hit::new(0.0, Id(3))));
}

#[test]
fn within_a_frustum() {
    let (tree, list) = both(500);
    // A camera at the origin facing along x, 45 degrees to every side.
    let plane = |normal: [f64; 3], offset: f64| HalfSpace::<Meters, 3> { normal, offset };
    let planes = [
        plane([-1.0, 1.0, 0.0], 0.0),
        plane([-1.0, -1.0, 0.0], 0.0),
        plane([-1.0, 0.0, 1.0], 0.0),
        plane([-1.0, 0.0, -1.0], 0.0),
        plane([1.0, 0.0, 0.0], 60.0),
    ];
    let frustum = HalfSpaces(&planes);
    let seen = tree.overlaps(&frustum);
    assert_eq!(seen, list.overlaps(&frustum));
    assert!((20..250).contains(&seen.len()), "{}", seen.len());
}

#[test]
fn max_bounds() {
    let (mut tree, _) = both(100);
    assert_eq!(tree.root(), aabb([-75; 3], 150));
    tree.insert(Id(100), aabb([300, 0, -300], 2));
    assert!(tree.root().contains(&aabb([300, 0, -300], 2)));
    assert_eq!(tree.root().extents(), [600.0; 3]);
    tree.remove(Id(100));
    assert_eq!(tree.root(), aabb([-75; 3], 150));
    // The box around all objects, which the original does not offer.
    let all = Aabb::enclosing(tree.iter().map(|(_, aabb)| aabb)).unwrap();
    assert!(tree.root().contains(&all));
}

#[test]
fn drawing() {
    let (tree, list) = both(200);
    let (mut cells, mut objects) = (Vec::new(), BruteForce::default());
    tree.for_each_node(|view| match view.id {
        Some(id) => _ = objects.insert(id, view.aabb),
        None => cells.push(view),
    });
    assert!(objects.iter().eq(list.iter()));
    assert_eq!((cells[0].aabb, cells[0].level), (tree.root(), 0));
    // Every level of cells has half the edge of the one above.
    assert!(cells.iter().all(|cell| {
        let edge = 150.0 / f64::from(1 << cell.level);
        cell.aabb
            .extents()
            .iter()
            .all(|extent| (extent - edge).abs() < 1e-3)
    }));
}

/// A broad phase with a layer for each category, as in the lockstep game: the mask of a layer is
/// the set of layers that it is interested in.
struct Layers {
    broad_phase: BroadPhase<u32, Meters, 3, Octree<Meters>, Octree<Meters>>,
    interests: [u32; 3],
}

impl Layers {
    fn new(interests: [u32; 3]) -> Self {
        let margin = Margin::Fatten {
            extension: Meters::ZERO,
            prediction: 0.into(),
        };
        let [moving, fixed] = [(); 2].map(|()| Octree::with_config(published()));
        Self {
            broad_phase: BroadPhase::with_structures(margin, moving, fixed),
            interests,
        }
    }

    fn add(&mut self, layer: u32, mobility: Mobility, aabb: Box3) -> ProxyId {
        let filter = Filter::new(1 << layer, self.interests[layer as usize]);
        let config = ProxyConfig::new(mobility).with_filter(filter);
        self.broad_phase.create_with(config, aabb, layer)
    }
}

#[test]
fn layers_with_interests() {
    // Players meet items and each other; items meet players only; sights meet nobody.
    let mut layers = Layers::new([0b011, 0b001, 0]);
    let place = aabb([1; 3], 3);
    let player = layers.add(0, Mobility::Dynamic, place);
    let other = layers.add(0, Mobility::Dynamic, place);
    let item = layers.add(1, Mobility::Static, place);
    let second = layers.add(1, Mobility::Dynamic, place);
    layers.add(2, Mobility::Dynamic, place);
    let begun = layers.broad_phase.step().begun;
    let expected = [
        [player, other],
        [player, item],
        [player, second],
        [other, item],
        [other, second],
    ];
    assert_eq!(begun, expected);
    // A ray in one layer.
    let ray = Ray::new([meters(-5), meters(2), meters(2)], [1.0, 0.0, 0.0]).unwrap();
    let items = Masked::new(ray, 0b010);
    let hit = layers.broad_phase.cast(&items).unwrap();
    assert_eq!((hit.id, hit.reach), (item, 6.0));
    assert_eq!(layers.broad_phase.user_data(item), Some(&1));
}

#[test]
fn pairs_enter_stay_and_exit() {
    let mut layers = Layers::new([0b1; 3]);
    layers.broad_phase.set_reports_stays(true);
    let [a, b] = [0, 40].map(|x| layers.add(0, Mobility::Dynamic, aabb([x, 0, 0], 3)));
    let mut move_to = |x: i32| {
        let moved = layers
            .broad_phase
            .move_to(b, aabb([x, 0, 0], 3), [Meters::ZERO; 3]);
        moved.unwrap();
        let events = layers.broad_phase.step();
        (events.begun, events.stayed, events.ended)
    };
    let (none, pair) = (Vec::new(), vec![[a, b]]);
    assert_eq!(move_to(39), (none.clone(), none.clone(), none.clone()));
    assert_eq!(
        move_to(3),
        (pair.clone(), none.clone(), none.clone()),
        "touching is enough"
    );
    assert_eq!(move_to(2), (none.clone(), pair.clone(), none.clone()));
    assert_eq!(move_to(4), (none.clone(), none.clone(), pair.clone()));
    assert_eq!(move_to(1), (pair.clone(), none.clone(), none.clone()));
    layers.broad_phase.remove(b);
    assert_eq!(layers.broad_phase.step().ended, pair);
}

/// Two broad phases in one program share nothing.
#[test]
fn two_broad_phases_are_apart() {
    let mut broad_phases = [(); 2].map(|()| Layers::new([0b1; 3]));
    let ids = [0, 1].map(|i| broad_phases[i].add(0, Mobility::Dynamic, aabb([i as i32; 3], 9)));
    assert_eq!(ids[0], ids[1]);
    broad_phases[0].broad_phase.remove(ids[0]);
    assert_eq!(
        (
            broad_phases[0].broad_phase.len(),
            broad_phases[1].broad_phase.len()
        ),
        (0, 1)
    );
    assert_eq!(
        broad_phases[1].broad_phase.aabb(ids[1]),
        Some(aabb([1; 3], 9))
    );
}
