//! Two machines run one simulation. With fixed point and snapped margins, a peer that joins late
//! reports the same events as a peer that was there from the start.
//!
//! `cargo run -p broadleaf --example lockstep`

use std::collections::BTreeMap;

use broadleaf::world::{Margin, ProxyId};
use broadleaf::{Aabb, Fixed, Octree, World};

/// 48 bits before the binary point and 16 after it.
type Coordinate = Fixed<16>;
/// The index of an object, the same on every machine.
type Object = u32;
/// The boxes of all objects that exist in a frame, the same on every machine.
type Scene = BTreeMap<Object, Aabb<Coordinate, 3>>;

const FRAMES: u32 = 120;
const JOINS_AT: u32 = 40;

/// Computes a frame: objects move back and forth at different speeds, and appear and disappear.
fn scene(frame: u32) -> Scene {
    let aabb = |object: Object| {
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
        .map(|object| (object, aabb(object)))
        .collect()
}

struct Peer {
    world: World<Object, Coordinate, 3, Octree<Coordinate>>,
    proxies: BTreeMap<Object, ProxyId>,
}

impl Peer {
    /// Creates a peer that inserts the objects in an order of its own.
    fn join(scene: &Scene, backwards: bool) -> Self {
        // A fat box depends only on the tight box, not on the path of the object.
        let mut world = World::with_structure(Margin::Snap {
            cell: Coordinate::from_int(2),
        });
        let mut objects: Vec<_> = scene.iter().collect();
        if backwards {
            objects.reverse();
        }
        let proxies = objects
            .into_iter()
            .map(|(&object, &aabb)| (object, world.create_proxy(aabb, object)))
            .collect();
        let mut peer = Self { world, proxies };
        peer.world.step();
        peer
    }

    /// Advances to the next frame. Returns the pairs of objects that began and that ended.
    fn advance(&mut self, scene: &Scene) -> [Vec<(Object, Object)>; 2] {
        let objects: BTreeMap<_, _> = self
            .world
            .iter()
            .map(|(proxy, &object)| (proxy, object))
            .collect();
        let gone: Vec<_> = self
            .proxies
            .keys()
            .copied()
            .filter(|object| !scene.contains_key(object))
            .collect();
        for object in gone {
            self.proxies
                .remove(&object)
                .and_then(|proxy| self.world.destroy_proxy(proxy));
        }
        for (&object, &aabb) in scene {
            match self.proxies.get(&object) {
                Some(&proxy) => drop(self.world.move_proxy(
                    proxy,
                    aabb,
                    [Coordinate::default(); 3],
                )),
                None => drop(
                    self.proxies
                        .insert(object, self.world.create_proxy(aabb, object)),
                ),
            }
        }
        let events = self.world.step().clone();
        let object = |proxy: ProxyId| {
            self.world
                .user_data(proxy)
                .or(objects.get(&proxy))
                .copied()
                .expect("the proxy exists now or existed before the step")
        };
        [events.begun, events.ended].map(|pairs| {
            let mut pairs: Vec<_> = pairs
                .into_iter()
                .map(|(a, b)| (object(a), object(b)))
                .map(|(a, b)| (a.min(b), a.max(b)))
                .collect();
            pairs.sort_unstable();
            pairs
        })
    }
}

fn main() {
    let mut first = Peer::join(&scene(0), false);
    let mut late = None;
    let mut compared = 0;
    for frame in 1..FRAMES {
        let events = first.advance(&scene(frame));
        if let Some(late) = &mut late {
            assert_eq!(events, Peer::advance(late, &scene(frame)), "frame {frame}");
            compared += events.iter().map(Vec::len).sum::<usize>();
        }
        if frame == JOINS_AT {
            late = Some(Peer::join(&scene(frame), true));
        }
    }
    println!(
        "{compared} events in {} frames, equal on both machines",
        FRAMES - JOINS_AT - 1
    );
    assert!(compared > 100);
}
