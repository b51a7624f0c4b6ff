//! Plays a scene: finds the pairs of every frame and measures the time.

use std::fs::File;
use std::path::Path;
use std::time::Instant;

use broadleaf::report::Stats;
use broadleaf::{Aabb, BroadPhase, BruteForce, Id, SpatialIndex};
use broadleaf_scenes::Frames;
use broadleaf_scenes::checksum::{FrameSum, fold};
use serde::Serialize;

use crate::error::CliError;
use crate::progress;

/// The result of playing a scene.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Played {
    pub(crate) scene: String,
    pub(crate) n: usize,
    pub(crate) dim: usize,
    pub(crate) frames: usize,
    pub(crate) structure: String,
    pub(crate) threads: usize,
    /// Sums over all frames.
    pub(crate) pairs: u64,
    pub(crate) begins: u64,
    pub(crate) ends: u64,
    /// 16 hexadecimal digits.
    pub(crate) checksum: String,
    /// Medians over the frames.
    pub(crate) update_ms: f64,
    pub(crate) pairs_ms: f64,
    pub(crate) total_ms: f64,
    /// The slowest frame.
    pub(crate) max_ms: f64,
    /// After the last frame; `None` for a scene without boxes.
    pub(crate) bytes_per_box: Option<f64>,
    pub(crate) checked: bool,
}

/// How to play a scene.
pub(crate) struct PlayOptions<'a> {
    pub(crate) structure: String,
    /// Whether to compare each frame with brute force.
    pub(crate) check: bool,
    /// Where to write the pairs that begin and end.
    pub(crate) events: Option<&'a Path>,
}

/// Plays all frames and calls `watch` with the structure after each of them.
pub(crate) fn play<const D: usize, B: BroadPhase<f32, D> + Default>(
    frames: Frames<D>,
    options: &PlayOptions,
    mut watch: impl FnMut(usize, &B),
) -> Result<Played, CliError> {
    let mut played = Played {
        scene: frames.name.clone(),
        n: frames.boxes,
        dim: D,
        frames: frames.frames,
        structure: options.structure.clone(),
        threads: 1,
        checked: options.check,
        ..Played::default()
    };
    let bar = progress::bar(
        frames.frames,
        if options.check {
            "playing and checking"
        } else {
            "playing"
        },
    );
    let mut events = options.events.map(EventFile::create).transpose()?;
    let (mut structure, mut pairs, mut previous) = (B::default(), Vec::new(), Vec::new());
    let (mut times, mut checksum) = (Vec::new(), 0);
    for (number, frame) in frames.enumerate() {
        let frame = frame?;
        times.push(time_frame(&mut structure, &frame, &mut pairs));
        pairs.sort_unstable();
        checksum = fold(checksum, FrameSum::of(pairs.iter().copied()));
        played.pairs += pairs.len() as u64;
        if options.check {
            check_frame(number, &frame, &pairs)?;
        }
        for (event, pair) in changes(&previous, &pairs) {
            if event == "begin" {
                played.begins += 1;
            } else {
                played.ends += 1;
            }
            events
                .as_mut()
                .map(|file| file.write(number, event, pair))
                .transpose()?;
        }
        std::mem::swap(&mut pairs, &mut previous);
        watch(number, &structure);
        bar.inc(1);
    }
    bar.finish_and_clear();
    events.map(EventFile::finish).transpose()?;
    let of = |part: fn(&FrameTime) -> f64| times.iter().map(part).collect::<Vec<_>>();
    let totals = of(|time| time.update_ms + time.pairs_ms);
    played.max_ms = to_microseconds(totals.iter().copied().fold(0.0, f64::max));
    played.update_ms = to_microseconds(median(of(|time| time.update_ms)));
    played.pairs_ms = to_microseconds(median(of(|time| time.pairs_ms)));
    played.total_ms = to_microseconds(median(totals));
    played.checksum = format!("{checksum:016x}");
    played.bytes_per_box = bytes_per_box(&structure.stats()).map(f64::round);
    Ok(played)
}

struct FrameTime {
    update_ms: f64,
    pairs_ms: f64,
}

fn time_frame<const D: usize, B: BroadPhase<f32, D> + Default>(
    structure: &mut B,
    frame: &[Aabb<f32, D>],
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

fn check_frame<const D: usize>(
    number: usize,
    frame: &[Aabb<f32, D>],
    pairs: &[[Id; 2]],
) -> Result<(), CliError> {
    let mut oracle = BruteForce::default();
    oracle.extend((0..).map(Id).zip(frame.iter().copied()));
    let expected = oracle.pairs();
    match changes(&expected, pairs).next() {
        None => Ok(()),
        Some(("begin", [a, b])) => Err(CliError::Check(format!(
            "frame {number}: the pair {a}, {b} was found, but its boxes do not overlap"
        ))),
        Some((_, [a, b])) => Err(CliError::Check(format!(
            "frame {number}: the boxes of the pair {a}, {b} overlap, but it was not found"
        ))),
    }
}

/// The events that lead from one sorted list of pairs to another, in the order of the pairs.
fn changes<'a>(
    from: &'a [[Id; 2]],
    to: &'a [[Id; 2]],
) -> impl Iterator<Item = (&'static str, [Id; 2])> + 'a {
    let (mut from, mut to) = (
        from.iter().copied().peekable(),
        to.iter().copied().peekable(),
    );
    std::iter::from_fn(move || {
        loop {
            match (from.peek().copied(), to.peek().copied()) {
                (Some(old), Some(new)) if old == new => {
                    from.next();
                    to.next();
                }
                (Some(old), new) if new.is_none_or(|new| old < new) => {
                    return from.next().map(|pair| ("end", pair));
                }
                _ => return to.next().map(|pair| ("begin", pair)),
            }
        }
    })
}

/// Rounds milliseconds to microseconds, since finer digits are noise.
fn to_microseconds(ms: f64) -> f64 {
    (ms * 1e3).round() / 1e3
}

/// The memory of a structure over the number of its boxes; `None` if it holds no box.
pub(crate) fn bytes_per_box(stats: &Stats) -> Option<f64> {
    (stats.len > 0).then(|| stats.bytes as f64 / stats.len as f64)
}

/// The middle value; 0 for an empty list.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// A CSV file of events.
struct EventFile<'a> {
    path: &'a Path,
    writer: csv::Writer<File>,
}

impl<'a> EventFile<'a> {
    fn create(path: &'a Path) -> Result<Self, CliError> {
        let file = File::create(path)
            .map_err(|error| CliError::input(format!("{}: {error}", path.display())))?;
        let mut created = Self {
            path,
            writer: csv::Writer::from_writer(file),
        };
        created.write_record(&["frame", "event", "a", "b"])?;
        Ok(created)
    }

    fn write(&mut self, frame: usize, event: &str, [a, b]: [Id; 2]) -> Result<(), CliError> {
        self.write_record(&[&frame.to_string(), event, &a.to_string(), &b.to_string()])
    }

    fn write_record(&mut self, record: &[&str]) -> Result<(), CliError> {
        self.writer
            .write_record(record)
            .map_err(|error| CliError::input(format!("{}: {error}", self.path.display())))
    }

    fn finish(mut self) -> Result<(), CliError> {
        self.writer
            .flush()
            .map_err(|error| CliError::input(format!("{}: {error}", self.path.display())))
    }
}
