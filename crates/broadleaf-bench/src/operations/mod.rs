//! Building, moving, region queries and pairs of quadtrees and octrees, each timed separately.

mod aabb_quadtree;
mod bolt;
mod index;
mod lattice;
mod oktree;
mod original;
mod ours;

use broadleaf::{Aabb, Id};
use broadleaf_scenes::checksum::{FrameSum, fold};
use broadleaf_scenes::{Family, Frames, Scene};

use self::index::{Index, Make, Move, Pairs};
use self::lattice::apart;
use crate::arguments::Arguments;
use crate::report::{Report, Timing};
use crate::stopwatch;
use crate::turns::take_turns;

/// The operations, in their order.
const OPERATIONS: [&str; 4] = ["build", "move", "region", "pairs"];

/// The boxes of one comparison.
struct Task<const D: usize> {
    scene: String,
    bounds: Aabb<f32, D>,
    boxes: Vec<Aabb<f32, D>>,
    /// A small step for every tenth box.
    moves: Vec<Move<D>>,
    /// Every tenth box, enlarged by the mean edge in every direction.
    regions: Vec<Aabb<f32, D>>,
    /// The checksums of the region answers and of the pairs, after the moves.
    expected: [FrameSum; 2],
}

/// The times of the operations, in milliseconds, and the checksums of the answers.
struct Outcome {
    ms: [f64; 4],
    answers: [FrameSum; 2],
}

/// Compares all quadtrees and octrees on all scenes that the arguments select.
///
/// # Errors
/// If the answers of a contender differ from those of `DynamicTree`.
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
    // quadtree-f32 is excluded: if more than four boxes share a point, it splits endlessly and
    // overflows the stack.
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
            .ok_or("the scene has no boxes")?;
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

    /// Times the operations. Computing the checksums is not timed.
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

    /// The number of items that each operation processes.
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
    take_turns(&task.scene, rounds, contenders, |make| {
        let mut index = make(&task.bounds);
        let outcome = task.play(index.as_mut());
        if outcome.answers != task.expected {
            return Err(format!(
                "the answers of {} differ from those of DynamicTree on {}",
                index.name(),
                task.scene
            ));
        }
        let sums = outcome.answers.map(|sum| Some((sum.pairs, fold(0, sum))));
        let pairs = [None, None, sums[0], sums[1]];
        for (i, operation) in OPERATIONS.into_iter().enumerate() {
            let timing = Timing {
                ms: outcome.ms[i],
                pairs: pairs[i],
                ..Timing::default()
            };
            report.add(
                &task.scene,
                operation,
                index.name(),
                task.counts()[i],
                timing,
            );
        }
        Ok(())
    })
}

/// The index of the query of each hit, given the end of each query's hits.
fn by_question(ends: &[usize]) -> impl Iterator<Item = u32> + '_ {
    let starts = [0].into_iter().chain(ends.iter().copied());
    (0..)
        .zip(starts.zip(ends))
        .flat_map(|(question, (start, &end))| (start..end).map(move |_| question))
}
