//! Equal states have equal hashes, and every difference changes the hash.

use broadleaf::Filter;
use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig, ProxyId};
use broadleaf::{Aabb, Id};

use super::{Flat, busy, unit};

type Difference = &'static dyn Fn(&mut Flat, [ProxyId; 4]) -> bool;

#[test]
fn every_single_difference_has_another_hash() {
    let differences: [Difference; 19] = [
        &|_, _| true,
        &|broad_phase, ids| broad_phase.move_to(ids[0], unit(0.25), [0.0; 2]).is_ok(),
        &|broad_phase, ids| broad_phase.move_to(ids[0], unit(-0.25), [0.0; 2]).is_ok(),
        &|broad_phase, ids| broad_phase.move_to(ids[2], unit(5.0), [0.0; 2]).is_ok(),
        &|broad_phase, ids| broad_phase.touch(ids[0]).is_ok(),
        &|broad_phase, ids| {
            broad_phase
                .set_filter(ids[0], Filter::new(1, u32::MAX))
                .is_ok()
        },
        &|broad_phase, ids| {
            broad_phase
                .set_filter(ids[0], Filter::new(u32::MAX, 1))
                .is_ok()
        },
        &|broad_phase, ids| {
            broad_phase
                .set_filter(ids[0], Filter::default().with_group(1))
                .is_ok()
        },
        &|broad_phase, ids| broad_phase.remove(ids[0]),
        &|broad_phase, ids| {
            broad_phase
                .set_mobility(ids[0], Mobility::Kinematic)
                .is_ok()
        },
        &|broad_phase, ids| broad_phase.set_mobility(ids[0], Mobility::Static).is_ok(),
        &|broad_phase, ids| {
            // The same boxes: snapped to 1 is snapped to 1.
            let margin = Some(Margin::Snap { cell: 1.0 });
            broad_phase.set_margin(ids[0], margin).is_ok()
        },
        &|broad_phase, _| {
            let config = ProxyConfig::default().with_margin(Margin::Snap { cell: 1.0 });
            broad_phase.create_with(config, unit(3.0), 0).id().0 > 0
        },
        &|broad_phase, _| {
            broad_phase
                .create_at(Id(9), ProxyConfig::default(), unit(3.0), 0)
                .is_ok()
        },
        &|broad_phase, _| broad_phase.create(unit(3.0), 0).id().0 > 0,
        &|broad_phase, _| broad_phase.create_static(unit(3.0), 0).id().0 > 0,
        &|broad_phase, _| broad_phase.step().begun.len() == 1,
        &|broad_phase, _| broad_phase.step_with(|_, _| false).begun.is_empty(),
        &|broad_phase, _| {
            // The same proxies, but free slots of other generations.
            let [a, b] = [0, 1].map(|_| broad_phase.create(unit(3.0), 0));
            [a, b].iter().all(|&id| broad_phase.remove(id))
        },
    ];
    let hashes = differences.map(|differ| {
        let (mut broad_phase, ids) = busy();
        assert!(differ(&mut broad_phase, ids));
        broad_phase.validate().unwrap();
        broad_phase.state_hash()
    });
    for (i, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..i].contains(hash), "difference {i} makes none");
    }
    let margins = [
        Margin::Snap { cell: 1.0 },
        Margin::Snap { cell: 2.0 },
        Margin::Fatten {
            extension: 1.0,
            prediction: 0.into(),
        },
        Margin::Tight,
        Margin::Proportional {
            sixteenths: 1,
            prediction: 0.into(),
        },
    ];
    for (i, margin) in margins.iter().enumerate() {
        for other in &margins[..i] {
            assert_ne!(
                Flat::new(*margin).state_hash(),
                Flat::new(*other).state_hash()
            );
        }
    }
}

#[test]
fn equal_states_have_equal_hashes_however_they_came_about() {
    let (mut there, _) = busy();
    let (mut and_back, ids) = busy();
    and_back.move_to(ids[0], unit(70.0), [0.0; 2]).unwrap();
    and_back.optimize();
    and_back
        .move_to(ids[0], Aabb::new([-0.0, -0.0], [1.0, 1.0]), [0.0; 2])
        .unwrap();
    *and_back.user_data_mut(ids[1]).unwrap() = 9;
    assert_eq!(there.state_hash(), and_back.state_hash());
    assert_eq!(there.step(), and_back.step());
    assert_eq!(there.state_hash(), and_back.state_hash());
    // The order of the moves between two steps, and the pairs of earlier steps.
    let boxes = [1.0, 4.0, 7.0];
    let [forwards, backwards] = [[0, 1, 2], [2, 0, 1]].map(|order| {
        let mut broad_phase = Flat::new(Margin::Snap { cell: 0.5 });
        let ids = boxes.map(|x| broad_phase.create(unit(-x), 0));
        broad_phase.step();
        for i in order {
            broad_phase
                .move_to(ids[i], unit(boxes[i] * 0.5), [0.0; 2])
                .unwrap();
            if order[0] > 0 {
                broad_phase.step();
            }
        }
        broad_phase.step();
        broad_phase.state_hash()
    });
    assert_eq!(forwards, backwards);
}

/// The data of a proxy, and its owner, also of a proxy that was just destroyed.
#[test]
fn every_difference_of_data_has_another_hash_with_data() {
    let changes: [Difference; 5] = [
        &|_, _| true,
        &|broad_phase, ids| {
            broad_phase
                .user_data_mut(ids[0])
                .map(|data| *data = 1)
                .is_some()
        },
        &|broad_phase, ids| {
            broad_phase
                .user_data_mut(ids[1])
                .map(|data| *data = 1)
                .is_some()
        },
        &|broad_phase, ids| {
            broad_phase
                .user_data_mut(ids[1])
                .map(|data| *data = 2)
                .is_some()
        },
        &|broad_phase, ids| {
            let changed = broad_phase.user_data_mut(ids[2]).map(|data| *data = 1);
            changed.is_some() && broad_phase.remove(ids[2])
        },
    ];
    let removed: Difference = &|broad_phase, ids| broad_phase.remove(ids[2]);
    let encode = |&data: &u8, out: &mut Vec<u8>| out.push(data);
    let mut seen = Vec::new();
    for (i, change) in changes.into_iter().chain([removed]).enumerate() {
        let (mut broad_phase, ids) = busy();
        assert!(change(&mut broad_phase, ids));
        let hash = broad_phase.state_hash_with(encode);
        assert!(!seen.contains(&hash), "difference {i} makes none");
        seen.push(hash);
        // A restored one, and one that carries its hash.
        let bytes = broad_phase.save_with(encode);
        let mut restored = Flat::restore_with(&bytes, |data| data.first().copied()).unwrap();
        assert_eq!(restored.state_hash_with(encode), hash);
        restored.step();
        restored.remember(1);
        broad_phase.step();
        assert_eq!(
            restored.state_hash_with(encode),
            broad_phase.state_hash_with(encode)
        );
    }
    let (broad_phase, _) = busy();
    assert_eq!(
        broad_phase.state_hash_with(|_, _| ()),
        busy().0.state_hash_with(|_, _| ())
    );
    assert_ne!(broad_phase.state_hash_with(|_, _| ()), seen[0]);
}
