//! Measured figures in pages that are not made of records.
//!
//! README and guide point at `docs/benchmarks.md` and its charts, which
//! [`benchmarks`](crate::benchmarks) writes from the records. A figure copied from there into a
//! sentence would stay when the record changes.

use std::fs;
use std::path::Path;

use crate::words::{files, prose};

const PAGES: &[&str] = &["README.md", "docs/guide"];

/// What follows the number of a measurement.
const UNITS: &[&str] = &[
    "%", "×", "times", "ns", "µs", "us", "ms", "s", "seconds", "kB", "KB", "KiB", "MB", "MiB",
    "GB", "GiB",
];

/// Checks that no sentence of README and guide states a measurement.
///
/// # Errors
/// Names each line that does.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut problems = String::new();
    for file in PAGES.iter().flat_map(|path| files(&root.join(path))) {
        let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        let name = file.strip_prefix(root).unwrap_or(&file).display();
        for (line, number) in prose(&text, false) {
            if let Some(figure) = figure(line) {
                problems += &format!("{name}:{number}: \"{figure}\" belongs into a record\n");
            }
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// The first number of a line that a unit follows, with or without a space between.
fn figure(line: &str) -> Option<String> {
    let mut words = line.split_whitespace().map(bare).peekable();
    while let Some(word) = words.next() {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit() || ".,".contains(c));
        let is_number = digits.len() < word.len();
        let next = words.peek().copied().unwrap_or_default();
        if is_number && (UNITS.contains(&digits) || digits.is_empty() && UNITS.contains(&next)) {
            return Some(format!("{word} {next}"));
        }
    }
    None
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| c.is_ascii_punctuation() && c != '%')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readme_and_guide_state_no_measurement() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        check(&root).unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    #[test]
    fn a_figure_is_a_number_with_a_unit() {
        for line in [
            "is 2.5 times as fast",
            "by 7 %.",
            "by 7%",
            "takes 40ns",
            "(12 µs)",
            "1,000 MB",
        ] {
            assert!(figure(line).is_some(), "{line}");
        }
        for line in [
            "10 to 3,000 boxes",
            "Rust 1.89, the",
            "a 2D view",
            "in 3 steps",
            "`f32`",
        ] {
            assert_eq!(figure(line), None, "{line}");
        }
    }
}
