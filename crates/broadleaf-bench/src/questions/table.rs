//! The tables of one scene, in Markdown.

use std::fmt;

use comfy_table::{CellAlignment, Table as Grid, presets};

use super::contender::{Contender, Storage};
use super::question::{Measured, Question};
use crate::report::median;

const QUESTIONS: usize = Question::ALL.len();

/// The measurements of one scene. It displays two tables: the values of every contender, and how
/// the fastest ones compare.
pub(super) struct Table {
    scene: String,
    mean_hits: [f64; 3],
    rows: Vec<Row>,
}

struct Row {
    contender: &'static str,
    storage: Storage,
    is_ours: bool,
    /// For each query, one value per round.
    rounds: [Vec<f64>; QUESTIONS],
}

impl Row {
    fn middle(&self, question: usize) -> Option<f64> {
        median(self.rounds[question].iter().copied())
    }
}

/// A displayed ratio: the fastest of some contenders over the fastest of others.
struct Ratio {
    heading: &'static str,
    is_ours: fn(&Row) -> bool,
    is_theirs: fn(&Row) -> bool,
}

/// Each of our structures is compared with peers that store coordinates at least as precisely.
const RATIOS: [Ratio; 3] = [
    Ratio {
        heading: "ours in f32",
        is_ours: |row| row.is_ours && row.storage == Storage::F32,
        is_theirs: |row| !row.is_ours,
    },
    Ratio {
        heading: "ours in f64",
        is_ours: |row| row.is_ours && row.storage == Storage::F64,
        is_theirs: |row| !row.is_ours && row.storage == Storage::F64,
    },
    Ratio {
        heading: "DynamicTree and parry",
        is_ours: |row| row.contender == "broadleaf DynamicTree",
        is_theirs: |row| row.contender.starts_with("parry"),
    },
];

impl Table {
    pub(super) fn new(scene: &str, mean_hits: [f64; 3]) -> Self {
        Self {
            scene: scene.to_owned(),
            mean_hits,
            rows: Vec::new(),
        }
    }

    /// Adds a measurement of a contender in one round.
    pub(super) fn add<const D: usize>(&mut self, contender: &dyn Contender<D>, value: Measured) {
        let is_it = |row: &Row| row.contender == contender.name();
        let row = self.rows.iter().position(is_it).unwrap_or_else(|| {
            self.rows.push(Row {
                contender: contender.name(),
                storage: contender.storage(),
                is_ours: contender.is_ours(),
                rounds: [const { Vec::new() }; QUESTIONS],
            });
            self.rows.len() - 1
        });
        let is_asked = |&question: &Question| question == value.question;
        if let Some(question) = Question::ALL.iter().position(is_asked) {
            self.rows[row].rounds[question].push(value.each());
        }
    }

    /// The queries that some contender supports.
    fn questions(&self) -> impl Iterator<Item = usize> {
        let is_answered = |row: &Row, question: usize| !row.rounds[question].is_empty();
        (0..QUESTIONS)
            .filter(move |&question| self.rows.iter().any(|row| is_answered(row, question)))
    }

    /// The values of every contender; the smallest is bold.
    fn values(&self) -> Grid {
        let names = self
            .questions()
            .map(|question| Question::ALL[question].name());
        let mut grid = grid([self.scene.as_str()].into_iter().chain(names));
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by_key(|row| !row.is_ours);
        for row in rows {
            let shown = self.questions().map(|question| {
                let value = row.middle(question);
                let is_least = value == self.fastest(question, |_| true).and_then(|(_, it)| it);
                value.map_or_else(String::new, |value| {
                    let mark = if is_least { "**" } else { "" };
                    format!("{mark}{value:.0}{mark}")
                })
            });
            grid.add_row([row.contender.to_owned()].into_iter().chain(shown));
        }
        grid
    }

    /// The contender with the smallest value, and that value.
    fn fastest(
        &self,
        question: usize,
        is_wanted: impl Fn(&Row) -> bool,
    ) -> Option<(&Row, Option<f64>)> {
        self.rows
            .iter()
            .filter(|row| is_wanted(row))
            .filter_map(|row| Some((row, row.middle(question)?)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(row, value)| (row, Some(value)))
    }

    /// The fastest peers over the fastest of our structures.
    fn ratios(&self) -> Grid {
        let of_ratio = |ratio: &Ratio| {
            [
                ratio.heading.to_owned(),
                "fastest peer".to_owned(),
                "ratio".to_owned(),
            ]
        };
        let headings = RATIOS.iter().flat_map(of_ratio);
        let mut grid = grid([self.scene.clone()].into_iter().chain(headings));
        for question in self.questions() {
            let cells = RATIOS.iter().flat_map(|ratio| self.ratio(question, ratio));
            let name = Question::ALL[question].name().to_owned();
            grid.add_row([name].into_iter().chain(cells));
        }
        grid
    }

    /// Our fastest structure, the fastest peer, and the ratio of their values, round by round:
    /// median, minimum and maximum.
    fn ratio(&self, question: usize, ratio: &Ratio) -> [String; 3] {
        let fastest = |is_wanted: fn(&Row) -> bool| Some(self.fastest(question, is_wanted)?.0);
        let (Some(ours), Some(peer)) = (fastest(ratio.is_ours), fastest(ratio.is_theirs)) else {
            return Default::default();
        };
        let ratios = || {
            let rounds = peer.rounds[question].iter().zip(&ours.rounds[question]);
            rounds.map(|(theirs, ours)| theirs / ours)
        };
        let least = ratios().fold(f64::INFINITY, f64::min);
        let greatest = ratios().fold(0.0, f64::max);
        let middle = median(ratios()).unwrap_or_default();
        [
            ours.contender.trim_start_matches("broadleaf ").to_owned(),
            peer.contender.to_owned(),
            format!("{middle:.2} ({least:.2} to {greatest:.2})"),
        ]
    }
}

fn grid<T: Into<String>>(headings: impl Iterator<Item = T>) -> Grid {
    let mut grid = Grid::new();
    grid.load_style(presets::ASCII_MARKDOWN);
    grid.set_header(headings.map(Into::into).collect::<Vec<String>>());
    grid.column_iter_mut()
        .skip(1)
        .for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    grid
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, ten, thousand] = self.mean_hits;
        writeln!(f, "{}\n", self.values())?;
        writeln!(f, "{}\n", self.ratios())?;
        writeln!(
            f,
            "Nanoseconds of CPU time for one box or query, or bytes per box: medians. The range queries have {one:.2}, {ten:.1} and {thousand:.0} hits on average. Ratios above 1 favor Broadleaf."
        )
    }
}
