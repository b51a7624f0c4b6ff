//! Numbers outside of `tuning.rs` whose comment is too short to say why.

use crate::library::Text;

const TYPES: &[&str] = &[
    "usize", "u8", "u16", "u32", "u64", "i32", "i64", "f32", "f64",
];
/// A comment of fewer words repeats the name.
const WORDS: usize = 10;

/// File, line and name of each number at the top level of a file, before its tests, that has no
/// comment of ten words directly above it.
pub(super) fn unexplained(file: &Text) -> Vec<String> {
    let mut found = Vec::new();
    let mut words = 0;
    let until_tests = file
        .text
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"));
    for (at, line) in until_tests.enumerate() {
        if let Some(comment) = line.trim_start().strip_prefix("//") {
            let comment = comment.trim_start_matches(['/', '!']);
            words += comment.split_whitespace().count();
            continue;
        }
        if let Some(name) = number(line).filter(|_| words < WORDS) {
            found.push(format!("{}:{}: {name}", file.name, at + 1));
        }
        words = 0;
    }
    found
}

/// The name of the number that a line defines.
fn number(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("const ")?;
    let (name, kind) = rest.split_once(": ")?;
    let kind = kind.split_once(" =").map_or(kind, |(kind, _)| kind);
    let is_top = before.is_empty() || before.starts_with("pub") && before.ends_with(' ');
    (is_top && TYPES.contains(&kind.trim())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unexplained_of(text: &str) -> Vec<String> {
        let (name, text) = ("a.rs".to_owned(), text.to_owned());
        unexplained(&Text { name, text })
    }

    #[test]
    fn a_number_needs_ten_words() {
        let words = "/// One two three four five\n/// six seven eight nine";
        let nine = format!("{words}\nconst N: usize = 1;");
        assert_eq!(unexplained_of(&nine), ["a.rs:3: N"]);
        let ten = format!("{words} ten.\npub(super) const N: u8 = 1;\nconst M: f64 = 0.5;");
        assert_eq!(unexplained_of(&ten), ["a.rs:4: M"]);
    }

    #[test]
    fn other_constants_and_tests_are_not_numbers() {
        let text = "const A: [u8; 2] = [1; 2];\nfn f() {\n    const N: usize = 1;\n}\n#[cfg(test)]\nconst M: u8 = 1;";
        assert!(unexplained_of(text).is_empty());
    }
}
