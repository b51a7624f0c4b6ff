//! Bodies that fall asleep and wake: consequences of the rule that the model implements.

use broadleaf::broad_phase::{Mobility, ProxyConfig, ProxyId};
use broadleaf::{Aabb, BroadPhase};

fn square(x: f32) -> Aabb<f32, 2> {
    Aabb::new([x, 0.0], [x + 1.0, 1.0])
}

/// A row of bodies on the ground, each of which overlaps the next one.
fn row() -> (BroadPhase<(), f32, 2>, Vec<ProxyId>) {
    let mut broad_phase = BroadPhase::default();
    broad_phase.create_static(Aabb::new([-9.0, -1.0], [99.0, 0.0]), ());
    let bodies = (0..20).map(|i| broad_phase.create(square(i as f32), ()));
    let bodies: Vec<_> = bodies.collect();
    broad_phase.step();
    (broad_phase, bodies)
}

fn set_all(broad_phase: &mut BroadPhase<(), f32, 2>, ids: &[ProxyId], mobility: Mobility) {
    for &id in ids {
        broad_phase.set_mobility(id, mobility).unwrap();
    }
}

#[test]
fn to_fall_asleep_or_to_wake_begins_and_ends_no_pair() {
    let (mut broad_phase, bodies) = row();
    for &id in &bodies {
        // Their fat boxes reach ahead, and keep doing so.
        let aabb = broad_phase.aabb(id).unwrap();
        broad_phase.move_to(id, aabb, [0.4, 0.0]).unwrap();
    }
    broad_phase.step();
    let (pairs, fat) = (broad_phase.pairs(), broad_phase.fat_aabb(bodies[0]));
    assert!(pairs.len() > 30);
    for asleep in [&bodies[..], &bodies[3..9], &bodies[15..]] {
        set_all(&mut broad_phase, asleep, Mobility::Sleeping);
        for &id in &bodies {
            let aabb = broad_phase.aabb(id).unwrap();
            broad_phase.move_to(id, aabb, [0.4, 0.0]).unwrap();
        }
        assert!(broad_phase.step().is_empty());
        assert_eq!(broad_phase.pairs(), pairs);
        assert_eq!(broad_phase.fat_aabb(bodies[0]), fat);
        broad_phase.validate().unwrap();
        set_all(&mut broad_phase, asleep, Mobility::Dynamic);
        assert_eq!(broad_phase.pairs(), pairs);
    }
}

#[test]
fn sleeping_bodies_have_the_pairs_of_dynamic_ones() {
    let (mut broad_phase, bodies) = row();
    set_all(&mut broad_phase, &bodies, Mobility::Sleeping);
    broad_phase.step();
    let kinematic = ProxyConfig::new(Mobility::Kinematic);
    for config in [kinematic, ProxyConfig::new(Mobility::Static)] {
        let id = broad_phase.create_with(config, square(4.0), ());
        let begun = broad_phase.step().begun;
        // Three bodies; not the ground, which is static, too.
        assert_eq!(begun, [3, 4, 5].map(|i| [bodies[i], id]));
        // A kinematic or static body finds sleeping bodies when it moves.
        broad_phase.move_to(id, square(14.0), [0.0; 2]).unwrap();
        let events = broad_phase.step();
        assert_eq!(events.begun, [13, 14, 15].map(|i| [bodies[i], id]));
        assert_eq!(events.ended, begun);
        broad_phase.remove(id);
        broad_phase.step();
    }
    set_all(&mut broad_phase, &bodies[7..8], Mobility::Static);
    assert!(broad_phase.step().begun.is_empty());
    let of_static = broad_phase.pairs_of(&bodies[7..8]);
    assert_eq!(of_static, [[bodies[6], bodies[7]], [bodies[7], bodies[8]]]);
}

#[test]
fn sleep_is_saved_rewound_and_hashed() {
    let (mut broad_phase, bodies) = row();
    broad_phase.remember(4);
    let awake = broad_phase.state_hash();
    set_all(&mut broad_phase, &bodies[5..15], Mobility::Sleeping);
    broad_phase.step();
    let (asleep, pairs) = (broad_phase.state_hash(), broad_phase.pairs());
    assert_ne!(asleep, awake);

    let bytes = broad_phase.save_with(|(), _| {});
    let mut restored: BroadPhase<(), f32, 2> =
        BroadPhase::restore_with(&bytes, |_| Some(())).unwrap();
    restored.validate().unwrap();
    assert_eq!(restored.state_hash(), asleep);
    assert_eq!(restored.mobility(bodies[9]), Some(Mobility::Sleeping));
    assert_eq!(restored.pairs(), pairs);
    // A static box that moves over sleeping ones is noticed.
    let wall = [&mut broad_phase, &mut restored].map(|broad_phase| {
        let wall = broad_phase.create_static(square(8.0), ());
        assert_eq!(broad_phase.step().begun.len(), 3);
        wall
    });
    assert_eq!(wall[0], wall[1]);

    broad_phase.rewind(1).unwrap();
    assert_eq!(broad_phase.state_hash(), asleep);
    assert_eq!(broad_phase.pairs(), pairs);
    broad_phase.rewind(1).unwrap();
    assert_eq!(broad_phase.state_hash(), awake);
    assert_eq!(broad_phase.mobility(bodies[9]), Some(Mobility::Dynamic));
    broad_phase.validate().unwrap();
}

/// The decisions of a matrix of classes are refusals, which are a part of the state.
#[test]
fn a_matrix_of_classes_refuses_pairs() {
    use broadleaf::filter::ClassMatrix;
    let mut matrix = ClassMatrix::new(60);
    for link in 0..59 {
        matrix.forbid(link, link + 1).unwrap();
    }
    let mut arm = BroadPhase::<u32, i32, 1>::default();
    for link in 0..60 {
        let at = 2 * link as i32;
        arm.create(Aabb::new([at], [at + 4]), link);
    }
    arm.remember(4);
    let allowed = |matrix: &ClassMatrix| {
        let matrix = matrix.clone();
        move |(_, &a): (ProxyId, &u32), (_, &b): (ProxyId, &u32)| matrix.allows(a, b)
    };
    assert_eq!(arm.step_with(allowed(&matrix)).begun.len(), 58);
    let (hash, pairs) = (arm.state_hash(), arm.pairs());
    let bytes = arm.save_with(|class, out| out.extend(class.to_le_bytes()));
    let class = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.try_into().ok()?));
    let restored = BroadPhase::<u32, i32, 1>::restore_with(&bytes, class).unwrap();
    assert_eq!((restored.state_hash(), restored.pairs()), (hash, pairs));
    // Another matrix decides the pairs of touched proxies.
    matrix.allow(7, 8).unwrap();
    let ids: Vec<_> = arm.iter().map(|(id, _)| id).collect();
    arm.touch(ids[7]).unwrap();
    assert_eq!(arm.step_with(allowed(&matrix)).begun, [[ids[7], ids[8]]]);
    arm.rewind(1).unwrap();
    assert_eq!(arm.state_hash(), hash);
}
