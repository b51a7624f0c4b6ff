//! One number of a `tuning.rs`, and what its comment lacks.

use super::plateau::{Plateau, value};

/// A constant and its comment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) name: String,
    /// The type as it is written.
    kind: String,
    /// The value as it is written.
    pub(super) value: String,
    /// The line of its definition, from 1.
    pub(super) line: usize,
    /// The paragraphs of its comment, each on one line.
    paragraphs: Vec<String>,
}

impl Number {
    /// What the number is.
    pub(super) fn summary(&self) -> &str {
        self.paragraphs.first().map_or("", String::as_str)
    }

    /// What happens when it is smaller.
    pub(super) fn smaller(&self) -> Option<&str> {
        let text = self.after("Smaller:")?;
        Some(text.split("Larger:").next().unwrap_or(text).trim())
    }

    /// What happens when it is larger.
    pub(super) fn larger(&self) -> Option<&str> {
        let after = self.after("Larger:");
        after.or_else(|| Some(self.after("Smaller:")?.split_once("Larger:")?.1.trim()))
    }

    /// Where it may move to without loss.
    pub(super) fn plateau(&self) -> Option<&str> {
        self.after("Plateau:")
    }

    /// Why it must be what it is.
    pub(super) fn exact(&self) -> Option<&str> {
        self.after("Exact:")
    }

    /// The nanoseconds of a `Cost`.
    pub(super) fn cost(&self) -> Option<&str> {
        if self.kind != "Cost" {
            return None;
        }
        self.value
            .strip_prefix("Cost::nanoseconds(")?
            .strip_suffix(')')
    }

    /// What the comment lacks, or contradicts.
    pub(super) fn problem(&self) -> Option<String> {
        if self.summary().is_empty() || self.summary().contains("Plateau:") {
            return Some("has no sentence that says what it is".into());
        }
        if self.cost().is_some() || self.exact().is_some_and(is_reason) {
            return None;
        }
        if !self.smaller().is_some_and(is_said) || !self.larger().is_some_and(is_said) {
            return Some("does not say `Smaller: … Larger: …`".into());
        }
        let Some(plateau) = self.plateau().filter(|text| is_reason(text)) else {
            return Some("has neither `Plateau: A to B (where, when).` nor `Exact: why.`".into());
        };
        let words = plateau;
        let plateau = Plateau::parse(plateau)?;
        if !words.contains('(') {
            return Some(
                "does not say where its plateau was measured: `A to B (where, when).`".into(),
            );
        }
        let value = value(&self.value)?;
        (!plateau.contains(value)).then(|| format!("is outside its plateau, {plateau}"))
    }

    /// The paragraph that starts with a mark, without that mark.
    fn after(&self, mark: &str) -> Option<&str> {
        let mut paragraphs = self.paragraphs.iter();
        Some(paragraphs.find_map(|text| text.strip_prefix(mark))?.trim())
    }
}

/// Whether a text is at least a word.
fn is_said(text: &str) -> bool {
    !text.is_empty()
}

/// Whether a text is more than a number or a range.
fn is_reason(text: &str) -> bool {
    text.split_whitespace().count() >= 3
}

/// The constants of a file in their order.
pub(super) fn numbers(text: &str) -> Vec<Number> {
    let mut numbers = Vec::new();
    let (mut paragraphs, mut is_used) = (vec![String::new()], false);
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if let Some(comment) = line.strip_prefix("///") {
            if is_used {
                (paragraphs, is_used) = (vec![String::new()], false);
            }
            add_line(&mut paragraphs, comment.trim());
        } else if let Some(definition) = definition(line) {
            let mut definition = definition.to_owned();
            while !definition.ends_with(';') {
                let Some((_, line)) = lines.next() else { break };
                definition = format!("{definition} {}", line.trim());
            }
            numbers.extend(number(&definition, at + 1, &paragraphs));
            // Numbers on consecutive lines share a comment.
            is_used = true;
        } else if !line.starts_with("#[") {
            (paragraphs, is_used) = (vec![String::new()], false);
        }
    }
    numbers
}

fn add_line(paragraphs: &mut Vec<String>, line: &str) {
    match paragraphs.last_mut() {
        Some(last) if line.is_empty() && !last.is_empty() => paragraphs.push(String::new()),
        Some(last) if last.is_empty() => last.push_str(line),
        Some(last) => *last = format!("{last} {line}"),
        None => {}
    }
}

/// What follows `const` in the first line of a constant.
fn definition(line: &str) -> Option<&str> {
    let visible = line
        .strip_prefix("pub")
        .map(|rest| match rest.strip_prefix('(') {
            Some(inside) => inside.split_once(')').map_or("", |(_, after)| after),
            None => rest,
        });
    visible.unwrap_or(line).trim_start().strip_prefix("const ")
}

/// The number of a definition such as `NAME: usize = 16;`.
fn number(definition: &str, line: usize, paragraphs: &[String]) -> Option<Number> {
    let (name, rest) = definition.split_once(": ")?;
    let (kind, value) = rest.trim_end_matches(';').split_once('=')?;
    let said = paragraphs.iter().filter(|text| !text.is_empty());
    Some(Number {
        name: name.to_owned(),
        kind: kind.trim().to_owned(),
        value: value.trim().to_owned(),
        line,
        paragraphs: said.cloned().collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with one number, or nothing.
    fn problem(comment: &str, definition: &str) -> String {
        let text = format!("//! Head.\n\n{comment}\n{definition}\n");
        let [number] = &numbers(&text)[..] else {
            panic!("one number: {text}");
        };
        number.problem().unwrap_or_default()
    }

    const SENTENCE: &str = "/// How many boxes.\n///\n/// Smaller: slow. Larger:\n/// slower.";

    #[test]
    fn a_number_in_its_plateau_passes() {
        let measured = format!("{SENTENCE}\n///\n/// Plateau: 8 to 32 (surfaces, 2026-11-20).");
        assert_eq!(problem(&measured, "pub(super) const N: usize = 16;"), "");
        assert_eq!(
            problem(&measured, "pub(crate) const N: u32 =\n    1 << 5;"),
            ""
        );
        let outside = problem(&measured, "const N: usize = 1 << 6;");
        assert_eq!(outside, "is outside its plateau, 8 to 32");
        let anywhere = format!("{SENTENCE}\n///\n/// Plateau: 8 to 32.");
        assert!(problem(&anywhere, "const N: usize = 16;").contains("where"));
        let words = format!("{SENTENCE}\n///\n/// Plateau: not measured; as in the paper.");
        assert_eq!(problem(&words, "const N: usize = 64;"), "");
    }

    #[test]
    fn a_number_needs_its_paragraphs() {
        let definition = "const N: usize = 16;";
        assert!(problem("// None.", definition).contains("no sentence"));
        assert!(problem(SENTENCE, definition).contains("neither"));
        let bare = "/// How many.\n///\n/// Plateau: 8 to 32 (surfaces, 2026-11-20).";
        assert!(problem(bare, definition).contains("Smaller"));
        let exact = "/// How many.\n///\n/// Exact: the bits of a key.";
        assert_eq!(problem(exact, definition), "");
        let without_reason = "/// How many.\n///\n/// Exact: 16.";
        assert!(!problem(without_reason, definition).is_empty());
    }

    #[test]
    fn consecutive_numbers_share_a_comment() {
        let text = "/// Costs.\nconst A: Cost = Cost::nanoseconds(1);\n\
                    const B: Cost = Cost::nanoseconds(2);\n\nconst C: Cost = Cost::nanoseconds(3);\n\
                    /// D.\nconst D: Cost = Cost::nanoseconds(4);";
        let of = numbers(text);
        let said: Vec<_> = of.iter().map(Number::summary).collect();
        assert_eq!(said, ["Costs.", "Costs.", "", "D."]);
    }

    #[test]
    fn a_cost_needs_its_sentence_only() {
        let definition = "pub(super) const COST: Cost = Cost::nanoseconds(250);";
        assert_eq!(problem("/// A query.", definition), "");
        assert!(!problem("", definition).is_empty());
    }
}
