//! Which categories form pairs.

/// Which of 32 categories form pairs with which. Symmetric.
///
/// A box may be in several categories, one per bit. Two boxes may form a pair if some category of
/// one forms pairs with some category of the other.
///
/// ```
/// use broadleaf::filter::CategoryMatrix;
/// const WALL: u32 = 1;
/// const BODY: u32 = 2;
/// let matrix = CategoryMatrix::ALL.without(WALL, WALL);
/// assert!(matrix.allows(WALL, BODY) && matrix.allows(BODY, BODY) && !matrix.allows(WALL, WALL));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CategoryMatrix {
    /// By category, a mask of the categories that it forms pairs with.
    masks: [u32; 32],
}

impl CategoryMatrix {
    /// Every category forms pairs with every category.
    pub const ALL: Self = Self {
        masks: [u32::MAX; 32],
    };

    /// No category forms pairs.
    pub const NONE: Self = Self { masks: [0; 32] };

    /// This matrix, except that every category in `a` forms pairs with every category in `b`.
    #[must_use]
    pub const fn with(self, a: u32, b: u32) -> Self {
        self.set(a, b, true)
    }

    /// This matrix, except that no category in `a` forms pairs with any category in `b`.
    #[must_use]
    pub const fn without(self, a: u32, b: u32) -> Self {
        self.set(a, b, false)
    }

    const fn set(mut self, a: u32, b: u32, is_allowed: bool) -> Self {
        let mut category = 0;
        while category < 32 {
            // All ones if the category is in the set, else 0.
            let in_a = (a >> category & 1).wrapping_neg();
            let in_b = (b >> category & 1).wrapping_neg();
            let others = in_a & b | in_b & a;
            let mask = self.masks[category];
            self.masks[category] = if is_allowed {
                mask | others
            } else {
                mask & !others
            };
            category += 1;
        }
        self
    }

    /// The categories that form pairs with any category in `category`.
    #[must_use]
    pub fn mask(&self, category: u32) -> u32 {
        let in_category = (0..)
            .zip(self.masks)
            .filter(|&(bit, _)| category >> bit & 1 != 0);
        in_category.fold(0, |mask, (_, of)| mask | of)
    }

    /// Whether boxes of these categories may form a pair.
    #[must_use]
    pub fn allows(&self, a: u32, b: u32) -> bool {
        self.mask(a) & b != 0
    }

    /// Tables with which a mask takes four lookups.
    pub(crate) fn masks(&self) -> Masks {
        let mut masks = Masks([[0; 256]; 4]);
        for (byte, table) in masks.0.iter_mut().enumerate() {
            for bits in 1..table.len() {
                let lowest = bits.trailing_zeros() as usize;
                // Without the lowest bit, the index is smaller, so its mask is known.
                table[bits] = table[bits & (bits - 1)] | self.masks[8 * byte + lowest];
            }
        }
        masks
    }
}

/// The mask for every value of each byte of a category. The mask of a union of categories is the
/// union of their masks, so if it excludes a node, it excludes everything below.
#[derive(Clone, Debug)]
pub(crate) struct Masks([[u32; 256]; 4]);

impl Masks {
    /// The categories that form pairs with any category in `category`.
    #[inline(always)]
    pub(crate) fn mask(&self, category: u32) -> u32 {
        let [a, b, c, d] = category.to_le_bytes().map(usize::from);
        let [first, second, third, fourth] = &self.0;
        first[a] | second[b] | third[c] | fourth[d]
    }
}
