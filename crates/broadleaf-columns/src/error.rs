//! Errors for names that do not define boxes.

use std::fmt;

use crate::columns::{Columns, Kind};

/// The names of a table do not identify the columns of boxes, or identify them twice.
///
/// The message is one line without a full stop. It lists the existing names and what is missing or
/// ambiguous. The caller adds how to choose columns, such as `--boxes xmin,ymin,xmax,ymax`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamesError {
    names: Vec<String>,
    problem: Problem,
    /// Whether the caller reads intervals, too.
    intervals: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// No name is known.
    Unknown,
    Missing(Wanted),
    /// Two columns have the same meaning.
    Twice([usize; 2], Wanted),
    TwoSets(Box<[Columns; 2]>),
    /// A wanted name does not exist.
    NotThere(String),
    /// A wanted name occurs more than once.
    Repeated(String),
    /// A wanted name contradicts its position.
    Contrary(String),
    /// Two wanted names that may be two axes or two ends.
    PointsOrIntervals([String; 2]),
    /// The name of a role, as in `x=a`, is unknown.
    NoPart(String),
    /// The number of wanted names does not fit any box.
    Count(usize),
}

/// One part of a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) kind: Kind,
    /// The letter of the axis.
    pub(crate) axis: &'static str,
    pub(crate) is_second: bool,
}

impl NamesError {
    pub(crate) fn new(names: &[&str], problem: Problem) -> Self {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Self {
            names,
            problem,
            intervals: false,
        }
    }

    /// The same error for a caller that may read intervals, with one axis. If it does, the message
    /// says how to name their ends.
    ///
    /// ```
    /// use broadleaf_columns::Columns;
    /// let error = Columns::chosen(&["a", "b"], &["a", "b"]).unwrap_err();
    /// assert!(!error.to_string().contains("start=a,end=b"));
    /// assert!(error.with_intervals(true).to_string().contains("start=a,end=b"));
    /// ```
    #[must_use]
    pub fn with_intervals(self, are_read: bool) -> Self {
        Self {
            intervals: are_read,
            ..self
        }
    }

    /// Whether names fit more than once, rather than not at all.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        matches!(
            self.problem,
            Problem::Twice(..) | Problem::TwoSets(_) | Problem::PointsOrIntervals(_)
        )
    }

    /// A name, by its column.
    fn name(&self, column: usize) -> &str {
        self.names.get(column).map_or("", String::as_str)
    }

    fn set(&self, set: &Columns) -> String {
        let second: &[usize] = match set.kind {
            Kind::Corners | Kind::Sizes => &set.second,
            Kind::Points => &[],
        };
        let columns = set.first.iter().chain(second);
        let names: Vec<_> = columns.map(|&column| self.name(column)).collect();
        names.join(", ")
    }

    /// The existing names, shortened if there are many.
    fn list(&self) -> String {
        /// Listing more names would not help to find the right ones.
        const MOST: usize = 20;
        if self.names.is_empty() {
            return "there are no columns".to_owned();
        }
        let shown = self.names.iter().take(MOST).map(String::as_str);
        let shown = shown.collect::<Vec<_>>().join(", ");
        let more = self.names.len().saturating_sub(MOST);
        let more = if more > 0 {
            format!(" and {more} others")
        } else {
            String::new()
        };
        format!("there are {shown}{more}")
    }
}

impl fmt::Display for NamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            Problem::Unknown => f.write_str(
                "no names of boxes, such as xmin, ymin, xmax, ymax (corners), x, y, width, height \
                 (lower ends and sizes), or x, y or lon, lat (points)",
            ),
            Problem::Missing(wanted) => write!(f, "{wanted} is missing"),
            Problem::Twice([a, b], wanted) => {
                let (a, b) = (self.name(*a), self.name(*b));
                write!(f, "{a} and {b} are both {wanted}")
            }
            Problem::TwoSets(sets) => write!(
                f,
                "two sets of columns could be the boxes: {}, or {}",
                self.set(&sets[0]),
                self.set(&sets[1])
            ),
            Problem::NotThere(name) => write!(f, "there is no column {name}"),
            Problem::Repeated(name) => write!(f, "the column {name} occurs twice"),
            Problem::Contrary(name) => write!(
                f,
                "the column {name} contradicts its position: first the lower ends of all axes, \
                 then the upper ends"
            ),
            Problem::PointsOrIntervals([a, b]) => {
                write!(
                    f,
                    "{a}, {b} could be the axes of points or the ends of intervals: write \
                     x={a},y={b} for points"
                )?;
                match self.intervals {
                    true => write!(f, ", start={a},end={b} for intervals"),
                    false => Ok(()),
                }
            }
            Problem::NoPart(role) => write!(
                f,
                "{role}= names no part of a box, such as x=, xmin=, width=, start="
            ),
            Problem::Count(count) => write!(
                f,
                "{count} columns are not a box: 4 in 2D and 6 in 3D, or 2 and 3 for points"
            ),
        }?;
        write!(f, ": {}", self.list())
    }
}

impl std::error::Error for NamesError {}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            axis,
            is_second,
        } = self;
        match (kind, is_second) {
            (Kind::Corners, false) => write!(f, "the lower end of {axis} ({axis}min)"),
            (Kind::Corners, true) => write!(f, "the upper end of {axis} ({axis}max)"),
            (Kind::Sizes, false) => write!(f, "the lower end of {axis} ({axis})"),
            (Kind::Sizes, true) => {
                let size = match *axis {
                    "x" => "width",
                    "y" => "height",
                    _ => "depth",
                };
                write!(f, "the size along {axis} ({size})")
            }
            (Kind::Points, _) => write!(f, "the position on {axis} ({axis})"),
        }
    }
}
