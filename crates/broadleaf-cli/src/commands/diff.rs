//! `broadleaf diff`: the first difference between the operation logs of two peers.

use std::fs;
use std::path::{Path, PathBuf};

use broadleaf::log::{Comparison, InvalidLog, compare_logs};

use crate::args::DiffArgs;
use crate::error::CliError;
use crate::output::say;
use crate::table::{count, print_facts};

pub(crate) fn run(args: &DiffArgs) -> Result<(), CliError> {
    let paths = [&args.first, &args.second];
    let logs = [read(paths[0])?, read(paths[1])?];
    let compared = compare_logs(logs.each_ref().map(Vec::as_slice));
    let comparison = compared.map_err(|invalid: InvalidLog| {
        CliError::input(format!("{}: {invalid}", paths[invalid.log].display()))
    })?;
    show(&comparison, paths.map(PathBuf::as_path))
}

fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    fs::read(path).map_err(|error| CliError::input(format!("{}: {error}", path.display())))
}

fn show(comparison: &Comparison, paths: [&Path; 2]) -> Result<(), CliError> {
    let Comparison {
        frames,
        operations,
        difference,
        ..
    } = comparison;
    let common = format!(
        "{} frames with {} operations",
        count(*frames),
        count(*operations)
    );
    let Some(difference) = difference else {
        return say(format!("the logs agree: {common}"));
    };
    print_facts(&[
        ("in common", common),
        (
            "first difference",
            format!("in frame {}", count(difference.frame())),
        ),
    ])?;
    for (path, side) in paths.iter().zip(difference.sides()) {
        say(format!("  {}: {side}", path.display()))?;
    }
    Err(CliError::Check(format!(
        "the logs differ from frame {} on",
        difference.frame()
    )))
}
