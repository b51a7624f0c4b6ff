//! Runs every fuzz target for some minutes.

use std::path::Path;
use std::process::Command;

/// Fuzzes each target in `fuzz/fuzz_targets` for `minutes` minutes, one after the other, starting
/// from the seeds, from the test files of the readers and from the corpus of earlier runs. Inputs
/// that violate a property are left in `fuzz/artifacts`.
pub(crate) fn run(root: &Path, minutes: &str) -> Result<String, String> {
    let minutes: u32 = minutes
        .parse()
        .map_err(|_| format!("--minutes must be a whole number, not \"{minutes}\""))?;
    let folder = root.join("fuzz");
    let mut broken = Vec::new();
    let targets = targets(&folder)?;
    write_examples(&folder.join("corpus"))?;
    for target in &targets {
        println!("{target}: {minutes} minutes");
        let corpus = folder.join("corpus").join(target);
        std::fs::create_dir_all(&corpus).map_err(|error| format!("{target}: {error}"))?;
        let status = Command::new("cargo")
            .args(["fuzz", "run", target])
            .arg(&corpus)
            .arg(folder.join("seeds").join(target))
            .args(["--", "-timeout=25", "-rss_limit_mb=4096"])
            .arg(format!("-max_total_time={}", 60 * minutes))
            .current_dir(&folder)
            // Instrumentation is an unstable compiler option.
            .env("RUSTC_BOOTSTRAP", "1")
            .status()
            .map_err(|error| format!("cargo: {error}"))?;
        match status.code() {
            Some(0) => {}
            // Cargo's exit code for an unknown subcommand.
            Some(101) if broken.is_empty() => {
                return Err("`cargo install cargo-fuzz` installs the fuzzer".to_owned());
            }
            _ => broken.push(target.as_str()),
        }
    }
    if broken.is_empty() {
        Ok(format!("{} targets, no finding.", targets.len()))
    } else {
        Err(format!("broken: {}; see fuzz/artifacts", broken.join(", ")))
    }
}

/// Writes the examples of every target, including the test files of the readers, to its corpus.
fn write_examples(corpus: &Path) -> Result<(), String> {
    let status = Command::new("cargo")
        .args(["run", "-p", "broadleaf-fuzz", "--bin", "seeds", "--"])
        .arg(corpus)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err("the examples cannot be written".to_owned()),
    }
}

/// The names of the targets, sorted.
fn targets(folder: &Path) -> Result<Vec<String>, String> {
    let files = std::fs::read_dir(folder.join("fuzz_targets"))
        .map_err(|error| format!("fuzz/fuzz_targets: {error}"))?;
    let name = |file: std::fs::DirEntry| {
        let path = file.path();
        Some(path.file_stem()?.to_str()?.to_owned())
    };
    let mut targets: Vec<_> = files.flatten().filter_map(name).collect();
    targets.sort();
    Ok(targets)
}
