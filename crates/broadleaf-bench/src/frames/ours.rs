//! Broadleaf's structures.

use broadleaf::broad_phase::{Margin, ProxyConfig, ProxyId};
use broadleaf::{
    BroadPhase, BruteForce, DynamicTree, Id, KdSweep, Octree, PackedTree, PairFinder, Quadtree,
    SpatialIndex, SpatialIndexMut, self_pairs,
};
use rayon::prelude::*;

use super::contender::{Contender, Frame, Kind, Pairs};
use super::lengths::{MARGIN, mean_edge};
use super::moved::Moved;

/// `PairFinder` on the slice of the frame.
pub(super) fn pencil_sweep<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(Pencils(PairFinder::default()))
}

struct Pencils<const D: usize>(PairFinder<f32, D>);

impl<const D: usize> Contender<D> for Pencils<D> {
    fn name(&self) -> &'static str {
        "broadleaf PairFinder"
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        let query = self.0.within(boxes).expect("a frame has 32-bit numbers");
        query.unsorted_pairs_into(begun);
    }
}

/// `self_pairs`: new memory in every frame, and sorted pairs.
pub(super) fn fresh<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(Fresh)
}

struct Fresh;

impl<const D: usize> Contender<D> for Fresh {
    fn name(&self) -> &'static str {
        "broadleaf self_pairs"
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        *begun = self_pairs(boxes).expect("a frame has 32-bit numbers");
    }
}

/// A new `PackedTree` in every frame.
pub(super) fn packed_tree<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(Packed)
}

struct Packed;

impl<const D: usize> Contender<D> for Packed {
    fn name(&self) -> &'static str {
        "broadleaf PackedTree"
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        let tree = PackedTree::from_boxes(boxes).expect("a frame has 32-bit numbers");
        tree.for_each_pair(|a, b| begun.push([a, b]));
    }
}

pub(super) fn quadtree(_: &[Frame<2>]) -> Box<dyn Contender<2>> {
    Box::new(AllPairs("broadleaf Quadtree", Quadtree::default()))
}

pub(super) fn octree(_: &[Frame<3>]) -> Box<dyn Contender<3>> {
    Box::new(AllPairs("broadleaf Octree", Octree::default()))
}

pub(super) fn brute_force<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(AllPairs("broadleaf BruteForce", BruteForce::default()))
}

pub(super) fn dynamic_tree<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(AllPairs("broadleaf DynamicTree", DynamicTree::default()))
}

pub(super) fn kd_sweep<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(AllPairs("broadleaf KdSweep", KdSweep::default()))
}

/// A named structure: `extend` with all boxes, then all pairs.
struct AllPairs<B>(&'static str, B);

impl<B: SpatialIndexMut<f32, D> + Default, const D: usize> Contender<D> for AllPairs<B> {
    fn name(&self) -> &'static str {
        self.0
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        self.1.extend((0..).map(Id).zip(boxes.iter().copied()));
        self.1.for_each_pair(|a, b| begun.push([a, b]));
    }
}

/// `PairFinder` on all threads of rayon's pool.
pub(super) fn pencil_sweep_in_threads<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(PencilsInThreads(PairFinder::default()))
}

struct PencilsInThreads<const D: usize>(PairFinder<f32, D>);

impl<const D: usize> Contender<D> for PencilsInThreads<D> {
    fn name(&self) -> &'static str {
        "broadleaf PairFinder"
    }

    fn kind(&self) -> Kind {
        Kind::AllPairsInThreads
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        let query = self.0.within(boxes).expect("a frame has 32-bit numbers");
        query.par_unsorted_pairs_into(begun);
    }
}

/// The sorted pairs of `KdSweep` on all threads of rayon's pool.
pub(super) fn kd_sweep_in_threads<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(InThreads(KdSweep::default()))
}

struct InThreads<const D: usize>(KdSweep<f32, D>);

impl<const D: usize> Contender<D> for InThreads<D> {
    fn name(&self) -> &'static str {
        "broadleaf KdSweep"
    }

    fn kind(&self) -> Kind {
        Kind::AllPairsInThreads
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        let ids = (0..u32::MAX).into_par_iter().map(Id);
        self.0.par_extend(ids.zip(boxes.par_iter().copied()));
        begun.par_extend(self.0.par_pairs());
    }
}

/// `BroadPhase`: moves the proxies that moved and reports the pairs that began and ended.
pub(super) fn events<const D: usize>(frames: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(Events::new(frames, Kind::Events))
}

/// The same on all threads of rayon's pool.
pub(super) fn events_in_threads<const D: usize>(frames: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(Events::new(frames, Kind::EventsInThreads))
}

struct Events<const D: usize> {
    kind: Kind,
    broad_phase: BroadPhase<(), f32, D>,
    ids: Vec<ProxyId>,
    moved: Moved,
    found: broadleaf::broad_phase::Events,
}

impl<const D: usize> Events<D> {
    fn new(frames: &[Frame<D>], kind: Kind) -> Self {
        let margin = Margin::Fatten {
            extension: MARGIN * mean_edge(&frames[0]),
            prediction: 0.into(),
        };
        Self {
            kind,
            broad_phase: BroadPhase::new(margin),
            ids: Vec::new(),
            moved: Moved::in_frames(frames),
            found: broadleaf::broad_phase::Events::new(),
        }
    }
}

impl<const D: usize> Contender<D> for Events<D> {
    fn name(&self) -> &'static str {
        "broadleaf BroadPhase"
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, ended: &mut Pairs) {
        if self.ids.is_empty() {
            self.ids = self
                .broad_phase
                .create_all(ProxyConfig::default(), boxes.iter().map(|&aabb| (aabb, ())));
        }
        let ids = &self.ids;
        let moves = self.moved.next_frame(boxes).iter().map(|&i| {
            let i = i as usize;
            (ids[i], boxes[i], [0.0; D])
        });
        self.broad_phase.move_all(moves).expect("all proxies exist");
        match self.kind {
            Kind::EventsInThreads => self.broad_phase.par_step_into(&mut self.found),
            _ => self.broad_phase.step_into(&mut self.found),
        }
        let ids = |pair: &[ProxyId; 2]| pair.map(ProxyId::id);
        begun.extend(self.found.begun.iter().map(ids));
        ended.extend(self.found.ended.iter().map(ids));
    }
}
