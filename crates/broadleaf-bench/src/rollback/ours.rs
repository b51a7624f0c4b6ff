//! Broadleaf's `BroadPhase`, with its journal or with a save in every frame.

use std::collections::VecDeque;

use broadleaf::BroadPhase;
use broadleaf::broad_phase::{Margin, ProxyId};

use super::player::{Events, FRAMES, Frame, Player};
use super::saves::{keep, recall};

/// The margin, about half the size of a body.
const CELL: f32 = 0.5;

type Flat = BroadPhase<(), f32, 2>;

pub(super) fn journal(boxes: &Frame) -> Box<dyn Player> {
    let (broad_phase, ids) = make(boxes);
    Box::new(Journal { broad_phase, ids })
}

pub(super) fn saves(boxes: &Frame) -> Box<dyn Player> {
    let (broad_phase, ids) = make(boxes);
    Box::new(Saves {
        broad_phase,
        ids,
        saves: VecDeque::new(),
    })
}

fn make(boxes: &Frame) -> (Flat, Vec<ProxyId>) {
    let mut broad_phase = Flat::new(Margin::Snap { cell: CELL });
    let ids = boxes
        .iter()
        .map(|&aabb| broad_phase.create(aabb, ()))
        .collect();
    (broad_phase, ids)
}

fn play(broad_phase: &mut Flat, ids: &[ProxyId], boxes: &Frame) -> Events {
    broad_phase
        .move_all(
            ids.iter()
                .zip(boxes)
                .map(|(&id, &aabb)| (id, aabb, [0.0; 2])),
        )
        .expect("all proxies are there");
    let events = broad_phase.step();
    [&events.begun, &events.ended]
        .map(|pairs| pairs.iter().map(|[a, b]| (a.id().0, b.id().0)).collect())
}

struct Journal {
    broad_phase: Flat,
    ids: Vec<ProxyId>,
}

impl Player for Journal {
    fn name(&self) -> &'static str {
        "broadleaf Broad phase, rewind"
    }

    fn play(&mut self, boxes: &Frame) -> Events {
        play(&mut self.broad_phase, &self.ids, boxes)
    }

    fn play_and_remember(&mut self, boxes: &Frame) -> Events {
        self.broad_phase.remember(FRAMES);
        self.play(boxes)
    }

    fn bytes(&self) -> usize {
        self.broad_phase.history_bytes()
    }

    fn go_back(&mut self, frames: usize) {
        self.broad_phase
            .rewind(frames)
            .expect("that number of frames is remembered");
    }
}

struct Saves {
    broad_phase: Flat,
    ids: Vec<ProxyId>,
    saves: VecDeque<Vec<u8>>,
}

impl Player for Saves {
    fn name(&self) -> &'static str {
        "broadleaf Broad phase, save and restore"
    }

    fn play(&mut self, boxes: &Frame) -> Events {
        play(&mut self.broad_phase, &self.ids, boxes)
    }

    fn play_and_remember(&mut self, boxes: &Frame) -> Events {
        keep(&mut self.saves, self.broad_phase.save());
        self.play(boxes)
    }

    fn bytes(&self) -> usize {
        self.saves.iter().map(Vec::len).sum()
    }

    fn go_back(&mut self, frames: usize) {
        let save = recall(&mut self.saves, frames);
        self.broad_phase = BroadPhase::restore(&save).expect("what was saved can be restored");
    }
}
