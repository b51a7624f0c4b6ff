//! What a reader skipped in a file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The elements that a reader skipped in a file, counted by kind and sorted by the name of the
/// kind.
///
/// Kinds are plural and use the terms of the format: `"unused vertices"`, `"features without a
/// geometry"`. Elements that never hold coordinates, such as colors or names of materials, are not
/// counted.
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
    /// Adds `count` to a kind; zero changes nothing.
    ///
    /// The number of kinds must not grow with the file: a kind is a phrase of the program, not of
    /// the file, unless the reader limits their number.
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

    /// Whether nothing was skipped.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Each kind and its count, sorted by the kind.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts.iter().map(|(what, count)| (&**what, *count))
    }
}

/// One line without a full stop; empty if nothing was skipped.
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
