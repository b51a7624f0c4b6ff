//! What is known before a run: that options and inputs fit together, the numbers that boxes are
//! compared as, and the form of the answer.

use std::fmt::Write as _;

use crate::error::{OutOfCoreError, Result};
use crate::how::How;
use crate::input::{Input, Source};
use crate::job::{Answer, Job};
use crate::number::NumberKind;
use crate::output::{PairFormat, is_parquet};

impl Job {
    /// Checks that the options fit together.
    pub(super) fn check(&self) -> Result<()> {
        let refuse = |problem: &str| Err(OutOfCoreError::job(problem));
        let inputs = [Some(&self.first), self.second.as_ref()]
            .into_iter()
            .flatten();
        let has_longitude = inputs
            .clone()
            .any(|input| input.options.longitude.is_some());
        for input in inputs {
            let mut names = input.keep.clone();
            names.sort_unstable();
            if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
                return refuse(&format!("the column {} is kept twice", twice[0]));
            }
        }
        match (self.distance.is_some(), self.interiors, has_longitude) {
            (true, true, _) => refuse("interiors are compared without a distance"),
            (true, _, true) => refuse("distances do not wrap, so longitudes have none"),
            _ if self.how == How::Left && self.second.is_none() => {
                refuse("a left join needs a second input")
            }
            _ => Ok(()),
        }
    }

    /// Whether the join uses row numbers, for which ids are looked up, even integers.
    pub(super) fn has_row_numbers(&self) -> bool {
        let keeps = |input: &Input| !input.keep.is_empty();
        self.how != How::Inner || keeps(&self.first) || self.second.as_ref().is_some_and(keeps)
    }

    pub(super) fn format(&self, sources: &[Source]) -> Result<Option<PairFormat>> {
        let format = PairFormat {
            is_parquet: true,
            ids: [&sources[0], &sources[sources.len() - 1]].map(Source::id_kind),
            looks_up: self.has_row_numbers(),
            marks: self.how.marks(self.second.is_none()),
        };
        match &self.answer {
            // Rows without a partner are known at the end.
            Answer::Count if self.how != How::Inner => Ok(Some(format)),
            Answer::Count => Ok(None),
            Answer::Pairs(path) => Ok(Some(PairFormat {
                is_parquet: is_parquet(path)?,
                ..format
            })),
        }
    }

    /// Everything that the contents of the spill folder depend on, one line each.
    pub(super) fn describe(&self, sources: &[Source], number: NumberKind) -> String {
        let mut text = String::new();
        for source in sources {
            text += &source.describe();
        }
        let answer = match &self.answer {
            Answer::Count => "count".to_owned(),
            Answer::Pairs(path) => {
                let ending = path.extension().unwrap_or_default().to_string_lossy();
                format!("pairs as {}", ending.to_lowercase())
            }
        };
        let _ = writeln!(text, "numbers {}\n{answer}", number.name());
        if self.interiors {
            text += "interiors\n";
        }
        if let Some(distance) = self.distance {
            let _ = writeln!(text, "distance {distance}");
        }
        if self.how != How::Inner {
            let _ = writeln!(text, "how {}", self.how.name());
        }
        text
    }
}

/// The number type and the number of dimensions of all inputs.
pub(super) fn common_type(sources: &[Source], is_near: bool) -> Result<(NumberKind, usize)> {
    let columns: Vec<_> = sources.iter().flat_map(Source::column_kinds).collect();
    let mut number = NumberKind::of(&columns);
    if sources.iter().any(|source| source.longitude().is_some()) {
        // `longitude.rs` uses values outside of the longitudes.
        number = NumberKind::Float64;
    }
    if is_near {
        // Distances are measured in `f64`.
        number = NumberKind::Float64;
    }
    let [first, last] = [&sources[0], &sources[sources.len() - 1]].map(Source::dimensions);
    if first != last {
        return Err(OutOfCoreError::job(format!(
            "the first input has boxes in {first}D, the second one in {last}D"
        )));
    }
    let [a, b] = [&sources[0], &sources[sources.len() - 1]].map(Source::longitude);
    if a != b {
        let problem = "both inputs have the same axis of longitudes, or none";
        return Err(OutOfCoreError::job(problem));
    }
    Ok((number, first))
}

/// Checks that the keys of two inputs compare.
pub(super) fn check_keys(sources: &[Source]) -> Result<()> {
    let [first, second] = sources else {
        return Ok(());
    };
    if first.has_keys() != second.has_keys() {
        let problem = "both inputs have a column of keys, or none";
        return Err(OutOfCoreError::job(problem));
    }
    let [a, b] = [first, second].map(Source::key_type);
    let is_text = |key: Option<&str>| matches!(key, None | Some("texts" | "integers"));
    if a == b || (a.is_none() || b.is_none()) && is_text(a) && is_text(b) {
        return Ok(());
    }
    let [a, b] = [a, b].map(|key| key.unwrap_or("texts"));
    Err(OutOfCoreError::job(format!(
        "the keys of the first input are {a}, those of the second one {b}"
    )))
}
