//! Tables in plain text.

use comfy_table::{CellAlignment, Table, presets};

use crate::error::CliError;
use crate::output::say;

/// Prints rows of a label and a value.
pub(crate) fn print_facts(facts: &[(&str, String)]) -> Result<(), CliError> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for (label, value) in facts {
        table.add_row([(*label).to_owned(), value.clone()]);
    }
    say(table)
}

/// Prints rows under headings; all columns but the first are aligned right.
pub(crate) fn print_columns(headings: &[&str], rows: &[Vec<String>]) -> Result<(), CliError> {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_header(headings.iter().copied());
    table.add_rows(rows);
    table
        .column_iter_mut()
        .skip(1)
        .for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    say(table)
}

/// A count with commas between groups of three digits.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(String::from_utf8_lossy)
        .collect();
    groups.join(",")
}

/// A time in milliseconds, with its unit.
pub(crate) fn ms(time: f64) -> String {
    format!("{time:.3} ms")
}
