//! A loop of frames of few boxes, repeated until it takes long enough to measure.

use std::collections::BTreeSet;

use broadleaf_scenes::checksum::{FrameSum, fold};

use super::brute_force::BruteForce;
use super::contender::{Contender, Frame, Kind, Make, Pairs};
use super::play::current_pairs;
use crate::report::{Report, Timing};
use crate::stopwatch;
use crate::turns::take_turns;

/// Frames that are played forwards and then backwards, so that no box jumps when they repeat.
pub(super) struct Loop<const D: usize> {
    frames: Vec<Frame<D>>,
    /// The expected checksum of each frame, by brute force.
    sums: Vec<FrameSum>,
}

impl<const D: usize> Loop<D> {
    pub(super) fn new(frames: &[Frame<D>]) -> Self {
        let back = frames.iter().skip(1).rev().skip(1);
        let frames: Vec<_> = frames.iter().chain(back).cloned().collect();
        let sum = |frame| {
            let mut pairs = Pairs::new();
            BruteForce.frame(frame, &mut pairs, &mut Pairs::new());
            FrameSum::of(pairs)
        };
        let sums = frames.iter().map(sum).collect();
        Self { frames, sums }
    }

    /// The number of pairs, and their checksum.
    fn record(&self) -> (u64, u64) {
        let pairs = self.sums.iter().map(|sum| sum.pairs).sum();
        (pairs, self.sums.iter().fold(0, |all, &sum| fold(all, sum)))
    }

    /// Plays the loop with a contender; `None` if its pairs are wrong.
    fn play(&self, make: Make<D>) -> Option<Timing> {
        let mut contender = make(&self.frames);
        let (mut begun, mut ended, mut current) = (Pairs::new(), Pairs::new(), BTreeSet::new());
        // In the second pass, the first frame follows the last one.
        for (frame, &expected) in [(); 2]
            .iter()
            .flat_map(|()| self.frames.iter().zip(&self.sums))
        {
            begun.clear();
            ended.clear();
            contender.frame(frame, &mut begun, &mut ended);
            let found = match contender.kind() {
                Kind::AllPairs | Kind::AllPairsInThreads => FrameSum::of(begun.iter().copied()),
                _ => current_pairs(frame, &mut current, &begun, &ended),
            };
            if found != expected {
                return None;
            }
        }
        let ms = stopwatch::repeated_cpu_ms(|| {
            for frame in &self.frames {
                begun.clear();
                ended.clear();
                contender.frame(frame, &mut begun, &mut ended);
            }
        });
        Some(Timing {
            ms: ms / self.frames.len() as f64,
            pairs: Some(self.record()),
            ..Timing::default()
        })
    }
}

/// Lets contenders take turns on a loop.
///
/// # Errors
/// If the pairs of a contender differ from those of brute force.
pub(super) fn compare<const D: usize>(
    scene: &str,
    task: &str,
    frames: &Loop<D>,
    contenders: &[Make<D>],
    rounds: usize,
    report: &mut Report,
) -> Result<(), String> {
    take_turns(scene, rounds, contenders, |&make| {
        let name = make(&frames.frames).name();
        let timing = frames.play(make);
        let timing =
            timing.ok_or_else(|| format!("{name} is wrong about \"{task}\" on {scene}"))?;
        report.record(scene, task, name, 1, timing);
        Ok(())
    })
}

/// The same frames, in which only one of every twenty boxes moves.
pub(super) fn with_few_that_move<const D: usize>(frames: &[Frame<D>]) -> Vec<Frame<D>> {
    let still = &frames[0];
    let frame = |frame: &Frame<D>| {
        let boxes = frame.iter().zip(still).enumerate();
        boxes
            .map(|(i, (now, still))| *if i % 20 == 0 { now } else { still })
            .collect()
    };
    frames.iter().map(frame).collect()
}

#[cfg(test)]
mod tests {
    use broadleaf::Aabb;

    use super::*;
    use crate::frames::contender::pair;
    use crate::frames::list::few_flat;

    /// Twenty boxes in a row, each of which moves along by a third of the distance per frame.
    fn frames() -> Vec<Frame<2>> {
        let aabb = |i: u8, frame: u8| {
            let x = f32::from(i) + f32::from(frame) * f32::from(i % 3) / 3.0;
            Aabb::new([x, 0.0], [x + 0.5, 1.0])
        };
        let frame = |frame| (0..20).map(|i| aabb(i, frame)).collect();
        (0..3).map(frame).collect()
    }

    #[test]
    fn frames_come_back() {
        let played = Loop::new(&frames());
        let frames = frames();
        assert_eq!(played.frames, [0, 1, 2, 1].map(|i| frames[i].clone()));
        assert_eq!(Loop::new(&frames[..1]).frames.len(), 1);
    }

    #[test]
    fn all_contenders_agree() {
        let contenders = few_flat();
        for frames in [frames(), with_few_that_move(&frames())] {
            let played = Loop::new(&frames);
            for make in contenders.pairs.iter().chain(&contenders.steps) {
                let name = make(&frames).name();
                assert!(played.play(*make).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn a_wrong_pair_is_noticed() {
        struct Wrong;
        impl Contender<2> for Wrong {
            fn name(&self) -> &'static str {
                "wrong"
            }
            fn frame(&mut self, _: &Frame<2>, begun: &mut Pairs, _: &mut Pairs) {
                begun.push(pair(0, 1));
            }
        }
        assert!(Loop::new(&frames()).play(|_| Box::new(Wrong)).is_none());
    }

    #[test]
    fn one_of_twenty_boxes_moves() {
        let moved = with_few_that_move(&frames());
        let differ = |i: usize| moved[0][i] != moved[2][i];
        assert_eq!((0..20).filter(|&i| differ(i)).count(), 0);
        let mut frames = frames();
        frames[2][0] = frames[2][1];
        assert_eq!(with_few_that_move(&frames)[2][0], frames[2][1]);
    }
}
