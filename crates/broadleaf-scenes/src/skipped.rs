//! What a reader passed over in a file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// What a reader passed over in a file, counted by kind and sorted by the name of the kind.
///
/// Kinds are plural and say what they are in the terms of the format: `"unused vertices"`,
/// `"features without a geometry"`. What never holds a coordinate, such as a colour or the name of
/// a material, is not counted.
///
/// ```
/// use broadleaf_scenes::Skipped;
/// let mut skipped = Skipped::default();
/// skipped.add("unused vertices", 3);
/// skipped.add("free-form curves", 1);
/// skipped.add("unused vertices", 2);
/// assert_eq!(skipped.to_string(), "passed over: free-form curves (1), unused vertices (5)");
/// assert_eq!(skipped.iter().last(), Some(("unused vertices", 5)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    counts: BTreeMap<Cow<'static, str>, u64>,
}

impl Skipped {
    /// Counts `count` more of a kind; zero changes nothing.
    ///
    /// The number of kinds must not grow with the file: a kind is a word of the program, not one of
    /// the file, unless the reader bounds how many there are.
    pub fn add(&mut self, what: impl Into<Cow<'static, str>>, count: u64) {
        if count > 0 {
            *self.counts.entry(what.into()).or_default() += count;
        }
    }

    /// Adds all counts of another file.
    pub fn extend(&mut self, other: &Self) {
        for (what, count) in &other.counts {
            self.add(what.clone(), *count);
        }
    }

    /// Whether nothing was passed over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Each kind and how many of it were passed over, sorted by the kind.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts.iter().map(|(what, count)| (&**what, *count))
    }
}

/// One line without a full stop; empty if nothing was passed over.
impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "passed over: ";
        for (what, count) in self.iter() {
            write!(f, "{before}{what} ({count})")?;
            before = ", ";
        }
        Ok(())
    }
}
