//! Broadleaf's `World`, with its journal and with a save in every frame.

use std::collections::VecDeque;

use broadleaf::World;
use broadleaf::world::{Margin, ProxyId};

use super::player::{Events, FRAMES, Frame, Player};
use super::saves::{keep, recall};

/// The margin, about half the size of a body.
const CELL: f32 = 0.5;

type Flat = World<(), f32, 2>;

pub(super) fn journal(boxes: &Frame) -> Box<dyn Player> {
    let (world, ids) = make(boxes);
    Box::new(Journal { world, ids })
}

pub(super) fn saves(boxes: &Frame) -> Box<dyn Player> {
    let (world, ids) = make(boxes);
    Box::new(Saves {
        world,
        ids,
        saves: VecDeque::new(),
    })
}

fn make(boxes: &Frame) -> (Flat, Vec<ProxyId>) {
    let mut world = Flat::new(Margin::Snap { cell: CELL });
    let ids = boxes
        .iter()
        .map(|&aabb| world.create_proxy(aabb, ()))
        .collect();
    (world, ids)
}

fn play(world: &mut Flat, ids: &[ProxyId], boxes: &Frame) -> Events {
    world
        .move_proxies(
            ids.iter()
                .zip(boxes)
                .map(|(&id, &aabb)| (id, aabb, [0.0; 2])),
        )
        .expect("all proxies are there");
    let events = world.step();
    [&events.begun, &events.ended]
        .map(|pairs| pairs.iter().map(|[a, b]| (a.id().0, b.id().0)).collect())
}

struct Journal {
    world: Flat,
    ids: Vec<ProxyId>,
}

impl Player for Journal {
    fn name(&self) -> &'static str {
        "broadleaf World, rewind"
    }

    fn play(&mut self, boxes: &Frame) -> Events {
        play(&mut self.world, &self.ids, boxes)
    }

    fn play_and_remember(&mut self, boxes: &Frame) -> Events {
        self.world.remember(FRAMES);
        self.play(boxes)
    }

    fn bytes(&self) -> usize {
        self.world.history_bytes()
    }

    fn go_back(&mut self, frames: usize) {
        self.world
            .rewind(frames)
            .expect("that number of frames is remembered");
    }
}

struct Saves {
    world: Flat,
    ids: Vec<ProxyId>,
    saves: VecDeque<Vec<u8>>,
}

impl Player for Saves {
    fn name(&self) -> &'static str {
        "broadleaf World, save and restore"
    }

    fn play(&mut self, boxes: &Frame) -> Events {
        play(&mut self.world, &self.ids, boxes)
    }

    fn play_and_remember(&mut self, boxes: &Frame) -> Events {
        keep(&mut self.saves, self.world.save());
        self.play(boxes)
    }

    fn bytes(&self) -> usize {
        self.saves.iter().map(Vec::len).sum()
    }

    fn go_back(&mut self, frames: usize) {
        let save = recall(&mut self.saves, frames);
        self.world = World::restore(&save).expect("what was saved can be restored");
    }
}
