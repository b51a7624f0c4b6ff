//! What is done with the matches of a block before they are pairs.

use super::compare::Match;
use super::labels::{Admit, Labels};
use super::names::{Names, class_of, number_of};
use super::pair_filter::{PairFilter, keep};
use crate::simd::{LANES, Path};
use crate::tiling::MAX_CUT_AXES;

/// Drops matches that are no pairs, and turns what stands for boxes into indices.
#[derive(Clone, Copy)]
pub(crate) struct Refine<'a> {
    /// None if boxes have the index in the caller's list, those of a second list after those of the
    /// first, instead of a number.
    names: Option<&'a Names>,
    /// The labels of the boxes, by number, if the filter needs them. They need names. If masks
    /// alone decide, there may be none: then pairs are tested by index.
    labels: Option<&'a Labels>,
    /// The index that stands for the first box of the caller's second list, 0 within one list.
    pub(super) offset: u32,
    /// Which of the matches are pairs.
    filter: PairFilter<'a>,
}

impl<'a> Refine<'a> {
    /// For boxes that have numbers if there are names, and labels if the filter needs them.
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

    /// For boxes that have indices.
    pub(super) const NONE: Self = Self {
        names: None,
        labels: None,
        offset: 0,
        filter: PairFilter::NONE,
    };

    /// The indices of the boxes of a block, unless their numbers are those.
    pub(super) fn indices(&self, numbers: &[u32]) -> Option<[u32; LANES]> {
        let names = self.names?;
        let mut indices = [0; LANES];
        for (index, &number) in indices.iter_mut().zip(numbers) {
            *index = names.indices[names.number_in(number)];
        }
        Some(indices)
    }

    /// Drops the matches of a block that its part does not own and that are no pairs, and turns
    /// their numbers into indices. The boxes of the block have these `numbers` and `indices`.
    /// Returns the number of matches that are left, which are the first ones.
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

    /// The pairs that are admitted, as far as labels did not decide: the first ones, after they
    /// were moved to the front.
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

    /// Turns the numbers of matches of a block into indices. With labels, drops those that are no
    /// pairs.
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

/// Drops the pairs that the part does not own, and turns the tags of matches into numbers.
///
/// A box is in every tile that it touches, so a pair is found in every tile that both touch. It is
/// owned by the tile with the greater of the two lower ends on every axis: the corner of the boxes'
/// common part, which lies in exactly one tile. The class of a box has a bit for each axis on which
/// it begins before the tile; the tile owns a pair if on no axis both boxes do. So two classes must
/// have no bit in common, which is one table for the sixteen boxes of a block and one AND for each
/// match. The boxes of other parts, of shapes and of groups, have class 0: they own all their
/// pairs.
fn drop_foreign(block: &[u32], matches: &mut [Match]) {
    let owned = owned_lanes(block);
    for Match { index, lanes } in matches {
        *lanes &= owned[class_of(*index) as usize];
        *index = number_of(*index);
    }
}

/// For each class of a candidate, the lanes of a block whose class has no bit of it.
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
