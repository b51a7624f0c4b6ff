//! Checks of the repository itself. Each also runs as a test, except `api`, `cost`, `golden` and
//! `fuzz`.
//!
//! * `cargo xtask layers`: which file imports which. With `--reach FILE`, prints the files of the
//!   library that the named one imports, directly or not: `--reach pair_finder/finder.rs`.
//! * `cargo xtask width`: comments and Markdown fit in 100 columns.
//! * `cargo xtask words`: text that has been rewritten has none of this project's old idioms.
//! * `cargo xtask links`: links between pages lead to files and headings that exist.
//! * `cargo xtask originals`: the table of the originals' functions names tests that exist, each in
//!   its file.
//! * `cargo xtask names`: an example uses the names that the page of names has for Rust.
//! * `cargo xtask shapes`: each region and probe stands wherever its recipe wants it.
//! * `cargo xtask tuning [--print]`: every number that tunes the library says what it is, what
//!   happens when it moves and where it may move to; with `--print`, prints these numbers as
//!   tables.
//! * `cargo xtask recipes`: each place of a recipe names what is to be added there.
//! * `cargo xtask packages [--write]`: the copies of licences and README inside the crates are
//!   those of the root; with `--write`, makes them.
//! * `cargo xtask benchmarks [--write]`: the page and the charts of benchmarks are those of the
//!   records; with `--write`, makes them.
//! * `cargo xtask api [--write]`: the public items of the library are those of
//!   `crates/broadleaf/api.txt`; with `--write`, writes that file.
//! * `cargo xtask golden [--optimised] [TARGET…]`: runs the golden traces on the named targets or
//!   on every one that is installed; with `--optimised`, optimised also on targets other than this
//!   one.
//! * `cargo xtask cost`: what a program of fifteen lines compiles after an edit, and its size;
//!   refuses more than a limit.
//! * `cargo xtask fuzz --minutes N`: fuzzes every target of `fuzz` for N minutes.

mod api;
mod benchmarks;
mod cost;
mod figures;
mod fuzz;
mod golden;
mod layers;
mod library;
mod links;
mod names;
mod originals;
mod packages;
mod recipes;
mod shapes;
mod tuning;
mod width;
mod words;

use std::env;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "cargo xtask layers [--reach FILE] | width | words | figures | links | originals | names | shapes | recipes \
     | tuning [--print] | packages [--write] | api [--write] | benchmarks [--write] | cost | golden [--optimised] [TARGET…] | fuzz --minutes N";

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let kept = |()| "No problem found.".to_owned();
    let outcome = match arguments[..] {
        ["layers"] => layers::check(&root).map(kept),
        ["layers", "--reach", file] => layers::reach(&root, file),
        ["words"] => words::check(&root).map(kept),
        ["figures"] => figures::check(&root).map(kept),
        ["links"] => links::check(&root).map(kept),
        ["width"] => width::check(&root).map(kept),
        ["originals"] => originals::check(&root).map(kept),
        ["names"] => names::check(&root).map(kept),
        ["shapes"] => shapes::check(&root).map(kept),
        ["tuning"] => tuning::check(&root).map(kept),
        ["tuning", "--print"] => tuning::tables(&root),
        ["recipes"] => recipes::check(&root).map(kept),
        ["packages"] => packages::check(&root).map(kept),
        ["packages", "--write"] => packages::write(&root).map(|()| "Written.".to_owned()),
        ["cost"] => cost::check(&root),
        ["benchmarks"] => benchmarks::check(&root).map(kept),
        ["benchmarks", "--write"] => benchmarks::write(&root).map(|()| "Written.".to_owned()),
        ["api"] => api::check(&root).map(kept),
        ["api", "--write"] => api::write(&root).map(|()| "Written.".to_owned()),
        ["golden", "--optimised", ref targets @ ..] => golden::check(&root, true, targets),
        ["golden", ref targets @ ..] => golden::check(&root, false, targets),
        ["fuzz", "--minutes", minutes] => fuzz::run(&root, minutes),
        _ => Err(USAGE.to_owned()),
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
