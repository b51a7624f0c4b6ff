//! The public items of the library, in a file that a change of the interface must change on
//! purpose.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use public_api::Builder;

/// The accepted items, one on each line.
const LISTING: &str = "crates/broadleaf/api.txt";

/// Compares the public items with the listing.
///
/// # Errors
/// Names every added and every removed item.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let accepted = fs::read_to_string(root.join(LISTING)).map_err(|error| error.to_string())?;
    let present = items(root)?;
    let differences = differences(&accepted, &present);
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!(
        "The public interface differs from {LISTING}; if that is intended, accept it with \
         `cargo xtask api --write`:\n{differences}"
    ))
}

/// Writes the listing.
///
/// # Errors
/// If rustdoc fails, or the file cannot be written.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    fs::write(root.join(LISTING), items(root)?).map_err(|error| error.to_string())
}

/// The public items, one on each line, without derived and automatic implementations.
fn items(root: &Path) -> Result<String, String> {
    let json = document(root)?;
    let api = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|error| format!("rustdoc's JSON cannot be read: {error}"))?;
    let lines: Vec<_> = api.items().map(ToString::to_string).collect();
    Ok(without_members_of_traits(&lines))
}

/// The listing without the members that implementations of traits repeat.
fn without_members_of_traits(lines: &[String]) -> String {
    let mut repeats = false;
    let listed = lines.iter().filter(|line| {
        let is_member = ["pub fn ", "pub type ", "pub const "]
            .iter()
            .any(|of| line.starts_with(of));
        repeats = if line.starts_with("impl") {
            line.contains(" for ")
        } else {
            repeats && is_member
        };
        !repeats || line.starts_with("impl")
    });
    listed.map(|line| format!("{line}\n")).collect()
}

/// Documents the library as JSON and returns its file.
fn document(root: &Path) -> Result<std::path::PathBuf, String> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let status = Command::new(env!("CARGO"))
        .current_dir(root)
        .env("RUSTDOC", root.join(".ci/rustdoc"))
        .args([
            "rustdoc",
            "--quiet",
            "--package",
            "broadleaf",
            "--all-features",
            "--lib",
            "--",
        ])
        .args(["-Z", "unstable-options", "--output-format", "json"])
        .status()
        .map_err(|error| error.to_string())?;
    if status.success() {
        Ok(target.join("doc/broadleaf.json"))
    } else {
        Err("`cargo rustdoc` failed".to_owned())
    }
}

/// The lines that only one of two listings has, marked `-` for the first and `+` for the second.
fn differences(accepted: &str, present: &str) -> String {
    let only = |of: &str, other: &str, sign: char| -> String {
        let other: std::collections::BTreeSet<_> = other.lines().collect();
        let lines = of.lines().filter(|line| !other.contains(line));
        lines.map(|line| format!("{sign} {line}\n")).collect()
    };
    only(accepted, present, '-') + &only(present, accepted, '+')
}

#[cfg(test)]
mod tests {
    use super::{differences, without_members_of_traits};

    #[test]
    fn a_member_of_a_trait_is_not_repeated_by_its_implementation() {
        let lines = [
            "pub struct A",
            "impl A",
            "pub fn A::new()",
            "impl T for A",
            "pub fn A::t()",
            "pub struct B",
            "pub fn f()",
        ];
        let listed = without_members_of_traits(&lines.map(str::to_owned));
        let expected = [
            "pub struct A",
            "impl A",
            "pub fn A::new()",
            "impl T for A",
            "pub struct B",
            "pub fn f()",
        ];
        assert_eq!(listed.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn differences_name_items_that_are_gone_or_new() {
        assert_eq!(differences("pub fn a()\n", "pub fn a()\n"), "");
        let changed = differences("pub fn a()\npub fn b()\n", "pub fn a()\npub fn c()\n");
        assert_eq!(changed, "- pub fn b()\n+ pub fn c()\n");
    }
}
