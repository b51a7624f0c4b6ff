//! `broadleaf broad_phase`: the events of a broad phase of proxies.

use std::time::Instant;

use broadleaf::broad_phase::ProxyId;
use broadleaf::{Aabb, Id};
use broadleaf_scenes::Frames;
use serde::Serialize;

use super::input::open_scene;
use super::run::checked;
use crate::args::BroadPhaseArgs;
use crate::error::CliError;
use crate::events::EventFile;
use crate::number::SceneNumber;
use crate::output::{print_json, say};
use crate::overwrite::refuse_overwrite;
use crate::play::{bytes_per_box, compare, label};
use crate::progress;
use crate::row_ids::RowIds;
use crate::scene_facts::SceneFacts;
use crate::scene_task::{SceneTask, with_scene};
use crate::stage::{Moved, Stage};
use crate::structure::Chosen;
use crate::table::{count, ms, print_facts};
use crate::times::Times;

pub(crate) fn run(args: &BroadPhaseArgs) -> Result<(), CliError> {
    if let Some(events) = &args.events {
        refuse_overwrite([args.scene.as_path()], events)?;
    }
    args.reading.refuse_longitude("broad-phase")?;
    let lived = with_scene(Live(args), open_scene(&args.scene, &args.reading)?)?;
    if args.json {
        return print_json("broad-phase", &lived);
    }
    print_facts(&facts(&lived))?;
    args.events.as_ref().map_or(Ok(()), |path| {
        say(format_args!("Wrote the events to {}.", path.display()))
    })
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Lived {
    #[serde(flatten)]
    scene: SceneFacts,
    #[serde(flatten)]
    chosen: Chosen,
    margin: String,
    static_boxes: usize,
    /// Sums over all frames.
    moves: u64,
    reinserted: u64,
    pairs: u64,
    begins: u64,
    ends: u64,
    /// `None` if they are not wanted.
    stays: Option<u64>,
    /// The median and the largest time of a frame: moves and step.
    #[serde(flatten)]
    times: Times,
    /// The memory of both structures after the last frame; `None` for a scene without boxes.
    bytes_per_box: Option<f64>,
    checked: bool,
}

struct Live<'a>(&'a BroadPhaseArgs);

impl SceneTask for Live<'_> {
    type Output = Lived;

    fn run<S: SceneNumber, const D: usize>(
        self,
        mut frames: Frames<D, S>,
    ) -> Result<Lived, CliError> {
        let Self(args) = self;
        let (scene, chosen) = (SceneFacts::of(&frames), args.structure.for_questions(D)?);
        let rows = RowIds::new(frames.rows.take());
        args.stage.check_rows(&rows)?;
        let mut stage = Stage::<S, D>::new(&args.stage, &chosen)?;
        stage.broad_phase.set_reports_stays(args.stays);
        let mut events = args.events.as_deref().map(EventFile::create).transpose()?;
        let (mut sums, mut current, mut totals) = (Sums::default(), Vec::new(), Vec::new());
        let bar = progress::bar(frames.frames, label(args.check));
        for (number, frame) in frames.enumerate() {
            let frame = frame?;
            let start = Instant::now();
            let moved = stage.set(&args.stage, &frame)?;
            let step = stage.broad_phase.step();
            totals.push(start.elapsed().as_secs_f64() * 1e3);
            let [begun, ended, stayed] =
                [&step.begun, &step.ended, &step.stayed].map(|pairs| numbers(&stage, pairs));
            let named = [("begin", &begun), ("end", &ended), ("stay", &stayed)];
            write_events(events.as_mut(), number, &rows, named)?;
            sums.add(moved, begun.len(), ended.len(), stayed.len());
            if args.check {
                update(&mut current, &begun, &ended, number)?;
                if args.stays {
                    check_stays(&current, &begun, &stayed, number)?;
                }
                check(&stage, &frame, &current, number)?;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        events.map(EventFile::finish).transpose()?;
        Ok(Lived {
            margin: args.stage.margin_text(),
            static_boxes: stage.count_static(),
            moves: sums.moves,
            reinserted: sums.reinserted,
            pairs: sums.pairs,
            begins: sums.begins,
            ends: sums.ends,
            stays: args.stays.then_some(sums.stays),
            times: Times::of(totals),
            bytes_per_box: bytes_per_box(&stage.broad_phase.stats()).map(f64::round),
            checked: args.check,
            scene,
            chosen,
        })
    }
}

/// Sums over the frames.
#[derive(Default)]
struct Sums {
    moves: u64,
    reinserted: u64,
    begins: u64,
    ends: u64,
    stays: u64,
    /// The number of pairs in the frame, summed over all frames.
    pairs: u64,
}

impl Sums {
    fn add(&mut self, moved: Moved, begun: usize, ended: usize, stayed: usize) {
        self.moves += moved.moves as u64;
        self.reinserted += moved.reinserted as u64;
        self.begins += begun as u64;
        self.ends += ended as u64;
        self.stays += stayed as u64;
        self.pairs += self.begins - self.ends;
    }
}

/// The numbers of the boxes of pairs of proxies, in the same order.
fn numbers<S: SceneNumber, const D: usize>(
    stage: &Stage<S, D>,
    pairs: &[[ProxyId; 2]],
) -> Vec<[Id; 2]> {
    let numbers = |pair: &[ProxyId; 2]| pair.map(|proxy| stage.number(proxy));
    pairs.iter().map(numbers).collect()
}

fn write_events(
    file: Option<&mut EventFile>,
    frame: usize,
    rows: &RowIds,
    named: [(&str, &Vec<[Id; 2]>); 3],
) -> Result<(), CliError> {
    let Some(file) = file else { return Ok(()) };
    for (event, pairs) in named {
        for &pair in pairs {
            file.write(frame, event, pair.map(|id| rows.id(id)))?;
        }
    }
    Ok(())
}

/// Applies the events of a frame to the sorted pairs of the previous frame.
fn update(
    current: &mut Vec<[Id; 2]>,
    begun: &[[Id; 2]],
    ended: &[[Id; 2]],
    frame: usize,
) -> Result<(), CliError> {
    let wrong = |[a, b]: [Id; 2], what: &str| {
        CliError::Check(format!("frame {frame}: the pair {a}, {b} {what}"))
    };
    for &pair in ended {
        match current.binary_search(&pair) {
            Ok(_) => {}
            Err(_) => return Err(wrong(pair, "ended without having begun")),
        }
    }
    current.retain(|pair| ended.binary_search(pair).is_err());
    for &pair in begun {
        if current.binary_search(&pair).is_ok() {
            return Err(wrong(pair, "began twice"));
        }
    }
    current.extend(begun);
    current.sort_unstable();
    Ok(())
}

/// Compares the pairs that stayed with the current pairs that did not begin in this frame.
fn check_stays(
    current: &[[Id; 2]],
    begun: &[[Id; 2]],
    stayed: &[[Id; 2]],
    frame: usize,
) -> Result<(), CliError> {
    let is_new = |pair: &&[Id; 2]| begun.binary_search(pair).is_ok();
    let expected = current.iter().filter(|pair| !is_new(pair));
    if expected.eq(stayed) {
        return Ok(());
    }
    Err(CliError::Check(format!(
        "frame {frame}: the pairs that stayed are not exactly the pairs of both frames"
    )))
}

/// Compares the current pairs, as the events define them, with brute force, and validates the broad
/// phase.
fn check<S: SceneNumber, const D: usize>(
    stage: &Stage<S, D>,
    frame: &[Aabb<S, D>],
    current: &[[Id; 2]],
    number: usize,
) -> Result<(), CliError> {
    if let Some(id) = stage.first_outside(frame) {
        return Err(CliError::Check(format!(
            "frame {number}: box {id} is not inside its fat box"
        )));
    }
    if let Err(violation) = stage.broad_phase.validate() {
        return Err(CliError::Check(format!("frame {number}: {violation}")));
    }
    compare(number, &stage.expected_pairs(), current)
}

fn events(lived: &Lived) -> String {
    let [begins, ends] = [lived.begins, lived.ends].map(count);
    match lived.stays {
        Some(stays) => format!("{begins} began, {ends} ended, {} stayed", count(stays)),
        None => format!("{begins} began, {ends} ended"),
    }
}

fn facts(lived: &Lived) -> Vec<(&'static str, String)> {
    let share = 100.0 * lived.reinserted as f64 / lived.moves.max(1) as f64;
    let structure = match lived.bytes_per_box {
        Some(bytes) => format!("two of {}, {bytes:.0} bytes a box", lived.chosen.structure),
        None => format!("two of {}", lived.chosen.structure),
    };
    let [total, most] = [lived.times.total_ms, lived.times.max_ms].map(ms);
    vec![
        ("scene", lived.scene.line()),
        (
            "proxies",
            format!(
                "{} static, margin {}",
                count(lived.static_boxes as u64),
                lived.margin
            ),
        ),
        ("structures", structure),
        (
            "moves",
            format!(
                "{}, of which {} left the fat box ({share:.1} %)",
                count(lived.moves),
                count(lived.reinserted)
            ),
        ),
        (
            "pairs",
            format!("{} of fat boxes in all frames", count(lived.pairs)),
        ),
        ("events", events(lived)),
        ("time a frame", format!("{total}, at most {most}")),
        ("checked", checked(lived.checked).to_owned()),
    ]
}
