//! Broadleaf on the test bench.

use broadleaf::{BroadPhase, DynamicTree, Id, Margin, ProxyConfig, ProxyId, World};

use super::{Contender, Frame, Kind, MARGIN, Pairs, mean_edge};

/// `DynamicTree`: all boxes in at once, all pairs out.
pub(super) fn full_list(_: &[Frame]) -> Box<dyn Contender> {
    Box::new(FullList(DynamicTree::default()))
}

struct FullList(DynamicTree<f32, 3>);

impl Contender for FullList {
    fn name(&self) -> &'static str {
        "broadleaf DynamicTree"
    }

    fn kind(&self) -> Kind {
        Kind::FullList
    }

    fn frame(&mut self, boxes: &Frame, begun: &mut Pairs, _: &mut Pairs) {
        self.0.extend((0..).map(Id).zip(boxes.iter().copied()));
        self.0.for_each_pair(|a, b| begun.push((a.0, b.0)));
    }
}

/// `World` over `DynamicTree`: all boxes looked at, pairs that began and ended out.
pub(super) fn events(frames: &[Frame]) -> Box<dyn Contender> {
    let margin = Margin::Fatten { extension: MARGIN * mean_edge(&frames[0]), prediction: 0 };
    Box::new(Events { world: World::new(margin), ids: Vec::new() })
}

struct Events {
    world: World<(), f32, 3>,
    ids: Vec<ProxyId>,
}

impl Contender for Events {
    fn name(&self) -> &'static str {
        "broadleaf World"
    }

    fn kind(&self) -> Kind {
        Kind::Events
    }

    fn frame(&mut self, boxes: &Frame, begun: &mut Pairs, ended: &mut Pairs) {
        if self.ids.is_empty() {
            self.ids = self.world.create_proxies(ProxyConfig::default(), boxes.iter().map(|&aabb| (aabb, ())));
        }
        let moves = self.ids.iter().zip(boxes).map(|(&id, &aabb)| (id, aabb, [0.0; 3]));
        self.world.move_proxies(moves).expect("all proxies exist");
        let events = self.world.step();
        let numbers = |&(a, b): &(ProxyId, ProxyId)| (a.id().0, b.id().0);
        begun.extend(events.begun.iter().map(numbers));
        ended.extend(events.ended.iter().map(numbers));
    }
}
