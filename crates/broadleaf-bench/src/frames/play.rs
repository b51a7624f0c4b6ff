//! How a contender plays a scene.

use std::collections::BTreeSet;

use broadleaf::{DynamicTree, Id, SpatialIndex};
use broadleaf_scenes::checksum::{FrameSum, fold};

use super::contender::{Contender, Frame, Kind, Make, Pairs};
use crate::memory::Usage;
use crate::report::{Timing, median};

/// How a contender did.
#[derive(Default)]
pub(super) struct Played {
    /// Milliseconds of every frame but the first, which builds.
    frame_ms: Vec<f64>,
    first_frame_ms: f64,
    usage: Usage,
    pairs: u64,
    /// Of the frame with the most.
    pub(super) pairs_at_most: usize,
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
        self.pairs_at_most = self.pairs_at_most.max(sum.pairs as usize);
        self.checksum = fold(self.checksum, sum);
    }
}

/// Whether a contender takes longer than so many seconds for a scene's first frame.
///
/// It is tried with a sixteenth and a quarter of the boxes first, so that one whose time grows with
/// the square of their number is found out soon.
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

/// Plays a scene and verifies it, the verification untimed. Makes room for so many pairs before.
pub(super) fn play<const D: usize>(
    make: Make<D>,
    frames: &[Frame<D>],
    pairs_at_most: usize,
) -> (Box<dyn Contender<D>>, Played) {
    // Margins make more pairs.
    let (mut begun, mut ended) = (
        Pairs::with_capacity(2 * pairs_at_most),
        Pairs::with_capacity(2 * pairs_at_most),
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
            Kind::AllPairs | Kind::AllPairsInThreads => FrameSum::of(ids(&begun)),
            Kind::Events => current_pairs(frame, &mut current, &begun, &ended),
        });
    }
    (contender, played)
}

/// The pairs that overlap after some have begun and some have ended: margins make more, but the
/// true ones must be among them.
fn current_pairs<const D: usize>(
    frame: &Frame<D>,
    current: &mut BTreeSet<(u32, u32)>,
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
            .filter(|&&(a, b)| frame[a as usize].overlaps(&frame[b as usize]))
            .map(|&(a, b)| [Id(a), Id(b)]),
    )
}

/// What every contender must find: Broadleaf's tree has been tested against brute force, which
/// would take hours here.
pub(super) fn expected<const D: usize>(frames: &[Frame<D>]) -> Played {
    let mut played = Played::default();
    for frame in frames {
        let mut tree = DynamicTree::default();
        tree.extend((0..).map(Id).zip(frame.iter().copied()));
        played.add(FrameSum::of(tree.pairs()));
    }
    played
}

fn ids(pairs: &Pairs) -> impl Iterator<Item = [Id; 2]> + '_ {
    pairs.iter().map(|&(a, b)| [Id(a), Id(b)])
}
