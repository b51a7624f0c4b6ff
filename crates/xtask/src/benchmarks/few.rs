//! The tables of few boxes: sizes side by side.

use std::fmt::Write;

use super::records::Records;

const SIZES: [usize; 6] = [10, 30, 100, 300, 1_000, 3_000];

/// The label of a row, its kind of scene, and its task.
type Row = (&'static str, &'static str, &'static str);

const LEADS: [Row; 10] = [
    ("all pairs, uniform 2D", "uniform-1 2D", "all pairs"),
    ("all pairs, uniform 3D", "uniform-1 3D", "all pairs"),
    ("all pairs, pile 2D", "pile 2D", "all pairs"),
    ("all pairs, pile 3D", "pile 3D", "all pairs"),
    ("step, uniform 2D", "uniform-1 2D", "step"),
    ("step, uniform 3D", "uniform-1 3D", "step"),
    ("step, pile 2D", "pile 2D", "step"),
    ("step, pile 3D", "pile 3D", "step"),
    (
        "step, 5 % of uniform 2D move",
        "uniform-1 2D",
        "step, 5 % move",
    ),
    (
        "step, 5 % of uniform 3D move",
        "uniform-1 3D",
        "step, 5 % move",
    ),
];

const FASTEST: [Row; 8] = [
    ("all pairs, 2D", "uniform-1 2D", "all pairs"),
    ("all pairs, 3D", "uniform-1 3D", "all pairs"),
    ("window, 2D", "uniform-1 2D", "range 10"),
    ("window, 3D", "uniform-1 3D", "range 10"),
    ("closest ray, 2D", "uniform-1 2D", "closest hit"),
    ("closest ray, 3D", "uniform-1 3D", "closest hit"),
    ("nearest, 2D", "uniform-1 2D", "nearest"),
    ("nearest, 3D", "uniform-1 3D", "nearest"),
];

const ABOUT_LEADS: &str = "
## From 10 to 3,000 boxes

`PairFinder` and `BroadPhase` beside brute force, sweeps, `parry`, `broccoli`, Box2D and `rstar`, on
the first machine. Uniform boxes all move a little in every frame, a pile moves as in `rapier`.

";

const ABOUT_FASTEST: &str = "
## Which structure for few boxes

The fastest structure of Broadleaf for uniform boxes, and the time of a query without the build. A
window holds up to ten boxes.

";

const WHERE_BEHIND: &str = "
## Where few boxes take longer

* **Steps of up to a hundred boxes**: comparing all pairs costs less than keeping fat boxes,
  filters, data and history of proxies.
* **A pile in 2D**: bodies hardly move, so a list that stays sorted along the ground has little to
  repair.
* **Steps in 2D in which few boxes move**: Box2D keeps less for each box.
* **Queries of up to thirty boxes**: a loop over a list keeps no ids.
";

/// All sections.
pub(super) fn of(records: &Records) -> Result<String, String> {
    let lead = |scene: &str, task: &str| {
        let (_, ratio) = records.lead(scene, task)?;
        Some(format!("{:.2}", ratio.median))
    };
    let fastest = |scene: &str, task: &str| {
        let (name, ns) = records.fastest(scene, task)?;
        Some(format!("`{name}` {}", time(ns)))
    };
    let leads = table(&LEADS, lead)?;
    let fastest = table(&FASTEST, fastest)?;
    Ok([ABOUT_LEADS, &leads, WHERE_BEHIND, ABOUT_FASTEST, &fastest].concat())
}

/// A table with a column for each size.
fn table(rows: &[Row], cell: impl Fn(&str, &str) -> Option<String>) -> Result<String, String> {
    let mut table = "| |".to_owned();
    for size in SIZES {
        _ = write!(table, " {} |", grouped(size));
    }
    _ = writeln!(table, "\n|---|{}", "---|".repeat(SIZES.len()));
    for (label, kind, task) in rows {
        _ = write!(table, "| {label} |");
        for size in SIZES {
            let scene = format!("{kind} {size}");
            let missing = || format!("no record has the row {scene}, {task}");
            _ = write!(table, " {} |", cell(&scene, task).ok_or_else(missing)?);
        }
        table.push('\n');
    }
    Ok(table)
}

/// A number with a comma before its last three digits.
fn grouped(number: usize) -> String {
    if number < 1_000 {
        number.to_string()
    } else {
        format!("{},{:03}", number / 1_000, number % 1_000)
    }
}

fn time(ns: f64) -> String {
    if ns < 1e3 {
        format!("{ns:.0} ns")
    } else if ns < 1e4 {
        format!("{:.1} µs", ns / 1e3)
    } else {
        format!("{:.0} µs", ns / 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([10, 3_000].map(grouped), ["10", "3,000"]);
        assert_eq!(
            [999.0, 9_940.0, 41_000.0].map(time),
            ["999 ns", "9.9 µs", "41 µs"]
        );
    }

    #[test]
    fn a_table_has_a_column_for_each_size() {
        let cell = |scene: &str, task: &str| Some(format!("{scene}, {task}"));
        let table = table(&[("pairs", "pile 2D", "all pairs")], cell).unwrap();
        let mut lines = table.lines();
        assert_eq!(
            lines.next(),
            Some("| | 10 | 30 | 100 | 300 | 1,000 | 3,000 |")
        );
        assert_eq!(lines.next(), Some("|---|---|---|---|---|---|---|"));
        assert!(
            lines
                .next()
                .unwrap()
                .starts_with("| pairs | pile 2D 10, all pairs |")
        );
    }

    #[test]
    fn a_missing_row_is_named() {
        let missing = table(&[("pairs", "pile 2D", "all pairs")], |_, _| None);
        assert_eq!(
            missing.unwrap_err(),
            "no record has the row pile 2D 10, all pairs"
        );
    }
}
