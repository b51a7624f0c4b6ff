//! The cost of a small program that uses the library: what it compiles after each edit, and its
//! size.
//!
//! The library is built in release mode, as for a user. Then the program is compiled alone, and the
//! functions that it defines are counted: those that the library has not compiled already, or that
//! are small enough to be inlined. Unlike seconds, their lines of LLVM IR do not differ between
//! runs, but they do between compilers.

mod functions;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use self::functions::Functions;

/// The measured program.
const PROGRAM: &str = "crates/broadleaf/examples/first_minute.rs";

/// The most lines that the program may define. It defines 9,400, and 142,000 without the common
/// types that the library compiles itself (rustc 1.95).
const MAX_LINES: usize = 15_000;

/// Measures the program.
///
/// # Errors
/// Names the largest functions if there are too many lines, or the command that failed.
pub(crate) fn check(root: &Path) -> Result<String, String> {
    let target = root.join("target/cost");
    let library = build_library(root, &target)?;
    let before = processor_seconds();
    let program = target.join("first_minute");
    compile(root, &library, &program, "link")?;
    let seconds = processor_seconds()
        .zip(before)
        .map(|(now, before)| now - before);
    let listing = target.join("first_minute.ll");
    compile(root, &library, &listing, "llvm-ir")?;
    let functions = Functions::of(&read(&listing)?);
    let bytes = fs::metadata(&program)
        .map_err(|error| error.to_string())?
        .len();
    let seconds = seconds.map_or("unknown".to_owned(), |seconds| format!("{seconds:.1}"));
    let report = format!(
        "{PROGRAM} defines {} functions of {} lines, at most {MAX_LINES}; {seconds} seconds of \
         processor time to compile, {} KB.\nThe largest:\n{}",
        functions.number(),
        functions.lines(),
        bytes / 1000,
        functions.largest(12),
    );
    if functions.lines() <= MAX_LINES {
        Ok(report)
    } else {
        Err(format!(
            "{report}\nThese are compiled by each program again: docs/reference/recipes.md, \"A new \
             public function\", says how the library compiles them once."
        ))
    }
}

/// Builds the library like a dependency in release mode, which the profile of this workspace does
/// not do. Returns the file.
fn build_library(root: &Path, target: &Path) -> Result<PathBuf, String> {
    let arguments = [
        "build",
        "--quiet",
        "--release",
        "--package",
        "broadleaf",
        "--lib",
        "--config",
        "profile.release.lto=false",
        "--config",
        "profile.release.codegen-units=16",
    ];
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(root)
        .env_remove("RUSTFLAGS")
        .env("CARGO_TARGET_DIR", target)
        .args(arguments);
    run(cargo)?;
    Ok(target.join("release/libbroadleaf.rlib"))
}

/// Compiles the program like cargo in release mode.
fn compile(root: &Path, library: &Path, output: &Path, kind: &str) -> Result<(), String> {
    // A single unit gives a single listing.
    let units = if kind == "link" { "16" } else { "1" };
    let mut rustc = Command::new("rustc");
    rustc
        .arg(root.join(PROGRAM))
        .args(["--edition", "2024", "--crate-type", "bin"]);
    rustc.args(["-C", "opt-level=3", "-C", "strip=debuginfo", "-C"]);
    rustc.arg(format!("codegen-units={units}"));
    rustc
        .arg("--extern")
        .arg(format!("broadleaf={}", library.display()));
    rustc.arg("--emit").arg(kind).arg("-o").arg(output);
    run(rustc)
}

fn run(mut command: Command) -> Result<(), String> {
    let status = command
        .status()
        .map_err(|error| format!("{command:?}: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?} failed")),
    }
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The processor time of all child processes, if the system reports it.
fn processor_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may contain spaces: hundredths of seconds of user and system time.
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let times = fields.get(13..15)?.iter().map(|field| field.parse::<f64>());
    Some(times.sum::<Result<f64, _>>().ok()? / 100.0)
}
