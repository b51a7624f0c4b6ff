//! Lists of boxes in text.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// Numbers and ranges of numbers, such as `0-4,7`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ids(Vec<RangeInclusive<usize>>);

impl Ids {
    pub(super) fn contain(&self, id: usize) -> bool {
        self.0.iter().any(|range| range.contains(&id))
    }

    pub(super) fn largest(&self) -> Option<usize> {
        self.0.iter().map(|range| *range.end()).max()
    }
}

impl FromStr for Ids {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
        ranges
            .map(Self)
            .ok_or_else(|| "expected numbers and ranges such as 0-4,7".to_owned())
    }
}

fn range(text: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last).then_some(first..=last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_numbers_and_ranges() {
        let ids: Ids = "0-2,7".parse().unwrap();
        let contained: Vec<_> = (0..10).filter(|&id| ids.contain(id)).collect();
        assert_eq!((contained, ids.largest()), (vec![0, 1, 2, 7], Some(7)));
        for text in ["", "a", "3-1", "1,,2", "-1"] {
            assert!(text.parse::<Ids>().is_err(), "{text}");
        }
    }
}
