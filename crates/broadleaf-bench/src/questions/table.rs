//! The tables, in Markdown.

use comfy_table::{CellAlignment, Table as Grid, presets};

use super::QUESTIONS;
use super::contender::Storage;
use crate::report::median;

/// The measurements of one scene.
pub(super) struct Table {
    scene: String,
    mean_hits: [f64; 3],
    rows: Vec<Row>,
}

/// The measurements of one contender.
struct Row {
    contender: &'static str,
    storage: Storage,
    is_ours: bool,
    /// For each question, one value per round.
    rounds: [Vec<f64>; QUESTIONS.len()],
}

impl Row {
    fn middle(&self, question: usize) -> Option<f64> {
        median(self.rounds[question].iter().copied())
    }
}

impl Table {
    pub(super) fn new(scene: &str, mean_hits: [f64; 3]) -> Self {
        Self {
            scene: scene.to_owned(),
            mean_hits,
            rows: Vec::new(),
        }
    }

    pub(super) fn add(
        &mut self,
        question: &str,
        contender: &'static str,
        storage: Storage,
        is_ours: bool,
        value: f64,
    ) {
        let index = QUESTIONS
            .iter()
            .position(|&name| name == question)
            .expect("the question is in the list");
        let is_it = |row: &Row| row.contender == contender;
        let row = self.rows.iter().position(is_it).unwrap_or_else(|| {
            self.rows.push(Row {
                contender,
                storage,
                is_ours,
                rounds: [const { Vec::new() }; QUESTIONS.len()],
            });
            self.rows.len() - 1
        });
        self.rows[row].rounds[index].push(value);
    }

    pub(super) fn print(&self) {
        let asked: Vec<usize> = (0..QUESTIONS.len())
            .filter(|&question| self.rows.iter().any(|row| !row.rounds[question].is_empty()))
            .collect();
        let mut grid = Grid::new();
        grid.load_style(presets::ASCII_MARKDOWN);
        grid.set_header(
            [self.scene.as_str()]
                .into_iter()
                .chain(asked.iter().map(|&question| QUESTIONS[question])),
        );
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by_key(|row| (!row.is_ours, row.contender));
        for row in rows {
            let values = asked.iter().map(|&question| row.middle(question));
            let shown = values.map(|value| value.map_or_else(String::new, |ns| format!("{ns:.0}")));
            grid.add_row([row.contender.to_owned()].into_iter().chain(shown));
        }
        let ratios = asked.iter().map(|&question| self.ratio(question));
        grid.add_row(["fastest peer / ours".to_owned()].into_iter().chain(ratios));
        grid.column_iter_mut()
            .skip(1)
            .for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        let [one, ten, thousand] = self.mean_hits;
        println!("{grid}");
        println!("Mean hits of the range questions: {one:.2}, {ten:.1}, {thousand:.0}.\n");
    }

    /// The times of the fastest peer over those of our fastest structure, round by round: median,
    /// minimum and maximum.
    fn ratio(&self, question: usize) -> String {
        let fastest = |is_ours: bool| {
            let rows = self.rows.iter().filter(move |row| row.is_ours == is_ours);
            rows.filter(|row| !row.rounds[question].is_empty())
                .min_by(|a, b| {
                    let middle = |row: &Row| row.middle(question).unwrap_or(f64::INFINITY);
                    middle(a).total_cmp(&middle(b))
                })
        };
        let (Some(ours), Some(peer)) = (fastest(true), fastest(false)) else {
            return String::new();
        };
        let ratios = || {
            let rounds = peer.rounds[question].iter().zip(&ours.rounds[question]);
            rounds.map(|(theirs, ours)| theirs / ours)
        };
        let least = ratios().fold(f64::INFINITY, f64::min);
        let greatest = ratios().fold(0.0, f64::max);
        median(ratios()).map_or_else(String::new, |middle| {
            format!("{middle:.2} ({least:.2} to {greatest:.2})")
        })
    }
}
