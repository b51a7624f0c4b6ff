//! Idioms of this project that a reader elsewhere does not know, in the text that is clean of them.

use std::fs;
use std::path::{Path, PathBuf};

/// What was written here, and what a native technical writer prints instead.
const IDIOMS: &[(&str, &str)] = &[
    ("question", "query"),
    ("questions", "queries"),
    ("is asked", "is queried"),
    ("are asked", "are queried"),
    ("asks a tree", "queries a tree"),
    ("looks at", "visits, compares or reads"),
    ("look at", "visit, compare or read"),
    ("looked at", "visited, compared or read"),
    ("lent", "scratch, borrowed"),
    ("lends", "provides scratch memory"),
    ("worn out", "degraded"),
    ("of fewer boxes", "with fewer, below this many"),
    ("of the time", "N % faster or slower"),
    ("then and now", "previous and current"),
    ("no longer", "does not (present tense, no history)"),
    ("used to", "does not (present tense, no history)"),
    ("as of late", "(present tense, no history)"),
    ("things", "elements, items or objects"),
    ("what is no", "what is not a"),
    ("are no boxes,", "are not boxes"),
    ("is no box", "is not a box"),
    ("one by one of", "each of"),
    ("hereby", "(leave it out)"),
    ("in place of", "instead of"),
    ("again and again", "repeatedly"),
    ("anew", "again"),
    ("makes no sense", "is invalid"),
    ("any more", "(present tense, no history)"),
    ("for nothing", "needlessly"),
    ("a look at", "a visit, comparison or scan of"),
    ("looks up nothing", "needs no lookup"),
];

/// Text of the project that is checked.
const CLEAN: &[&str] = &[
    "ARCHITECTURE.md",
    "README.md",
    "RELEASING.md",
    "SECURITY.md",
    "docs",
    "crates",
    "bindings",
    "fuzz",
    "playground",
];
/// Folders and files that are not: dated logs, what is fetched or built, and the list of idioms.
const SKIPPED: &[&str] = &[
    "docs/log",
    "target",
    "node_modules",
    "dist",
    "corpus",
    "xtask/src/words.rs",
];

/// Looks for the idioms.
///
/// # Errors
/// Names each place, and what to write instead.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut problems = String::new();
    for file in CLEAN.iter().flat_map(|path| files(&root.join(path))) {
        let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        let is_rust = file.extension().is_some_and(|extension| extension == "rs");
        for (line, idiom, instead) in found(&text, is_rust) {
            let file = file.strip_prefix(root).unwrap_or(&file).display();
            problems += &format!("{file}:{line}: \"{idiom}\": {instead}\n");
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// A file, or the pages and sources of a folder.
pub(crate) fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else {
        return vec![path.to_owned()];
    };
    let is_skipped = |path: &PathBuf| SKIPPED.iter().any(|skipped| path.ends_with(skipped));
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let is_text = |path: &PathBuf| {
        path.is_dir()
            || path
                .extension()
                .is_some_and(|extension| extension == "md" || extension == "rs")
    };
    paths
        .iter()
        .filter(|path| is_text(path) && !is_skipped(path))
        .flat_map(|path| files(path))
        .collect()
}

/// The idioms of a text, with the number of their line.
fn found(text: &str, is_rust: bool) -> Vec<(usize, &'static str, &'static str)> {
    let mut found = Vec::new();
    for (line, number) in prose(text, is_rust) {
        let idioms = IDIOMS.iter().filter(|(idiom, _)| has(line, idiom));
        found.extend(idioms.map(|(idiom, instead)| (number, *idiom, *instead)));
    }
    found
}

/// The lines of prose and their numbers: comments in Rust, else what is outside blocks of code.
pub(crate) fn prose(text: &str, is_rust: bool) -> Vec<(&str, usize)> {
    let mut lines = Vec::new();
    let mut is_code = false;
    for (line, number) in text.lines().zip(1..) {
        let line = if is_rust { comment(line) } else { Some(line) };
        let Some(line) = line else { continue };
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if !is_code && !is_fence {
            lines.push((line, number));
        }
    }
    lines
}

fn comment(line: &str) -> Option<&str> {
    line.trim_start()
        .strip_prefix("//")
        .map(|rest| rest.trim_start_matches(['/', '!']))
}

/// Whether a line has these words, in any case, as words of their own.
fn has(line: &str, words: &str) -> bool {
    let line = line.to_lowercase();
    line.match_indices(words).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + words.len()..].chars().next();
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '`' | '-');
        !before.is_some_and(is_word) && (words.ends_with('.') || !after.is_some_and(is_word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_text_has_no_idioms() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        check(&root).unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    #[test]
    fn idioms_are_whole_words_of_prose() {
        let found = |text| {
            found(text, false)
                .iter()
                .map(|(line, ..)| *line)
                .collect::<Vec<_>>()
        };
        assert_eq!(found("A tree is asked.\nSilent trees.\n"), [1]);
        assert_eq!(
            found("0.9 of the time\n```\nis asked\n```\nthe Questions\n"),
            [1, 5]
        );
        assert_eq!(found("`question` in code\n"), [0; 0]);
        let rust = "/// It looks at\nlet question = \"looks at\";\n";
        assert_eq!(super::found(rust, true).len(), 1);
    }
}
