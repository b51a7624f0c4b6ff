//! Tests of `broad_phase.rs`.

use super::*;
use crate::broad_phase::{Margin, Mobility, ProxyId};
use crate::geometry::Aabb;
use crate::orthtree::Quadtree;
use alloc::string::{String, ToString};

type Names = BroadPhase<String, f32, 2>;

/// With events, with departed data, and with changes since the previous step.
fn busy() -> (Names, [ProxyId; 4]) {
    let mut broad_phase = Names::new(Margin::Snap { cell: 2.0 });
    let ids = [0.0_f32, 1.0, 2.0, 3.0].map(|x| {
        let aabb = Aabb::new([x, 0.0], [x + 1.0, f32::INFINITY]);
        broad_phase.create(aabb, x.to_string())
    });
    broad_phase.step();
    broad_phase.remove(ids[0]);
    broad_phase.step();
    broad_phase.remove(ids[1]);
    broad_phase.create_static(Aabb::point([2.0, 0.5]), "wall".into());
    broad_phase
        .set_mobility(ids[2], Mobility::Kinematic)
        .unwrap();
    (broad_phase, ids)
}

fn hash<B: SpatialIndexMut<f32, 2>, F: SpatialIndexMut<f32, 2>>(
    broad_phase: &BroadPhase<String, f32, 2, B, F>,
) -> u64 {
    broad_phase.state_hash_with(|name, out| out.extend(name.bytes()))
}

#[test]
fn a_broad_phase_goes_on_where_it_was() {
    let (mut broad_phase, ids) = busy();
    let text = serde_json::to_string(&broad_phase).unwrap();
    assert!(text.ends_with(r#",["wall","2","3","0","1"]]"#), "{text}");
    let mut restored: BroadPhase<String, f32, 2, Quadtree<f32>> =
        serde_json::from_str(&text).unwrap();
    let bytes = bincode::serialize(&broad_phase).unwrap();
    assert_eq!(bincode::serialize(&restored).unwrap(), bytes);
    let again: Names = bincode::deserialize(&bytes).unwrap();
    assert_eq!(hash(&again), hash(&broad_phase));
    assert_eq!(hash(&restored), hash(&broad_phase));
    assert_eq!(restored.events(), broad_phase.events());
    assert_eq!(restored.frame(), 2);
    assert_eq!(restored.departed(ids[0]).map(String::as_str), Some("0"));
    assert_eq!(restored.step(), broad_phase.step());
    assert_eq!(restored.departed(ids[1]), broad_phase.departed(ids[1]));
    assert_eq!(hash(&restored), hash(&broad_phase));
    restored.validate().unwrap();
    let unit = BroadPhase::<(), i32, 3>::default();
    let text = serde_json::to_string(&unit).unwrap();
    let unit: BroadPhase<(), i32, 3> = serde_json::from_str(&text).unwrap();
    assert!(unit.is_empty());
}

#[test]
fn what_is_wrong_is_an_error() {
    let (broad_phase, _) = busy();
    let state = serde_json::to_string(&broad_phase.save_with(|_, _| ())).unwrap();
    let problem = |text: &str| {
        let read = serde_json::from_str::<Names>(text);
        read.map_or_else(|error| error.to_string(), |_| "none".into())
    };
    let with = |data: &str| problem(&alloc::format!("[{state},{data}]"));
    assert_eq!(with(r#"["a","b","c","d","e"]"#), "none");
    let cases = [
        (with(r#"["a","b","c","d"]"#), "cannot be read"),
        (with(r#"["a","b","c","d","e","f"]"#), "more proxies"),
        (with(r#"["a","b",7,"d","e"]"#), "invalid type: integer `7`"),
        (with("3"), "the data of every proxy"),
        (problem("[[66,76],[]]"), "not a saved broad phase"),
        (problem(&alloc::format!("[{state}]")), "invalid length 1"),
        (problem("[]"), "invalid length 0"),
        (problem("7"), "the bytes of a saved broad phase"),
    ];
    for (problem, expected) in cases {
        assert!(problem.contains(expected), "{problem}");
    }
    // The bytes contain data, where none is allowed.
    let bytes = broad_phase.save_with(|name, out| out.extend(name.bytes()));
    let names = ["wall", "2", "3", "0", "1"];
    let text = serde_json::to_string(&(bytes, names)).unwrap();
    assert!(problem(&text).contains("cannot be read"));
}

/// Includes items that take no bytes, for which a count can claim any number.
#[test]
fn every_sequence_of_bytes_is_safe_to_read() {
    let (broad_phase, _) = busy();
    let bytes = bincode::serialize(&broad_phase).unwrap();
    for place in 0..bytes.len() {
        assert!(bincode::deserialize::<Names>(&bytes[..place]).is_err());
        let mut broken = bytes.clone();
        broken[place] ^= 1 << (place % 8);
        if let Ok(read) = bincode::deserialize::<Names>(&broken) {
            read.validate().unwrap();
        }
    }
    let mut none = BroadPhase::<(), i32, 2>::default();
    none.create(Aabb::point([0, 0]), ());
    let mut bytes = bincode::serialize(&none).unwrap();
    assert!(bincode::deserialize::<BroadPhase<(), i32, 2>>(&bytes).is_ok());
    let end = bytes.len();
    bytes[end - 1] = 0x10; // The count of items, in the last eight bytes.
    assert!(bincode::deserialize::<BroadPhase<(), i32, 2>>(&bytes).is_err());
}
