//! The table of the originals' functions: no empty cell, and every test that it names exists.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const TABLES: &str = "docs/design/originals.md";

/// Checks the last column of every table: `file::test` names a function or a case of a macro in a
/// file of that name, `file` a file, and a path with a slash a file below `crates/broadleaf`.
///
/// # Errors
/// Lists every row with an empty cell and every test that does not exist.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let tables = fs::read_to_string(root.join(TABLES)).map_err(|error| error.to_string())?;
    let mut sources = BTreeMap::new();
    read_sources(&root.join("crates"), &mut sources).map_err(|error| error.to_string())?;
    let exists = |name: &str| {
        if name.contains('/') {
            return root.join("crates/broadleaf").join(name).exists();
        }
        let (file, test) = name.split_once("::").unwrap_or((name, ""));
        sources.get(file).is_some_and(|text| has_test(text, test))
    };
    let rows = tables.lines().zip(1..).filter(|(line, _)| is_row(line));
    let problems: String = rows
        .flat_map(|(line, number)| problems(line, exists).map(move |problem| (number, problem)))
        .map(|(number, problem)| format!("{TABLES}:{number}: {problem}\n"))
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// Adds the text of every Rust file below a folder to that of the files with the same name.
fn read_sources(folder: &Path, sources: &mut BTreeMap<String, String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read_sources(&path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            *sources.entry(name.into_owned()).or_default() += &fs::read_to_string(&path)?;
        }
    }
    Ok(())
}

/// Whether a file has a function, a module or a case of a macro with this name.
fn has_test(text: &str, path: &str) -> bool {
    path.split("::")
        .filter(|name| !name.is_empty())
        .all(|name| {
            let definitions = [
                format!("fn {name}("),
                format!("fn {name}<"),
                format!("mod {name} "),
                format!("{name}: "),
            ];
            definitions
                .iter()
                .any(|definition| text.contains(definition))
        })
}

/// Whether a line is a row of a table, and neither its heading nor the line below that.
fn is_row(line: &str) -> bool {
    line.starts_with("| ") && !line.starts_with("| original ")
}

/// What is wrong with a row.
fn problems(line: &str, exists: impl Fn(&str) -> bool) -> impl Iterator<Item = String> {
    let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
    let is_complete = cells.len() == 3 && cells.iter().all(|cell| !cell.is_empty());
    let tests = cells
        .get(2)
        .into_iter()
        .flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let missing: Vec<_> = tests
        .filter(|test| !exists(test))
        .map(|test| format!("there is no test {test}"))
        .collect();
    let incomplete = (!is_complete).then(|| "a row has three cells with a text".to_owned());
    incomplete.into_iter().chain(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_complete_and_name_tests_that_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        check(&root).unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    #[test]
    fn empty_cells_and_missing_tests_are_problems() {
        let of = |line| problems(line, |test| has_test("fn here() {}\n there: x", test)).count();
        assert_eq!(of("| Add | `insert` | `here`, `there` |"), 0);
        assert_eq!(of("| Draw | none: a reason | – |"), 0);
        assert_eq!(of("| Add | `insert` | `here`, `nowhere` |"), 1);
        assert_eq!(of("| Add | `insert` | |"), 1);
        assert!(
            is_row("| Add | | |") && !is_row("|---|---|---|") && !is_row("| original | here |")
        );
    }
}
