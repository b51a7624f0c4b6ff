//! Which columns of a table are the boxes.

/// Prefixes and suffixes of usual names: those of a lower end and of an upper end, before and after
/// the letter of the axis.
const STYLES: [[[&str; 2]; 2]; 4] = [
    [["bbox.", "min"], ["bbox.", "max"]],
    [["min_", ""], ["max_", ""]],
    [["", "min"], ["", "max"]],
    [["min", ""], ["max", ""]],
];
/// Usual names of points.
const POINTS: [&[&str]; 3] = [
    &["x", "y", "z"],
    &["lon", "lat"],
    &["longitude", "latitude"],
];

/// The numbers of the columns of the lower ends, and of the upper ends, on each axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoxColumns {
    pub(super) ends: [Vec<usize>; 2],
}

impl BoxColumns {
    pub(super) fn dimensions(&self) -> usize {
        self.ends[0].len()
    }

    /// All columns: the lower ends, then the upper ends.
    pub(super) fn all(&self) -> Vec<usize> {
        self.ends.concat()
    }

    /// The columns with usual names. Upper and lower case are the same.
    pub(super) fn usual(names: &[String]) -> Result<Self, String> {
        let names: Vec<_> = names.iter().map(|name| name.to_lowercase()).collect();
        let column = |name: &str| names.iter().position(|other| other == name);
        for style in STYLES {
            let columns = |axes: &[&str]| {
                let end = |[before, after]: [&str; 2]| {
                    let names = axes.iter().map(|axis| format!("{before}{axis}{after}"));
                    names.map(|name| column(&name)).collect::<Option<Vec<_>>>()
                };
                Some(Self {
                    ends: [end(style[0])?, end(style[1])?],
                })
            };
            if let Some(found) = columns(&["x", "y", "z"]).or_else(|| columns(&["x", "y"])) {
                return Ok(found);
            }
        }
        for point in POINTS {
            let columns = |axes: &[&str]| -> Option<Vec<_>> {
                axes.iter().map(|axis| column(axis)).collect()
            };
            if let Some(found) = columns(point).or_else(|| columns(&point[..2])) {
                return Ok(Self {
                    ends: [found.clone(), found],
                });
            }
        }
        Err(format!(
            "no columns with a usual name for boxes, such as min_x, min_y, max_x, max_y or bbox.xmin: \
             name them; there are {}",
            list(&names)
        ))
    }

    /// The columns with these names: lower ends, then upper ends.
    pub(super) fn named(names: &[String], wanted: &[String]) -> Result<Self, String> {
        if ![4, 6].contains(&wanted.len()) {
            return Err(format!(
                "a box has 4 columns in 2D and 6 in 3D, not {}",
                wanted.len()
            ));
        }
        let columns = wanted.iter().map(|name| find(names, name));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let (min, max) = columns.split_at(wanted.len() / 2);
        Ok(Self {
            ends: [min.to_vec(), max.to_vec()],
        })
    }

    /// Those with the wanted names, or with usual names if there are none.
    pub(super) fn choose(names: &[String], wanted: &[String]) -> Result<Self, String> {
        if wanted.is_empty() {
            Self::usual(names)
        } else {
            Self::named(names, wanted)
        }
    }
}

/// The column with a name.
pub(super) fn find(names: &[String], wanted: &str) -> Result<usize, String> {
    let column = names.iter().position(|name| name == wanted);
    column.ok_or_else(|| format!("there is no column {wanted}; there are {}", list(names)))
}

/// Names, separated by commas, not all if there are many.
fn list(names: &[String]) -> String {
    const MOST: usize = 20;
    let more = if names.len() > MOST {
        " and others"
    } else {
        ""
    };
    names[..names.len().min(MOST)].join(", ") + more
}
