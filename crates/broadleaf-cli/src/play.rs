//! Plays a scene: finds the pairs of every frame and measures the time.

use std::path::Path;
use std::time::Instant;

use broadleaf::report::Stats;
use broadleaf::{Aabb, BruteForce, Id, SpatialIndex};
use broadleaf_any::AnyStructure;
use broadleaf_scenes::Frames;
use broadleaf_scenes::checksum::{FrameSum, fold};
use serde::Serialize;

use crate::error::CliError;
use crate::events::{EventFile, changes};
use crate::number::SceneNumber;
use crate::progress;
use crate::row_ids::RowIds;
use crate::scene_facts::SceneFacts;
use crate::structure::Chosen;
use crate::times::{Times, median, to_microseconds};

/// The result of playing a scene; the fields are the keys of the JSON output.
#[derive(Debug, Serialize)]
pub(crate) struct Played {
    #[serde(flatten)]
    pub(crate) scene: SceneFacts,
    #[serde(flatten)]
    pub(crate) chosen: Chosen,
    /// Sums over all frames.
    pub(crate) pairs: u64,
    pub(crate) begins: u64,
    pub(crate) ends: u64,
    /// 16 hexadecimal digits.
    pub(crate) checksum: String,
    /// Medians over the frames.
    pub(crate) update_ms: f64,
    pub(crate) pairs_ms: f64,
    #[serde(flatten)]
    pub(crate) times: Times,
    /// After the last frame; `None` for a scene without boxes.
    pub(crate) bytes_per_box: Option<f64>,
    pub(crate) checked: bool,
}

pub(crate) struct PlayOptions<'a> {
    /// Whether to compare each frame with brute force.
    pub(crate) check: bool,
    /// Where to write the pairs that begin and end.
    pub(crate) events: Option<&'a Path>,
}

/// Plays all frames and calls `watch` with the structure after each of them.
pub(crate) fn play<S: SceneNumber, const D: usize>(
    mut frames: Frames<D, S>,
    chosen: Chosen,
    options: &PlayOptions,
    mut watch: impl FnMut(usize, &AnyStructure<S, D>),
) -> Result<Played, CliError> {
    let rows = RowIds::new(frames.rows.take());
    let (scene, label) = (SceneFacts::of(&frames), label(options.check));
    let bar = progress::bar(frames.frames, label);
    let mut events = options.events.map(EventFile::create).transpose()?;
    let (mut structure, mut pairs, mut previous) = (chosen.empty()?, Vec::new(), Vec::new());
    let (mut times, mut checksum, mut sum) = (Vec::new(), 0, Counts::default());
    for (number, frame) in frames.enumerate() {
        let frame = frame?;
        times.push(time_frame(&mut structure, &frame, &mut pairs));
        rows.pairs(&mut pairs);
        checksum = fold(checksum, FrameSum::of(pairs.iter().copied()));
        if options.check {
            check_frame(number, &frame, &rows, &pairs)?;
        }
        sum.add(number, &previous, &pairs, events.as_mut())?;
        std::mem::swap(&mut pairs, &mut previous);
        watch(number, &structure);
        bar.inc(1);
    }
    bar.finish_and_clear();
    events.map(EventFile::finish).transpose()?;
    let of = |part: fn(&FrameTime) -> f64| times.iter().map(part).collect::<Vec<_>>();
    Ok(Played {
        scene,
        chosen,
        pairs: sum.pairs,
        begins: sum.begins,
        ends: sum.ends,
        checksum: format!("{checksum:016x}"),
        update_ms: to_microseconds(median(of(|time| time.update_ms))),
        pairs_ms: to_microseconds(median(of(|time| time.pairs_ms))),
        times: Times::of(of(|time| time.update_ms + time.pairs_ms)),
        bytes_per_box: bytes_per_box(&structure.stats()).map(f64::round),
        checked: options.check,
    })
}

/// The label of a progress bar.
pub(crate) fn label(check: bool) -> &'static str {
    if check {
        "playing and checking"
    } else {
        "playing"
    }
}

/// Sums over the frames.
#[derive(Default)]
struct Counts {
    pairs: u64,
    begins: u64,
    ends: u64,
}

impl Counts {
    fn add(
        &mut self,
        frame: usize,
        previous: &[[Id; 2]],
        pairs: &[[Id; 2]],
        mut events: Option<&mut EventFile>,
    ) -> Result<(), CliError> {
        self.pairs += pairs.len() as u64;
        for (event, pair) in changes(previous, pairs) {
            if event == "begin" {
                self.begins += 1;
            } else {
                self.ends += 1;
            }
            if let Some(file) = &mut events {
                file.write(frame, event, pair)?;
            }
        }
        Ok(())
    }
}

struct FrameTime {
    update_ms: f64,
    pairs_ms: f64,
}

fn time_frame<S: SceneNumber, const D: usize>(
    structure: &mut AnyStructure<S, D>,
    frame: &[Aabb<S, D>],
    pairs: &mut Vec<[Id; 2]>,
) -> FrameTime {
    let start = Instant::now();
    structure.extend((0..).map(Id).zip(frame.iter().copied()));
    let updated = Instant::now();
    pairs.clear();
    structure.for_each_pair(|a, b| pairs.push([a, b]));
    let ms = |duration: std::time::Duration| duration.as_secs_f64() * 1e3;
    FrameTime {
        update_ms: ms(updated - start),
        pairs_ms: ms(updated.elapsed()),
    }
}

fn check_frame<S: SceneNumber, const D: usize>(
    number: usize,
    frame: &[Aabb<S, D>],
    rows: &RowIds,
    pairs: &[[Id; 2]],
) -> Result<(), CliError> {
    let mut oracle = BruteForce::default();
    oracle.extend((0..).map(Id).zip(frame.iter().copied()));
    let mut expected = oracle.pairs();
    rows.pairs(&mut expected);
    compare(number, &expected, pairs)
}

/// Compares the sorted pairs of a frame with those that brute force found.
pub(crate) fn compare(
    frame: usize,
    expected: &[[Id; 2]],
    found: &[[Id; 2]],
) -> Result<(), CliError> {
    match changes(expected, found).next() {
        None => Ok(()),
        Some(("begin", [a, b])) => Err(CliError::Check(format!(
            "frame {frame}: the pair {a}, {b} was found, but its boxes do not overlap"
        ))),
        Some((_, [a, b])) => Err(CliError::Check(format!(
            "frame {frame}: the boxes of the pair {a}, {b} overlap, but it was not found"
        ))),
    }
}

/// The memory of a structure divided by the number of its boxes; `None` for an empty structure.
pub(crate) fn bytes_per_box(stats: &Stats) -> Option<f64> {
    (stats.len > 0).then(|| stats.bytes as f64 / stats.len as f64)
}
