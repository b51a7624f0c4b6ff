//! Compares Broadleaf with its peers.
//!
//! Every contender receives the same boxes and writes its results to the same kind of vector. Every
//! answer is verified by checksum. Contenders take turns within each scene and round, so that other
//! load on the machine affects all of them; compare the ratios within a round. Times are CPU times
//! of the thread, except for contenders with several threads, which are timed by the clock.

mod allocator;
mod arguments;
mod arithmetic;
mod box2d;
mod ccd;
mod few;
mod frames;
mod free_rounds;
mod memory;
mod mutable;
mod operations;
mod progress;
mod questions;
mod report;
mod rollback;
mod stopwatch;
mod sweep;
mod threads;
mod turns;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Comparison};
use crate::report::Report;

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
    if let Some(threads) = arguments.pool() {
        start_pool(threads)?;
    }
    let mut report = Report::default();
    let wants = |comparison| arguments.only.is_none_or(|only| only == comparison);
    if wants(Comparison::Frames) {
        frames::compare_all(arguments, &mut report)?;
    }
    if wants(Comparison::Operations) {
        operations::compare_all(arguments, &mut report)?;
    }
    if wants(Comparison::Questions) {
        questions::compare_all(arguments, &mut report)?;
    }
    if wants(Comparison::Mutable) {
        mutable::compare_all(arguments, &mut report)?;
    }
    if wants(Comparison::Few) {
        few::compare_all(arguments, &mut report)?;
    }
    if wants(Comparison::Ccd) {
        ccd::compare_all(arguments, &mut report)?;
    }
    if wants(Comparison::Threads) {
        threads::compare_all(arguments, &mut report)?;
    }
    if wants(Comparison::Rollback) {
        rollback::compare_all(arguments, &mut report)?;
    }
    report.print();
    arguments
        .record
        .as_ref()
        .map_or(Ok(()), |path| report.write(path))
}

/// Creates a rayon pool of this thread and others, each on its own processor: two threads on one
/// processor take as long as one thread, until the system moves one after some milliseconds. This
/// thread takes part, since other threads would start without its caches while it waits.
fn start_pool(threads: usize) -> Result<(), String> {
    let processors = core_affinity::get_core_ids().unwrap_or_default();
    let pin = move |thread: usize| {
        if let Some(processor) = processors.get(thread) {
            core_affinity::set_for_current(*processor);
        }
    };
    pin(0);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .use_current_thread()
        .start_handler(pin)
        .build_global()
        .map_err(|error| error.to_string())
}
