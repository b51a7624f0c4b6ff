//! Parts of the caller's boxes. Each pair is owned by exactly one part.

use alloc::vec::Vec;
use core::ops::Range;

use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::pair_finder::order::{Operands, Sources};
use crate::pair_finder::sweep::MAX_TAGGED;
use crate::tiling::class;

/// The boxes of each part. `'p` is the lifetime of the part that is divided again.
#[derive(Debug)]
pub(crate) struct Parts<'p, S: Scalar, const D: usize> {
    /// The boxes of all parts. The second list is numbered after the first.
    pub(super) indices: Vec<u32>,
    places: Vec<PartPlace<S, D>>,
    /// The mean number of candidates of a block when the boxes were sorted together; `usize::MAX`
    /// if they were not.
    pub(super) candidates: usize,
    parent: Option<&'p LoadedPart<S, D>>,
}

/// The boxes of one part.
#[derive(Clone, Debug)]
struct PartPlace<S: Scalar, const D: usize> {
    /// The lower corner of the part's space.
    low: [S; D],
    /// The range of its boxes in `indices`.
    first: Range<usize>,
    /// If present, only pairs of a box in `first` and a box in this range count.
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

    /// Adds a part with these ranges of `indices`. Its space begins at `low`, or where its parent's
    /// does.
    pub(super) fn push(
        &mut self,
        low: Option<[S; D]>,
        first: Range<usize>,
        second: Option<Range<usize>>,
    ) {
        let low = low.unwrap_or_else(|| self.low());
        self.places.push(PartPlace { low, first, second });
    }

    /// Extends the last part by these ranges if they follow its own and it then has at most `most`
    /// boxes. Returns whether it did.
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

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The lower corner of the parent's space, or the least point.
    pub(super) fn low(&self) -> [S; D] {
        self.parent.map_or([S::MIN; D], |parent| parent.low)
    }

    /// Whether every part has at most three quarters of a number of boxes, and fits into tags.
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
    /// The lower corner of the part's space.
    low: [S; D],
    /// Boxes of the first list, then those of the second list.
    boxes: Vec<Aabb<S, D>>,
    /// The number of boxes of the first list, if there is a second one.
    first_len: Option<usize>,
    /// The index of each box in the caller's list, increased by `offset` in the second list.
    pub(super) names: Vec<u32>,
    /// The index that stands for the first box of the caller's second list.
    pub(super) offset: u32,
    /// For each box, a bit for each axis on which it begins before `low`.
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
    /// Replaces the contents by a part of `sources`.
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
