//! A broad phase that follows the frames, reports events, and rewinds.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use broadleaf::broad_phase::{Margin, ProxyConfig, ProxyId};
use broadleaf::{Aabb, BroadPhase, DynamicTree, Id, PairFinder, SpatialIndex};

use crate::limits::{MAX_PAIRS, remembered};

/// A broad phase, and the frames between which it can rewind and replay.
///
/// It uses a `DynamicTree` whatever structure the page shows, since events do not depend on it.
pub(crate) struct History<const D: usize> {
    broad_phase: BroadPhase<(), f32, D, DynamicTree<f32, D>, DynamicTree<f32, D>>,
    proxies: Vec<ProxyId>,
    /// The boxes of consecutive frames, up to the latest frame so far.
    log: VecDeque<Vec<Aabb<f32, D>>>,
    /// The number of the first of these frames.
    first: usize,
    /// The frame in which the broad phase was created.
    start: usize,
    frame: usize,
}

impl<const D: usize> History<D> {
    /// A broad phase at a frame, without history.
    ///
    /// # Errors
    /// If the boxes form more pairs than a broad phase should report at once.
    pub(crate) fn new(boxes: &[Aabb<f32, D>], frame: usize) -> Result<Self, String> {
        if has_too_many_pairs(boxes) {
            return Err(format!(
                "more than {MAX_PAIRS} pairs: too many for events; choose fewer boxes"
            ));
        }
        let (moving, fixed) = (DynamicTree::default(), DynamicTree::default());
        let mut broad_phase = BroadPhase::with_structures(Margin::Tight, moving, fixed);
        let created = boxes.iter().map(|&aabb| (aabb, ()));
        let proxies = broad_phase.create_all(ProxyConfig::default(), created);
        broad_phase.step();
        broad_phase.remember(remembered(boxes.len()));
        Ok(Self {
            broad_phase,
            proxies,
            log: VecDeque::from([boxes.to_vec()]),
            first: frame,
            start: frame,
            frame,
        })
    }

    /// The earliest frame that the broad phase can rewind to.
    pub(crate) fn earliest(&self) -> usize {
        self.frame - self.broad_phase.history_len().unwrap_or(0)
    }

    /// The latest frame so far.
    pub(crate) fn latest(&self) -> usize {
        self.first + self.log.len() - 1
    }

    /// The boxes of the next frame, if it was reached before.
    pub(crate) fn next_known(&self) -> Option<Vec<Aabb<f32, D>>> {
        self.log.get(self.frame + 1 - self.first).cloned()
    }

    /// Moves the changed boxes to their positions in the next frame, and ends it.
    pub(crate) fn step(&mut self, boxes: &[Aabb<f32, D>], changed: &[Id]) {
        let moves = changed.iter().map(|id| {
            let index = id.index();
            (self.proxies[index], boxes[index], [0.0; D])
        });
        let moved = self.broad_phase.move_all(moves);
        debug_assert!(moved.is_ok(), "no proxy is ever destroyed");
        self.broad_phase.step();
        if self.frame == self.latest() {
            self.log.push_back(boxes.to_vec());
        }
        if self.log.len() > remembered(boxes.len()) + 1 {
            self.log.pop_front();
            self.first += 1;
        }
        self.frame += 1;
    }

    /// Rewinds to a frame and returns its boxes.
    ///
    /// # Errors
    /// If the broad phase does not keep the frame.
    pub(crate) fn rewind(&mut self, frame: usize) -> Result<Vec<Aabb<f32, D>>, String> {
        let steps = self.frame.checked_sub(frame);
        let steps = steps.ok_or_else(|| format!("frame {frame} lies ahead"))?;
        self.broad_phase
            .rewind(steps)
            .map_err(|error| error.to_string())?;
        self.frame = frame;
        Ok(self
            .broad_phase
            .tight()
            .iter()
            .map(|(_, aabb)| aabb)
            .collect())
    }

    /// The pairs that began and the pairs that ended in the last step. Empty in the first frame, in
    /// which all pairs are new.
    pub(crate) fn events(&self) -> [Vec<[Id; 2]>; 2] {
        if self.frame == self.start {
            return Default::default();
        }
        // Proxies are created in the order of the boxes and none is destroyed, so the slot of a
        // proxy is the index of its box.
        let events = self.broad_phase.events();
        [&events.begun, &events.ended].map(|pairs| {
            let ids = pairs.iter().map(|pair| pair.map(ProxyId::id));
            ids.collect()
        })
    }

    /// A hash of all state that affects later events.
    pub(crate) fn state_hash(&self) -> u64 {
        self.broad_phase.state_hash()
    }
}

fn has_too_many_pairs<const D: usize>(boxes: &[Aabb<f32, D>]) -> bool {
    let mut pairs = 0;
    let mut finder = PairFinder::new();
    let Ok(query) = finder.within(boxes) else {
        return true;
    };
    let counted = query.try_for_each_pair(|_, _| {
        pairs += 1;
        match pairs <= MAX_PAIRS {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    counted.is_break()
}
