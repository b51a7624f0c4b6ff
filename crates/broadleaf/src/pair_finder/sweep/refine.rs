//! Filters the matches of a block and maps their names to indices, before they become pairs.

use super::compare::Match;
use super::labels::{Admit, Labels};
use super::names::{Names, class_of, number_of};
use super::pair_filter::{PairFilter, keep};
use crate::simd::{LANES, Path};
use crate::tiling::MAX_CUT_AXES;

/// Drops matches that must not become pairs, and replaces the names of boxes by indices.
#[derive(Clone, Copy)]
pub(crate) struct Refine<'a> {
    /// None if the names of boxes are their indices (see `sweep/names.rs`).
    names: Option<&'a Names>,
    /// The labels of the boxes, by number, if the filter needs them; requires `names`. Without
    /// them, masks are tested pair by pair, by index.
    labels: Option<&'a Labels>,
    /// The index that stands for the first box of the caller's second list; 0 within one list.
    pub(super) offset: u32,
    filter: PairFilter<'a>,
}

impl<'a> Refine<'a> {
    /// For boxes with numbers or tags unless `names` is empty, and labels if the filter needs them.
    pub(super) fn new(
        names: &'a Names,
        labels: &'a Labels,
        offset: u32,
        filter: PairFilter<'a>,
    ) -> Self {
        Self {
            names: (!names.indices.is_empty()).then_some(names),
            labels: labels.are_used.then_some(labels),
            offset,
            filter,
        }
    }

    /// For boxes with indices, all of whose matches are pairs.
    pub(super) const NONE: Self = Self {
        names: None,
        labels: None,
        offset: 0,
        filter: PairFilter::NONE,
    };

    /// The indices of the boxes of a block; none if their names are indices.
    pub(super) fn indices(&self, numbers: &[u32]) -> Option<[u32; LANES]> {
        let names = self.names?;
        let mut indices = [0; LANES];
        for (index, &number) in indices.iter_mut().zip(numbers) {
            *index = names.indices[names.number_in(number)];
        }
        Some(indices)
    }

    /// Drops the matches of a block that its part does not own or that the filter refuses, and
    /// replaces names by indices. The boxes of the block have these `numbers` (names) and
    /// `indices`. Returns the number of remaining matches, which are the first ones.
    pub(super) fn apply(
        &self,
        path: Path,
        numbers: &[u32],
        indices: &[u32],
        matches: &mut [Match],
    ) -> usize {
        let mut left = matches.len();
        if let Some(names) = self.names {
            if names.are_in_tags {
                drop_foreign(numbers, matches);
            }
            left = self.name_matches(names, path, numbers, matches);
        }
        self.filter.admit(path, indices, &mut matches[..left]);
        left
    }

    /// Applies the filters that [`apply`](Self::apply) has not: moves the admitted pairs to the
    /// front and returns them.
    pub(super) fn admitted<'p>(&self, pairs: &'p mut [[u32; 2]]) -> &'p mut [[u32; 2]] {
        let masks = self.filter.masks_alone();
        match masks.filter(|_| self.labels.is_none()) {
            Some(filters) => keep(pairs, |a, b| filters.masks_allow(a, b)),
            None if self.filter.has_classes() => {
                keep(pairs, |a, b| self.filter.classes_allow(a, b))
            }
            None => pairs,
        }
    }

    /// Replaces the numbers of matches by indices. With labels, drops the matches that they do not
    /// admit.
    fn name_matches(
        &self,
        names: &Names,
        path: Path,
        numbers: &[u32],
        matches: &mut [Match],
    ) -> usize {
        if let (Some(labels), Some(&first)) = (self.labels, numbers.first()) {
            return path.run(Admit {
                labels,
                names: &names.indices,
                block: names.number_in(first),
                matches,
            });
        }
        for Match { index, .. } in &mut *matches {
            *index = names.indices[*index as usize];
        }
        matches.len()
    }
}

/// Drops the pairs that the part does not own, and replaces the tags of matches by numbers.
///
/// A box is in every tile that it touches, so a pair is found in every tile that both boxes touch.
/// Its owner is the tile with the lower corner of the boxes' intersection, which lies in exactly
/// one tile. The class of a box has a bit for each axis on which it begins before the tile. The
/// tile owns a pair unless both boxes begin before it on some axis, that is, if the two classes
/// have no bit in common. This takes one table for the sixteen boxes of a block and one AND for
/// each match. In parts by shape or by group that are not inside a tile, all boxes have class 0,
/// and the part owns all its pairs.
fn drop_foreign(block: &[u32], matches: &mut [Match]) {
    let owned = owned_lanes(block);
    for Match { index, lanes } in matches {
        *lanes &= owned[class_of(*index) as usize];
        *index = number_of(*index);
    }
}

/// For each class of a candidate, the lanes of the block whose classes have no bit in common with
/// it.
fn owned_lanes(block: &[u32]) -> [u32; 1 << MAX_CUT_AXES] {
    let mut owned = [u32::MAX; 1 << MAX_CUT_AXES];
    for bit in 0..MAX_CUT_AXES {
        let mut lanes = 0;
        for (lane, &tag) in block.iter().enumerate() {
            lanes |= (class_of(tag) >> bit & 1) << lane;
        }
        for class in 1 << bit..2 << bit {
            owned[class] = owned[class - (1 << bit)] & !lanes;
        }
    }
    owned
}
