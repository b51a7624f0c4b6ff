//! The numbers of the rooms as tables in Markdown.

use super::number::Number;
use super::plateau::value;
use crate::library::SOURCE;

/// The tables of all rooms.
pub(super) fn tables(rooms: &[(&str, Vec<Number>)]) -> String {
    let rooms = rooms.iter().filter(|(_, numbers)| !numbers.is_empty());
    let tables: Vec<_> = rooms.map(|(room, numbers)| table(room, numbers)).collect();
    tables.join("\n")
}

fn table(room: &str, numbers: &[Number]) -> String {
    let mut table = format!("## {SOURCE}/{room}/tuning.rs\n\n");
    table += "| number | value | what it is | smaller | larger | plateau |\n";
    table += "|---|---|---|---|---|---|\n";
    for number in numbers {
        table += &row(number);
    }
    table
}

fn row(number: &Number) -> String {
    let plateau = match (number.exact(), number.cost()) {
        (Some(exact), _) => format!("exact: {exact}"),
        (None, Some(_)) => "a cost".to_owned(),
        (None, None) => number.plateau().unwrap_or_default().to_owned(),
    };
    let cells = [
        format!("`{}`", number.name),
        shown(number),
        number.summary().to_owned(),
        number.smaller().unwrap_or_default().to_owned(),
        number.larger().unwrap_or_default().to_owned(),
        plateau,
    ];
    let cells = cells.map(|cell| without_links(&cell).replace('|', "\\|"));
    format!("| {} |\n", cells.join(" | "))
}

/// The value as it is written, and as a number if that is an expression.
fn shown(number: &Number) -> String {
    if let Some(nanoseconds) = number.cost() {
        return format!("{nanoseconds} ns");
    }
    let written = &number.value;
    match value(written).filter(|_| written.contains([' ', '<'])) {
        Some(value) => format!("`{written}` = {value}"),
        None => format!("`{written}`"),
    }
}

/// Without the brackets of links to items, which lead nowhere outside rustdoc.
fn without_links(text: &str) -> String {
    text.replace("[`", "`").replace("`]", "`")
}

#[cfg(test)]
mod tests {
    use super::super::number::numbers;
    use super::*;

    #[test]
    fn a_row_has_every_part_of_a_comment() {
        let text = "/// What [`it`] is, a|b.\n///\n/// Smaller: slow. Larger: slower.\n///\n\
                    /// Plateau: 8 to 32 (where).\nconst N: usize = 1 << 4;\n\n\
                    /// A query.\nconst COST: Cost = Cost::nanoseconds(250);\n";
        let tables = tables(&[("a/b", numbers(text)), ("c", Vec::new())]);
        assert!(
            tables.starts_with("## crates/broadleaf/src/a/b/tuning.rs\n"),
            "{tables}"
        );
        let rows: Vec<_> = tables.lines().skip(4).collect();
        let first =
            "| `N` | `1 << 4` = 16 | What `it` is, a\\|b. | slow. | slower. | 8 to 32 (where). |";
        assert_eq!(
            rows,
            [first, "| `COST` | 250 ns | A query. |  |  | a cost |"]
        );
    }
}
