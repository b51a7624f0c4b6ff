//! The page of benchmarks and its chart, made of the records: no number of them is typed.

mod chart;
mod few;
mod page;
mod records;
mod rows;

use std::fs;
use std::path::Path;

use self::records::Records;

/// A file that is made of the records, and its text.
type Made = (&'static str, String);

/// Compares the page and the charts with the records.
///
/// # Errors
/// Names each file that differs, or the row that no record has.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let differs =
        |(file, text): &Made| fs::read_to_string(root.join(file)).ok().as_ref() != Some(text);
    let differ: String = made(root)?
        .iter()
        .filter(|made| differs(made))
        .map(|(file, _)| {
            format!("{file} differs from the records: `cargo xtask benchmarks --write`\n")
        })
        .collect();
    if differ.is_empty() {
        Ok(())
    } else {
        Err(differ)
    }
}

/// Writes the page and the charts.
///
/// # Errors
/// If a record cannot be read, or a file not written.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    made(root)?
        .iter()
        .try_for_each(|(file, text)| fs::write(root.join(file), text))
        .map_err(|error| error.to_string())
}

fn made(root: &Path) -> Result<Vec<Made>, String> {
    let machines = rows::MACHINES.map(|machine| (machine.name, Records::read(root, machine.files)));
    let [first, second] = machines;
    let machines = [(first.0, first.1?), (second.0, second.1?)];
    Ok(vec![
        ("docs/benchmarks.md", page::of(&machines)?),
        (
            "docs/images/benchmarks-light.svg",
            chart::of(&machines, &chart::LIGHT)?,
        ),
        (
            "docs/images/benchmarks-dark.svg",
            chart::of(&machines, &chart::DARK)?,
        ),
    ])
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_and_the_charts_are_those_of_the_records() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        super::check(&root).unwrap_or_else(|problems| panic!("\n{problems}"));
    }
}
