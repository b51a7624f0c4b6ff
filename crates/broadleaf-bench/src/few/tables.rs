//! The tables of the comparison, in Markdown: one for each kind of scene and each task, and a list
//! of the rows that are behind.

use std::collections::BTreeSet;

use comfy_table::{CellAlignment, Table, presets};

use super::scenes::FewBoxes;
use crate::report::{BEHIND, Lead, Report, Row};

/// Prints the recorded results of these scenes.
pub(super) fn print(scenes: &[FewBoxes], report: &Report) {
    for kind in first_ones(scenes.iter().map(|scene| scene.kind.as_str())) {
        let of_kind: Vec<_> = scenes.iter().filter(|scene| scene.kind == kind).collect();
        let found = Found {
            scenes: of_kind,
            report,
        };
        for task in found.tasks() {
            println!("{}\n", found.table(kind, task));
        }
    }
    println!(
        "Nanoseconds of CPU time for a call or a query, medians; the smallest is bold. In brackets, the time of the fastest other contender over Broadleaf's. Every answer was compared with brute force's.\n"
    );
    print_behind(scenes, report);
}

/// The rows of one kind of scene.
struct Found<'a> {
    scenes: Vec<&'a FewBoxes>,
    report: &'a Report,
}

impl<'a> Found<'a> {
    fn rows(&self) -> impl Iterator<Item = &'a Row> {
        let names: BTreeSet<_> = self.scenes.iter().map(|scene| scene.name()).collect();
        let rows = self.report.rows().iter();
        rows.filter(move |row| names.contains(&row.scene))
    }

    fn tasks(&self) -> Vec<&'a str> {
        first_ones(self.rows().map(|row| row.task.as_str()))
    }

    /// A row for each contender, a column for each size.
    fn table(&self, kind: &str, task: &str) -> Table {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        let sizes = self.scenes.iter().map(|scene| scene.boxes.to_string());
        table.set_header([format!("{kind}: {task}")].into_iter().chain(sizes));
        let mut rows: Vec<_> = self.rows().filter(|row| row.task == task).collect();
        rows.sort_by_key(|row| !row.is_ours());
        for contender in first_ones(rows.iter().map(|row| row.contender)) {
            let cells = self.scenes.iter().map(|scene| {
                let of_scene: Vec<&Row> = rows
                    .iter()
                    .copied()
                    .filter(|row| row.scene == scene.name())
                    .collect();
                self.cell(&of_scene, contender)
            });
            table.add_row([contender.to_owned()].into_iter().chain(cells));
        }
        table
            .column_iter_mut()
            .skip(1)
            .for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        table
    }

    /// The time of a contender among some rows.
    fn cell(&self, rows: &[&Row], contender: &str) -> String {
        let Some(row) = rows.iter().find(|row| row.contender == contender) else {
            return String::new();
        };
        let least = rows
            .iter()
            .filter_map(|row| row.ns_each())
            .fold(f64::INFINITY, f64::min);
        let ns = row.ns_each().unwrap_or(f64::NAN);
        let mark = if ns == least { "**" } else { "" };
        let lead = self.report.lead(row);
        let lead = lead.map_or_else(String::new, |lead| format!(" ({:.2})", lead.ratio.middle));
        format!("{mark}{ns:.0}{mark}{lead}")
    }
}

/// Prints, for each task, the scenes in which even the fastest of Broadleaf's structures is behind,
/// and the number of scenes in which each structure is behind.
fn print_behind(scenes: &[FewBoxes], report: &Report) {
    println!("Rows below {BEHIND}, scene by scene if the fastest of Broadleaf's is:");
    let found = Found {
        scenes: scenes.iter().collect(),
        report,
    };
    for task in found.tasks() {
        let is_ours = |row: &&Row| row.task == task && row.is_ours();
        let rows: Vec<_> = found.rows().filter(is_ours).collect();
        println!("* {task}: {}", of_fastest(scenes, &rows, report));
        for contender in first_ones(rows.iter().map(|row| row.contender)) {
            let of_contender: Vec<_> = rows
                .iter()
                .filter(|row| row.contender == contender)
                .filter_map(|row| report.lead(row))
                .collect();
            let behind = of_contender.iter().filter(|lead| lead.is_behind());
            let (behind, count) = (behind.count(), of_contender.len());
            println!("    {behind:>2} of {count}: {contender}");
        }
    }
}

/// The scenes in which the fastest of some rows is behind, and by how much.
fn of_fastest(scenes: &[FewBoxes], rows: &[&Row], report: &Report) -> String {
    let behind = scenes.iter().filter_map(|scene| {
        let name = scene.name();
        let leads = rows
            .iter()
            .filter(|row| row.scene == name)
            .filter_map(|row| report.lead(row));
        let best = leads.max_by(|a, b| a.ratio.middle.total_cmp(&b.ratio.middle))?;
        let Lead { other, ratio } = best;
        best.is_behind()
            .then(|| format!("{name} {:.2} ({other})", ratio.middle))
    });
    let behind: Vec<_> = behind.collect();
    if behind.is_empty() {
        "none".to_owned()
    } else {
        behind.join("; ")
    }
}

/// The values without repetitions, in the order of their first occurrence.
fn first_ones<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    values.filter(|&value| seen.insert(value)).collect()
}
