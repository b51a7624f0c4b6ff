//! `cargo xtask layers`: checks that imports go down the layers only and that `unsafe` stays in its
//! room. The same check runs as a test.
//!
//! `cargo xtask golden`: runs the golden traces on every target that is installed; with
//! `--optimised`, optimised on all of them.

mod golden;
mod layers;
mod source;

use std::env;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let arguments: Vec<_> = env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["layers"] => layers::check(&root.join("crates/broadleaf/src"))
            .map(|()| "Imports go down only, and nothing is unsafe outside simd/.".to_owned()),
        ["golden"] => golden::check(&root, false),
        ["golden", "--optimised"] => golden::check(&root, true),
        _ => Err("cargo xtask layers | golden [--optimised]".to_owned()),
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
