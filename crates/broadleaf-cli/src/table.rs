//! Tables for people.

use comfy_table::{CellAlignment, Table, presets};

use crate::error::CliError;
use crate::output::say;

/// Rows of a name and a value, printed.
pub(crate) fn print_facts(facts: &[(&str, String)]) -> Result<(), CliError> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    for (name, value) in facts {
        table.add_row([(*name).to_owned(), value.clone()]);
    }
    say(table)
}

/// Rows of numbers under headings, printed.
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

/// A count with its thousands apart.
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

/// A time in milliseconds.
pub(crate) fn ms(time: f64) -> String {
    format!("{time:.3} ms")
}
