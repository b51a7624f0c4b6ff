//! The rows of a file that boxes belong to.

use broadleaf::Id;

/// The row of each box, indexed by the number of the box.
pub(crate) struct RowIds(Option<Vec<u32>>);

impl RowIds {
    /// `rows` is `None` if box numbers are row numbers.
    pub(crate) fn new(rows: Option<Vec<u32>>) -> Self {
        Self(rows)
    }

    /// Whether box numbers are row numbers.
    pub(crate) fn are_numbers(&self) -> bool {
        self.0.is_none()
    }

    /// The number of the row of a box.
    pub(crate) fn id(&self, id: Id) -> Id {
        let row = self.0.as_ref().and_then(|rows| rows.get(id.index()));
        row.map_or(id, |row| Id(*row))
    }

    /// Converts pairs of boxes to sorted pairs of rows: each pair once, and without pairs of a row
    /// with itself, since a row may have two boxes.
    pub(crate) fn pairs(&self, pairs: &mut Vec<[Id; 2]>) {
        if self.0.is_some() {
            for pair in &mut *pairs {
                *pair = pair.map(|id| self.id(id));
                pair.sort_unstable();
            }
            pairs.retain(|[a, b]| a != b);
        }
        pairs.sort_unstable();
        pairs.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_with_two_boxes_has_each_pair_once() {
        let rows = RowIds::new(Some(vec![0, 3, 3, 5]));
        let mut pairs = vec![[0, 1], [0, 2], [1, 2], [2, 3]].into_iter();
        let mut pairs: Vec<_> = pairs.by_ref().map(|pair| pair.map(Id)).collect();
        rows.pairs(&mut pairs);
        assert_eq!(pairs, [[Id(0), Id(3)], [Id(3), Id(5)]]);
        assert_eq!(RowIds::new(None).id(Id(7)), Id(7));
    }
}
