//! The numbers that tune the library: each stands in the `tuning.rs` of its room, with a comment
//! that says what it is, what happens when it moves, and where it may move to without loss.
//! `docs/tuning.md` is made from these comments.
//!
//! ```text
//! /// What the number is, in one sentence.
//! ///
//! /// Smaller: what happens. Larger: what happens.
//! ///
//! /// Plateau: 8 to 32 (family, size, threads; machine, date).
//! pub(super) const NAME: usize = 16;
//! ```
//!
//! The check refuses a number whose value lies outside its plateau or that has no such comment. A
//! number that follows from something else says `Exact:` and why in place of the last two
//! paragraphs. The cost of an item (`Cost::nanoseconds(n)`) needs its sentence only. A plateau that
//! does not start with `A to B` is one in words, such as `not measured; …`.
//!
//! Numbers elsewhere, such as the codes of a format, stand beside their code. The check counts
//! those that have no comment of at least ten words.

mod number;
mod page;
mod plateau;
mod unexplained;

use std::fs;
use std::path::Path;

use crate::library::{self, Text};
use number::{Number, numbers};

/// The page that is made.
const PAGE: &str = "docs/tuning.md";

/// Checks every number, and compares the page with them.
///
/// # Errors
/// Lists the numbers that lack something, and says whether the page differs.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let texts = library::read(root)?;
    let mut problems = problems(&texts);
    let found = fs::read_to_string(root.join(PAGE)).unwrap_or_default();
    if found.replace("\r\n", "\n") != page::page(&rooms(&texts)) {
        problems.push(format!(
            "{PAGE}: not what `cargo xtask tuning --write` makes"
        ));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.join("\n"))
    }
}

/// Writes the page.
///
/// # Errors
/// If a file cannot be read or written.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    let page = page::page(&rooms(&library::read(root)?));
    fs::write(root.join(PAGE), page).map_err(|error| format!("{PAGE}: {error}"))
}

/// What is wrong with the numbers.
fn problems(texts: &[Text]) -> Vec<String> {
    let mut problems = Vec::new();
    for (room, numbers) in rooms(texts) {
        for number in numbers {
            if let Some(problem) = number.problem() {
                problems.push(format!(
                    "{room}/tuning.rs:{}: {} {problem}",
                    number.line, number.name
                ));
            }
        }
    }
    let elsewhere = texts.iter().filter(|text| !is_tuning(text));
    let unexplained = elsewhere.flat_map(unexplained::unexplained);
    problems.extend(unexplained.map(|number| format!("{number} has no comment of ten words")));
    problems
}

/// The numbers of each room, by the path of its folder.
fn rooms(texts: &[Text]) -> Vec<(&str, Vec<Number>)> {
    let tuning = texts.iter().filter(|text| is_tuning(text));
    let rooms = tuning.map(|text| {
        let room = text.name.trim_end_matches("tuning.rs");
        (room.trim_end_matches('/'), numbers(&text.text))
    });
    rooms.collect()
}

fn is_tuning(text: &Text) -> bool {
    text.name == "tuning.rs" || text.name.ends_with("/tuning.rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_explained_and_on_the_page() {
        check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    #[test]
    fn a_problem_names_its_place() {
        let text = Text {
            name: "a/b/tuning.rs".into(),
            text: "/// How many.\nconst N: usize = 1;".into(),
        };
        let [problem] = &problems(&[text])[..] else {
            panic!("one problem");
        };
        assert!(problem.starts_with("a/b/tuning.rs:2: N "), "{problem}");
    }
}
