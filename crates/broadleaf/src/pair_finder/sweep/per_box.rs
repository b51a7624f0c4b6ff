//! A value for each box of a query.

use core::fmt;

/// A value for each box of a query of a [`PairFinder`](crate::PairFinder): one list of values for
/// one list of boxes, two for two.
///
/// Converts from `&values` or `[&first, &second]`. Both lists must have the same type; use slices
/// of arrays of different lengths: `[&first[..], &second[..]]`.
///
/// ```
/// use broadleaf::pair_finder::PerBox;
/// let (owners, others) = (vec![7, 7, 8], vec![9]);
/// let within: PerBox<'_, u32> = (&owners).into();
/// let between: PerBox<'_, u32> = [&owners, &others].into();
/// assert_eq!([within.lens(), between.lens()], [[3, 0], [3, 1]]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PerBox<'a, T> {
    first: &'a [T],
    second: &'a [T],
}

impl<'a, T, V: AsRef<[T]> + ?Sized> From<&'a V> for PerBox<'a, T> {
    fn from(values: &'a V) -> Self {
        Self {
            first: values.as_ref(),
            second: &[],
        }
    }
}

impl<'a, T, V: AsRef<[T]> + ?Sized> From<[&'a V; 2]> for PerBox<'a, T> {
    fn from([first, second]: [&'a V; 2]) -> Self {
        Self {
            first: first.as_ref(),
            second: second.as_ref(),
        }
    }
}

impl<T: Copy> PerBox<'_, T> {
    /// The number of values for each list of boxes; 0 for a second list that is missing.
    #[must_use]
    pub fn lens(&self) -> [usize; 2] {
        [self.first.len(), self.second.len()]
    }

    /// Checks that there is one value for each box.
    ///
    /// # Errors
    /// If a list has more or fewer values than boxes.
    pub(crate) fn checked(self, boxes: [usize; 2]) -> Result<Self, WrongLength> {
        for (boxes, values) in boxes.into_iter().zip(self.lens()) {
            if boxes != values {
                return Err(WrongLength { boxes, values });
            }
        }
        Ok(self)
    }

    /// The value of a box. The second list is numbered after the first.
    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> T {
        let index = index as usize;
        match self.first.get(index) {
            Some(&value) => value,
            None => self.second[index - self.first.len()],
        }
    }

    /// Both lists, because loops over slices vectorise.
    pub(crate) fn lists(&self) -> [&[T]; 2] {
        [self.first, self.second]
    }
}

/// The error for a list of values that is longer or shorter than the list of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct WrongLength {
    /// The length of the list of boxes.
    pub boxes: usize,
    /// The length of the list of values.
    pub values: usize,
}

impl fmt::Display for WrongLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values for {} boxes", self.values, self.boxes)
    }
}

impl core::error::Error for WrongLength {}
