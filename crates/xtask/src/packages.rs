//! Files at the root of the repository that every published crate must contain.
//!
//! A package contains only files in its own folder, and a symbolic link becomes a text file in a
//! checkout on Windows. So the licences and the README are copied, and a test compares the copies.

use std::fs;
use std::path::{Path, PathBuf};

/// The published crates, in the order of their dependencies.
const PUBLISHED: &[&str] = &[
    "broadleaf",
    "broadleaf-any",
    "broadleaf-n-body",
    "broadleaf-columns",
    "broadleaf-scenes",
    "broadleaf-tables",
    "broadleaf-outofcore",
    "broadleaf-cli",
];
const LICENSES: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT"];
/// The file that becomes [`LIBRARY_README`].
const README: &str = "README.md";
const LIBRARY_README: &str = "crates/broadleaf/README.md";
const NOTICE: &str =
    "<!-- Made from the README of the repository by `cargo xtask packages --write`. -->\n\n";
/// The start of a passage of the README that is useful only in the repository.
const OMIT: &str = "<!-- only in the repository -->\n";
/// The end of such a passage.
const OMIT_END: &str = "<!-- end -->\n";

/// Compares all copies with their originals.
///
/// # Errors
/// Lists the copies that differ or are missing.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut stale = Vec::new();
    for (path, text) in copies(root)? {
        let found = fs::read_to_string(root.join(&path)).unwrap_or_default();
        if found.replace("\r\n", "\n") != text {
            stale.push(format!(
                "{}: not what `cargo xtask packages --write` makes",
                path.display()
            ));
        }
    }
    if stale.is_empty() {
        Ok(())
    } else {
        Err(stale.join("\n"))
    }
}

/// Writes all copies.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    for (path, text) in copies(root)? {
        fs::write(root.join(&path), text)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Path and text of every copy.
fn copies(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let read = |path: &str| {
        let text = fs::read_to_string(root.join(path));
        text.map(|text| text.replace("\r\n", "\n"))
            .map_err(|error| format!("{path}: {error}"))
    };
    let mut copies = vec![(PathBuf::from(LIBRARY_README), published(&read(README)?))];
    for license in LICENSES {
        let text = read(license)?;
        let paths = PUBLISHED
            .iter()
            .map(|name| Path::new("crates").join(name).join(license));
        copies.extend(paths.map(|path| (path, text.clone())));
    }
    Ok(copies)
}

/// The README for readers of a registry or of the documentation: without links to files of the
/// repository, which are broken there, and without passages between [`OMIT`] and [`OMIT_END`].
fn published(readme: &str) -> String {
    let mut kept = String::new();
    for part in readme.split(OMIT) {
        kept += part.split_once(OMIT_END).map_or(part, |(_, after)| after);
    }
    let mut text = NOTICE.to_owned();
    for (i, part) in kept.split("```").enumerate() {
        let is_code = i % 2 == 1;
        if is_code {
            text += &format!("```{part}```");
        } else {
            text += &without_relative_links(part);
        }
    }
    text
}

/// Replaces each `[text](target)` with a relative target by its text.
fn without_relative_links(markdown: &str) -> String {
    let mut text = String::new();
    let mut rest = markdown;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((target, after)) = after.split_once(')') else {
            break;
        };
        text += before;
        let is_relative = !target.contains("://") && !target.starts_with('#');
        match text.rfind('[').filter(|_| is_relative) {
            Some(start) => _ = text.remove(start),
            None => text += &format!("]({target})"),
        }
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_fresh() {
        check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    #[track_caller]
    fn assert_published(readme: &str, expected: &str) {
        assert_eq!(published(readme), format!("{NOTICE}{expected}"));
    }

    #[test]
    fn links_to_files_become_text() {
        assert_published("[a](b.md), [c\nd](e/f.rs#g) (h)", "a, c\nd (h)");
        assert_published("[a](https://b.c) [d](#e)", "[a](https://b.c) [d](#e)");
        assert_published("[a](b)\n```\n[c](d)\n```\n[e](f)", "a\n```\n[c](d)\n```\ne");
    }

    #[test]
    fn passages_for_the_repository_are_left_out() {
        let readme = format!("a\n{OMIT}b\n{OMIT_END}c\n{OMIT}d\n{OMIT_END}");
        assert_published(&readme, "a\nc\n");
    }
}
