//! The table of the originals' functions: no cell is empty, and every test is in the file that its
//! entry names.

use std::fs;
use std::path::Path;

const TABLES: &str = "docs/reference/originals.md";
/// The folder that paths in the tables are relative to.
const PACKAGE: &str = "crates/broadleaf";

/// Checks the last column of every table: `FILE::TEST` must name a test in that file.
///
/// # Errors
/// Lists every row with an empty cell and every test that is not in its file.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let tables = fs::read_to_string(root.join(TABLES)).map_err(|error| error.to_string())?;
    let read = |file: &str| fs::read_to_string(root.join(PACKAGE).join(file)).ok();
    let rows = tables.lines().zip(1..).filter(|(line, _)| is_row(line));
    let problems: String = rows
        .flat_map(|(line, number)| problems(line, read).map(move |problem| (number, problem)))
        .map(|(number, problem)| format!("{TABLES}:{number}: {problem}\n"))
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// Whether a line is a row of a table, but not its heading or the separator below.
fn is_row(line: &str) -> bool {
    line.starts_with("| ") && !line.starts_with("| original ")
}

/// The problems of a row; `read` returns the text of a file, if it exists.
fn problems(line: &str, read: impl Fn(&str) -> Option<String>) -> impl Iterator<Item = String> {
    let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
    let is_complete = cells.len() == 3 && cells.iter().all(|cell| !cell.is_empty());
    let incomplete = (!is_complete).then(|| "a row has three cells with a text".to_owned());
    let tests = cells
        .get(2)
        .into_iter()
        .flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let wrong: Vec<_> = tests.filter_map(|test| problem(test, &read)).collect();
    incomplete.into_iter().chain(wrong)
}

/// The problem of a test's name, if any.
fn problem(name: &str, read: impl Fn(&str) -> Option<String>) -> Option<String> {
    let Some((file, test)) = name.split_once("::") else {
        return Some(format!("{name} is not of the form FILE::TEST"));
    };
    match read(file) {
        None => Some(format!("there is no file {PACKAGE}/{file}")),
        Some(text) if has_test(&text, test) => None,
        Some(_) => Some(format!("there is no test {test} in {file}")),
    }
}

/// Whether a file has a test with this name: a function with the attribute, a case of a macro that
/// generates tests (`name: …;`), a function for such a macro (`tests: name,`), or the main function
/// of an example, which CI runs.
fn has_test(text: &str, name: &str) -> bool {
    let mut is_test = false;
    text.lines().map(str::trim).any(|line| {
        let has_attribute = is_test;
        is_test = line == "#[test]" || is_test && line.starts_with("#[");
        let starts = |of: &str| {
            line.strip_prefix(of)
                .is_some_and(|rest| rest.starts_with('('))
        };
        starts(&format!("fn {name}")) && (has_attribute || name == "main")
            || line.starts_with(&format!("{name}: ")) && line.ends_with(';')
            || line.contains(&format!("!(tests: {name},"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_complete_and_name_tests_that_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        check(&root).unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    const FILE: &str = "\
        #[test]\n#[cfg(unix)]\nfn here() {\n}\n\
        fn helper() {\n    field: u32,\n}\n\
        cases! {\n    case: Tree::default();\n}\n\
        with_some_structure!(tests: all, CASES);\n";

    /// The problems of a row, if `tests/a.rs` is the only file.
    fn of(line: &str) -> Vec<String> {
        problems(line, |file| (file == "tests/a.rs").then(|| FILE.to_owned())).collect()
    }

    #[test]
    fn rows_have_three_cells() {
        assert!(is_row("| Add | | |") && !is_row("|---|---|---|"));
        assert!(!is_row("| original | here |"));
        assert!(of("| Draw | none: a reason | – |").is_empty());
        assert_eq!(of("| Add | `insert` | |").len(), 1);
        assert_eq!(of("| Add | `insert` |").len(), 1);
    }

    #[test]
    fn tests_are_in_the_files_that_rows_name() {
        let test = |name: &str| of(&format!("| Add | `insert` | `{name}` |"));
        for name in ["here", "case", "all"] {
            assert!(test(&format!("tests/a.rs::{name}")).is_empty(), "{name}");
            let elsewhere = test(&format!("tests/b.rs::{name}"));
            assert_eq!(elsewhere, ["there is no file crates/broadleaf/tests/b.rs"]);
        }
        for name in ["her", "helper", "field", "nowhere"] {
            let expected = format!("there is no test {name} in tests/a.rs");
            assert_eq!(test(&format!("tests/a.rs::{name}")), [expected]);
        }
        let whole_file = test("tests/a.rs");
        assert_eq!(whole_file, ["tests/a.rs is not of the form FILE::TEST"]);
    }
}
