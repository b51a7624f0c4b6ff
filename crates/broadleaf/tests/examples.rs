//! Every example of this package runs to its end. `cargo test` compiles examples before it runs
//! tests; before `--test examples` alone, compile them with `cargo build --examples`.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Examples that need a feature.
const NEED_THREADS: &[&str] = &["cloth"];

#[test]
fn every_example_runs() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut names: Vec<String> = fs::read_dir(&sources)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| cfg!(feature = "rayon") || !NEED_THREADS.contains(&&**name))
        .collect();
    names.sort();
    assert!(!names.is_empty(), "no examples in {}", sources.display());
    let failed: Vec<String> = names.iter().filter_map(|name| run(name).err()).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Runs one example in a folder for temporary files.
fn run(name: &str) -> Result<(), String> {
    // This program is in `deps`, and examples are beside that folder.
    let program = env::current_exe().unwrap();
    let folder = program.ancestors().nth(2).unwrap().join("examples");
    let example = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    let outcome = Command::new(&example)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .map_err(|error| format!("{}: {error}: not compiled?", example.display()))?;
    let report = String::from_utf8_lossy(&outcome.stderr);
    match outcome.status.success() {
        true => Ok(()),
        false => Err(format!("{name}: {}\n{report}", outcome.status)),
    }
}
