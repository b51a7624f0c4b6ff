//! Compares Broadleaf with its peers.
//!
//! Every contender gets the same boxes frame by frame and writes what it finds into the same kind of vector. Answers are
//! verified by checksum. Contenders take turns, scene by scene and round by round, so that whatever else the machine does
//! hits all of them; what counts are the ratios within a round.

mod contender;
mod ours;
mod parry;
mod report;
mod scenes;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::contender::Contender;
use crate::report::Report;
use crate::scenes::BenchScene;

/// Compares Broadleaf with its peers on the same scenes, verifying every answer.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    /// Only scenes whose name contains this
    #[arg(long, default_value = "")]
    scene: String,
    /// How often every contender plays every scene
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// A tenth of the boxes and few frames: to see that everything runs
    #[arg(long)]
    quick: bool,
    /// Write the table as CSV, too
    #[arg(long, value_name = "FILE.csv")]
    record: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("broadleaf-bench: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut report = Report::default();
    for scene in scenes::all(arguments.quick).iter().filter(|scene| scene.name.contains(&arguments.scene)) {
        compare(scene, arguments.rounds.max(1), &mut report)?;
    }
    report.print();
    arguments.record.as_ref().map_or(Ok(()), |path| report.write(path))
}

/// Has all contenders play a scene in turn, several times.
fn compare(scene: &BenchScene, rounds: usize, report: &mut Report) -> Result<(), String> {
    let style = indicatif::ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left").map_err(|error| error.to_string())?;
    let contenders = contender::all();
    let bar = indicatif::ProgressBar::new((rounds * contenders.len()) as u64 + 1).with_style(style).with_message(scene.name.clone());
    let frames = scene.frames()?;
    let expected = contender::expected(&frames);
    bar.inc(1);
    for round in 0..rounds {
        // Everyone is first, second, third equally often.
        for turn in 0..contenders.len() {
            let make = contenders[(turn + round) % contenders.len()];
            let mut contender: Box<dyn Contender> = make(&frames);
            let played = contender::play(contender.as_mut(), &frames);
            if played.checksum != expected.checksum {
                return Err(format!("{} finds other pairs than brute force would on {}", contender.name(), scene.name));
            }
            report.add(&scene.name, contender.name(), contender.kind(), frames[0].len(), &played);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}
