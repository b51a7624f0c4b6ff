//! `cargo run -p xtask`: checks that imports go down the layers only and that `unsafe` stays in its room.
//!
//! The same check runs as a test.

mod layers;
mod source;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../broadleaf/src");
    match layers::check(&library) {
        Ok(()) => {
            println!("Imports go down only, and nothing is unsafe outside simd/.");
            ExitCode::SUCCESS
        }
        Err(problems) => {
            eprintln!("{problems}");
            ExitCode::FAILURE
        }
    }
}
