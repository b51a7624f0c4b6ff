//! The caller's boxes: one list or two, of types that only the query knows.

use core::ops::ControlFlow;

use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::pair_finder::tuning::FEWEST_BOXES;
use crate::store::{TooManyBoxes, to_u32};

/// One list, or two.
#[derive(Debug)]
pub(crate) struct Operands<'a, A: ?Sized, B: ?Sized> {
    first: &'a A,
    second: Option<&'a B>,
}

impl<'a, A: ?Sized> Operands<'a, A, A> {
    /// One list. The caller guarantees that it has at most 2³² - 1 boxes.
    pub(crate) fn one(first: &'a A) -> Self {
        Self::known(first, None)
    }
}

impl<'a, A: ?Sized, B: ?Sized> Operands<'a, A, B> {
    /// One list, or two. The caller guarantees at most 2³² - 1 boxes in total.
    pub(crate) fn known(first: &'a A, second: Option<&'a B>) -> Self {
        Self { first, second }
    }

    /// # Errors
    /// If there are more than 2³² - 1 boxes in total: the boxes of the second list are numbered
    /// after the boxes of the first.
    pub(crate) fn try_new<S: Scalar, const D: usize>(
        first: &'a A,
        second: Option<&'a B>,
    ) -> Result<Self, TooManyBoxes>
    where
        A: BoxSource<S, D>,
        B: BoxSource<S, D>,
    {
        let operands = Self::known(first, second);
        TooManyBoxes::check(operands.sources::<S, D>().len())?;
        Ok(operands)
    }

    /// The lists without their types.
    pub(crate) fn sources<S: Scalar, const D: usize>(&self) -> Sources<'_, S, D>
    where
        A: BoxSource<S, D>,
        B: BoxSource<S, D>,
    {
        Sources {
            first: &self.first,
            second: self
                .second
                .as_ref()
                .map(|second| second as &dyn BoxSource<S, D>),
        }
    }
}

/// One list or two behind pointers, so that their readers are compiled once and not for every type
/// of list.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a, S: Scalar, const D: usize> {
    pub(crate) first: &'a dyn BoxSource<S, D>,
    pub(crate) second: Option<&'a dyn BoxSource<S, D>>,
}

impl<S: Scalar, const D: usize> Sources<'_, S, D> {
    pub(crate) fn is_cross(&self) -> bool {
        self.second.is_some()
    }

    /// The index of the second list's first box; 0 if there is no second list.
    pub(crate) fn offset(&self) -> u32 {
        self.second.map_or(0, |_| to_u32(self.first.len()))
    }
}

impl<A: ?Sized, B: ?Sized> Operands<'_, A, B> {
    /// Whether there are so few boxes that [`try_for_each_pair`](Self::try_for_each_pair) is
    /// fastest.
    #[inline]
    pub(crate) fn are_fewest<S: Scalar, const D: usize>(&self) -> bool
    where
        A: BoxSource<S, D>,
        B: BoxSource<S, D>,
    {
        let second = self.second.map_or(0, |second| second.len());
        self.first.len().saturating_add(second) <= FEWEST_BOXES
    }

    /// Compares every two boxes, in the order of their indices, until the visitor breaks. The type
    /// of the lists is known, so this compiles to the loop that a caller would write.
    #[inline]
    pub(crate) fn try_for_each_pair<T, S: Scalar, const D: usize>(
        &self,
        mut visit: impl FnMut([u32; 2]) -> ControlFlow<T>,
    ) -> ControlFlow<T>
    where
        A: BoxSource<S, D>,
        B: BoxSource<S, D>,
    {
        for a in 0..self.first.len() {
            let aabb = self.first.get(a);
            let others = self
                .second
                .map_or(a + 1..self.first.len(), |second| 0..second.len());
            for b in others {
                let other = match self.second {
                    Some(second) => second.get(b),
                    None => self.first.get(b),
                };
                if aabb.overlaps(&other) {
                    visit([to_u32(a), to_u32(b)])?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Both lists as one.
impl<S: Scalar, const D: usize> BoxSource<S, D> for Sources<'_, S, D> {
    fn len(&self) -> usize {
        let second = self.second.map_or(0, |second| second.len());
        self.first.len().saturating_add(second)
    }

    fn read(&self, first: usize, boxes: &mut [Aabb<S, D>]) {
        let split = self.first.len().saturating_sub(first).min(boxes.len());
        let (of_first, of_second) = boxes.split_at_mut(split);
        self.first.read(first, of_first);
        if let Some(second) = self.second
            && !of_second.is_empty()
        {
            second.read(first + split - self.first.len(), of_second);
        }
    }

    fn gather(&self, indices: &[u32], boxes: &mut [Aabb<S, D>]) {
        if self.is_cross() {
            for (slot, &index) in boxes.iter_mut().zip(indices) {
                *slot = self.get(index as usize);
            }
        } else {
            self.first.gather(indices, boxes);
        }
    }

    fn get(&self, index: usize) -> Aabb<S, D> {
        match self.second {
            Some(second) if index >= self.first.len() => second.get(index - self.first.len()),
            _ => self.first.get(index),
        }
    }
}
