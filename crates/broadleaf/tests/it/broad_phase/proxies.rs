//! Single proxies: assigned ids, mobility and margins.

use broadleaf::broad_phase::{CannotCreate, Margin, Mobility, ProxyConfig, ProxyId};
use broadleaf::geometry::Scalar;
use broadleaf::{Aabb, BroadPhase, Fixed, Id};
use proptest::collection::vec;
use proptest::prelude::*;

use super::plain_config;
use crate::inputs::{Mode, aabb, for_all};

/// Peers create and destroy different objects in different orders, with the same ids.
#[test]
fn given_ids_make_the_order_of_creation_irrelevant() {
    type Peer = BroadPhase<u32, Fixed<16>, 2>;
    let object = || (0_u32..30, plain_config(), aabb(Mode::Grid));
    let frames = vec((vec(object(), 0..12), any::<u32>()), 1..8);
    for_all(200, frames, |frames| {
        let margin = Margin::Snap {
            cell: Fixed::from_int(2),
        };
        let [mut one, mut other] = [Peer::new(margin), Peer::new(margin)];
        for (mut objects, shuffle) in frames {
            objects.sort_by_key(|object| object.0);
            objects.dedup_by_key(|object| object.0);
            replace(&mut one, &objects);
            objects.sort_by_key(|object| (object.0 ^ shuffle).wrapping_mul(0x9e37_79b1));
            replace(&mut other, &objects);
            assert_eq!(one.state_hash(), other.state_hash());
            assert_eq!(one.step(), other.step());
            assert_eq!(one.state_hash(), other.state_hash());
            let save = |peer: &Peer| peer.save_with(|n, out| out.extend(n.to_le_bytes()));
            assert_eq!(save(&one), save(&other));
            one.validate().unwrap();
        }
    });
}

/// Destroys each of these objects that there is, and creates each of the others.
fn replace<S: Scalar>(
    broad_phase: &mut BroadPhase<u32, S, 2>,
    objects: &[(u32, ProxyConfig<S>, Aabb<S, 2>)],
) {
    for &(object, config, aabb) in objects {
        match broad_phase.proxy(Id(object)) {
            Some(proxy) => assert!(broad_phase.remove(proxy)),
            None => {
                let created = broad_phase.create_at(Id(object), config, aabb, object);
                assert_eq!(created.unwrap().id(), Id(object));
            }
        }
    }
}

#[test]
fn an_id_that_cannot_be_given_is_named() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    let unit = Aabb::new([0, 0], [1, 1]);
    let mut create = |id| broad_phase.create_at(Id(id), ProxyConfig::default(), unit, ());
    let proxy = create(5).unwrap();
    assert_eq!(create(5), Err(CannotCreate::Taken { proxy }));
    assert_eq!(
        create(5).unwrap_err().to_string(),
        "id 5 is taken by proxy 5v0"
    );
    for id in [1 << 30, u32::MAX] {
        assert_eq!(create(id), Err(CannotCreate::TooLarge { id: Id(id) }));
    }
    assert_eq!(broad_phase.create(unit, ()).id(), Id(0));
    broad_phase.remove(proxy);
    let again = broad_phase
        .create_at(Id(5), ProxyConfig::default(), unit, ())
        .unwrap();
    assert_eq!(again.to_string(), "5v1");
    assert!(!broad_phase.contains(ProxyId::NONE));
}

/// A body that becomes static keeps its pairs with dynamic bodies: nothing begins or ends with
/// them.
#[test]
fn a_change_of_mobility_follows_the_rule_alone() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Tight);
    let unit = Aabb::new([0, 0], [1, 1]);
    let mut create = |mobility| broad_phase.create_with(ProxyConfig::new(mobility), unit, ());
    let sleeper = create(Mobility::Dynamic);
    let [dynamic, kinematic, fixed] =
        [Mobility::Dynamic, Mobility::Kinematic, Mobility::Static].map(create);
    broad_phase.step();
    let with = |other| [sleeper, other];
    assert_eq!(
        broad_phase.pairs(),
        [
            with(dynamic),
            with(kinematic),
            with(fixed),
            [dynamic, kinematic],
            [dynamic, fixed]
        ]
    );
    for asleep in [Mobility::Static, Mobility::Kinematic] {
        broad_phase.set_mobility(sleeper, asleep).unwrap();
        let events = broad_phase.step();
        assert!(events.begun.is_empty());
        let ended: &[_] = match asleep {
            Mobility::Static => &[with(kinematic), with(fixed)],
            _ => &[],
        };
        assert_eq!(events.ended, ended);
    }
    broad_phase
        .set_mobility(sleeper, Mobility::Dynamic)
        .unwrap();
    assert_eq!(broad_phase.step().begun, [with(kinematic), with(fixed)]);
    // There and back between two steps.
    broad_phase.set_mobility(sleeper, Mobility::Static).unwrap();
    broad_phase
        .set_mobility(sleeper, Mobility::Dynamic)
        .unwrap();
    assert!(broad_phase.step().is_empty());
}

/// A proxy can have an individual margin, which it keeps when it becomes static.
#[test]
fn margins_of_single_proxies() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Tight);
    let unit = Aabb::new([0, 0], [2, 2]);
    let config = |mobility| {
        ProxyConfig::new(mobility).with_margin(Margin::Fatten {
            extension: 5,
            prediction: 0.into(),
        })
    };
    let wide = broad_phase.create_with(config(Mobility::Dynamic), unit, ());
    let tight = broad_phase.create(unit, ());
    let fat = Aabb::new([-5, -5], [7, 7]);
    assert_eq!(broad_phase.fat_aabb(wide), Some(fat));
    assert_eq!(broad_phase.fat_aabb(tight), Some(unit));
    broad_phase.set_mobility(wide, Mobility::Static).unwrap();
    assert_eq!(broad_phase.fat_aabb(wide), Some(fat));
    assert_eq!(
        broad_phase.move_to(wide, Aabb::new([3, 3], [5, 5]), [0, 0]),
        Ok(false)
    );
    broad_phase.validate().unwrap();
}
