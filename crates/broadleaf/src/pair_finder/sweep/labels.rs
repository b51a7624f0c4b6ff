//! The values that boxes are filtered by, in sweep order.

use alloc::vec::Vec;

use super::compare::Match;
use super::pair_filter::PairFilter;
use crate::executor::Executor;
use crate::filter::decide_lanes;
use crate::pair_finder::tuning::COST_OF_LABEL;
use crate::simd::{LANES, Lanes, Task};
use crate::store::move_if;

/// The filtered values of boxes, by number. A column is empty if no pair depends on it; otherwise
/// sixteen values can be read from the last box on.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    /// Whether the contents belong to the boxes that were sorted last.
    pub(super) are_used: bool,
    /// The groups of `within_groups`.
    within: Vec<u32>,
    /// The groups, categories and masks of filters.
    groups: Vec<u32>,
    categories: Vec<u32>,
    masks: Vec<u32>,
    /// Whether one of the two masks of a pair suffices.
    is_either: bool,
}

impl Labels {
    /// Replaces the contents. `names` has the index of each box.
    pub(super) fn fill(&mut self, executor: impl Executor, filter: &PairFilter<'_>, names: &[u32]) {
        let (filters, one_way) = (filter.filters, filter.one_way);
        let has_groups = filters.is_some_and(|filters| filters.has_groups);
        let has_masks = filters.is_some_and(|filters| filters.has_masks);
        resize(&mut self.within, names, filter.within.is_some());
        resize(&mut self.groups, names, has_groups);
        resize(&mut self.categories, names, has_masks);
        resize(&mut self.masks, names, has_masks);
        self.is_either = one_way && filters.is_some_and(|filters| filters.is_of_one_list());
        if let Some(of) = filter.within {
            for_each(executor, names, [&mut self.within], |name, [within]| {
                *within = of.get(name);
            });
        }
        let Some(filters) = filters else { return };
        if has_groups {
            for_each(executor, names, [&mut self.groups], |name, [group]| {
                *group = filters.get(name).group.cast_unsigned();
            });
        }
        if has_masks {
            let is_directed = one_way && !self.is_either;
            let columns = [&mut self.categories, &mut self.masks];
            for_each(executor, names, columns, |name, [category, mask]| {
                let filter = match is_directed {
                    true => filters.get_one_way(name),
                    false => filters.get(name),
                };
                (*category, *mask) = (filter.category, filter.mask);
            });
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let columns = [&self.within, &self.groups, &self.categories, &self.masks];
        columns.map(Vec::capacity).iter().sum::<usize>() * size_of::<u32>()
    }
}

/// Makes a column long enough for all boxes, or empty.
fn resize(column: &mut Vec<u32>, names: &[u32], is_used: bool) {
    column.resize(if is_used { names.len() + LANES } else { 0 }, 0);
}

/// Writes the labels of every box into columns.
fn for_each<E: Executor, const N: usize>(
    executor: E,
    names: &[u32],
    columns: [&mut Vec<u32>; N],
    write: impl Fn(u32, [&mut u32; N]) + Sync,
) {
    let mut columns = columns.map(|column| column.chunks_mut(COST_OF_LABEL.piece()));
    let pieces = names.chunks(COST_OF_LABEL.piece()).map(|names| {
        let columns = columns
            .each_mut()
            .map(|column| column.next().unwrap_or_default());
        (names, columns)
    });
    let run = |(names, columns): &mut (&[u32], [&mut [u32]; N])| {
        for (number, &name) in names.iter().enumerate() {
            write(name, columns.each_mut().map(|column| &mut column[number]));
        }
    };
    if executor.shares(names.len(), COST_OF_LABEL) {
        let mut pieces: Vec<_> = pieces.collect();
        executor.for_each_mut(&mut pieces, |_, piece| run(piece));
    } else {
        pieces.for_each(|mut piece| run(&mut piece));
    }
}

/// Drops the matches of a block that labels do not admit, and replaces numbers by indices. The
/// output is the number of remaining matches, which are the first ones.
pub(super) struct Admit<'a> {
    pub(super) labels: &'a Labels,
    /// By number, the index of each box.
    pub(super) names: &'a [u32],
    /// The number of the block's first box; its boxes are consecutive.
    pub(super) block: usize,
    /// Matches whose candidates are numbers.
    pub(super) matches: &'a mut [Match],
}

impl Task<i32> for Admit<'_> {
    type Output = usize;

    // No closures here: they are not compiled with the target features of the path.
    #[inline(always)]
    fn run<L: Lanes<i32>>(self, lanes: L) -> usize {
        let Labels {
            within,
            groups,
            categories,
            masks,
            is_either,
            ..
        } = self.labels;
        let within_of_block = sixteen(within, self.block);
        let groups_of_block = sixteen(groups, self.block);
        let masks_of_block = (sixteen(categories, self.block), sixteen(masks, self.block));
        let mut kept = 0;
        for number in 0..self.matches.len() {
            let found = self.matches[number];
            let candidate = found.index as usize;
            let mut admitted = u32::MAX;
            if let (Some(categories_of_block), Some(masks_of_block)) = masks_of_block {
                let theirs = lanes.common(categories_of_block, masks[candidate]);
                let ours = lanes.common(masks_of_block, categories[candidate]);
                admitted = if *is_either {
                    theirs | ours
                } else {
                    theirs & ours
                };
            }
            if let Some(block) = groups_of_block {
                let group = groups[candidate];
                let same = lanes.equal(block, group);
                admitted = decide_lanes(group.cast_signed(), same, admitted);
            }
            if let Some(block) = within_of_block {
                admitted &= lanes.equal(block, within[candidate]);
            }
            admitted &= found.lanes;
            let index = self.names[candidate];
            let lanes = admitted;
            move_if(self.matches, &mut kept, Match { index, lanes }, lanes != 0);
        }
        kept
    }
}

/// Sixteen values of a column; none if the column is empty.
#[inline(always)]
fn sixteen(column: &[u32], start: usize) -> Option<&[u32; LANES]> {
    match column.get(start..) {
        Some(column) => column.first_chunk(),
        None => None,
    }
}
