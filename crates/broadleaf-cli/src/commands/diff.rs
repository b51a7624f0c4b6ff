//! `broadleaf diff`: the first difference between the operation logs of two peers.

use std::fs;
use std::path::{Path, PathBuf};

use broadleaf::log::{Comparison, InvalidLog, compare_logs};
use serde::Serialize;

use crate::args::DiffArgs;
use crate::error::CliError;
use crate::output::{print_json, say};
use crate::progress;
use crate::table::{count, print_facts};

pub(crate) fn run(args: &DiffArgs) -> Result<(), CliError> {
    let paths = [&args.first, &args.second];
    let clock = progress::clock("reading the logs");
    let logs = [read(paths[0])?, read(paths[1])?];
    clock.set_message("comparing the logs");
    let compared = compare_logs(logs.each_ref().map(Vec::as_slice));
    clock.finish_and_clear();
    let comparison =
        compared.map_err(|invalid: InvalidLog| CliError::in_file(paths[invalid.log], invalid))?;
    let outcome = Outcome::of(&comparison);
    if args.json {
        print_json("diff", &outcome)?;
    } else {
        outcome.print(paths.map(PathBuf::as_path))?;
    }
    match outcome.difference {
        None => Ok(()),
        Some(Difference { frame, .. }) => Err(CliError::Check(format!(
            "the logs differ from frame {frame} on"
        ))),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(path).map_err(|error| CliError::in_file(path, error))
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Outcome {
    /// The number of frames and of operations that both logs begin with.
    frames: u64,
    operations: u64,
    /// `None` if the logs agree.
    difference: Option<Difference>,
}

#[derive(Serialize)]
struct Difference {
    frame: u64,
    /// What happened in the log of each peer.
    sides: [String; 2],
}

impl Outcome {
    fn of(comparison: &Comparison) -> Self {
        let difference = comparison.difference.as_ref().map(|found| Difference {
            frame: found.frame(),
            sides: found.sides(),
        });
        Self {
            frames: comparison.frames,
            operations: comparison.operations,
            difference,
        }
    }

    fn print(&self, paths: [&Path; 2]) -> Result<(), CliError> {
        let common = format!(
            "{} frames with {} operations",
            count(self.frames),
            count(self.operations)
        );
        let Some(Difference { frame, sides }) = &self.difference else {
            return say(format_args!("the logs agree: {common}"));
        };
        let first = format!("in frame {}", count(*frame));
        print_facts(&[("in common", common), ("first difference", first)])?;
        for (path, side) in paths.iter().zip(sides) {
            say(format_args!("  {}: {side}", path.display()))?;
        }
        Ok(())
    }
}
