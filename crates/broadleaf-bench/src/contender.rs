//! What a contender does, and how it is timed and verified.

use std::collections::BTreeSet;
use std::time::Instant;

use broadleaf::{Aabb, BroadPhase, DynamicTree, Id};
use broadleaf_scenes::checksum::{FrameSum, fold};

use crate::{ours, parry};

/// A frame of boxes.
pub(crate) type Frame = Vec<Aabb<f32, 3>>;
/// Pairs, smaller number first.
pub(crate) type Pairs = Vec<(u32, u32)>;

/// What a contender writes in each frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// All overlapping pairs.
    FullList,
    /// The pairs of fattened boxes that began and ended since the frame before.
    Events,
}

/// A library on the test bench.
pub(crate) trait Contender {
    fn name(&self) -> &'static str;
    fn kind(&self) -> Kind;
    /// Takes the next frame and finds its pairs; `begun` is the only list of [`Kind::FullList`]. Both lists are empty before. This is what is timed.
    fn frame(&mut self, boxes: &Frame, begun: &mut Pairs, ended: &mut Pairs);
}

/// Makes a contender for a scene.
type Make = fn(&[Frame]) -> Box<dyn Contender>;

/// All contenders.
pub(crate) fn all() -> Vec<Make> {
    vec![ours::full_list, parry::full_list, ours::events, parry::events]
}

/// How a contender did.
pub(crate) struct Played {
    /// Milliseconds of every frame but the first, which builds.
    pub(crate) frame_ms: Vec<f64>,
    pub(crate) first_frame_ms: f64,
    pub(crate) pairs: u64,
    pub(crate) checksum: u64,
}

/// Plays a scene and verifies it, the verification untimed.
pub(crate) fn play(contender: &mut dyn Contender, frames: &[Frame]) -> Played {
    let (mut begun, mut ended) = (Pairs::new(), Pairs::new());
    let mut current = BTreeSet::new();
    let mut played = Played { frame_ms: Vec::new(), first_frame_ms: 0.0, pairs: 0, checksum: 0 };
    for (number, frame) in frames.iter().enumerate() {
        begun.clear();
        ended.clear();
        let start = Instant::now();
        contender.frame(frame, &mut begun, &mut ended);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        if number == 0 {
            played.first_frame_ms = ms;
        } else {
            played.frame_ms.push(ms);
        }
        let sum = match contender.kind() {
            Kind::FullList => FrameSum::of(ids(&begun)),
            Kind::Events => {
                ended.iter().for_each(|pair| assert!(current.remove(pair), "{pair:?} ended, but had not begun"));
                begun.iter().for_each(|&pair| assert!(current.insert(pair), "{pair:?} began twice"));
                // Margins make more pairs; the true ones must be among them.
                FrameSum::of(current.iter().filter(|&&(a, b)| frame[a as usize].overlaps(&frame[b as usize])).map(|&(a, b)| (Id(a), Id(b))))
            }
        };
        played.pairs += sum.pairs;
        played.checksum = fold(played.checksum, sum);
    }
    played
}

/// What every contender must find: Broadleaf's tree has been tested against brute force, which would take hours here.
pub(crate) fn expected(frames: &[Frame]) -> Played {
    let mut played = Played { frame_ms: Vec::new(), first_frame_ms: 0.0, pairs: 0, checksum: 0 };
    for frame in frames {
        let mut tree = DynamicTree::default();
        tree.extend((0..).map(Id).zip(frame.iter().copied()));
        let sum = FrameSum::of(tree.pairs());
        played.pairs += sum.pairs;
        played.checksum = fold(played.checksum, sum);
    }
    played
}

fn ids(pairs: &Pairs) -> impl Iterator<Item = (Id, Id)> + '_ {
    pairs.iter().map(|&(a, b)| (Id(a), Id(b)))
}

/// The mean edge of a scene's boxes: margins are a share of it.
pub(crate) fn mean_edge(frame: &Frame) -> f32 {
    let edges = frame.iter().flat_map(Aabb::extents).map(f64::from);
    (edges.sum::<f64>() / (3 * frame.len().max(1)) as f64) as f32
}

/// The margin of contenders that fatten boxes: rapier's share.
pub(crate) const MARGIN: f32 = 0.04;
