//! The page of names in three languages: an example uses each name in the Rust column, so it
//! exists. Tests of the other two languages check their columns.

use std::fs;
use std::path::Path;

const PAGE: &str = "docs/reference/names.md";
/// The programs that use the names, as one text.
const EXAMPLES: [&str; 5] = [
    "crates/broadleaf/examples/names.rs",
    "crates/broadleaf-n-body/examples/charges.rs",
    "crates/broadleaf-tables/examples/detections.rs",
    "crates/broadleaf-tables/examples/neighbours.rs",
    "crates/broadleaf-tables/examples/shifts.rs",
];

/// Checks the column after the first in every table.
///
/// # Errors
/// Lists every name that the example does not use.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let read = |path| fs::read_to_string(root.join(path)).map_err(|error| error.to_string());
    let page = read(PAGE)?;
    let examples = EXAMPLES
        .map(read)
        .into_iter()
        .collect::<Result<String, _>>()?;
    let problems: String = names(&page)
        .filter(|name| !uses(&examples, name))
        .map(|name| format!("{PAGE}: no example uses {name}\n"))
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// The names in the Rust column of every table.
fn names(page: &str) -> impl Iterator<Item = &str> {
    let cells = page.lines().filter_map(|line| line.split('|').nth(2));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2))
}

/// Whether a program calls a function, or a method of any type, or passes a variant.
fn uses(program: &str, path: &str) -> bool {
    let name = path.rsplit("::").next().unwrap_or(path);
    let calls = match path.len() == name.len() {
        true => vec![format!(" {name}("), format!("({name}(")],
        false => [".{}(", "::{}(", "::{})"]
            .map(|call| call.replace("{}", name))
            .to_vec(),
    };
    calls.iter().any(|call| program.contains(call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_uses_every_name_of_the_page() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        check(&root).unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    #[test]
    fn names_are_in_the_second_cell_of_a_row() {
        let page =
            "| question | Rust | Python |\n| all pairs | `pairs`, `Near::pairs` | `other` |\n";
        assert_eq!(names(page).collect::<Vec<_>>(), ["pairs", "Near::pairs"]);
        assert!(uses("tree.pairs()", "Near::pairs") && !uses("tree.pairs()", "pairs"));
        assert!(uses("let all = pairs(x)", "pairs") && !uses("tree.pairs_of(x)", "Near::pairs"));
    }
}
