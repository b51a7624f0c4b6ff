//! The pairs that one tile owns.

use std::ops::ControlFlow;

use broadleaf::tiling::Tile;
use broadleaf::{Aabb, Id, PairFinder};

use super::sink::Sink;
use crate::distribute::Distributed;
use crate::error::{OutOfCoreError, Result};
use crate::id::IdKind;
use crate::longitude::Longitude;
use crate::near::Near;
use crate::number::Number;
use crate::spill::{Cursor, List, Loaded, SpillReader};

/// The least number of giants that are compared at a time.
const LEAST_GIANT_BLOCK: u64 = 4096;

/// A tile that has work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    /// The number of the tile; one more than the last number for the pairs of giants.
    pub(crate) tile: u64,
    pub(crate) boxes: u64,
    /// The largest number of boxes to compare at a time, if there is memory.
    pub(crate) at_once: u64,
}

/// The work of all tiles.
pub(crate) fn tasks<S: Number, const D: usize>(all: &Distributed<S, D>) -> Vec<Work> {
    let giants = all.tiling.len();
    let lens = |tile: usize| -> Vec<u64> {
        all.sides
            .iter()
            .map(|side| side.lists[tile].len())
            .collect()
    };
    let giant_lens = lens(giants);
    let works = (0..=giants).map(|tile| {
        let own = lens(tile);
        let boxes = own.iter().sum();
        let giants: u64 = if tile == giants {
            0
        } else {
            giant_lens.iter().sum()
        };
        Work {
            tile: tile as u64,
            boxes,
            at_once: boxes + giants.min(giant_block(boxes)),
        }
    });
    works.filter(|work| work.boxes > 0).collect()
}

/// The number of giants that are compared with the boxes of a tile at a time.
fn giant_block(boxes: u64) -> u64 {
    boxes.max(LEAST_GIANT_BLOCK)
}

/// Joins tiles one after the other, in reused memory.
pub(crate) struct TileJoin<'a, S: Number, const D: usize> {
    all: &'a Distributed<S, D>,
    reader: SpillReader,
    finder: PairFinder<S, D>,
    first: Loaded<S, D>,
    second: Loaded<S, D>,
    /// The number of boxes of a block.
    block: usize,
    rules: Rules,
}

/// Which boxes form pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// The order of ids within one input.
    pub(crate) ids: IdKind,
    /// The axis on which a row may have two boxes.
    pub(crate) longitude: Option<Longitude>,
    /// Whether boxes that only touch are left out.
    pub(crate) interiors: bool,
    /// The largest distance of a pair.
    pub(crate) near: Option<Near>,
    /// Whether only rows with equal keys form pairs.
    pub(crate) has_keys: bool,
}

/// Boxes of a list: all, or those that touch a tile.
#[derive(Clone, Copy)]
struct Part<'a> {
    list: &'a List,
    /// Whether all boxes of the list touch the tile.
    is_of_tile: bool,
    /// The number of boxes to load at a time.
    block: usize,
}

impl<'a, S: Number, const D: usize> TileJoin<'a, S, D> {
    pub(crate) fn new(
        all: &'a Distributed<S, D>,
        reader: SpillReader,
        block: usize,
        rules: Rules,
    ) -> Self {
        Self {
            all,
            reader,
            finder: PairFinder::new(),
            first: Loaded::default(),
            second: Loaded::default(),
            block,
            rules,
        }
    }

    /// Frees the memory if it takes more than this number of bytes.
    pub(crate) fn keep_at_most(&mut self, bytes: u64) {
        let kept = self.finder.bytes() as u64 + self.first.bytes() + self.second.bytes();
        if kept > bytes {
            self.finder.shrink_to_fit();
            self.first = Loaded::default();
            self.second = Loaded::default();
        }
    }

    /// Finds the pairs that a tile owns, or the pairs of giants.
    pub(crate) fn join(&mut self, work: Work, sink: &mut Sink<'_>) -> Result<()> {
        let (all, block) = (self.all, self.block);
        let number = usize::try_from(work.tile).unwrap_or(usize::MAX);
        let tile = u32::try_from(work.tile).ok();
        // The join of giants with giants has no tile.
        let region = tile.and_then(|tile| all.tiling.tile(tile));
        let giant_block = usize::try_from(giant_block(work.boxes)).unwrap_or(usize::MAX);
        let own = |side: usize| Part {
            list: &all.sides[side].lists[number],
            is_of_tile: true,
            block,
        };
        let giants = |side: usize| Part {
            list: &all.sides[side].lists[all.tiling.len()],
            is_of_tile: false,
            block: block.min(giant_block),
        };
        let tile = region.unwrap_or(Tile::EVERYWHERE);
        match (all.sides.len(), region.is_some()) {
            (1, false) => self.within(own(0), &tile, sink),
            (1, true) => {
                self.within(own(0), &tile, sink)?;
                self.between(own(0), giants(0), &tile, sink)
            }
            (_, false) => self.between(own(0), own(1), &tile, sink),
            (_, true) => {
                self.between(own(0), own(1), &tile, sink)?;
                self.between(own(0), giants(1), &tile, sink)?;
                self.between(giants(0), own(1), &tile, sink)
            }
        }
    }

    /// Finds the pairs within a list, block by block if it is larger than the memory.
    fn within(&mut self, part: Part<'_>, tile: &Tile<S, D>, sink: &mut Sink<'_>) -> Result<()> {
        // A list that fits can use the memory of both blocks.
        let fits = part.list.len() <= 2 * part.block as u64;
        let block = if fits { 2 * part.block } else { part.block };
        let first = Part { block, ..part };
        let mut cursor = Cursor::default();
        while self.load_first(first, &mut cursor, tile)? {
            self.find_within(sink)?;
            let mut rest = cursor;
            while self.load_second(part, &mut rest, tile)? {
                self.find_between(true, sink)?;
            }
        }
        Ok(())
    }

    /// Finds the pairs between two lists.
    fn between(
        &mut self,
        first: Part<'_>,
        second: Part<'_>,
        tile: &Tile<S, D>,
        sink: &mut Sink<'_>,
    ) -> Result<()> {
        if first.list.blocks.is_empty() || second.list.blocks.is_empty() {
            return Ok(());
        }
        let is_self = self.all.sides.len() == 1;
        let mut cursor = Cursor::default();
        while self.load_first(first, &mut cursor, tile)? {
            let mut rest = Cursor::default();
            while self.load_second(second, &mut rest, tile)? {
                self.find_between(is_self, sink)?;
            }
        }
        Ok(())
    }

    fn load_first(
        &mut self,
        part: Part<'_>,
        cursor: &mut Cursor,
        tile: &Tile<S, D>,
    ) -> Result<bool> {
        let class = |aabb: &Aabb<S, D>| part.class(tile, aabb);
        let Self { reader, first, .. } = self;
        reader.load(part.list, cursor, part.block, class, first)
    }

    fn load_second(
        &mut self,
        part: Part<'_>,
        cursor: &mut Cursor,
        tile: &Tile<S, D>,
    ) -> Result<bool> {
        let class = |aabb: &Aabb<S, D>| part.class(tile, aabb);
        let Self { reader, second, .. } = self;
        reader.load(part.list, cursor, part.block, class, second)
    }

    fn find_within(&mut self, sink: &mut Sink<'_>) -> Result<()> {
        let Self { first, rules, .. } = self;
        let query = self.finder.within(&first.boxes);
        let mut query = query.map_err(OutOfCoreError::job)?;
        if rules.interiors {
            query = query.interiors();
        }
        if rules.has_keys {
            let keys = query.within_groups(&first.keys);
            query = keys.map_err(OutOfCoreError::job)?;
        }
        // The sink stores a failure.
        let _ = query.try_for_each_pair(|Id(a), Id(b)| {
            let [a, b] = [a as usize, b as usize];
            if !rules.is_pair([first, first], [a, b]) {
                return ControlFlow::Continue(());
            }
            sink.add(rules.ids.ordered([first.ids[a], first.ids[b]]))
        });
        sink.check()
    }

    /// `is_self` if both lists are from the same input.
    fn find_between(&mut self, is_self: bool, sink: &mut Sink<'_>) -> Result<()> {
        let Self {
            first,
            second,
            rules,
            ..
        } = self;
        let query = self.finder.between(&first.boxes, &second.boxes);
        let mut query = query.map_err(OutOfCoreError::job)?;
        if rules.interiors {
            query = query.interiors();
        }
        if rules.has_keys {
            let keys = query.within_groups([&first.keys, &second.keys]);
            query = keys.map_err(OutOfCoreError::job)?;
        }
        let _ = query.try_for_each_pair(|Id(a), Id(b)| {
            let [a, b] = [a as usize, b as usize];
            if !rules.is_pair([first, second], [a, b]) {
                return ControlFlow::Continue(());
            }
            let pair = [first.ids[a], second.ids[b]];
            sink.add(if is_self {
                rules.ids.ordered(pair)
            } else {
                pair
            })
        });
        sink.check()
    }
}

impl Rules {
    /// Whether two boxes that overlap are a pair of the tile.
    #[inline]
    fn is_pair<S: Number, const D: usize>(
        &self,
        [first, second]: [&Loaded<S, D>; 2],
        [a, b]: [usize; 2],
    ) -> bool {
        let is_repeated = |longitude: Longitude| {
            longitude.is_repeated(&first.boxes[a], &second.boxes[b], self.interiors)
        };
        first.classes[a] & second.classes[b] == 0
            && !self.longitude.is_some_and(is_repeated)
            && self
                .near
                .is_none_or(|near| near.holds(&first.exact[a], &second.exact[b]))
    }
}

impl Part<'_> {
    /// The class of a box in a tile; `None` if it does not touch the tile.
    #[inline]
    fn class<S: Number, const D: usize>(&self, tile: &Tile<S, D>, aabb: &Aabb<S, D>) -> Option<u8> {
        (self.is_of_tile || tile.touches(aabb)).then(|| tile.class(aabb))
    }
}
