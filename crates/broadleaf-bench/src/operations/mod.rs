//! Building, moving, regions and pairs, one by one: quadtrees and octrees among themselves.

mod aabb_quadtree;
mod bolt;
mod oktree;
mod original;
mod ours;

use broadleaf::{Aabb, Id};
use broadleaf_scenes::checksum::{FrameSum, fold};
use broadleaf_scenes::{Family, Frames, Scene};

use crate::report::{Report, Timing};
use crate::{Arguments, progress, stopwatch};

/// Pairs of box numbers, smaller one first.
type Pairs = Vec<(u32, u32)>;

/// A box that goes to another place.
#[derive(Clone, Copy, Debug)]
struct Move<const D: usize> {
    number: u32,
    to: Aabb<f32, D>,
}

/// A library that holds boxes by number and is asked about them.
trait Index<const D: usize> {
    fn name(&self) -> &'static str;
    fn build(&mut self, boxes: &[Aabb<f32, D>]);
    fn apply(&mut self, moves: &[Move<D>]);
    /// Appends the numbers of the boxes that overlap a region.
    fn overlaps(&mut self, region: &Aabb<f32, D>, numbers: &mut Vec<u32>);
    /// Appends all overlapping pairs.
    fn pairs(&mut self, pairs: &mut Pairs);
}

/// Finds pairs by a question per box, where an index has nothing better: `visit` tells the numbers
/// of the boxes that overlap one.
fn pairs_by_questions<const D: usize>(
    boxes: &[Aabb<f32, D>],
    pairs: &mut Pairs,
    mut visit: impl FnMut(&Aabb<f32, D>, &mut dyn FnMut(u32)),
) {
    for (number, aabb) in (0..).zip(boxes) {
        visit(aabb, &mut |other| {
            if number < other {
                pairs.push((number, other));
            }
        });
    }
}

/// Makes an index for boxes that stay within some bounds.
type Make<const D: usize> = fn(&Aabb<f32, D>) -> Box<dyn Index<D>>;

/// What every index does, in this order.
const OPERATIONS: [&str; 4] = ["build", "move", "region", "pairs"];

/// The boxes of one comparison.
struct Task<const D: usize> {
    scene: String,
    bounds: Aabb<f32, D>,
    boxes: Vec<Aabb<f32, D>>,
    /// A tenth of the boxes, by a small step.
    moves: Vec<Move<D>>,
    /// A tenth of the boxes, larger by the mean edge on each side.
    regions: Vec<Aabb<f32, D>>,
    /// Of the answers to the regions and of the pairs, after the moves.
    expected: [FrameSum; 2],
}

/// How long the operations took, in milliseconds, and checksums of the answers.
struct Outcome {
    ms: [f64; 4],
    answers: [FrameSum; 2],
}

/// Compares all quadtrees and octrees on all scenes that the arguments ask for.
///
/// # Errors
/// If a contender's answers differ from Broadleaf's dynamic tree's, which is tested against brute
/// force.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    let scale = if arguments.quick { 10 } else { 1 };
    for boxes in [10_000 / scale, 100_000 / scale] {
        for family in [Family::Uniform, Family::Clustered] {
            for dimensions in [2, 3] {
                let name = format!("{} {dimensions}D {boxes}", family.name());
                if !name.contains(&arguments.scene) {
                    continue;
                }
                match family
                    .scene(dimensions, boxes, 2, 1)
                    .map_err(|error| error.to_string())?
                {
                    Scene::Flat(frames) => compare(
                        &Task::new(name, frames)?,
                        &flat(),
                        arguments.rounds(),
                        report,
                    )?,
                    Scene::Solid(frames) => compare(
                        &Task::new(name, frames)?,
                        &solid(),
                        arguments.rounds(),
                        report,
                    )?,
                }
            }
        }
    }
    Ok(())
}

fn flat() -> Vec<Make<2>> {
    // quadtree-f32 is not here: it splits without end, and overflows the stack, where more than
    // four boxes share a point.
    vec![
        ours::quadtree,
        ours::dynamic_tree,
        bolt::make,
        aabb_quadtree::make,
        original::make,
    ]
}

fn solid() -> Vec<Make<3>> {
    vec![
        ours::octree,
        ours::dynamic_tree,
        oktree::make,
        original::make,
    ]
}

impl<const D: usize> Task<D> {
    fn new(scene: String, mut frames: Frames<D>) -> Result<Self, String> {
        let mut next = || frames.next().transpose().map_err(|error| error.to_string());
        let (boxes, moved) = (next()?.unwrap_or_default(), next()?.unwrap_or_default());
        let boxes: Vec<_> = boxes.iter().map(apart).collect();
        let moved: Vec<_> = moved.iter().map(apart).collect();
        let bounds = boxes
            .iter()
            .chain(&moved)
            .copied()
            .reduce(|a, b| a.union(&b))
            .ok_or("a scene without boxes")?;
        let change = |i: usize| Move {
            number: i as u32,
            to: moved[i],
        };
        let moves = (0..boxes.len()).step_by(10).map(change).collect();
        let regions = (5..boxes.len())
            .step_by(10)
            .map(|i| apart(&boxes[i].expanded(1.0)))
            .collect();
        let task = Self {
            scene,
            bounds,
            boxes,
            moves,
            regions,
            expected: <[FrameSum; 2]>::default(),
        };
        let expected = task.play(ours::dynamic_tree(&bounds).as_mut()).answers;
        Ok(Self { expected, ..task })
    }

    /// Times the operations; checking the answers is not timed.
    fn play(&self, index: &mut dyn Index<D>) -> Outcome {
        let (mut numbers, mut ends, mut pairs) = (Vec::new(), Vec::new(), Pairs::new());
        let build = stopwatch::cpu_ms(|| index.build(&self.boxes));
        let moving = stopwatch::cpu_ms(|| index.apply(&self.moves));
        let region = stopwatch::cpu_ms(|| {
            for region in &self.regions {
                index.overlaps(region, &mut numbers);
                ends.push(numbers.len());
            }
        });
        let joining = stopwatch::cpu_ms(|| index.pairs(&mut pairs));
        let hits = FrameSum::of(
            by_question(&ends)
                .zip(&numbers)
                .map(|(question, &hit)| [Id(u32::MAX - question), Id(hit)]),
        );
        let found = FrameSum::of(pairs.iter().map(|&(a, b)| [Id(a), Id(b)]));
        Outcome {
            ms: [build, moving, region, joining],
            answers: [hits, found],
        }
    }

    /// How many boxes, moves, regions and boxes again an operation deals with.
    fn counts(&self) -> [usize; 4] {
        [
            self.boxes.len(),
            self.moves.len(),
            self.regions.len(),
            self.boxes.len(),
        ]
    }
}

fn compare<const D: usize>(
    task: &Task<D>,
    contenders: &[Make<D>],
    rounds: usize,
    report: &mut Report,
) -> Result<(), String> {
    let bar = progress::bar(&task.scene, rounds * contenders.len());
    for round in 0..rounds {
        // Everyone is first, second, third equally often.
        for turn in 0..contenders.len() {
            let make = contenders[(turn + round) % contenders.len()];
            let mut index = make(&task.bounds);
            let outcome = task.play(index.as_mut());
            if outcome.answers != task.expected {
                return Err(format!(
                    "{} answers otherwise than brute force would on {}",
                    index.name(),
                    task.scene
                ));
            }
            let sums = outcome.answers.map(|sum| Some((sum.pairs, fold(0, sum))));
            for (((operation, ms), items), pairs) in OPERATIONS
                .into_iter()
                .zip(outcome.ms)
                .zip(task.counts())
                .zip([None, None, sums[0], sums[1]])
            {
                report.add(
                    &task.scene,
                    operation,
                    index.name(),
                    items,
                    Timing {
                        ms,
                        pairs,
                        ..Timing::default()
                    },
                );
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// The number of the question that each hit belongs to, from where each question's hits end.
fn by_question(ends: &[usize]) -> impl Iterator<Item = u32> + '_ {
    let starts = [0].into_iter().chain(ends.iter().copied());
    (0..)
        .zip(starts.zip(ends))
        .flat_map(|(question, (start, &end))| (start..end).map(move |_| question))
}

/// Coordinates are rounded outward to a lattice that floats, differences of floats and integers can
/// express.
const STEPS_PER_UNIT: f32 = 1024.0;

/// Rounds minima to even and maxima to odd steps: no two boxes touch, so that closed and open boxes
/// have the same pairs.
fn apart<const D: usize>(aabb: &Aabb<f32, D>) -> Aabb<f32, D> {
    let even = STEPS_PER_UNIT / 2.0;
    Aabb::new(
        aabb.min().map(|x| (x * even).floor() / even),
        aabb.max()
            .map(|x| (x * even).ceil() / even + STEPS_PER_UNIT.recip()),
    )
}
