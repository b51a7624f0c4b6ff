//! Checks of the repository itself. Each also runs as a test, except `api`, `cost`, `golden` and
//! `fuzz`.
//!
//! * `cargo xtask layers`: which file imports which. With `--reach FILE`, prints the files of the
//!   library that the named one imports, directly or not: `--reach pair_finder/finder.rs`.
//! * `cargo xtask width`: comments and Markdown fit in 100 columns.
//! * `cargo xtask words`: pages and comments contain none of this project's old idioms.
//! * `cargo xtask figures`: README and guide contain no measurements; those are in records.
//! * `cargo xtask links`: links between pages lead to files and headings that exist.
//! * `cargo xtask originals`: the tests in the table of the originals' functions exist, each in its
//!   file.
//! * `cargo xtask names`: an example uses every Rust name of the page of names.
//! * `cargo xtask shapes`: each region and probe is listed wherever its recipe requires it.
//! * `cargo xtask tuning [--print]`: the comment of every tuning constant says what it is, what
//!   happens when it changes and in which range it may change; with `--print`, prints them as
//!   tables.
//! * `cargo xtask recipes`: each place in a recipe contains what the recipe adds there.
//! * `cargo xtask packages [--write]`: the copies of the licences and the README inside the crates
//!   match the originals at the root; with `--write`, makes them.
//! * `cargo xtask benchmarks [--write]`: the page and the charts of benchmarks match the records;
//!   with `--write`, makes them.
//! * `cargo xtask api [--write]`: the public items of the library match `crates/broadleaf/api.txt`;
//!   with `--write`, writes that file.
//! * `cargo xtask golden [--optimised] [TARGET…]`: runs the golden traces on the named targets or
//!   on all installed ones; with `--optimised`, also optimizes for targets other than this one.
//! * `cargo xtask cost`: the size of a program of fifteen lines, and what it compiles after an
//!   edit; fails above a limit.
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
