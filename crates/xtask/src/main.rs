//! `cargo xtask layers`: checks that imports go down the layers only and that `unsafe` stays in its room. The same check runs as a test.
//!
//! `cargo xtask golden`: runs the golden traces on every target that is installed.

mod golden;
mod layers;
mod source;

use std::env;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let outcome = match env::args().nth(1).as_deref() {
        Some("layers") => layers::check(&root.join("crates/broadleaf/src"))
            .map(|()| "Imports go down only, and nothing is unsafe outside simd/.".to_owned()),
        Some("golden") => golden::check(&root),
        _ => Err("cargo xtask layers | golden".to_owned()),
    };
    match outcome {
        Ok(message) => {
            println!("{message}");
            ExitCode::SUCCESS
        }
        Err(problems) => {
            eprintln!("{problems}");
            ExitCode::FAILURE
        }
    }
}
