//! The numbers that tune the library: each stands in the `tuning.rs` of its room, with a comment
//! that says what it is, what happens when it moves, and where it may move to without loss.
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
//! number that follows from something else says `Exact:` and why instead of the last two
//! paragraphs. The cost of an item (`Cost::nanoseconds(n)`) needs its sentence only. A plateau that
//! does not start with `A to B` is one in words, such as `not measured; …`.
//!
//! Numbers elsewhere, such as the codes of a format, stand beside their code. The check counts
//! those that have no comment of at least ten words.

mod number;
mod plateau;
mod table;
mod unexplained;

use std::path::Path;

use crate::library::{self, Text};
use number::{Number, numbers};

/// Checks every number.
///
/// # Errors
/// Lists the numbers that lack something or lie outside their plateau.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let problems = problems(&library::read(root)?);
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.join("\n"))
    }
}

/// The numbers of all rooms as tables in Markdown.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn tables(root: &Path) -> Result<String, String> {
    Ok(table::tables(&rooms(&library::read(root)?)))
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
    fn every_number_is_explained() {
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
