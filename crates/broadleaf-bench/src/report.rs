//! The table of results.

use std::fmt;
use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};

/// The measurements of one contender in one round.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timing {
    /// The compared time: the median of all frames, or the sum of all operations of a kind.
    pub(crate) ms: f64,
    /// The time of the slowest frame, except the first.
    pub(crate) slowest_ms: Option<f64>,
    /// The time of the first frame, which builds the structure.
    pub(crate) first_ms: Option<f64>,
    /// The peak of the bytes held in the last frame, per box, without the list of pairs.
    pub(crate) bytes_each: Option<f64>,
    /// The number of allocations in the last frame.
    pub(crate) allocations: Option<usize>,
    /// The number of pairs in all frames, and their checksum.
    pub(crate) pairs: Option<(u64, u64)>,
}

/// The measurements of one contender in one task.
pub(crate) struct Row {
    pub(crate) scene: String,
    pub(crate) task: String,
    pub(crate) contender: &'static str,
    items: usize,
    rounds: Vec<Timing>,
    /// Whether the row is written only to the file, because the comparison prints other tables.
    is_only_recorded: bool,
    /// Why there are no rounds, if so.
    left_out: Option<String>,
}

#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// Adds a round. The first contender of a scene and task is the baseline of the others.
    pub(crate) fn add(
        &mut self,
        scene: &str,
        task: &str,
        contender: &'static str,
        items: usize,
        timing: Timing,
    ) {
        self.row(scene, task, contender, items).rounds.push(timing);
    }

    /// Adds a round that is written only to the file.
    pub(crate) fn record(
        &mut self,
        scene: &str,
        task: &str,
        contender: &'static str,
        items: usize,
        timing: Timing,
    ) {
        let row = self.row(scene, task, contender, items);
        row.is_only_recorded = true;
        row.rounds.push(timing);
    }

    fn row(&mut self, scene: &str, task: &str, contender: &'static str, items: usize) -> &mut Row {
        let is_it =
            |row: &Row| row.scene == scene && row.task == task && row.contender == contender;
        let index = self.rows.iter().position(is_it).unwrap_or_else(|| {
            self.rows.push(Row {
                scene: scene.to_owned(),
                task: task.to_owned(),
                contender,
                items,
                rounds: Vec::new(),
                is_only_recorded: false,
                left_out: None,
            });
            self.rows.len() - 1
        });
        &mut self.rows[index]
    }

    /// Adds a skipped contender with the reason.
    pub(crate) fn leave_out(
        &mut self,
        scene: &str,
        task: &str,
        contender: &'static str,
        reason: String,
    ) {
        self.rows.push(Row {
            scene: scene.to_owned(),
            task: task.to_owned(),
            contender,
            items: 0,
            rounds: Vec::new(),
            is_only_recorded: false,
            left_out: Some(reason),
        });
    }

    pub(crate) fn print(&self) {
        let printed: Vec<_> = self
            .rows
            .iter()
            .filter(|row| !row.is_only_recorded)
            .collect();
        if printed.is_empty() {
            return;
        }
        let mut table = Table::new();
        table
            .load_style(presets::ASCII_MARKDOWN)
            .set_header(HEADINGS);
        table.add_rows(printed.into_iter().map(|row| self.cells(row)));
        table
            .column_iter_mut()
            .skip(3)
            .for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        println!("{table}");
        println!(
            "Times are medians over the rounds: CPU times, or clock times for several threads. The ratio is the contender's time over that of the first Broadleaf structure in the same round and task: median, minimum and maximum."
        );
        println!(
            "Bytes and allocations are those of the last frame: the peak of the memory held, and the number of allocations."
        );
        println!("Every answer was verified by checksum.");
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), String> {
        let written = || {
            let mut writer = csv::Writer::from_path(path)?;
            writer.write_record(HEADINGS.iter().chain(&FURTHER_HEADINGS))?;
            for row in &self.rows {
                let pairs = row.rounds.iter().find_map(|round| round.pairs);
                let sums = pairs.map_or([const { String::new() }; 2], |(pairs, checksum)| {
                    [pairs.to_string(), format!("{checksum:016x}")]
                });
                let lead = self.lead(row).map_or_else(Default::default, Lead::cells);
                writer.write_record(self.cells(row).into_iter().chain(sums).chain(lead))?;
            }
            Ok(writer.flush()?)
        };
        written().map_err(|error: csv::Error| format!("{}: {error}", path.display()))
    }

    fn cells(&self, row: &Row) -> Vec<String> {
        let middle =
            |value: fn(&Timing) -> Option<f64>| median(row.rounds.iter().filter_map(value));
        let show = |value: Option<f64>| value.map_or_else(String::new, milliseconds);
        let time = row.middle();
        let whole =
            |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.0}"));
        vec![
            row.scene.clone(),
            row.task.clone(),
            row.contender.to_owned(),
            row.left_out.clone().unwrap_or_else(|| show(time)),
            whole(row.ns_each()),
            show(middle(|round| round.slowest_ms)),
            show(middle(|round| round.first_ms)),
            self.ratio(row).unwrap_or_default(),
            whole(middle(|round| round.bytes_each)),
            whole(middle(|round| round.allocations.map(|count| count as f64))),
        ]
    }

    /// The ratios of the contender's times to those of the first Broadleaf structure, round by
    /// round; `None` for that structure itself.
    fn ratio(&self, row: &Row) -> Option<String> {
        let is_ours = |ours: &&Row| {
            ours.scene == row.scene
                && ours.task == row.task
                && ours.contender.starts_with("broadleaf")
        };
        let ours = self
            .rows
            .iter()
            .find(is_ours)
            .filter(|ours| ours.contender != row.contender)?;
        let ratios = || {
            row.rounds
                .iter()
                .zip(&ours.rounds)
                .map(|(theirs, ours)| theirs.ms / ours.ms)
        };
        Some(Ratio::of(ratios)?.to_string())
    }

    /// How one of Broadleaf's structures compares with the fastest other contender; `None` for
    /// other rows, or without another contender.
    pub(crate) fn lead(&self, row: &Row) -> Option<Lead> {
        let is_peer =
            |other: &&Row| !other.is_ours() && other.scene == row.scene && other.task == row.task;
        let timed = |other| Some((other, Row::middle(other)?));
        let peers = self.rows.iter().filter(is_peer).filter_map(timed);
        let (fastest, _) = peers.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let rounds = || fastest.rounds.iter().zip(&row.rounds);
        let ratio = Ratio::of(|| rounds().map(|(theirs, ours)| theirs.ms / ours.ms))?;
        row.is_ours().then_some(Lead {
            other: fastest.contender,
            ratio,
        })
    }

    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }
}

impl Row {
    pub(crate) fn is_ours(&self) -> bool {
        self.contender.starts_with("broadleaf")
    }

    /// The median of the milliseconds.
    fn middle(&self) -> Option<f64> {
        median(self.rounds.iter().map(|round| round.ms))
    }

    /// Nanoseconds per item.
    pub(crate) fn ns_each(&self) -> Option<f64> {
        Some(self.middle()? * 1e6 / self.items.max(1) as f64)
    }
}

/// The time of the fastest other contender divided by that of one of Broadleaf's structures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lead {
    pub(crate) other: &'static str,
    pub(crate) ratio: Ratio,
}

impl Lead {
    /// Whether the other contender is clearly faster.
    pub(crate) fn is_behind(&self) -> bool {
        self.ratio.middle < BEHIND
    }

    fn cells(self) -> [String; 3] {
        let behind = if self.is_behind() { "yes" } else { "" };
        [
            self.other.to_owned(),
            self.ratio.to_string(),
            behind.to_owned(),
        ]
    }
}

/// A structure is behind if the fastest other contender takes less than this fraction of its time.
pub(crate) const BEHIND: f64 = 0.9;

/// A ratio of times, of several rounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio {
    least: f64,
    pub(crate) middle: f64,
    greatest: f64,
}

impl Ratio {
    fn of<R: Iterator<Item = f64>>(ratios: impl Fn() -> R) -> Option<Self> {
        Some(Self {
            least: ratios().fold(f64::INFINITY, f64::min),
            middle: median(ratios())?,
            greatest: ratios().fold(0.0, f64::max),
        })
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            least,
            middle,
            greatest,
        } = self;
        write!(f, "{middle:.2} ({least:.2} to {greatest:.2})")
    }
}

/// Formats a time in microseconds, or in nanoseconds below one microsecond.
fn milliseconds(ms: f64) -> String {
    if ms < 0.1 {
        format!("{ms:.6}")
    } else {
        format!("{ms:.3}")
    }
}

/// The headings of files after those of the table.
const FURTHER_HEADINGS: [&str; 5] = [
    "pairs",
    "checksum",
    "fastest other",
    "fastest other over this",
    "below 0.9",
];

const HEADINGS: [&str; 10] = [
    "scene",
    "task",
    "contender",
    "ms",
    "ns each",
    "slowest frame",
    "first frame",
    "ratio",
    "bytes each",
    "allocations",
];

/// The median; `None` for no values.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<_> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(times: &[(&'static str, [f64; 3])]) -> Report {
        let mut report = Report::default();
        for &(contender, rounds) in times {
            for ms in rounds {
                let timing = Timing {
                    ms,
                    ..Timing::default()
                };
                report.add("scene", "task", contender, 1, timing);
            }
        }
        report
    }

    #[test]
    fn the_fastest_other_contender_is_the_one_that_counts() {
        let ours = ("broadleaf tree", [2.0, 4.0, 2.0]);
        let report = report(&[ours, ("slow", [9.0; 3]), ("fast", [1.0, 8.0, 1.5])]);
        let lead = report.lead(&report.rows()[0]).unwrap();
        assert_eq!(lead.cells(), ["fast", "0.75 (0.50 to 2.00)", "yes"]);
        assert!(report.lead(&report.rows()[1]).is_none());
    }

    #[test]
    fn structures_are_not_compared_with_each_other() {
        let report = report(&[("broadleaf tree", [2.0; 3]), ("broadleaf list", [1.0; 3])]);
        assert!(report.lead(&report.rows()[0]).is_none());
    }

    #[test]
    fn a_tenth_more_time_is_not_behind() {
        let report = report(&[("broadleaf tree", [1.1; 3]), ("other", [1.0; 3])]);
        assert!(!report.lead(&report.rows()[0]).unwrap().is_behind());
    }
}
