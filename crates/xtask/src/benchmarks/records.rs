//! Records of `broadleaf-bench`: the lead over the fastest other library in a row.

use std::path::Path;

/// The rows of the records of one machine.
pub(super) struct Records(Vec<Row>);

struct Row {
    scene: String,
    task: String,
    contender: String,
    /// Its time over that of the first row with the same scene and task, which has none.
    ratio: Option<Ratio>,
    /// Nanoseconds of an element, a query or a call.
    ns: Option<f64>,
}

/// How often a contender takes as long as Broadleaf: the median, the least and the greatest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ratio {
    pub(super) median: f64,
    pub(super) least: f64,
    pub(super) greatest: f64,
}

impl Records {
    /// Reads the files, the first of which wins where two have the same row.
    pub(super) fn read(root: &Path, files: &[&str]) -> Result<Self, String> {
        let mut rows: Vec<Row> = Vec::new();
        for file in files {
            let earlier = rows.len();
            let fault = |fault: String| format!("{file}: {fault}");
            let mut reader = csv::Reader::from_path(root.join("bench-records").join(file))
                .map_err(|error| fault(error.to_string()))?;
            for record in reader.deserialize() {
                let record = record.map_err(|error| fault(error.to_string()))?;
                let row = Row::of(&record).map_err(fault)?;
                if !rows[..earlier]
                    .iter()
                    .any(|of| of.scene == row.scene && of.task == row.task)
                {
                    rows.push(row);
                }
            }
        }
        Ok(Self(rows))
    }

    /// The fastest other library at a task, and how often it takes as long as Broadleaf.
    pub(super) fn lead(&self, scene: &str, task: &str) -> Option<(&str, Ratio)> {
        let rows = self.0.iter();
        rows.filter(|row| row.scene == scene && row.task == task)
            .filter(|row| !row.contender.starts_with("broadleaf"))
            .filter_map(|row| Some((&*row.contender, row.ratio?)))
            .min_by(|(_, a), (_, b)| a.median.total_cmp(&b.median))
    }
}

impl Records {
    /// The fastest of Broadleaf's structures at a task, and its nanoseconds. A function that only
    /// calls a structure is not one.
    pub(super) fn fastest(&self, scene: &str, task: &str) -> Option<(&str, f64)> {
        let rows = self.0.iter();
        rows.filter(|row| row.scene == scene && row.task == task)
            .filter_map(|row| Some((row.contender.strip_prefix("broadleaf ")?, row.ns?)))
            .filter(|(name, _)| name.starts_with(char::is_uppercase))
            .min_by(|(_, a), (_, b)| a.total_cmp(b))
    }
}

impl Row {
    fn of(record: &std::collections::BTreeMap<String, String>) -> Result<Self, String> {
        let field = |name: &str| record.get(name).cloned().ok_or(format!("no column {name}"));
        let ratio = field("ratio")?;
        let ratio = match &*ratio {
            "" => None,
            _ => Some(Ratio::of(&ratio).ok_or(format!("{ratio} is no ratio"))?),
        };
        Ok(Self {
            scene: field("scene")?,
            task: field("task")?,
            contender: field("contender")?,
            ratio,
            ns: record.get("ns each").and_then(|ns| ns.parse().ok()),
        })
    }
}

impl Ratio {
    /// From `1.50 (1.45 to 1.60)`.
    fn of(text: &str) -> Option<Self> {
        let (median, range) = text.strip_suffix(')')?.split_once(" (")?;
        let (least, greatest) = range.split_once(" to ")?;
        let number = |text: &str| text.parse().ok();
        Some(Self {
            median: number(median)?,
            least: number(least)?,
            greatest: number(greatest)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_lead_is_over_the_fastest_other_library() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("bench-records")).unwrap();
        let text = "scene,task,contender,ratio\n\
            pile,pairs,broadleaf PairFinder,\n\
            pile,pairs,broadleaf KdSweep,1.1 (1.0 to 1.2)\n\
            pile,pairs,slow,3.0 (2.0 to 4.0)\n\
            pile,pairs,\"fast, rebuilt\",2.0 (1.5 to 2.5)\n\
            other,pairs,faster,1.0 (1.0 to 1.0)\n";
        fs::write(folder.path().join("bench-records/record.csv"), text).unwrap();
        let records = Records::read(folder.path(), &["record.csv"]).unwrap();
        let ratio = Ratio {
            median: 2.0,
            least: 1.5,
            greatest: 2.5,
        };
        assert_eq!(
            records.lead("pile", "pairs"),
            Some(("fast, rebuilt", ratio))
        );
        assert_eq!(records.lead("pile", "events"), None);
        assert!(Records::read(folder.path(), &["missing.csv"]).is_err());
    }

    #[test]
    fn the_fastest_structure_is_one_of_broadleafs() {
        let row = |contender: &str, ns| Row {
            scene: "pile".to_owned(),
            task: "pairs".to_owned(),
            contender: contender.to_owned(),
            ratio: None,
            ns: Some(ns),
        };
        let slower = row("broadleaf KdSweep", 9.0);
        let records = Records(vec![
            row("fast", 1.0),
            row("broadleaf self_pairs", 2.0),
            slower,
            row("broadleaf Octree", 3.0),
        ]);
        assert_eq!(records.fastest("pile", "pairs"), Some(("Octree", 3.0)));
        assert_eq!(records.fastest("pile", "events"), None);
    }

    #[test]
    fn a_ratio_has_a_range() {
        assert_eq!(Ratio::of("2.0"), None);
        assert_eq!(Ratio::of("2.0 (1.0 to x)"), None);
    }
}
