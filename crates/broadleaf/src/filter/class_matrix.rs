//! Which classes form pairs, for any number of classes.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// Which classes of boxes form pairs: one bit for every two classes. Symmetric.
///
/// For more kinds of boxes than the 32 categories of a [`Filter`](super::Filter), or for exceptions
/// among single parts: the links of a robot whose neighbours always touch (its *allowed
/// collisions*), the parts of a car. Each box has one class, a number. A class outside the matrix
/// forms pairs with every class; use one for the surroundings of the robot.
///
/// [`PairQuery::matrix`](crate::pair_finder::PairQuery::matrix) applies a matrix to lists. In a
/// [`BroadPhase`](crate::BroadPhase), store the class in the data of a proxy and refuse pairs in
/// [`step_with`](crate::BroadPhase::step_with); refusals are saved, rewound and hashed with the
/// broad phase.
///
/// **Memory**: n² / 8 bytes for n classes, plus padding of less than 8 bytes per row.
///
/// ```
/// use broadleaf::filter::ClassMatrix;
/// use broadleaf::{Aabb, BroadPhase};
/// let mut matrix = ClassMatrix::new(60);
/// for link in 1..60 {
///     matrix.forbid(link - 1, link)?; // joined
/// }
/// let mut arm = BroadPhase::<u32, i32, 1>::default();
/// for link in 0..60 {
///     let at = link as i32;
///     arm.create(Aabb::new([at], [at + 2]), link);
/// }
/// // Each link overlaps the next two; the next one is of no interest.
/// let events = arm.step_with(|(_, &a), (_, &b)| matrix.allows(a, b));
/// assert_eq!(events.begun.len(), 58);
/// # Ok::<(), broadleaf::filter::UnknownClass>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "AllowedCollisionMatrix")]
pub struct ClassMatrix {
    classes: u32,
    /// One row of words per class: a bit is set for each class that it forms no pairs with.
    forbidden: Vec<u64>,
}

impl ClassMatrix {
    /// A matrix of the classes 0 to `classes - 1`, all of which form pairs with each other and with
    /// themselves.
    #[must_use]
    pub fn new(classes: u32) -> Self {
        let words = classes as usize * classes.div_ceil(u64::BITS) as usize;
        Self {
            classes,
            forbidden: vec![0; words],
        }
    }

    /// Lets boxes of these classes form pairs.
    ///
    /// # Errors
    /// If a class is not below the number of classes.
    pub fn allow(&mut self, a: u32, b: u32) -> Result<(), UnknownClass> {
        self.set(a, b, false)
    }

    /// Keeps boxes of these classes from forming pairs.
    ///
    /// # Errors
    /// If a class is not below the number of classes.
    ///
    /// ```
    /// use broadleaf::filter::ClassMatrix;
    /// let mut matrix = ClassMatrix::new(60);
    /// matrix.forbid(7, 8)?;
    /// assert!(!matrix.allows(8, 7) && matrix.allows(7, 7));
    /// let error = matrix.forbid(60, 8).unwrap_err();
    /// assert_eq!(error.to_string(), "class 60, in a matrix of the classes below 60");
    /// # Ok::<(), broadleaf::filter::UnknownClass>(())
    /// ```
    pub fn forbid(&mut self, a: u32, b: u32) -> Result<(), UnknownClass> {
        self.set(a, b, true)
    }

    /// Whether boxes of these classes form pairs. Symmetric. True if either class is outside the
    /// matrix.
    #[must_use]
    #[inline]
    pub fn allows(&self, a: u32, b: u32) -> bool {
        if a >= self.classes || b >= self.classes {
            return true;
        }
        let (word, bit) = self.place(a, b);
        self.forbidden[word] >> bit & 1 == 0
    }

    fn set(&mut self, a: u32, b: u32, is_forbidden: bool) -> Result<(), UnknownClass> {
        let classes = self.classes;
        if let Some(class) = [a, b].into_iter().find(|&class| class >= classes) {
            return Err(UnknownClass { class, classes });
        }
        for (word, bit) in [self.place(a, b), self.place(b, a)] {
            let cleared = self.forbidden[word] & !(1 << bit);
            self.forbidden[word] = cleared | u64::from(is_forbidden) << bit;
        }
        Ok(())
    }

    /// The word and the bit for a class in the row of another. Both classes are known.
    #[inline]
    fn place(&self, row: u32, class: u32) -> (usize, u32) {
        let words = self.classes.div_ceil(u64::BITS) as usize;
        (
            row as usize * words + (class / u64::BITS) as usize,
            class % u64::BITS,
        )
    }
}

/// A class that is outside a [`ClassMatrix`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UnknownClass {
    /// The unknown class.
    pub class: u32,
    /// The classes of the matrix are below this number.
    pub classes: u32,
}

impl fmt::Display for UnknownClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { class, classes } = self;
        write!(
            f,
            "class {class}, in a matrix of the classes below {classes}"
        )
    }
}

impl core::error::Error for UnknownClass {}
