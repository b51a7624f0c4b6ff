//! The table of results.

use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};

use crate::contender::{Kind, Played};

/// What one contender did on one scene, round by round.
struct Row {
    scene: String,
    contender: &'static str,
    kind: Kind,
    boxes: usize,
    pairs: u64,
    checksum: u64,
    /// Of each round, the median frame.
    median_ms: Vec<f64>,
    /// Of each round, the slowest frame but the first.
    max_ms: Vec<f64>,
    first_ms: Vec<f64>,
}

#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

impl Report {
    pub(crate) fn add(&mut self, scene: &str, contender: &'static str, kind: Kind, boxes: usize, played: &Played) {
        let place = self.rows.iter().position(|row| row.scene == scene && row.contender == contender).unwrap_or(self.rows.len());
        if place == self.rows.len() {
            let (pairs, checksum) = (played.pairs, played.checksum);
            let (median_ms, max_ms, first_ms) = (Vec::new(), Vec::new(), Vec::new());
            self.rows.push(Row { scene: scene.to_owned(), contender, kind, boxes, pairs, checksum, median_ms, max_ms, first_ms });
        }
        let row = &mut self.rows[place];
        row.median_ms.push(median(&played.frame_ms));
        row.max_ms.push(played.frame_ms.iter().copied().fold(0.0, f64::max));
        row.first_ms.push(played.first_frame_ms);
    }

    pub(crate) fn print(&self) {
        let mut table = Table::new();
        table.load_style(presets::UTF8_HORIZONTAL_ONLY).set_header(HEADINGS);
        table.add_rows(self.rows.iter().map(|row| self.cells(row)));
        table.column_iter_mut().skip(3).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        println!("{table}");
        println!(
            "Medians over rounds. A ratio is this contender's time over Broadleaf's in the same round and of the same kind: median, and least to greatest."
        );
        println!("Every answer has been verified by checksum.");
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        let written = || {
            let mut writer = csv::Writer::from_path(path)?;
            writer.write_record(HEADINGS.iter().chain(&["pairs in all frames", "checksum"]))?;
            for row in &self.rows {
                let mut cells = self.cells(row);
                cells.extend([row.pairs.to_string(), format!("{:016x}", row.checksum)]);
                writer.write_record(cells)?;
            }
            Ok(writer.flush()?)
        };
        written().map_err(|error: csv::Error| format!("{}: {error}", path.display()))
    }

    fn cells(&self, row: &Row) -> Vec<String> {
        let ms = |times: &[f64]| format!("{:.3}", median(times));
        let kind = match row.kind {
            Kind::FullList => "all pairs",
            Kind::Events => "events",
        };
        let ns_per_box = median(&row.median_ms) * 1e6 / row.boxes.max(1) as f64;
        let ratio = self.ratios(row).map_or_else(String::new, |ratios| {
            let (least, greatest) =
                ratios.iter().fold((f64::INFINITY, 0.0), |(least, greatest): (f64, f64), &ratio| (least.min(ratio), greatest.max(ratio)));
            format!("{:.2} ({least:.2} to {greatest:.2})", median(&ratios))
        });
        vec![
            row.scene.clone(),
            kind.to_owned(),
            row.contender.to_owned(),
            ms(&row.median_ms),
            format!("{ns_per_box:.0}"),
            ms(&row.max_ms),
            ms(&row.first_ms),
            ratio,
        ]
    }

    /// This contender's times over Broadleaf's, round by round; `None` for Broadleaf itself.
    fn ratios(&self, row: &Row) -> Option<Vec<f64>> {
        let ours =
            self.rows.iter().find(|ours| ours.scene == row.scene && ours.kind == row.kind && ours.contender.starts_with("broadleaf"))?;
        (ours.contender != row.contender).then(|| row.median_ms.iter().zip(&ours.median_ms).map(|(theirs, ours)| theirs / ours).collect())
    }
}

const HEADINGS: [&str; 8] = ["scene", "finds", "contender", "ms a frame", "ns a box", "slowest frame", "first frame", "ratio"];

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}
