//! Scenes in motion: all pairs of every frame, or what began and ended, from boxes that arrive frame by frame.

mod ours;
mod parry;
mod scenes;

use std::collections::BTreeSet;

use broadleaf::{Aabb, BroadPhase, DynamicTree, Id};
use broadleaf_scenes::checksum::{FrameSum, fold};

use self::scenes::BenchScene;
use crate::progress;
use crate::report::{Report, Timing, median};
use crate::stopwatch;

/// A frame of boxes.
type Frame = Vec<Aabb<f32, 3>>;
/// Pairs, smaller number first.
type Pairs = Vec<(u32, u32)>;

/// What a contender writes in each frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// All overlapping pairs.
    FullList,
    /// The pairs of fattened boxes that began and ended since the frame before.
    Events,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::FullList => "all pairs",
            Self::Events => "events",
        }
    }
}

/// A library on the test bench.
trait Contender {
    fn name(&self) -> &'static str;
    fn kind(&self) -> Kind;
    /// Takes the next frame and finds its pairs; `begun` is the only list of [`Kind::FullList`]. Both lists are empty before. This is what is timed.
    fn frame(&mut self, boxes: &Frame, begun: &mut Pairs, ended: &mut Pairs);
}

/// Makes a contender for a scene.
type Make = fn(&[Frame]) -> Box<dyn Contender>;

/// All contenders.
fn all() -> Vec<Make> {
    vec![ours::full_list, parry::full_list, ours::events, parry::events]
}

/// How a contender did.
#[derive(Default)]
struct Played {
    /// Milliseconds of every frame but the first, which builds.
    frame_ms: Vec<f64>,
    first_frame_ms: f64,
    pairs: u64,
    checksum: u64,
}

impl Played {
    fn timing(&self) -> Timing {
        let frames = || self.frame_ms.iter().copied();
        Timing {
            ms: median(frames()).unwrap_or(self.first_frame_ms),
            slowest_ms: frames().max_by(f64::total_cmp),
            first_ms: Some(self.first_frame_ms),
            pairs: Some((self.pairs, self.checksum)),
        }
    }
}

/// Has all contenders play all scenes whose name contains `filter`.
///
/// # Errors
/// If a contender finds other pairs than Broadleaf's dynamic tree, which is tested against brute force.
pub(crate) fn compare_all(filter: &str, rounds: usize, quick: bool, report: &mut Report) -> Result<(), String> {
    scenes::all(quick).iter().filter(|scene| scene.name.contains(filter)).try_for_each(|scene| compare(scene, rounds, report))
}

fn compare(scene: &BenchScene, rounds: usize, report: &mut Report) -> Result<(), String> {
    let contenders = all();
    let bar = progress::bar(&scene.name, rounds * contenders.len() + 1);
    let frames = scene.frames()?;
    let expected = expected(&frames);
    bar.inc(1);
    for round in 0..rounds {
        // Everyone is first, second, third equally often.
        for turn in 0..contenders.len() {
            let make = contenders[(turn + round) % contenders.len()];
            let mut contender = make(&frames);
            let played = play(contender.as_mut(), &frames);
            if played.checksum != expected.checksum {
                return Err(format!("{} finds other pairs than brute force would on {}", contender.name(), scene.name));
            }
            report.add(&scene.name, contender.kind().name(), contender.name(), frames[0].len(), played.timing());
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Plays a scene and verifies it, the verification untimed.
fn play(contender: &mut dyn Contender, frames: &[Frame]) -> Played {
    let (mut begun, mut ended) = (Pairs::new(), Pairs::new());
    let mut current = BTreeSet::new();
    let mut played = Played::default();
    for (number, frame) in frames.iter().enumerate() {
        begun.clear();
        ended.clear();
        let ms = stopwatch::cpu_ms(|| contender.frame(frame, &mut begun, &mut ended));
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
fn expected(frames: &[Frame]) -> Played {
    let mut played = Played::default();
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
fn mean_edge(frame: &Frame) -> f32 {
    let edges = frame.iter().flat_map(Aabb::extents).map(f64::from);
    (edges.sum::<f64>() / (3 * frame.len().max(1)) as f64) as f32
}

/// The margin of contenders that fatten boxes: rapier's share.
const MARGIN: f32 = 0.04;
