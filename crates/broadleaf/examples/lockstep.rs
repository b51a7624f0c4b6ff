//! Two machines, one simulation. With fixed-point numbers, snapped margins and assigned ids, a peer
//! that joins late reports the same events as a peer that was there from the start.
//!
//! `cargo run -p broadleaf --example lockstep`

use std::collections::BTreeMap;

use broadleaf::broad_phase::{Margin, ProxyConfig, ProxyId};
use broadleaf::{Aabb, BroadPhase, Fixed, Id, Octree};

/// 48 bits before the point, 16 after it.
type Coordinate = Fixed<16>;
/// The number of an object, the same on every machine.
type Object = u32;
/// The objects that exist in a frame, with their boxes, the same on every machine.
type Scene = BTreeMap<Object, Aabb<Coordinate, 3>>;

const FRAMES: u32 = 120;
const JOINS_AT: u32 = 40;

/// Objects move back and forth, each at its own pace, and disappear from time to time.
fn scene(frame: u32) -> Scene {
    let place = |object: Object| {
        let turn = (frame * (1 + object % 5) + 37 * object) % 256;
        let along = i32::try_from(if turn < 128 { turn } else { 255 - turn }).expect("below 128");
        let row = i32::try_from(object % 7).expect("below 7");
        let corner = [along, 2 * row, along / 3].map(Coordinate::from_int);
        Aabb::new(
            corner,
            corner.map(|x| x.saturating_add(Coordinate::from_int(3))),
        )
    };
    let exists = |object: &Object| !(frame / 8 + object).is_multiple_of(4);
    (0..60)
        .filter(exists)
        .map(|object| (object, place(object)))
        .collect()
}

/// Pairs of objects.
type Pairs = Vec<[Id; 2]>;

struct Peer {
    broad_phase: BroadPhase<(), Coordinate, 3, Octree<Coordinate>, Octree<Coordinate>>,
    /// Whether this peer processes the objects in reverse, to show that the order does not matter.
    is_backwards: bool,
}

impl Peer {
    fn join(scene: &Scene, is_backwards: bool) -> Self {
        // A fat box depends on the tight one alone, so the past of an object does not matter.
        let margin = Margin::Snap {
            cell: Coordinate::from_int(2),
        };
        let broad_phase = BroadPhase::with_structures(margin, Octree::default(), Octree::default());
        let mut peer = Self {
            broad_phase,
            is_backwards,
        };
        peer.advance(scene);
        peer
    }

    /// Advances to the next frame. Returns the pairs that began and ended.
    fn advance(&mut self, scene: &Scene) -> [Pairs; 2] {
        let exists = |proxy: &ProxyId| scene.contains_key(&proxy.id().0);
        let proxies: Vec<_> = self.broad_phase.iter().map(|(proxy, _)| proxy).collect();
        for proxy in proxies.into_iter().filter(|proxy| !exists(proxy)) {
            self.broad_phase.remove(proxy);
        }
        let mut objects: Vec<_> = scene.iter().collect();
        if self.is_backwards {
            objects.reverse();
        }
        for (&object, &aabb) in objects {
            match self.broad_phase.proxy(Id(object)) {
                Some(proxy) => {
                    let displacement = [Coordinate::default(); 3];
                    let moved = self.broad_phase.move_to(proxy, aabb, displacement);
                    moved.expect("the proxy exists");
                }
                None => {
                    // The id of a proxy is the number of its object.
                    let config = ProxyConfig::default();
                    let created = self.broad_phase.create_at(Id(object), config, aabb, ());
                    created.expect("the id is free");
                }
            }
        }
        let events = self.broad_phase.step();
        [events.begun, events.ended].map(|pairs| {
            pairs
                .into_iter()
                .map(|pair| pair.map(ProxyId::id))
                .collect()
        })
    }
}

fn main() {
    let mut first = Peer::join(&scene(0), false);
    let mut late: Option<Peer> = None;
    let mut compared = 0;
    for frame in 1..FRAMES {
        let events = first.advance(&scene(frame));
        if let Some(late) = &mut late {
            assert_eq!(events, late.advance(&scene(frame)), "frame {frame}");
            compared += events.iter().map(Vec::len).sum::<usize>();
        }
        if frame == JOINS_AT {
            late = Some(Peer::join(&scene(frame), true));
        }
    }
    println!(
        "{compared} events in {} frames, the same on both",
        FRAMES - JOINS_AT - 1
    );
    assert!(compared > 100);
}
