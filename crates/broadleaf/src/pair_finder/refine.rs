//! What is done with the matches of a block before they are pairs.

use super::compare::Match;
use super::labels::{Admit, Labels};
use super::match_filter::PairFilter;
use super::names::Names;
use super::tile::{class_of, number_of};
use crate::simd::{LANES, Path};
use crate::store::{store_if, to_u32};
use crate::tiling::MAX_CUT_AXES;

/// What the numbers of sorted boxes stand for.
#[derive(Clone, Copy)]
pub(super) struct Refine<'a> {
    /// None if boxes have the index in the caller's list, those of a second list after those of the
    /// first, instead of a number.
    names: Option<&'a Names>,
    /// The labels of the boxes, by number. They need names. Without, pairs are tested by index.
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
            *index = names.indices[names.number(number)];
        }
        Some(indices)
    }

    /// Drops the matches of a block that its tile does not own and that are no pairs, and turns
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
                remove_classes(matches);
            }
            left = self.name_matches(names, path, numbers, matches);
        }
        self.filter.admit(path, indices, &mut matches[..left]);
        left
    }

    /// The pairs that are admitted, as far as that was not decided before: the first ones, after
    /// they were moved to the front.
    pub(super) fn admitted<'p>(&self, pairs: &'p mut [[u32; 2]]) -> &'p mut [[u32; 2]] {
        if !self.filter.tests_pairs(self.labels.is_some()) {
            return pairs;
        }
        let kept = match self.filter.masks_alone() {
            Some(filters) => keep(pairs, |a, b| filters.masks_allow(a, b)),
            None => keep(pairs, |a, b| self.filter.admits_pair(a, b)),
        };
        &mut pairs[..kept]
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
                block: names.number(first),
                matches,
            });
        }
        for Match { index, .. } in &mut *matches {
            *index = names.indices[*index as usize];
        }
        matches.len()
    }
}

/// Moves the pairs that are admitted to the front and returns their number.
fn keep(pairs: &mut [[u32; 2]], admits: impl Fn(u32, u32) -> bool) -> usize {
    let mut kept = 0;
    for number in 0..pairs.len() {
        let [a, b] = pairs[number];
        store_if(pairs, &mut kept, [a, b], admits(a, b));
    }
    kept
}

/// Turns the tags of matches into numbers.
fn remove_classes(matches: &mut [Match]) {
    for Match { index, .. } in matches {
        *index = to_u32(number_of(*index));
    }
}

/// Drops the pairs that the tile does not own.
fn drop_foreign(block: &[u32], matches: &mut [Match]) {
    let owned = owned_lanes(block);
    for Match { index, lanes } in matches {
        *lanes &= owned[class_of(*index) as usize];
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
