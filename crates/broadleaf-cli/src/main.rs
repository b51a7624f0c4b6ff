//! The program `broadleaf`: plays, checks, draws and generates scenes of axis-aligned boxes.

mod args;
mod commands;
mod draw;
mod error;
mod events;
mod gravity;
mod help;
mod index_file;
mod number;
mod output;
mod overwrite;
mod play;
mod progress;
mod question;
mod row_ids;
mod scene_facts;
mod scene_task;
mod stage;
mod structure;
mod table;
mod times;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command, IndexCommand};
use crate::error::CliError;

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !matches!(error, CliError::OutputClosed) {
                eprintln!("broadleaf: {error}");
            }
            error.exit_code()
        }
    }
}

fn run(command: Option<Command>) -> Result<(), CliError> {
    match command {
        None => commands::demo::run(),
        Some(Command::Run(args)) => commands::run::run(&args),
        Some(Command::BroadPhase(args)) => commands::broad_phase::run(&args),
        Some(Command::Ccd(args)) => commands::ccd::run(&args),
        #[cfg(feature = "pairs")]
        Some(Command::Pairs(args)) => commands::pairs::run(&args),
        Some(Command::Scene(args)) => commands::scene::run(&args),
        Some(Command::Query(args)) => commands::query::run(&args),
        Some(Command::Index(IndexCommand::Build(args))) => commands::index::build::run(&args),
        Some(Command::Index(IndexCommand::Query(args))) => commands::index::query::run(&args),
        Some(Command::Index(IndexCommand::Info(args))) => commands::index::info::run(&args),
        Some(Command::Forces(args)) => commands::forces::run(&args),
        Some(Command::Stats(args)) => commands::stats::run(&args),
        Some(Command::Draw(args)) => commands::draw::run(&args),
        Some(Command::Diff(args)) => commands::diff::run(&args),
        Some(Command::Completions(args)) => commands::completions::run(&args),
        Some(Command::Man(args)) => commands::man::run(&args),
        Some(Command::Package(args)) => commands::package::run(&args),
    }
}
