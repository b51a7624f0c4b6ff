//! The page of numbers.

use std::fmt::Write;

use super::number::Number;
use super::plateau::value;
use crate::library::SOURCE;

const HEAD: &str = "\
<!-- Made by `cargo xtask tuning --write` from the comments of the files named tuning.rs. -->

# The numbers that tune the library

Each room keeps its thresholds, shares and sizes of pieces in one file, `tuning.rs`. Change a number
there, with its comment, and write this page anew: `cargo xtask tuning --write`.

A *plateau* is the range in which the number was measured to make no difference, where and when. A
number outside of it is an error of the check. *Exact* is a number that follows from something else.
A *cost* is what one item of some work takes; `executor/cost.rs` derives from it whether threads
share the work, and how large a piece is.
";

/// The page of all rooms.
pub(super) fn page(rooms: &[(&str, Vec<Number>)]) -> String {
    let mut page = HEAD.to_owned();
    for (room, numbers) in rooms.iter().filter(|(_, numbers)| !numbers.is_empty()) {
        let _ = writeln!(page, "\n## [`{room}`](../{SOURCE}/{room}/tuning.rs)\n");
        page += "| number | value | what it is | smaller | larger | plateau |\n";
        page += "|---|---|---|---|---|---|\n";
        for number in numbers {
            page += &row(number);
        }
    }
    page
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

/// Links of the documentation to items lead nowhere in a page: only their names stay.
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
        let page = page(&[("a/b", numbers(text)), ("c", Vec::new())]);
        let (_, table) = page.split_once("## [`a/b`]").unwrap();
        let rows: Vec<_> = table.lines().skip(4).collect();
        let first =
            "| `N` | `1 << 4` = 16 | What `it` is, a\\|b. | slow. | slower. | 8 to 32 (where). |";
        assert_eq!(
            rows,
            [first, "| `COST` | 250 ns | A query. |  |  | a cost |"]
        );
    }
}
