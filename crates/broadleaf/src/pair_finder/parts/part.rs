//! Parts of the caller's boxes. Every pair is owned by one of them.

use alloc::vec::Vec;
use core::ops::Range;

use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::pair_finder::order::{Operands, Sources};
use crate::pair_finder::sweep::MAX_TAGGED;
use crate::tiling::class;

/// Which boxes are in each part. `'p` is the part that these are parts of.
#[derive(Debug)]
pub(crate) struct Parts<'p, S: Scalar, const D: usize> {
    /// The boxes of all parts, those of the second list numbered after those of the first list.
    pub(super) indices: Vec<u32>,
    places: Vec<PartPlace<S, D>>,
    /// How many candidates each block of the boxes had, if they were sorted together before.
    pub(super) candidates: usize,
    parent: Option<&'p LoadedPart<S, D>>,
}

/// The boxes of one part.
#[derive(Clone, Debug)]
struct PartPlace<S: Scalar, const D: usize> {
    /// Where the part of space begins that the part has.
    low: [S; D],
    /// The indices of its boxes.
    first: Range<usize>,
    /// Those that the others form pairs with, if these do not form pairs among themselves.
    second: Option<Range<usize>>,
}

impl<'p, S: Scalar, const D: usize> Parts<'p, S, D> {
    pub(super) fn new(
        indices: Vec<u32>,
        candidates: usize,
        parent: Option<&'p LoadedPart<S, D>>,
    ) -> Self {
        Self {
            indices,
            places: Vec::new(),
            candidates,
            parent,
        }
    }

    /// Adds a part with the boxes at some places in the list of indices. It begins at `low`, or
    /// where its parent does.
    pub(super) fn push(
        &mut self,
        low: Option<[S; D]>,
        first: Range<usize>,
        second: Option<Range<usize>>,
    ) {
        let low = low.unwrap_or_else(|| self.low());
        self.places.push(PartPlace { low, first, second });
    }

    /// Extends the last part if it then has at most `most` boxes, and if it ends where these ranges
    /// begin. Returns whether it did.
    pub(super) fn extend_last(
        &mut self,
        first: &Range<usize>,
        second: Option<&Range<usize>>,
        most: usize,
    ) -> bool {
        let Some(last) = self.places.last_mut() else {
            return false;
        };
        let len = last.len() + first.len() + second.map_or(0, Range::len);
        let end = |range: &Range<usize>| range.end;
        let follows = last.first.end == first.start
            && last.second.as_ref().map(end) == second.map(|second| second.start);
        if len > most || !follows {
            return false;
        }
        last.first.end = first.end;
        last.second =
            second.map(|second| last.second.as_ref().map_or(0, |of| of.start)..second.end);
        true
    }

    /// The number of parts.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Where the parent begins, or the lowest point of all.
    pub(super) fn low(&self) -> [S; D] {
        self.parent.map_or([S::MIN; D], |parent| parent.low)
    }

    /// Whether no part has nearly all of a number of boxes, or more than can be swept as one.
    pub(super) fn are_smaller_than(&self, boxes: usize) -> bool {
        let longest = self.places.iter().map(PartPlace::len).max().unwrap_or(0);
        4 * longest <= 3 * boxes && longest < MAX_TAGGED as usize
    }
}

impl<S: Scalar, const D: usize> PartPlace<S, D> {
    fn len(&self) -> usize {
        self.first.len() + self.second.as_ref().map_or(0, Range::len)
    }
}

/// Copies of the boxes of one part.
#[derive(Clone, Debug)]
pub(crate) struct LoadedPart<S: Scalar, const D: usize> {
    /// Where the part of space begins that the part has.
    low: [S; D],
    /// Boxes of the first list, then those of the second list.
    boxes: Vec<Aabb<S, D>>,
    /// The number of boxes of the first list, if there is a second one.
    first_len: Option<usize>,
    /// The index of each box in the caller's list, plus `offset` in the second list.
    pub(super) names: Vec<u32>,
    /// The index that stands for the first box of the caller's second list.
    pub(super) offset: u32,
    /// For each box, a bit for each axis on which it begins before the part.
    pub(super) classes: Vec<u8>,
}

impl<S: Scalar, const D: usize> Default for LoadedPart<S, D> {
    fn default() -> Self {
        Self {
            low: [S::MIN; D],
            boxes: Vec::new(),
            first_len: None,
            names: Vec::new(),
            offset: 0,
            classes: Vec::new(),
        }
    }
}

impl<S: Scalar, const D: usize> LoadedPart<S, D> {
    /// Replaces the contents by those of a part of `sources`.
    pub(super) fn load(
        &mut self,
        parts: &Parts<'_, S, D>,
        number: usize,
        sources: Sources<'_, S, D>,
    ) {
        let PartPlace { low, first, second } = &parts.places[number];
        self.low = *low;
        self.offset = parts.parent.map_or(sources.offset(), |of| of.offset);
        self.first_len = second.as_ref().map(|_| first.len());
        self.boxes.clear();
        self.names.clear();
        for range in [Some(first), second.as_ref()].into_iter().flatten() {
            for &index in &parts.indices[range.clone()] {
                self.boxes.push(sources.get(index as usize));
                let name = parts.parent.map_or(index, |of| of.names[index as usize]);
                self.names.push(name);
            }
        }
        self.classes.clear();
        let classes = self.boxes.iter().map(|aabb| class(low, aabb));
        self.classes.extend(classes);
    }

    pub(super) fn operands(&self) -> Operands<'_, [Aabb<S, D>], [Aabb<S, D>]> {
        let split = self
            .boxes
            .split_at_checked(self.first_len.unwrap_or(usize::MAX));
        match split {
            Some((first, second)) => Operands::known(first, Some(second)),
            None => Operands::known(&self.boxes[..], None),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb<S, D>>()
            + self.names.capacity() * size_of::<u32>()
            + self.classes.capacity()
    }
}
