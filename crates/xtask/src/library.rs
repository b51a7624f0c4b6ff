//! The source files of the library, without its tests.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the library's source is.
pub(crate) const SOURCE: &str = "crates/broadleaf/src";
/// Names of files and folders that hold tests, or code for tests only.
const TESTS: &[&str] = &[
    "tests",
    "test",
    "hostile",
    "broken",
    "by_hand",
    "violations",
    "work",
    "oracle",
];

/// A source file of the library.
pub(crate) struct Text {
    /// Relative to [`SOURCE`], with `/` on every system.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Every source file of the library, sorted by name, without tests.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn read(root: &Path) -> Result<Vec<Text>, String> {
    let mut files = Vec::new();
    let source = root.join(SOURCE);
    list(&source, &mut files).map_err(|error| format!("{SOURCE}: {error}"))?;
    let mut texts = Vec::new();
    for file in files {
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = unix(file.strip_prefix(&source).unwrap_or(&file));
        texts.push(Text { name, text });
    }
    texts.retain(|text| !is_test(&text.name));
    texts.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(texts)
}

/// Whether a file, named relative to [`SOURCE`], holds tests or code for tests only.
pub(crate) fn is_test(name: &str) -> bool {
    let mut parts = name.trim_end_matches(".rs").split('/');
    parts.any(|part| TESTS.contains(&part) || part.ends_with("_tests"))
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// A path with `/` on every system.
pub(crate) fn unix(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_from_the_rest() {
        for name in [
            "a/tests.rs",
            "a/tests/b.rs",
            "hostile/mod.rs",
            "a/b_tests.rs",
            "work.rs",
        ] {
            assert!(is_test(name), "{name}");
        }
        for name in ["a/latest.rs", "networks.rs", "a/tests_of_trees.rs"] {
            assert!(!is_test(name), "{name}");
        }
    }
}
