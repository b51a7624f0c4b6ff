//! The width of comments and Markdown, which rustfmt does not check.

use std::fs;
use std::path::{Path, PathBuf};

const MAX_COLUMNS: usize = 100;
/// Folders that do not contain text of the project.
const SKIPPED: &[&str] = &[
    ".git",
    "target",
    "corpus",
    "artifacts",
    "shared",
    "node_modules",
];

/// Checks every file below `root`. Tables, code blocks and lines of a single word, such as an
/// address, may be longer.
///
/// # Errors
/// Lists every line that is too long.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    list_texts(root, &mut files).map_err(|error| format!("{}: {error}", root.display()))?;
    let mut problems = String::new();
    for file in files {
        // Files that are not text count as empty.
        let text = fs::read_to_string(&file).unwrap_or_default();
        let name = file.strip_prefix(root).unwrap_or(&file);
        for (line, columns) in too_long(mark(&file), &text) {
            problems += &format!("{}:{line}: {columns} columns\n", name.display());
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

fn list_texts(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let entries = fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
    let mut paths: Vec<_> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !SKIPPED.contains(&&*name) {
            list_texts(&path, files)?;
        } else if path.is_file() && !name.contains("LICENSE") && !name.ends_with(".lock") {
            files.push(path);
        }
    }
    Ok(())
}

/// The prefixes of a line of prose.
fn mark(file: &Path) -> &'static [&'static str] {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("md") => &[""],
        Some("rs" | "mjs") => &["///", "//!", "//"],
        Some("toml" | "yml" | "py") | None => &["#"],
        _ => &[],
    }
}

/// The number and the width of every line of prose that is too long.
fn too_long(marks: &[&str], text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut is_code = false;
    for (i, line) in text.lines().enumerate() {
        let start = line.trim_start();
        let Some(prose) = marks.iter().find_map(|mark| start.strip_prefix(mark)) else {
            is_code = false;
            continue;
        };
        is_code ^= prose.trim_start().starts_with("```");
        let columns = line.chars().count();
        if columns > MAX_COLUMNS && !is_code && !prose.contains('|') && has_break(prose) {
            found.push((i + 1, columns));
        }
    }
    found
}

/// Whether a line has a second word, not counting the mark of a list item. Code between backquotes
/// is one word.
fn has_break(prose: &str) -> bool {
    let prose = prose.trim().trim_start_matches(['*', '-', '>']).trim();
    let mut is_code = false;
    prose.chars().any(|char| {
        is_code ^= char == '`';
        char == ' ' && !is_code
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_comment_is_too_wide() {
        check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    #[test]
    fn prose_is_told_from_code_tables_and_addresses() {
        let word = "x".repeat(99);
        let rust = |line: &str| too_long(&["///", "//"], line);
        assert_eq!(rust(&format!("    /// {word} x")), [(1, 109)]);
        assert_eq!(rust(&format!("// {}", "é ".repeat(48))), []);
        assert_eq!(rust(&format!("let a = \"{word} {word}\";")), []);
        assert_eq!(rust(&format!("/// ```\n/// {word} x\n/// ```")), []);
        assert_eq!(rust(&format!("/// ```\n/// ```\n/// {word} x")), [(3, 105)]);
        assert_eq!(rust(&format!("/// * {word}")), []);
        assert_eq!(rust(&format!("/// `{word} x`")), []);
        assert_eq!(rust(&format!("/// | {word} | x |")), []);
    }
}
