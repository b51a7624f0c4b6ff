//! What is done with the matches of a block before they are pairs.

use super::compare::Match;
use super::match_filter::Filter;
use super::tile::{class_of, number_of};
use crate::simd::Path;
use crate::tiling::MAX_CUT_AXES;

/// What the numbers of sorted boxes stand for.
#[derive(Clone, Copy)]
pub(super) struct Refine<'a> {
    /// By number, the index of each box in the caller's list, those of a second list after those of
    /// the first. None if boxes have this index instead of a tag.
    pub(super) names: Option<&'a [u32]>,
    /// The index that stands for the first box of the caller's second list, 0 within one list.
    pub(super) offset: u32,
    /// Which of the matches are pairs.
    pub(super) filter: Filter<'a>,
}

impl<'a> Refine<'a> {
    /// For boxes that have indices instead of tags.
    pub(super) fn new(offset: u32, filter: Filter<'a>) -> Self {
        Self {
            names: None,
            offset,
            filter,
        }
    }

    /// Drops the matches of a block that its tile does not own and that are no pairs, and turns
    /// tags into indices.
    pub(super) fn apply(self, path: Path, tags: &mut [u32], matches: &mut [Match]) {
        if let Some(names) = self.names {
            drop_foreign(tags, matches);
            for tag in &mut *tags {
                *tag = names[number_of(*tag)];
            }
            for Match { index, .. } in &mut *matches {
                *index = names[number_of(*index)];
            }
        }
        self.filter.admit(path, tags, matches);
    }
}

/// Drops the pairs that the tile does not own.
fn drop_foreign(block: &[u32], matches: &mut [Match]) {
    if block.iter().all(|&tag| class_of(tag) == 0) {
        return;
    }
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
