//! The results of many queries, in two flat arrays.

use alloc::vec::Vec;
use core::ops::{Index, Range};

/// The answers to a batch of queries, in the order of the queries: one array of all items, and the
/// offsets at which the answers begin.
///
/// Both arrays can be passed on as they are, to another language or to a file (the layout of a CSR
/// matrix, or of a list column in Arrow).
///
/// ```
/// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
/// let row = [0.0, 1.0, 2.0, 3.0].map(|x| Aabb::new([x], [x + 1.0]));
/// let tree = DynamicTree::from_boxes(&row)?;
/// let answers = tree.batch().overlaps(&[[3.0], [9.0], [0.5]]);
/// assert_eq!(answers.offsets(), [0, 2, 2, 3]);
/// assert_eq!(answers.items(), [Id(2), Id(3), Id(0)]);
/// assert_eq!(answers[2], [Id(0)]);
/// assert!(answers.iter().map(<[Id]>::len).eq([2, 0, 1]));
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "CSR")]
pub struct Answers<T> {
    /// Ascending from 0, one more than there are queries.
    offsets: Vec<usize>,
    items: Vec<T>,
}

impl<T> Answers<T> {
    /// The answers to an empty batch.
    #[must_use]
    pub fn new() -> Self {
        Self {
            offsets: alloc::vec![0],
            items: Vec::new(),
        }
    }

    /// The number of queries in the batch.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether the batch was empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The answer to the query with this index; `None` if there is no such query.
    #[must_use]
    pub fn get(&self, question: usize) -> Option<&[T]> {
        let &end = self.offsets.get(question.checked_add(1)?)?;
        Some(&self.items[self.offsets[question]..end])
    }

    /// The answers, in the order of the queries.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.offsets
            .windows(2)
            .map(|ends| &self.items[ends[0]..ends[1]])
    }

    /// The index of the first item of every answer, then the number of all items.
    #[must_use]
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// The items of all answers.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The [offsets](Self::offsets) and the [items](Self::items), without a copy.
    #[must_use]
    pub fn into_parts(self) -> (Vec<usize>, Vec<T>) {
        (self.offsets, self.items)
    }

    /// The same answers with other items.
    pub(crate) fn map<U>(self, item: impl FnMut(T) -> U) -> Answers<U> {
        Answers {
            offsets: self.offsets,
            items: self.items.into_iter().map(item).collect(),
        }
    }

    /// Answers of these lengths, filled with `filler`.
    pub(super) fn filled(lengths: impl Iterator<Item = usize>, filler: Option<T>) -> Self
    where
        T: Clone,
    {
        let mut answers = Self::new();
        let mut end = 0;
        answers.offsets.extend(lengths.map(|length| {
            end += length;
            end
        }));
        if let Some(filler) = filler {
            answers.items.resize(end, filler);
        }
        answers
    }

    /// The answer to the query with this index, to write.
    pub(super) fn get_mut(&mut self, question: usize) -> &mut [T] {
        let range: Range<usize> = self.offsets[question]..self.offsets[question + 1];
        &mut self.items[range]
    }
}

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Index<usize> for Answers<T> {
    type Output = [T];

    /// The answer to the query with this index.
    ///
    /// # Panics
    /// If there is no such query.
    fn index(&self, question: usize) -> &[T] {
        &self.items[self.offsets[question]..self.offsets[question + 1]]
    }
}
