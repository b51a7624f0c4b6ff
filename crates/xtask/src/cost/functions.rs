//! The functions that a listing in LLVM IR defines.

use std::collections::BTreeMap;

/// The number of functions with one name, and their lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    lines: usize,
    number: usize,
}

/// Functions by name.
#[derive(Debug, Default)]
pub(super) struct Functions(BTreeMap<String, Count>);

impl Functions {
    pub(super) fn of(listing: &str) -> Self {
        let mut functions = Self::default();
        let (mut name, mut lines) = (String::new(), 0);
        for line in listing.lines() {
            lines += 1;
            if line.starts_with("define ") {
                let symbol = line.split_once('@').map_or("", |(_, rest)| rest);
                name = readable(symbol.split('(').next().unwrap_or_default());
                lines = 1;
            } else if line == "}" && !name.is_empty() {
                let count = functions.0.entry(std::mem::take(&mut name)).or_default();
                count.lines += lines;
                count.number += 1;
            }
        }
        functions
    }

    pub(super) fn lines(&self) -> usize {
        self.0.values().map(|count| count.lines).sum()
    }

    pub(super) fn number(&self) -> usize {
        self.0.values().map(|count| count.number).sum()
    }

    /// The functions with the most lines, one on each line.
    pub(super) fn largest(&self, number: usize) -> String {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|(_, count)| usize::MAX - count.lines);
        let rows = all.into_iter().take(number);
        rows.map(|(name, Count { lines, number })| {
            format!("{lines:7} lines in {number:3}: {name}\n")
        })
        .collect()
    }
}

/// The path in a symbol: `_ZN3one3twoE` is `one::two`. Other symbols are unchanged.
fn readable(symbol: &str) -> String {
    let symbol = symbol.trim_matches('"');
    let mut names = Vec::new();
    let mut rest = symbol.strip_prefix("_ZN").unwrap_or_default();
    while let Some(digits) = rest
        .find(|c: char| !c.is_ascii_digit())
        .filter(|&at| at > 0)
    {
        let len: usize = rest[..digits].parse().unwrap_or_default();
        let Some(name) = rest.get(digits..digits + len) else {
            break;
        };
        names.push(name);
        rest = &rest[digits + len..];
    }
    // The last part is a hash.
    names.pop();
    let path = READABLE
        .iter()
        .fold(names.join("::"), |path, (from, to)| path.replace(from, to));
    match names.is_empty() {
        true => symbol.to_owned(),
        false => path,
    }
}

/// How symbols encode some characters.
const READABLE: [(&str, &str); 7] = [
    ("$LT$", "<"),
    ("$GT$", ">"),
    ("$C$", ", "),
    ("$u20$", " "),
    ("$LP$", "("),
    ("$RP$", ")"),
    ("..", "::"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_one_name_are_counted_together() {
        let listing = "declare void @_ZN1a1b5h1234E()\n\
            define void @_ZN1a1b5h1234E() {\n  ret void\n}\n\n\
            define internal void @\"_ZN1a1b5h5678E\"(ptr %x) {\nstart:\n  ret void\n}\n\
            define void @main() {\n}\n";
        let functions = Functions::of(listing);
        assert_eq!((functions.lines(), functions.number()), (9, 3));
        let largest = functions.largest(1);
        assert_eq!(largest, "      7 lines in   2: a::b\n");
    }
}
