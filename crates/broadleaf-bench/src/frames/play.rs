//! Runs a contender on a scene.

use std::collections::BTreeSet;

use broadleaf::{DynamicTree, Id, SpatialIndex};
use broadleaf_scenes::checksum::{FrameSum, fold};

use super::contender::{Contender, Frame, Kind, Make, Pairs};
use crate::memory::Usage;
use crate::report::{Timing, median};

/// The measurements of a contender on a scene.
#[derive(Default)]
pub(super) struct Played {
    /// Milliseconds of every frame except the first, which builds the structure.
    frame_ms: Vec<f64>,
    first_frame_ms: f64,
    usage: Usage,
    pairs: u64,
    /// The largest number of pairs in a frame.
    pub(super) max_pairs: usize,
    pub(super) checksum: u64,
}

impl Played {
    pub(super) fn timing(&self, boxes: usize) -> Timing {
        let frames = || self.frame_ms.iter().copied();
        Timing {
            ms: median(frames()).unwrap_or(self.first_frame_ms),
            slowest_ms: frames().max_by(f64::total_cmp),
            first_ms: Some(self.first_frame_ms),
            bytes_each: Some(self.usage.peak as f64 / boxes.max(1) as f64),
            allocations: Some(self.usage.allocations),
            pairs: Some((self.pairs, self.checksum)),
        }
    }

    fn add(&mut self, sum: FrameSum) {
        self.pairs += sum.pairs;
        self.max_pairs = self.max_pairs.max(sum.pairs as usize);
        self.checksum = fold(self.checksum, sum);
    }
}

/// Whether a contender takes longer than `patience` seconds for the first frame of a scene.
///
/// The contender first runs with a sixteenth and a quarter of the boxes, so that quadratic times
/// are detected early.
pub(super) fn is_too_slow<const D: usize>(
    make: Make<D>,
    frames: &[Frame<D>],
    patience: f64,
) -> bool {
    [16, 4, 1].into_iter().any(|part| {
        let (boxes, mut contender) = (frames[0][..frames[0].len() / part].to_vec(), make(frames));
        let ms = contender
            .kind()
            .time(|| contender.frame(&boxes, &mut Pairs::new(), &mut Pairs::new()));
        ms * part as f64 > 1e3 * patience
    })
}

/// Runs a contender on all frames and computes the checksum, which is not timed. The lists of pairs
/// are allocated in advance for `max_pairs` pairs.
pub(super) fn play<const D: usize>(
    make: Make<D>,
    frames: &[Frame<D>],
    max_pairs: usize,
) -> (Box<dyn Contender<D>>, Played) {
    // Margins increase the number of pairs.
    let (mut begun, mut ended) = (
        Pairs::with_capacity(2 * max_pairs),
        Pairs::with_capacity(2 * max_pairs),
    );
    let mut current = BTreeSet::new();
    let mut played = Played::default();
    let mut contender = played.usage.count(|| make(frames));
    for (number, frame) in frames.iter().enumerate() {
        begun.clear();
        ended.clear();
        let kind = contender.kind();
        let ms = played
            .usage
            .count(|| kind.time(|| contender.frame(frame, &mut begun, &mut ended)));
        if number == 0 {
            played.first_frame_ms = ms;
        } else {
            played.frame_ms.push(ms);
        }
        played.add(match kind {
            Kind::AllPairs | Kind::AllPairsInThreads => FrameSum::of(begun.iter().copied()),
            Kind::Events | Kind::EventsInThreads => {
                current_pairs(frame, &mut current, &begun, &ended)
            }
        });
    }
    (contender, played)
}

/// Applies the events of a frame to the current pairs, and sums those whose tight boxes overlap.
/// Margins add pairs, but none may be missing.
pub(super) fn current_pairs<const D: usize>(
    frame: &Frame<D>,
    current: &mut BTreeSet<[Id; 2]>,
    begun: &Pairs,
    ended: &Pairs,
) -> FrameSum {
    ended
        .iter()
        .for_each(|pair| assert!(current.remove(pair), "{pair:?} ended, but had not begun"));
    begun
        .iter()
        .for_each(|&pair| assert!(current.insert(pair), "{pair:?} began twice"));
    FrameSum::of(
        current
            .iter()
            .filter(|[a, b]| frame[a.0 as usize].overlaps(&frame[b.0 as usize]))
            .copied(),
    )
}

/// Finds the expected pairs with `DynamicTree`. Other tests compare that tree with brute force,
/// which would take hours here.
pub(super) fn expected<const D: usize>(frames: &[Frame<D>]) -> Played {
    let mut played = Played::default();
    for frame in frames {
        let mut tree = DynamicTree::default();
        tree.extend((0..).map(Id).zip(frame.iter().copied()));
        played.add(FrameSum::of(tree.pairs()));
    }
    played
}
